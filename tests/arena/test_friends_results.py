"""What deals and games of Finding Friends count for each player, and what faults cost."""

from __future__ import annotations

import pytest

from arena.friends_levels import climbed, widest_lead
from arena.friends_results import friends_deal_result, friends_game_result
from arena.matches import Part, SeatResult, Unit
from arena.table import DealPlayed
from referee.rules.levels import parse_level
from referee.rules.options import parse_options
from referee.rules.ruleset import Ruleset, ruleset
from tests.arena.referee_fake import friends_deal as deal

FIVE = ruleset(parse_options("finding-friends-5"))
FULL = ruleset(parse_options({"preset": "finding-friends-5", "joker_level": True}))
SHORT = ruleset(parse_options({"preset": "finding-friends-5", "joker_level": "short"}))
SHORTER = ruleset(parse_options({"preset": "finding-friends-5", "start_level": "10", "end_level": "Q"}))

MAKERS = {"starter": 3, "declarers": (1, 3)}


def levels(text: str) -> tuple[int, ...]:
    return tuple(map(parse_level, text.split()))


def gains(played: DealPlayed) -> list[int]:
    return [seat.gain for seat in friends_deal_result(played, FIVE).seats]


def winners(played: DealPlayed) -> list[int]:
    return [seat for seat, each in enumerate(friends_deal_result(played, FIVE).seats) if each.has_won]


def test_a_deal_counts_for_each_player_what_it_gained() -> None:
    counted = friends_deal_result(deal(4, **MAKERS, gains=(0, 2, 0, 2, 0), opponents_points=35), FIVE)

    assert counted.seats == (
        SeatResult(0, False, Part.AGAINST),
        SeatResult(2, True, Part.FRIEND),
        SeatResult(0, False, Part.AGAINST),
        SeatResult(2, True, Part.MAKER),
        SeatResult(0, False, Part.AGAINST),
    )
    assert (counted.board, counted.points, counted.rated, counted.lost_by) == (4, 35, True, None)


def test_those_against_the_maker_win_together() -> None:
    played = deal(1, **MAKERS, declarers_won=False, gains=(1, 0, 1, 0, 1))

    assert (winners(played), gains(played)) == ([0, 2, 4], [1, 0, 1, 0, 1])


def test_nobody_may_have_won() -> None:
    """Between 40 and 60 points a pack nobody gains (Z8); the parts are what they were."""
    played = deal(1, **MAKERS, declarers_won=False, nobody_won=True, gains=(0,) * 5)

    assert (winners(played), gains(played)) == ([], [0] * 5)
    assert [seat.part for seat in friends_deal_result(played, FIVE).seats].count(Part.AGAINST) == 3


def test_levels_owed_are_levels_lost() -> None:
    """A throw that failed leaves its side in debt (Z9)."""
    played = deal(1, **MAKERS, declarers_won=False, gains=(0,) * 5, debts=(0, 1, 0, 2, 0))

    assert gains(played) == [0, -1, 0, -2, 0]


@pytest.mark.parametrize("thrown_in", [False, True])
def test_a_fault_is_charged_to_its_player_alone(thrown_in: bool) -> None:
    """By the widest margin, six levels for five players; nobody has won by it, and it is not rated."""
    counted = friends_deal_result(deal(1, forfeited_by=(2, 4), is_thrown_in=thrown_in), FIVE)

    assert [seat.gain for seat in counted.seats] == [0, 0, -6, 0, 0]
    assert not any(seat.has_won for seat in counted.seats)
    assert (counted.rated, counted.lost_by, counted.points) == (False, 2, None)


def test_a_deal_without_a_maker_counts_for_nobody() -> None:
    thrown_in = deal(1, is_thrown_in=True, starter=None, declarers=(), gains=(), levels=())
    counted = friends_deal_result(thrown_in, FIVE)

    assert counted.seats == (SeatResult(0, False, None),) * 5
    assert (counted.rated, counted.lost_by) == (False, None)


# --- Games


def test_a_game_counts_the_levels_climbed() -> None:
    deals = [deal(1, levels=levels("2 4 2 4 2")), deal(2, levels=levels("W 5 K W 2"), game_winners=(0, 3))]
    counted = friends_game_result(7, deals, FIVE)

    assert [(seat.gain, seat.has_won) for seat in counted.seats] == [
        (13, True),
        (3, False),
        (11, False),
        (13, True),
        (0, False),
    ]
    assert (counted.board, counted.points, counted.rated) == (7, None, True)
    assert {seat.part for seat in counted.seats} == {None}


@pytest.mark.parametrize(
    ("at_the_end", "won"),
    [("5 4 5 2 3", [True, False, True, False, False]), ("3 3 3 3 3", [False] * 5)],
    ids=["ahead", "level"],
)
def test_when_the_deals_are_used_up_those_ahead_have_won(at_the_end: str, won: list[bool]) -> None:
    counted = friends_game_result(1, [deal(40, levels=levels(at_the_end))], FIVE)

    assert [seat.has_won for seat in counted.seats] == won


def test_a_game_that_nobody_goes_on_bidding_in_ends_there() -> None:
    """As if its deals were used up; one that nobody ever bid in counts for nobody."""
    thrown_in = deal(9, is_thrown_in=True, starter=None, declarers=(), gains=(), levels=())
    counted = friends_game_result(1, [deal(8, levels=levels("2 4 2 2 2")), thrown_in], FIVE)

    assert [seat.gain for seat in counted.seats] == [0, 2, 0, 0, 0]
    assert counted.seats[1].has_won
    assert not friends_game_result(1, [thrown_in], FIVE).rated


@pytest.mark.parametrize(("rules", "cost"), [(FIVE, 13), (SHORTER, 2), (FULL, 13)], ids=["whole", "short", "joker"])
def test_a_game_lost_by_a_fault_costs_all_levels(rules: Ruleset, cost: int) -> None:
    counted = friends_game_result(1, [deal(1), deal(2, forfeited_by=(1,))], rules)

    assert [seat.gain for seat in counted.seats] == [0, -cost, 0, 0, 0]
    assert (counted.rated, counted.lost_by) == (False, 1)


@pytest.mark.parametrize(
    ("rules", "level", "count"),
    [
        (FIVE, "2", 0),
        (FIVE, "W", 13),
        (SHORTER, "Q", 2),
        (FULL, "A", 12),
        (FULL, "Jo", 13),
        (FULL, "2+", 14),
        (FULL, "2++", 28),
        (SHORT, "10+", 14),
        (SHORT, "Jo+", 19),
        (SHORT, "10++", 20),
    ],
)
def test_every_level_on_the_way_is_one(rules: Ruleset, level: str, count: int) -> None:
    assert climbed(parse_level(level), rules) == count


@pytest.mark.parametrize(
    ("unit", "options", "levels_between"),
    [
        (Unit.DEALS, {}, 6),
        (Unit.DEALS, {"scoring": "active_passive"}, 4),
        (Unit.DEALS, {"failed_throw": "debt"}, 8),
        (Unit.GAMES, {}, 13),
        (Unit.GAMES, {"start_level": "10", "end_level": "Q"}, 2),
        (Unit.GAMES, {"joker_level": True}, None),
    ],
)
def test_two_players_can_be_so_far_apart(unit: Unit, options: dict[str, object], levels_between: int | None) -> None:
    rules = ruleset(parse_options({"preset": "finding-friends-5", **options}))

    assert widest_lead(unit, rules) == levels_between
