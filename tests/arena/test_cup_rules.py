"""The options of a cup, read back from the ledger and said in words."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from arena.cup_rules import in_words, options_of
from arena.identity import cup_entry
from referee.rules.options import PRESETS, parse_options
from tests.arena import played
from tests.arena.cups import FRIENDS, cup, rules


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("tractor", "Tractor, 4 seats, 2 packs (preset tractor)"),
        ("forty-points", "Tractor, 4 seats, 1 pack (preset forty-points)"),
        (
            {"preset": "tractor-6-seats", "must_punish": False, "must_stop_at": ["J", "A"]},
            'Tractor, 6 seats, 2 packs (preset tractor-6-seats, with must_stop_at = ["J", "A"], must_punish = false)',
        ),
        (
            {"players": 7, "preset": "finding-friends-5", "rotating_maker": True},
            "Finding Friends, 7 players, 2 packs (preset finding-friends-7, with rotating_maker = true)",
        ),
    ],
)
def test_the_game_is_said_in_the_shortest_way(given: str | Mapping[str, object], said: str) -> None:
    assert in_words(parse_options(given)) == said


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_said_by_its_name(preset: str) -> None:
    assert in_words(parse_options(preset)).endswith(f" (preset {preset})")


def test_the_options_of_a_cup_are_read_back_from_its_entry() -> None:
    played_cup = cup(FRIENDS, names="ABCDEFG", more=rules("finding-friends-7", "rotating_maker = true"))

    assert options_of(cup_entry(played_cup, played.BEGUN)) == played_cup.options


def test_options_of_another_version_are_not_guessed() -> None:
    assert options_of(played.cup_entry(config='{"rules": "packs = 2\\n"}')) is None
