"""The sensible bot decides the same in every language that has it: on the same decks, play for play."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
import trio

from referee.wire.tractor.v1 import table_pb2
from tests.referee.serving.processes import match_request
from tests.referee.serving.tables import deck
from tests.sample_bots.kits import KITS, Kit, built_kit, play_match
from tests.sample_bots.tables import rules_of
from tests.sizes import in_ci, scale

if TYPE_CHECKING:
    from referee.wire.tractor.v1.bot_pb2 import Level

pytestmark = pytest.mark.slow

LANGUAGES = ("go", "rust")
"""Whose kits play the sensible bot when they are told ``sensible``."""

_FEW = ("tractor", "tractor-3-packs", "finding-friends-5")
_MORE = (
    *("tractor-online", "tractor-6-seats", "forty-points"),
    *("finding-friends-6", "finding-friends-8", "finding-friends-10", "finding-friends-12"),
)
GAMES = (*_FEW, *_MORE) if in_ci() else _FEW
DEALS = scale(quick=3, full=4)

PYTHON = Kit("python", KITS / "python", (sys.executable, "sensible_bot.py"))


@dataclass(frozen=True, slots=True)
class Example:
    """A game, and how the bot in Python plays it against itself."""

    game: str
    records: Sequence[dict[str, Any]]


@pytest.fixture(
    # Both languages are held to what the bot in Python played, so they run where that is known.
    scope="module",
    params=[pytest.param(game, marks=pytest.mark.xdist_group(f"same {game}")) for game in GAMES],
)
def example(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Example:
    return Example(request.param, records_of(PYTHON, (), request.param, tmp_path_factory.mktemp("python")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_is_that_of_the_bot_in_python(
    example: Example, language: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kit = built_kit(language, tmp_path_factory)
    records = records_of(kit, ("sensible",), example.game, tmp_path_factory.mktemp(language))

    assert len(records) >= DEALS
    assert records == example.records


def records_of(kit: Kit, arguments: Sequence[str], game: str, folder: Path) -> Sequence[dict[str, Any]]:
    """Records of a match with this bot in every seat, without times; names, which they hold, are those of the seats."""
    match = match_of(game)
    bots = [(kit, arguments)] * len(match.chairs)
    played = trio.run(lambda: play_match(bots, match, folder))
    assert [fault for deal in played.deals for fault in deal.faults] == []
    records = [json.loads(record) for deal in played.deals for record in (*deal.thrown_in_records, deal.record)]
    return [{name: value for name, value in record.items() if name != "times"} for record in records]


def match_of(game: str) -> table_pb2.PlayMatchRequest:
    """Deals of a game at several levels, every other one a first deal, in which the bids find the starter (B7)."""
    rules = rules_of(game)
    match = match_request(f"same {game}", rules, deals=DEALS, limit_s=60.0, connect_within_s=120.0)
    for board in match.boards:
        if rules.start_level <= 2:
            level = cast("Level.ValueType", 2 + 5 * board.number % 13)
            board.levels[:] = [level] * len(board.levels)
        if board.number % 2 == 0:
            board.starter = 0
            board.decks[:] = [bytes(deck(100 * redeal + board.number, rules)) for redeal in range(5)]
    return match
