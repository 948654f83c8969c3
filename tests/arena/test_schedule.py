"""Who plays whom on which deals."""

from __future__ import annotations

import hashlib
import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from arena.config import Cup
from arena.deals import secret_of_seed
from arena.layout import layout_of
from arena.matches import Format, Match, Outcome, Unit
from arena.schedule import extent, matches, stage_of, wave_count
from arena.waves import wave_of
from tests.arena.cups import FRIENDS_GAMES, GAMES, INDIVIDUAL, PAIRS, cup, rules
from tests.arena.played import outcome, result

SECRET = secret_of_seed("test")
SIX = rules("tractor-6-seats")
FIVE = rules("finding-friends-5")
KEYS = "17cbeade025f0a073c21d95f41baa5c6fe24ada44ca0fcfc8d4686579f55c5cb"
"""Of a cup of each format and unit, in order of the keys, before there were other games and other schedules."""


EVERY_TABLE = 'schedule = "every-table"\n'


def stage(format_: str, deals: int, *, per_match: int = 1, duplicate: bool = True, more: str = "") -> str:
    return (
        f'[[stage]]\nformat = "{format_}"\ndeals = {deals}\ndeals_per_match = {per_match}\n'
        f"duplicate = {str(duplicate).lower()}\n{more}"
    )


def schedule(*stages: str, names: str = "ABCD", more: str = "") -> list[Match]:
    return list(matches(cup(*stages, names=names, more=more), SECRET))


def sides(match: Match) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return match.seating[0::2], match.seating[1::2]


def seats_taken(played: Iterable[Match]) -> Counter[tuple[str, int]]:
    return Counter((name, seat) for match in played for seat, name in enumerate(match.seating) for _ in match.boards)


def starts(played: Iterable[Match]) -> Counter[str]:
    """How often each entrant is the starter of a deal."""
    return Counter(match.seating[(board - 1) % 4] for match in played for board in match.boards)


def test_every_two_play_the_same_deals_on_both_sides() -> None:
    played: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for match in schedule(stage("pairs", 10, per_match=4)):
        played[match.seating].extend(match.boards)

    assert set(played) == {seating for a, b in combinations("ABCD", 2) for seating in ((a, b, a, b), (b, a, b, a))}
    assert all(boards == list(range(1, 11)) for boards in played.values())


def test_every_four_play_the_same_deals_in_all_splits_on_both_sides() -> None:
    played: defaultdict[frozenset[str], Counter[tuple[frozenset[str], int]]] = defaultdict(Counter)
    for match in schedule(stage("individual", 3, more=EVERY_TABLE), names="ABCDE"):
        north_south, _ = sides(match)
        for board in match.boards:
            played[frozenset(match.seating)][frozenset(north_south), board] += 1

    assert set(played) == {frozenset(four) for four in combinations("ABCDE", 4)}
    for four, splits in played.items():
        pairs = {frozenset(pair) for pair in combinations(four, 2)}
        assert splits == Counter({(pair, board): 1 for pair in pairs for board in (1, 2, 3)})


@pytest.mark.parametrize(("per_match", "deals"), [(1, 8), (2, 8), (4, 8), (8, 16)])
def test_everyone_sits_in_every_seat_equally_often(per_match: int, deals: int) -> None:
    """With every table, after every second turn of the tables: six seatings over four seats make 1½ a deal."""
    taken = seats_taken(schedule(stage("individual", deals, per_match=per_match, more=EVERY_TABLE)))

    assert set(taken.values()) == {3 * deals // 2}
    assert len(taken) == 16


def test_everyone_follows_everyone_equally_often() -> None:
    after = Counter(
        (match.seating[seat], match.seating[(seat + 1) % 4])
        for match in schedule(stage("individual", 4, per_match=4, more=EVERY_TABLE))
        for seat in range(4)
    )

    assert after == Counter({(a, b): 2 for a in "ABCD" for b in "ABCD" if a != b})


@pytest.mark.parametrize("per_match", [1, 2, 4])
@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize(("format_", "more"), [("pairs", ""), ("individual", EVERY_TABLE)])
def test_everyone_starts_equally_often(format_: str, more: str, duplicate: bool, per_match: int) -> None:
    """However the deals are cut, no entrant is the starter more often than another, over 16 turns of the tables."""
    started = starts(schedule(stage(format_, 64, per_match=per_match, duplicate=duplicate, more=more)))

    assert len(set(started.values())) == 1
    assert set(started) == set("ABCD")


def test_without_duplicates_no_deal_is_played_twice() -> None:
    for format_ in (Format.PAIRS, Format.INDIVIDUAL):
        boards = Counter(
            board for match in schedule(stage(format_, 9, per_match=4, duplicate=False)) for board in match.boards
        )
        assert set(boards.values()) == {1}
        assert sum(boards.values()) == 9 * (6 if format_ is Format.PAIRS else 3)


@pytest.mark.parametrize("names", ["AB", "ABCDEFGH", "ABCDEFGHIJKLM"])
def test_without_duplicates_every_table_still_sees_all_ranks_and_starters(names: str) -> None:
    """Also where the number of tables has a factor in common with the 52 of ranks and starters."""
    seen: defaultdict[frozenset[str], set[int]] = defaultdict(set)
    for match in schedule(stage("pairs", 52, per_match=13, duplicate=False), names=names):
        seen[frozenset(match.seating)].update(board % 52 for board in match.boards)

    assert all(len(kinds) == 52 for kinds in seen.values())


def test_games_are_numbered_and_played_on_both_sides() -> None:
    played = Counter((match.seating, match.boards) for match in schedule(GAMES, names="AB"))

    assert played == Counter({(seating, (game,)): 1 for seating in (tuple("ABAB"), tuple("BABA")) for game in (1, 2)})


def test_each_round_is_one_block_for_everyone() -> None:
    """Halfway through the blocks, everyone has played half of the deals."""
    played = schedule(stage("pairs", 8, per_match=2))
    half = Counter(name for match in played[: len(played) // 2] for name in match.seating for _ in match.boards)

    assert [match.round for match in played] == sorted(match.round for match in played)
    assert len(set(half.values())) == 1


def test_rounds_of_several_stages_are_played_side_by_side() -> None:
    played = schedule(stage("pairs", 4), stage("individual", 2), GAMES)
    half = played[: len(played) // 2]

    assert {(match.format, match.unit) for match in half} == {
        (Format.PAIRS, Unit.DEALS),
        (Format.INDIVIDUAL, Unit.DEALS),
        (Format.PAIRS, Unit.GAMES),
    }


def test_the_extent_counts_what_is_scheduled() -> None:
    stages = (stage("pairs", 7, per_match=3), stage("individual", 5, per_match=2, duplicate=False), GAMES)
    for names in ("ABCD", "ABCDEF"):
        for text in stages:
            a_cup = cup(text, names=names)
            played = list(matches(a_cup, SECRET))
            told = extent(a_cup, a_cup.stages[0])
            assert told.match_count == len(played)
            assert told.result_count == sum(len(match.boards) for match in played)


def test_a_match_knows_its_stage() -> None:
    a_cup = cup(PAIRS, INDIVIDUAL, GAMES)

    assert {stage_of(a_cup, match) for match in matches(a_cup, SECRET)} == set(a_cup.stages)


# --- Six seats


def test_two_bots_sit_alternately_at_six_seats() -> None:
    seatings = {match.seating for match in schedule(PAIRS, names="AB", more=SIX)}

    assert seatings == {tuple("ABABAB"), tuple("BABABA")}


@pytest.mark.parametrize(("per_match", "deals"), [(1, 18), (3, 18), (6, 18)])
def test_six_sit_in_every_seat_equally_often(per_match: int, deals: int) -> None:
    """In all ten ways to form sides, after every third turn of the tables: twenty seatings over six seats."""
    played = schedule(stage("individual", deals, per_match=per_match), names="ABCDEF", more=SIX)
    ways = Counter(frozenset(match.seating[0::2]) for match in played for _ in match.boards)

    assert set(ways.values()) == {deals}
    assert len(ways) == 20
    assert set(seats_taken(played).values()) == {20 * deals // 6}


@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize("format_", ["pairs", "individual"])
def test_at_six_seats_everyone_starts_equally_often(format_: str, duplicate: bool) -> None:
    played = schedule(stage(format_, 36, per_match=6, duplicate=duplicate), names="ABCDEF", more=SIX)
    started = Counter(match.seating[(board - 1) % 6] for match in played for board in match.boards)

    assert len(set(started.values())) == 1


# --- Finding Friends


@pytest.mark.parametrize("names", ["ABCDE", "ABCDEFGH"])
def test_all_tables_of_a_round_play_the_same_decks(names: str) -> None:
    played: defaultdict[int, list[Match]] = defaultdict(list)
    for match in schedule(stage("friends", 10, per_match=4), names=names, more=FIVE):
        played[match.round].append(match)

    assert [{match.boards for match in played[number]} for number in (1, 2, 3)] == [
        {(1, 2, 3, 4)},
        {(5, 6, 7, 8)},
        {(9, 10)},
    ]
    for matches_of_round in played.values():
        assert set(seats_taken(matches_of_round).values()) == {len(matches_of_round[0].boards)}
        assert len(seats_taken(matches_of_round)) == 5 * len(names)


def test_tables_of_players_change_from_round_to_round() -> None:
    by_round: defaultdict[int, set[tuple[str, ...]]] = defaultdict(set)
    for match in schedule(stage("friends", 4), names="ABCDEFG", more=FIVE):
        by_round[match.round].add(match.seating)

    assert len({frozenset(tables) for tables in by_round.values()}) > 1


@pytest.mark.parametrize("duplicate", [True, False])
@pytest.mark.parametrize("names", ["ABCDE", "ABCDEFG"])
def test_players_draw_first_equally_often(names: str, duplicate: bool) -> None:
    """And sit equally often in each seat counted from the first drawer."""
    played = schedule(stage("friends", 10, per_match=5, duplicate=duplicate), names=names, more=FIVE)
    taken = Counter(
        (name, (seat - (board - 1)) % 5)
        for match in played
        for board in match.boards
        for seat, name in enumerate(match.seating)
    )

    assert set(taken.values()) == {10}
    assert len(taken) == 5 * len(names)


def test_players_without_duplicates_share_no_deck() -> None:
    played = schedule(stage("friends", 9, per_match=4, duplicate=False), names="ABCDEF", more=FIVE)
    boards = Counter(board for match in played for board in match.boards)

    assert set(boards.values()) == {1}
    assert sum(boards.values()) == 9 * 6


def test_the_extent_counts_tables_of_players() -> None:
    for text in (stage("friends", 7, per_match=3), FRIENDS_GAMES):
        a_cup = cup(text, names="ABCDEFG", more=FIVE)
        played = list(matches(a_cup, SECRET))
        told = extent(a_cup, a_cup.stages[0])

        assert told.match_count == len(played)
        assert told.result_count == sum(len(match.boards) for match in played)


# --- Keys


def keys(*stages: str, more: str = "", names: str = "ABCD", secret: bytes = SECRET) -> list[str]:
    return [match.key for match in matches(cup(*stages, more=more, names=names), secret)]


def test_the_same_cup_has_the_same_keys() -> None:
    assert keys(PAIRS, INDIVIDUAL, GAMES) == keys(PAIRS, INDIVIDUAL, GAMES)


def test_no_two_matches_have_the_same_key() -> None:
    found = keys(stage("pairs", 9, per_match=2), stage("individual", 9, per_match=2), GAMES)

    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    "more",
    ["[time]\nlimit_s = 2", "[time]\nbank_s = 2", "[time]\nincrement_s = 2", "[faults]\nstrikes_allowed = 1"],
)
def test_other_terms_are_other_matches(more: str) -> None:
    assert set(keys(PAIRS)).isdisjoint(keys(PAIRS, more=more))


def test_another_secret_version_or_name_is_another_match() -> None:
    a_cup = cup(PAIRS)
    newer = replace(a_cup, entrants=tuple(replace(entrant, version="2") for entrant in a_cup.entrants))

    assert set(keys(PAIRS)).isdisjoint(keys(PAIRS, secret=secret_of_seed("other")))
    assert set(keys(PAIRS)).isdisjoint(match.key for match in matches(newer, SECRET))
    assert set(keys(PAIRS)).isdisjoint(match.key for match in matches(replace(a_cup, name="other"), SECRET))


@pytest.mark.parametrize("more", ["[run]\ntables = 7", "[time]\nready_within_s = 3", "[faults]\nstrict = true"])
def test_what_changes_no_result_changes_no_key(more: str) -> None:
    assert keys(PAIRS) == keys(PAIRS, more=more)


@pytest.mark.parametrize("duplicate", [True, False])
def test_a_longer_stage_keeps_the_matches_of_the_shorter(duplicate: bool) -> None:
    short = keys(stage("individual", 8, per_match=4, duplicate=duplicate))
    long = keys(stage("individual", 16, per_match=4, duplicate=duplicate))

    assert set(short) < set(long)


def test_longer_games_are_other_matches() -> None:
    assert set(keys(GAMES)).isdisjoint(keys(GAMES + "deals_per_game = 100\n"))
    assert keys(GAMES) == keys(GAMES + "deals_per_game = 200\n")


def test_keys_stay_what_they_were() -> None:
    """A cup goes on with the matches that it was begun with."""
    individual = stage("individual", 5, duplicate=False, more=EVERY_TABLE)
    found = keys(stage("pairs", 6, per_match=3), individual, GAMES)

    assert hashlib.sha256(" ".join(sorted(found)).encode()).hexdigest() == KEYS


def test_a_longer_stage_of_players_keeps_the_matches_of_the_shorter() -> None:
    short = keys(stage("friends", 3), names="ABCDEFG", more=FIVE)
    long = keys(stage("friends", 9), names="ABCDEFG", more=FIVE)

    assert long[: len(short)] == short


# --- Many bots


def test_the_first_match_of_millions_is_there_without_the_others() -> None:
    a_cup = cup(stage("individual", 16, per_match=16, more=EVERY_TABLE), names=[f"B{number}" for number in range(60)])
    tracemalloc.start()
    try:
        first = next(matches(a_cup, SECRET))
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert set(first.seating) == {"B0", "B1", "B2", "B3"}
    assert extent(a_cup, a_cup.stages[0]).match_count == 2_925_810
    assert peak_bytes < 1_000_000


# --- Whist

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def met(played: Iterable[Match]) -> tuple[Counter[frozenset[str]], Counter[frozenset[str]]]:
    """How often two were partners, and opponents, over all boards."""
    partners: Counter[frozenset[str]] = Counter()
    opponents: Counter[frozenset[str]] = Counter()
    for match in played:
        for one, other in combinations(range(4), 2):
            pair = frozenset((match.seating[one], match.seating[other]))
            (partners if (one - other) % 2 == 0 else opponents)[pair] += len(match.boards)
    return partners, opponents


@pytest.mark.parametrize(("bots", "deals", "per_match"), [(5, 3, 1), (8, 5, 2), (9, 16, 16), (12, 7, 4)])
def test_every_block_is_a_whole_cycle_of_whist(bots: int, deals: int, per_match: int) -> None:
    """Over every block of decks everyone partners everyone equally often, and opposes everyone twice as often."""
    blocks: defaultdict[int, list[Match]] = defaultdict(list)
    for match in schedule(stage("individual", deals, per_match=per_match), names=LETTERS[:bots]):
        blocks[(match.boards[0] - 1) // per_match].append(match)

    assert len(blocks) == -(-deals // per_match)
    for played in blocks.values():
        boards = played[0].boards
        assert all(match.boards == boards for match in played)
        partners, opponents = met(played)
        assert len(partners) == len(opponents) == bots * (bots - 1) // 2
        (times,) = set(partners.values())
        assert set(opponents.values()) == {2 * times}


def test_rounds_run_through_the_whole_stage_and_seat_nobody_twice() -> None:
    by_round: defaultdict[int, set[frozenset[str]]] = defaultdict(set)
    for match in schedule(stage("individual", 6, per_match=2), names="ABCDEFGH"):
        by_round[match.round].add(frozenset(match.seating))

    assert list(by_round) == list(range(1, 22))
    for fours in by_round.values():
        assert sorted(name for four in fours for name in four) == list("ABCDEFGH")


def test_blocks_are_played_in_different_cycles() -> None:
    blocks: defaultdict[tuple[int, ...], set[frozenset[str]]] = defaultdict(set)
    for match in schedule(stage("individual", 8, per_match=2), names="ABCDEFGHI"):
        blocks[match.boards].add(frozenset(match.seating))

    assert len({frozenset(fours) for fours in blocks.values()}) == 4


@pytest.mark.parametrize("seatings", [2, 6, 24])
def test_a_table_plays_its_decks_in_so_many_seatings(seatings: int) -> None:
    tables: defaultdict[tuple[int, frozenset[str]], set[tuple[str, ...]]] = defaultdict(set)
    a_stage = stage("individual", 4, per_match=4, more=f"seatings = {seatings}\n")
    for match in schedule(a_stage, names="ABCDEFGH"):
        tables[match.round, frozenset(match.seating)].add(match.seating)

    assert len(tables) == 14
    assert {len(each) for each in tables.values()} == {seatings}


@pytest.mark.parametrize("bots", [4, 5, 8, 9])
@pytest.mark.parametrize("duplicate", [True, False])
def test_seats_are_even_over_whole_cycles(bots: int, duplicate: bool) -> None:
    """Nobody has one seat oftener than another by more than what each block leaves over at most."""
    names = LETTERS[:bots]
    most = (2 if bots == 4 else 1) * (2 if duplicate else 1)
    for blocks in (1, 4):
        taken = seats_taken(schedule(stage("individual", blocks, duplicate=duplicate), names=names))
        assert (
            max(
                max(taken[name, seat] for seat in range(4)) - min(taken[name, seat] for seat in range(4))
                for name in names
            )
            <= most * blocks
        )


def test_whist_without_duplicates_shares_no_deck() -> None:
    boards = Counter(
        board
        for match in schedule(stage("individual", 9, per_match=4, duplicate=False), names="ABCDEFGHI")
        for board in match.boards
    )

    assert set(boards.values()) == {1}
    assert sum(boards.values()) == 9 * 18


@pytest.mark.slow
@pytest.mark.parametrize("names", ["ABCDEFG", "ABCDEFGHIJ"])
def test_no_two_matches_of_whist_have_the_same_key(names: str) -> None:
    """Also where the same four meet twice in a cycle, in the same seatings."""
    found = keys(stage("individual", 4, per_match=2, more="seatings = 24\n"), names=names)

    assert len(set(found)) == len(found)


@pytest.mark.slow
def test_two_hundred_are_scheduled_without_making_all_of_it() -> None:
    a_cup = cup(stage("individual", 64, per_match=16), names=[f"B{number}" for number in range(200)])

    assert extent(a_cup, a_cup.stages[0]).match_count == 4 * 2 * 199 * 50
    assert next(matches(a_cup, SECRET)).round == 1


# --- Gauntlet


@pytest.mark.parametrize("duplicate", [True, False])
def test_newcomers_meet_all_others_and_nobody_else_meets(duplicate: bool) -> None:
    newcomers = stage("gauntlet", 4, per_match=2, duplicate=duplicate, more='newcomers = ["E", "B"]\n')
    played = schedule(newcomers, names="ABCDEF")
    pairs = Counter(frozenset(match.seating) for match in played)
    boards = Counter(board for match in played for board in match.boards)

    assert pairs == Counter({frozenset((one, other)): 4 if duplicate else 2 for one in "EB" for other in "ACDF"})
    assert set(boards.values()) == {16 if duplicate else 1}
    assert {match.format for match in played} == {Format.GAUNTLET}


# --- Swiss


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
def test_other_stages_are_spread_over_the_waves() -> None:
    a_cup = cup(stage("pairs", 2, more=SWISS), stage("individual", 12, more=""), names="ABCDEFGH")
    waves = Counter(
        wave_of(a_cup, each.match) for each in swiss_played(a_cup, "ABCDEFGH") if each.match.format == "individual"
    )

    assert set(waves) == {0, 1, 2}
    assert max(waves.values()) - min(waves.values()) <= 4
