"""An author copies a sample bot's folder and has all of it."""

from __future__ import annotations

import pytest

from tests.architecture.sources import Source, is_within, sources


def leanings(source: Source) -> list[str]:
    """What *source* imports of the project beyond its own folder."""
    ours = ("arena", "referee", "tests", "protos", "sample_bots")
    return [name for name in sorted(source.imports()) if any(is_within(name, package) for package in ours)]


def test_sample_bots_import_nothing_of_the_arena_or_the_referee() -> None:
    bots = list(sources("sample_bots"))

    assert bots
    assert {bot.module: leanings(bot) for bot in bots if leanings(bot)} == {}


@pytest.mark.parametrize(
    ("line", "imported"),
    [
        ("import arena", "arena"),
        ("from referee.rules.cards import Card", "referee.rules.cards.Card"),
        ("from referee.wire.tractor.v1 import bot_pb2", "referee.wire.tractor.v1.bot_pb2"),
    ],
)
def test_a_bot_that_leans_on_the_project_is_found(line: str, imported: str) -> None:
    assert leanings(Source("sample_bots.python.made_up", line)) == [imported]


def test_a_bot_with_its_own_stubs_passes() -> None:
    assert leanings(Source("sample_bots.python.made_up", "import grpc\nfrom tractor.v1 import bot_pb2")) == []
