"""From a new folder to a cup that names what was submitted of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.bot_store import BotStore
from arena.bots import Bot
from arena.sandbox.isolation import Isolation
from arena.submitting.command import submit_folder
from tests.end_to_end.arena_process import Arena, events, of
from tests.sizes import in_ci

pytestmark = pytest.mark.slow

CUP = """
[cup]
name = "named"
seed = "named"

[[stage]]
format = "pairs"
deals = 1

[time]
connect_within_s = 60.0

[[bot]]
entrant = "Ada"
version = "1"
name = "Ada before"

[[bot]]
entrant = "Ada"
"""


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Arena]:
    arena = Arena(tmp_path, CUP)
    yield arena
    arena.close()


def submit_checked(arena: Arena) -> int:
    """In CI with the whole check, which takes a minute; on a desk without."""
    if in_ci():
        return arena.run("submit", "Ada", "--files", "arena-files").returncode
    return submit(arena)


def submit(arena: Arena) -> int:
    """Without the check."""

    def examine(bot: Bot, isolation: Isolation, *, as_json: bool) -> int:
        del bot, isolation, as_json
        return 0

    folder = arena.folder
    return submit_folder(folder / "Ada", files=folder / "arena-files", unsafe=True, as_json=False, examine=examine)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_a_new_bot_is_submitted_twice_and_a_cup_plays_its_versions(arena: Arena) -> None:
    settings = arena.folder / "Ada" / "bot.toml"
    made = arena.run("new-bot", "Ada", "--language", "python")
    assert made.returncode == 0, made.stderr
    assert submit_checked(arena) == 0
    edit(settings, 'version = "1"', 'version = "2"')
    edit(settings, '"my_bot.py"]', '"my_bot.py", "random"]')
    assert submit(arena) == 0

    played = arena.run("run", "cup.toml", "--json")

    assert played.returncode == 0, played.stderr
    told = of(events(played.stdout), "match_played")
    assert [event["fault_count"] for event in told] == [0, 0]
    board = json.loads((arena.folder / "leaderboards" / "named" / "leaderboard.json").read_text(encoding="utf-8"))
    kept = {each.version: each.content for each in BotStore(arena.folder / "arena-files" / "bots").versions()}
    assert {(row["name"], row["version"], row["content"]) for row in board["sections"][0]["rows"]} == {
        ("Ada before", "1", kept["1"]),
        ("Ada", "2", kept["2"]),
    }

    # Once there is a newer version, a cup that takes the newest is another.
    edit(settings, 'version = "2"', 'version = "3"')
    assert submit(arena) == 0
    again = arena.run("run", "cup.toml")
    assert again.returncode == 2
    assert "bot 'Ada': version was '2' and is '3'" in again.stderr
