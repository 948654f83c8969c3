"""The built-in cup: the sample bots, for as long as is wanted."""

from __future__ import annotations

import sys

from arena.demo import demo_cup
from arena.entrants import Local
from arena.matches import Format, Unit


def test_the_demo_plays_the_sample_bots_in_three_formats() -> None:
    demo = demo_cup()

    assert [(stage.format, stage.unit) for stage in demo.stages] == [
        (Format.PAIRS, Unit.GAMES),
        (Format.PAIRS, Unit.DEALS),
        (Format.INDIVIDUAL, Unit.DEALS),
    ]
    players = [entrant.player for entrant in demo.entrants if isinstance(entrant.player, Local)]
    assert [player.command[0] for player in players] == [sys.executable] * 4
    assert all((player.folder / player.command[1]).is_file() for player in players)


def test_the_demo_can_be_longer_or_shorter() -> None:
    assert [stage.count for stage in demo_cup(3).stages] == [1, 3, 3]
    assert [stage.deals_per_match for stage in demo_cup(3).stages] == [1, 3, 3]
    assert [stage.deals_per_match for stage in demo_cup(64).stages] == [1, 16, 16]
