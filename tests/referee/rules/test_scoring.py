"""Scores and levels (RULES 9)."""

from __future__ import annotations

import pytest

from referee.rules.levels import PAST_ACE, level_text, parse_level, raised
from referee.rules.options import TractorOptions
from referee.rules.ruleset import ruleset
from referee.rules.scoring import Score, levels_earned, score_deal
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import SIX_SEATS

NORTH, WEST, SOUTH, EAST = range(4)


def scored(total: int, *, levels: tuple[str, str] = ("2", "2"), starter: int = NORTH) -> Score:
    """The score where the opponents have *total* points from tricks, and the declarers win the last."""
    return score_deal(
        TRACTOR,
        opponents_points=total,
        buried_points=35,
        last_trick_size=1,
        opponents_won_last=False,
        levels=(parse_level(levels[0]), parse_level(levels[1])),
        starter=starter,
    )


@pytest.mark.parametrize(
    ("total", "gain", "declarers_won"),
    [
        (-30, 3, True),
        (0, 3, True),
        (5, 2, True),
        (35, 2, True),
        (40, 1, True),
        (75, 1, True),
        (80, 0, False),
        (115, 0, False),
        (120, 1, False),
        (155, 1, False),
        (160, 2, False),
        (200, 3, False),
        (235, 3, False),
        (240, 4, False),
        (275, 4, False),
        (440, 9, False),
    ],
)
def test_levels_earned_by_points(total: int, gain: int, declarers_won: bool) -> None:
    """S3, S5."""
    score = scored(total)

    assert levels_earned(TRACTOR, total) == gain
    assert score.total == total
    assert score.declarers_won is declarers_won
    assert score.gains == ((gain, 0) if declarers_won else (0, gain))


@pytest.mark.parametrize(
    ("total", "gain"),
    [(-5, 5), (0, 5), (5, 4), (15, 4), (20, 3), (35, 3), (40, 2), (60, 1), (75, 1), (80, 0), (100, 1), (120, 2)],
)
def test_a_smaller_step_earns_more_levels(total: int, gain: int) -> None:
    """The table of `points_per_level` 20; the option is not offered yet, but it is only a number."""
    assert levels_earned(ruleset(TractorOptions(points_per_level=20)), total) == gain


def test_the_widest_margin_is_what_no_points_earn() -> None:
    assert TRACTOR.widest_margin == levels_earned(TRACTOR, 0) == 3


@pytest.mark.parametrize(("size", "kitty_points"), [(1, 60), (2, 120), (4, 240), (6, 360)])
def test_buried_points_count_twice_for_each_card_of_the_last_trick(size: int, kitty_points: int) -> None:
    """S2."""
    score = score_deal(
        TRACTOR,
        opponents_points=-10,
        buried_points=30,
        last_trick_size=size,
        opponents_won_last=True,
        levels=(2, 2),
        starter=WEST,
    )

    assert score.kitty_points == kitty_points
    assert score.total == kitty_points - 10


def test_buried_points_are_safe_where_the_declarers_win_the_last_trick() -> None:
    assert scored(50).kitty_points == 0
    assert scored(50).total == 50


@pytest.mark.parametrize(
    ("starter", "total", "next_starter"),
    [(NORTH, 40, SOUTH), (EAST, 0, WEST), (NORTH, 80, WEST), (EAST, 200, NORTH)],
)
def test_the_partner_starts_next_or_the_seat_to_the_right(starter: int, total: int, next_starter: int) -> None:
    """S6."""
    assert scored(total, starter=starter).next_starter == next_starter


@pytest.mark.parametrize(("total", "next_starter"), [(0, 3), (80, 2)])
def test_with_six_seats_the_next_of_the_side_starts_or_the_seat_to_the_right(total: int, next_starter: int) -> None:
    """S6."""
    score = score_deal(
        SIX_SEATS,
        opponents_points=total,
        buried_points=0,
        last_trick_size=1,
        opponents_won_last=False,
        levels=(2, 2),
        starter=1,
    )

    assert score.next_starter == next_starter


@pytest.mark.parametrize(
    ("levels", "total", "after", "won_by"),
    [
        (("A", "9"), 40, ("W", "9"), 0),
        (("Q", "9"), 0, ("W", "9"), 0),
        (("9", "A"), 120, ("9", "W"), 1),
        (("9", "2"), 560, ("9", "A"), None),
        (("9", "3"), 560, ("9", "W"), 1),
        (("A", "A"), 80, ("A", "A"), None),
    ],
)
def test_the_side_that_gets_past_a_wins_the_game(
    levels: tuple[str, str], total: int, after: tuple[str, str], won_by: int | None
) -> None:
    """S4, declarers (North–South here) or not."""
    score = scored(total, levels=levels)

    assert tuple(level_text(level) for level in score.levels) == after
    assert score.game_won_by == won_by
    assert (score.next_starter is None) == (won_by is not None)


def test_no_level_is_past_past_a() -> None:
    assert raised(parse_level("A"), 9) == PAST_ACE
    assert raised(parse_level("9"), 0) == parse_level("9")


def test_levels_are_read_as_they_are_written() -> None:
    assert [parse_level(level_text(level)) for level in range(2, 16)] == list(range(2, 16))
    assert parse_level("10") == parse_level("t") == 10


@pytest.mark.parametrize("text", ["", "1", "11", "past A", "2 "])
def test_what_is_no_level_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a level"):
        parse_level(text)
