"""The worked examples of the rules (section 13) that are about a deal's end, by their numbers."""

from __future__ import annotations

import pytest

from referee.rules.levels import level_text, parse_level
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
