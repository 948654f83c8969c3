"""A ledger that cannot be read while a cup is served, or that is another: what is known is served, and it is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import trio

from tests.arena.cups import cup, rules
from tests.arena.serving.asking import Served, serving
from tests.arena.serving.dealt_cups import DealtCup

pytestmark = pytest.mark.slow

STAGE = '[[stage]]\nformat = "pairs"\ndeals = 2\ndeals_per_match = 1\n'
PATIENCE_S = 20.0


def begun(folder: Path, seed: str | None = None) -> DealtCup:
    folder.mkdir(exist_ok=True)
    return DealtCup(cup(STAGE, names="ABC", more=rules("forty-points"), seed=seed), folder)


def move(folder: Path, to: Path) -> None:
    """The files of a ledger, in place of what is there."""
    to.mkdir(exist_ok=True)
    for path in to.glob("arena.sqlite*"):
        path.unlink()
    for path in folder.glob("arena.sqlite*"):
        shutil.move(path, to / path.name)


def copy(folder: Path, to: Path) -> None:
    to.mkdir()
    for path in folder.glob("arena.sqlite*"):
        shutil.copy(path, to)


async def readable(served: Served, *, expected: bool) -> None:
    with trio.fail_after(PATIENCE_S):
        while served.live.is_readable is not expected:
            await served.live.changed()


async def test_a_file_that_is_moved_away_and_back(tmp_path: Path) -> None:
    """Pages that were made are there meanwhile, and say that they may be old; then it goes on with what came."""
    dealt = begun(tmp_path)
    first = dealt.play(2)[0].outcome.match.key[:32]
    async with serving(dealt) as served:
        paths = ("index.html", f"matches/{first}.html", "leaderboard.json", "bots/A.html")
        for path in paths:
            assert (await served.get(path)).status == 200
        move(tmp_path, tmp_path / "away")
        await readable(served, expected=False)

        for path in paths:
            assert (await served.get(path)).status == 200
        told = await served.get("events", until=b"event: progress")
        assert b'"is_readable":false' in told.body
        assert (await served.get(f"replays/{first}.js")).status == 503

        move(tmp_path / "away", tmp_path)
        await readable(served, expected=True)
        dealt.play(2)
        with trio.fail_after(PATIENCE_S):
            while served.live.done_count < 4:
                await served.live.changed()
        assert (await served.get(f"replays/{first}.js")).status == 200


async def test_another_ledger_in_its_place_is_noticed(tmp_path: Path) -> None:
    """One without the cup, one in which a cup of this name has other decks, and none yet: nothing of it is told."""
    dealt, other = begun(tmp_path), begun(tmp_path / "other")
    dealt.play(2)
    other.play(5)
    async with serving(dealt) as served:
        move(tmp_path, tmp_path / "away")
        (tmp_path / "arena.sqlite").touch()
        await readable(served, expected=False)
        assert (await served.get("index.html")).status == 200
        move(tmp_path / "other", tmp_path)
        await served.live.look()
        await served.live.refresh()

        assert not served.live.is_readable
        assert served.live.done_count == 2
        assert (await served.get("index.html")).status == 200


async def test_an_older_copy_in_its_place_is_noticed(tmp_path: Path) -> None:
    """Its next matches would have places that were told already."""
    dealt = begun(tmp_path)
    dealt.play(2)
    copy(tmp_path, tmp_path / "copies")
    dealt.play(2)
    async with serving(dealt) as served:
        move(tmp_path / "copies", tmp_path)
        await readable(served, expected=False)

        assert served.live.done_count == 4
        assert (await served.get("index.html")).status == 200
