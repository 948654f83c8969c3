"""Programs at a table: their logs."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
import trio

from arena.entrants import enter
from arena.launch import open_launcher
from arena.seats import log_name, seated

SOON_S = 10

ALIKE = ["随机", "贪心", "_", "__", "a b", "a_b", "a/b", "é", "e\u0301", "É", "..", "x" * 300, "x" * 301, "贪" * 300]


@pytest.mark.parametrize("name", ["Ada", "Greedy-2.1", "my_bot"])
def test_a_plain_name_is_its_log(name: str) -> None:
    assert log_name(name) == f"{name}.log"


def test_no_two_names_share_a_log() -> None:
    for one, other in combinations(ALIKE, 2):
        assert log_name(one).casefold() != log_name(other).casefold()


@pytest.mark.parametrize("name", ALIKE)
def test_a_log_is_a_file_in_its_folder(name: str, tmp_path: Path) -> None:
    path = tmp_path / log_name(name)
    path.write_text("", encoding="utf-8")

    assert list(tmp_path.iterdir()) == [path]
    assert len(path.name.encode()) <= 250  # .log.1 is put aside


def test_a_log_can_be_found_by_its_name() -> None:
    assert re.fullmatch("随机~[0-9a-f]{12}\\.log", log_name("随机"))
    assert log_name("हिन्दी").startswith("हिन्दी~")


async def log_of(script: str, folder: Path, *, asked_for: bool) -> str | None:
    """The log of a program that ended by itself; *asked_for* if the referee had missed it."""
    entrant = enter("A", ["sh", "-c", script], folder=folder)
    logs = folder / "logs"
    async with (
        open_launcher() as launcher,
        seated([entrant], launcher, address="unix:/nowhere", match="0" * 64, logs=logs) as seats,
    ):
        with trio.fail_after(SOON_S):
            for child in launcher.children:
                await child.ended.wait()
        if asked_for:
            assert await seats.ended([0]) == {0}
    path = logs / "A.log"
    return path.read_text(encoding="utf-8") if path.exists() else None


@pytest.mark.parametrize(
    ("script", "how"),
    [
        ("exit 7", "exit status 7"),
        ("kill -SEGV $$", "ended by signal 11 (SIGSEGV)"),
        ("exit 0", "exit status 0"),
    ],
)
async def test_how_a_program_ended_is_in_its_log_though_it_printed_nothing(
    script: str, how: str, tmp_path: Path
) -> None:
    assert await log_of(script, tmp_path, asked_for=True) == f"=== match {'0' * 16}, seat 1, {how}\n"


async def test_a_program_that_failed_and_was_not_missed_is_in_its_log_too(tmp_path: Path) -> None:
    assert "exit status 7" in (await log_of("exit 7", tmp_path, asked_for=False) or "")


async def test_a_program_that_ended_well_and_was_not_missed_needs_no_log(tmp_path: Path) -> None:
    assert await log_of("exit 0", tmp_path, asked_for=False) is None


async def test_a_program_that_the_arena_ended_is_not_said_to_have_failed(tmp_path: Path) -> None:
    entrant = enter("A", ["sh", "-c", "echo hello; exec sleep 60"], folder=tmp_path)
    async with (
        open_launcher() as launcher,
        seated([entrant], launcher, address="unix:/nowhere", match="0" * 64, logs=tmp_path),
    ):
        (child,) = launcher.children
        with trio.fail_after(SOON_S):
            while not child.output.text():
                await trio.lowlevel.checkpoint()
    heading, said = (tmp_path / "A.log").read_text(encoding="utf-8").splitlines()

    assert heading.endswith("seat 1, ended by signal 15 (SIGTERM) when the arena ended it")
    assert said == "hello"
