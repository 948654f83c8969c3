"""A worker finds the bots of an order as its own machine has them, or says what is missing and what to do."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from arena.bot_store import BotStore, Draft
from arena.cluster.bots import BotsHere, MissingBot
from arena.cluster.orders import BotOrder
from arena.entrants import Local


def order(at: Path, *command: str, **others: object) -> BotOrder:
    bot = BotOrder("Ada", "1", command, str(at), (("LEVEL", "3"),), (), "")
    return msgspec.structs.replace(bot, **others)


def submitted(store: BotStore, folder: Path) -> str:
    """The content of a bot that is kept in a store."""
    folder.mkdir()
    (folder / "bot.toml").write_text('name = "Cy"\nversion = "7"\nauthor = ""\nlanguage = ""\nrun = "true"\n')
    with store.draft(folder) as draft:
        assert isinstance(draft, Draft)
        return store.keep(draft, datetime(2026, 3, 1, tzinfo=UTC)).content


def test_a_command_is_started_at_the_same_place(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    entrant = BotsHere(BotStore(tmp_path / "bots")).entrant(
        order(tmp_path, "{python}", "bot.py", readable=(str(tmp_path),))
    )

    assert entrant.name == "Ada"
    assert entrant.player == Local((sys.executable, "bot.py"), tmp_path, (("LEVEL", "3"),), (tmp_path,))


@pytest.mark.parametrize(
    ("command", "others", "reason"),
    [
        (("{python}", "bot.py"), {}, "cannot start the bot 'Ada': 'bot.py' does not exist"),
        (("./bot",), {}, "cannot start the bot 'Ada': './bot' does not exist"),
        (("true",), {"folder": "/no/such/folder"}, "has no /no/such/folder, of the bot 'Ada'"),
        (("true",), {"readable": ("/no/such/file",)}, "has no /no/such/file, of the bot 'Ada'"),
    ],
)
def test_what_is_missing_of_a_command_is_named(
    tmp_path: Path, command: tuple[str, ...], others: dict[str, object], reason: str
) -> None:
    with pytest.raises(MissingBot) as missing:
        BotsHere(BotStore(tmp_path / "bots")).entrant(order(tmp_path, *command, **others))

    assert str(missing.value).startswith(reason)
    assert "put it there at the same path" in str(missing.value)


def test_a_submitted_bot_is_found_by_its_content_whatever_the_cup_calls_it(tmp_path: Path) -> None:
    store = BotStore(tmp_path / "bots")
    content = submitted(store, tmp_path / "Cy")
    entrant = BotsHere(store).entrant(order(tmp_path, content=content))

    assert (entrant.name, entrant.content) == ("Ada", content)
    assert isinstance(entrant.player, Local)
    assert entrant.player.folder == store.place("Cy", content)


def test_a_submitted_bot_that_comes_later_is_found_then(tmp_path: Path) -> None:
    other, store = BotStore(tmp_path / "other"), BotStore(tmp_path / "bots")
    content = submitted(other, tmp_path / "Cy")
    here = BotsHere(store)

    with pytest.raises(MissingBot, match=rf"has no bot 'Ada' version 1 \(content {content[:12]}\).* arena submit"):
        here.entrant(order(tmp_path, content=content))
    submitted(store, tmp_path / "again")
    assert here.entrant(order(tmp_path, content=content)).content == content


def test_a_damaged_store_is_told(tmp_path: Path) -> None:
    store = BotStore(tmp_path / "bots")
    content = submitted(store, tmp_path / "Cy")
    next((tmp_path / "bots").glob("*/*.json")).write_text("{")

    with pytest.raises(MissingBot, match="is damaged"):
        BotsHere(store).entrant(order(tmp_path, content=content))
