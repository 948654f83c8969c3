"""Stages by swiss: phases that end before the next is drawn, for those who are the better half so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from arena.config import Cup
from arena.layout import layout_of
from arena.matches import Match, Outcome
from arena.schedule import extent, matches, wave_count
from arena.waves import wave_of
from tests.arena.cups import SECRET, cup
from tests.arena.played import outcome, result
from tests.arena.scheduled import stage

SWISS = 'schedule = "swiss"\nrounds = 2\n'


def result_of(match: Match, strength: str) -> Outcome:
    """The outcome of a match in which the side wins whose bots come later in *strength*."""
    sides = [sum(strength.index(name) for name in side) for side in (match.seating[0::2], match.seating[1::2])]
    score = 0.5 + 0.5 * ((sides[0] > sides[1]) - (sides[0] < sides[1]))
    results = [result(score, 1, board=board) for board in match.boards]
    return replace(outcome(match.seating, results, format_=match.format), match=match)


def swiss_played(a_cup: Cup, strength: str, *, most: int | None = None) -> list[Outcome]:
    """The cup played in order, wave by wave, to its end or to so many matches."""
    outcomes: list[Outcome] = []
    while pending := [
        match for match in matches(a_cup, SECRET, outcomes) if match.key not in {each.match.key for each in outcomes}
    ]:
        outcomes += [result_of(match, strength) for match in pending]
    return outcomes[:most]


@pytest.mark.slow
def test_the_better_half_goes_on() -> None:
    a_cup = cup(stage("pairs", 2, more=SWISS), names="ABCDEFGH")
    outcomes = swiss_played(a_cup, "ABCDEFGH")
    rounds: defaultdict[int, set[str]] = defaultdict(set)
    for each in outcomes:
        rounds[each.match.round].update(each.match.seating)

    # Two rounds for each of two decks, for eight, then for four; then the only round of two.
    assert [len(rounds[number]) for number in sorted(rounds)] == [8] * 4 + [4] * 4 + [2] * 2
    assert rounds[9] == set("GH")
    assert extent(a_cup, a_cup.stages[0]).match_count == len(outcomes)
    assert wave_count(a_cup) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "sizes"), [(8, [4]), (9, [8, 4]), (14, [8, 4]), (18, [12, 8, 4]), (20, [12, 8, 4]), (32, [16, 8, 4])]
)
def test_everyone_plays_in_every_round_of_a_phase_of_individual(count: int, sizes: list[int]) -> None:
    """Of all phases but the first, whose field is as it is."""
    a_cup = cup(stage("individual", 2, more=SWISS), names=[f"B{number}" for number in range(count)])
    layout = layout_of(a_cup.stages[0], a_cup.names)
    phases = layout.phases()

    assert [phase.entrant_count for phase in phases] == [count, *sizes]
    for phase in phases[1:]:
        for number in range(phase.rounds_in_block):
            assert len(list(layout.tables(phase, 0, number))) == phase.entrant_count // 4


@pytest.mark.slow
@pytest.mark.parametrize("count", [10, 14, 18, 19])
def test_a_first_phase_plays_the_fullest_rounds_first(count: int) -> None:
    """A two-fold cycle has rounds of few tables, and a phase is not made of them."""
    a_cup = cup(stage("individual", 2, more=SWISS), names=[f"B{number}" for number in range(count)])
    layout = layout_of(a_cup.stages[0], a_cup.names)
    first = layout.phases()[0]

    assert [len(list(layout.tables(first, 0, number))) for number in range(first.rounds_in_block)] == [count // 4] * 2


@pytest.mark.slow
@pytest.mark.parametrize("duplicate", [True, False])
def test_every_phase_has_decks_of_its_own(duplicate: bool) -> None:
    a_cup = cup(stage("individual", 3, per_match=2, duplicate=duplicate, more=SWISS), names="ABCDEFGHI")
    outcomes = swiss_played(a_cup, "ABCDEFGHI")
    phases: defaultdict[int, set[int]] = defaultdict(set)
    for each in outcomes:
        phases[wave_of(a_cup, each.match)].update(each.match.boards)
    boards = Counter(board for each in outcomes for board in each.match.boards)

    assert len(phases) == 3
    assert len(set().union(*phases.values())) == sum(map(len, phases.values()))
    if duplicate:
        assert [phases[number] for number in range(3)] == [{1, 2, 3}, {4, 5, 6}, {7, 8, 9}]
    else:
        assert set(boards.values()) == {1}


@pytest.mark.slow
def test_what_is_drawn_follows_from_what_is_stored() -> None:
    """In any order of the outcomes, and with those of later waves too, the matches are the same."""
    a_cup = cup(stage("individual", 2, more=SWISS), stage("pairs", 3), names="ABCDEFGHI")
    outcomes = swiss_played(a_cup, "HADGBIFCE")
    whole = [match.key for match in matches(a_cup, SECRET, outcomes)]

    assert [match.key for match in matches(a_cup, SECRET, list(reversed(outcomes)))] == whole
    assert sorted(whole) == sorted(each.match.key for each in outcomes)
    assert len(whole) == sum(extent(a_cup, each).match_count for each in a_cup.stages)
    for count in (0, 10, len(outcomes) // 2):
        so_far = [match.key for match in matches(a_cup, SECRET, outcomes[:count])]
        assert so_far == whole[: len(so_far)]
        assert {each.match.key for each in outcomes[:count]} <= set(so_far)


@pytest.mark.slow
def test_who_is_out_does_not_go_on() -> None:
    """Not even the best, if faults put it out; the matches that it leaves are void, and keep no phase open."""
    a_cup = cup(stage("pairs", 2, more=SWISS), names="ABCDEFGH", more="[faults]\ndeals_lost_allowed = 0")
    first = list(matches(a_cup, SECRET))
    of_h = next(match for match in first if "H" in match.seating)
    lost = result(0.0, -3, board=of_h.boards[0], lost_by=of_h.seating.index("H"))
    outcomes = [result_of(match, "ABCDEFGH") for match in first if "H" not in match.seating]
    outcomes.append(replace(outcome(of_h.seating, [lost]), match=of_h))
    after = list(matches(a_cup, SECRET, outcomes))[len(first) :]

    assert {name for match in after for name in match.seating} == set("DEFG")


@pytest.mark.slow
@pytest.mark.parametrize("strength", ["ABCDE", "EDCBA", "CAEBD"])
def test_a_bye_is_neither_a_defeat_nor_a_win(strength: str) -> None:
    """Of five, two won all that they played, two lost it, and the fifth played nothing: three go on."""
    a_cup = cup(stage("pairs", 1, more=SWISS.replace("2", "1")), names="ABCDE")
    first = list(matches(a_cup, SECRET))
    met = {frozenset(match.seating) for match in first}
    winners = {max(two, key=strength.index) for two in met}
    after = list(matches(a_cup, SECRET, [result_of(match, strength) for match in first]))[len(first) :]

    assert len(met) == 2
    assert {name for match in after for name in match.seating} == winners | (set("ABCDE") - frozenset().union(*met))


@pytest.mark.slow
def test_who_has_no_result_by_its_own_faults_stands_behind_who_sat_with_it() -> None:
    """Nobody is out yet, and of nine all but one go on. The three others at its table have no result either."""
    a_cup = cup(stage("individual", 1, more=SWISS.replace("2", "1")), names="ABCDEFGHI")
    first = list(matches(a_cup, SECRET))
    faulty = max(name for match in first for name in match.seating)
    outcomes = [result_of(match, "ABCDEFGHI") for match in first if faulty not in match.seating]
    for match in first:
        if faulty in match.seating:
            lost = result(0.0, -3, board=1, rated=False, lost_by=match.seating.index(faulty))
            outcomes.append(replace(outcome(match.seating, [lost], format_=match.format), match=match))
    after = list(matches(a_cup, SECRET, outcomes))[len(first) :]

    assert {name for match in after for name in match.seating} == set("ABCDEFGHI") - {faulty}


@pytest.mark.slow
def test_other_stages_are_spread_over_the_waves() -> None:
    a_cup = cup(stage("pairs", 2, more=SWISS), stage("individual", 12, more=""), names="ABCDEFGH")
    waves = Counter(
        wave_of(a_cup, each.match) for each in swiss_played(a_cup, "ABCDEFGH") if each.match.format == "individual"
    )

    assert set(waves) == {0, 1, 2}
    assert max(waves.values()) - min(waves.values()) <= 4
