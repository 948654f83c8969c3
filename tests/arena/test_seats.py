"""Programs at a table: their logs."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from arena.entrants import enter
from arena.launch import open_launcher
from arena.seats import seated
from tests.arena.isolation import isolation_here

SOON_S = 10


async def log_of(script: str, folder: Path, *, asked_for: bool) -> str | None:
    """The log of a program that ended by itself; *asked_for* if the referee had missed it."""
    entrant = enter("A", ["sh", "-c", script], folder=folder)
    logs = folder / "logs"
    async with (
        open_launcher(isolation_here()) as launcher,
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
        open_launcher(isolation_here()) as launcher,
        seated([entrant], launcher, address="unix:/nowhere", match="0" * 64, logs=tmp_path),
    ):
        (child,) = launcher.children
        with trio.fail_after(SOON_S):
            while not child.output.text():
                await trio.lowlevel.checkpoint()
    heading, said = (tmp_path / "A.log").read_text(encoding="utf-8").splitlines()

    assert heading.endswith("seat 1, ended by signal 15 (SIGTERM) when the arena ended it")
    assert said == "hello"
