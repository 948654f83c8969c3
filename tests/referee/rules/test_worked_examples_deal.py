"""The worked examples of the rules (section 13) that are about a deal's end, by their numbers."""

from __future__ import annotations

import pytest

from referee.rules.friends_scoring import fresh_standing, score_sides
from referee.rules.levels import level_text, parse_level
from referee.rules.options import parse_options
from referee.rules.ruleset import ruleset
from referee.rules.scoring import score_deal
from tests.referee.rules.builders import TRACTOR


def test_example_21_buried_points_after_a_tractor() -> None:
    score = score_deal(
        TRACTOR,
        opponents_points=0,
        buried_points=30,
        last_trick_size=4,
        opponents_won_last=True,
        levels=(2, 2),
        starter=0,
    )

    assert score.total == 240


@pytest.mark.parametrize(
    ("total", "levels", "next_starter", "next_rank"),
    [(60, ("8", "T"), "North", "8"), (85, ("7", "T"), "East", "T"), (160, ("7", "Q"), "East", "Q")],
)
def test_example_22_levels_and_the_next_starter(
    total: int, levels: tuple[str, str], next_starter: str, next_rank: str
) -> None:
    score = score_deal(
        TRACTOR,
        opponents_points=total,
        buried_points=0,
        last_trick_size=1,
        opponents_won_last=False,
        levels=(parse_level("7"), parse_level("10")),
        starter=TRACTOR.seat_names.index("South"),
    )

    assert tuple(level_text(level) for level in score.levels) == levels
    assert score.next_starter is not None
    assert TRACTOR.seat_names[score.next_starter] == next_starter
    assert level_text(score.levels[TRACTOR.side_of[score.next_starter]]) == next_rank


def test_example_23_a_level_that_cannot_be_skipped() -> None:
    score = score_deal(
        ruleset(parse_options({"must_stop_at": [10]})),
        opponents_points=0,
        buried_points=0,
        last_trick_size=1,
        opponents_won_last=False,
        levels=(parse_level("9"), 2),
        starter=0,
    )

    assert score.gains == (3, 0)
    assert score.levels == (parse_level("10"), 2)


def test_example_29_a_makers_side_that_is_short_of_a_player() -> None:
    rules = ruleset(parse_options("finding-friends-6"))
    score = score_sides(
        rules,
        points=30,
        makers_side=[player in "CE" for player in "ABCDEF"],
        maker="ABCDEF".index("E"),
        first_drawer=0,
        levels=tuple(map(parse_level, ("8", "10", "7", "7", "9", "4"))),
        standing=fresh_standing(rules),
    )

    assert score.gains == (0, 0, 4, 0, 4, 0)
    assert [level_text(level) for level in score.levels] == ["8", "T", "J", "7", "K", "4"]
