"""Ratings up to each of a few rounds are those of a fit of the same results, at whole rounds and equal shares."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import pytest

from arena.estimates import settled
from arena.gains import GainedResult, fit_gains
from arena.history import POINTS_AT_MOST, Trail
from arena.matches import Format, FriendsResult, Outcome, Result
from arena.ratings import Anchor, RatedResult, fit
from arena.standings import Section, standings
from tests.arena.played import FIVE, FOUR, entrants, friends_cup, outcome, played_cup, result


def section(outcomes: Sequence[Outcome], names: Sequence[str], anchor: Anchor | None = None) -> Section:
    (found,) = standings(outcomes, entrants(*names), anchor=anchor).sections
    return found


def of_format(outcomes: Sequence[Outcome], format_: Format) -> list[Outcome]:
    return [each for each in outcomes if each.match.format is format_]


def rated_until(outcomes: Sequence[Outcome], last: int) -> list[RatedResult]:
    return [
        RatedResult(each.match.seating, str(one.board), one.score, one.margin)
        for each in outcomes
        if each.match.round <= last
        for one in each.results
        if isinstance(one, Result) and one.rated
    ]


@pytest.mark.slow
@pytest.mark.parametrize("format_", [Format.PAIRS, Format.INDIVIDUAL])
@pytest.mark.parametrize("anchor", [None, Anchor("Ben", -100.0)])
def test_each_point_is_a_fit_of_the_results_up_to_there(format_: Format, anchor: Anchor | None) -> None:
    played = of_format(played_cup(FOUR, rounds=5, deals=2), format_)
    found = section(played, FOUR, anchor).history

    assert [each.round for each in found] == [1, 2, 3, 4, 5]
    for each in found:
        alone = fit(rated_until(played, each.round), anchor=anchor, entrants=FOUR)
        assert each.result_count == alone.result_count
        assert each.ratings == pytest.approx([one.rating for one in alone.estimates], abs=2e-9)


def test_each_point_of_players_is_a_fit_of_the_results_up_to_there() -> None:
    played = friends_cup()
    for each in section(played, FIVE).history:
        results = [
            GainedResult(one.match.seating, str(of.board), tuple(seat.gain for seat in of.seats), (True,) * 5)
            for one in played
            if one.match.round <= each.round
            for of in one.results
            if isinstance(of, FriendsResult) and of.rated
        ]
        alone = fit_gains(results, FIVE)
        assert each.result_count == alone.result_count
        assert each.ratings == pytest.approx([settled(one) for one in alone.ratings.tolist()], abs=2e-9)


@pytest.mark.slow
def test_the_last_point_has_the_ratings_of_the_table() -> None:
    for found in standings([*played_cup(FOUR), *friends_cup()], entrants(*FIVE)).sections:
        last = found.history[-1]
        assert last.result_count == found.result_count
        known = [each.rating for each in found.fit.estimates]
        assert [each is None for each in last.ratings] == [each is None for each in known]
        assert [each for each in last.ratings if each is not None] == pytest.approx(
            [each for each in known if each is not None], abs=2e-9
        )


def test_many_rounds_are_told_in_equal_shares_of_the_results() -> None:
    trail = Trail()
    for round_ in range(1, 601):
        trail.enter(round_, ("Ada", "Ben") * 2, 1 if round_ <= 300 else 3, (1.0,))
    found = trail.of_sides(("Ada", "Ben"), None)

    assert [each.round for each in found[:4]] == [100, 200, 300, 334]
    assert len(found) == POINTS_AT_MOST
    assert (found[-1].round, found[-1].result_count) == (600, 1200)
    for share, each in enumerate(found, start=1):
        assert 0 <= each.result_count - 100 * share < 3


def test_rounds_are_whole_and_their_order_makes_no_difference() -> None:
    played = of_format(played_cup(FOUR, rounds=3, deals=2), Format.PAIRS)
    forwards = section(played, FOUR).history

    assert section(played[::-1], FOUR).history == forwards
    assert [each.result_count for each in forwards] == [24, 48, 72]


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_single_round_has_no_history(rounds: int) -> None:
    played = of_format(played_cup(FOUR, rounds=rounds, deals=2), Format.PAIRS)

    assert list(chain.from_iterable(each.history for each in standings(played, entrants(*FOUR)).sections)) == []


def test_who_met_nobody_yet_has_no_rating_yet() -> None:
    """Nor has a result that a fault took out of the ratings any part in it."""
    played = [
        outcome(["Ada", "Ben"] * 2, [result(1, 1), result(0, -1, board=2)], round_=1),
        outcome(["Ada", "Ben"] * 2, [result(0, -1, board=3, rated=False)], round_=2),
        outcome(["Ada", "Cy"] * 2, [result(1, 1, board=4)], round_=3),
    ]
    first, second = section(played, ("Ada", "Ben", "Cy", "Dot")).history

    assert (first.round, first.ratings) == (1, (0.0, 0.0, None, None))
    assert (second.round, second.result_count, second.ratings[3]) == (3, 3, None)
    assert None not in second.ratings[:3]
