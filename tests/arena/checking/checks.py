"""Whole checks for tests: of a bot in a folder made for it, told as events."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from arena.bots import read_bot
from arena.checking.bounds import Bounds
from arena.checking.examination import Examination
from arena.checking.report import JsonDisplay
from arena.cup_file import TimeTable
from arena.launch import open_launcher
from arena.sandbox.isolation import Isolation
from arena.sandbox.probe import find_isolation

ROOT = Path(__file__).resolve().parents[3]
ODD_BOT = ROOT / "tests" / "arena" / "checking" / "odd_bot.py"
STUBS = ROOT / "sample_bots" / "python" / "tractor"

QUICK = Bounds(idle_s=0.05, deals_per_preset=1, deals_per_game=1, games_in_a_row=1)
"""No more than is needed to see each step done."""

HASTY = replace(
    QUICK,
    times=TimeTable(limit_s=2.0, bank_s=0.0, connect_within_s=8.0, ready_within_s=3.0),
    goodbye_within_s=2.0,
    told_within_s=2.0,
    cut_off_within_s=2.0,
    nobody_within_s=8.0,
)
"""For what is never done, and would be waited for."""


@cache
def isolation() -> Isolation:
    """What this machine has."""
    return find_isolation(unsafe=True)


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check.

    Attributes:
        steps: events of the steps, by name.
        has_passed: all steps passed.
    """

    events: tuple[dict[str, Any], ...]
    has_passed: bool

    @property
    def steps(self) -> dict[str, dict[str, Any]]:
        return {event["step"]: event for event in self.events if event["event"] == "step"}

    def of(self, verdict: str) -> list[str]:
        return [name for name, event in self.steps.items() if event["verdict"] == verdict]


def bot_folder(folder: Path, run: Sequence[str], *, games: Sequence[str] = ("tractor",), more: str = "") -> Path:
    """A folder with a bot that *run* starts."""
    written = f"name = 'Odd'\nrun = {json.dumps(list(run))}\ngames = {json.dumps(list(games))}\n{more}\n"
    (folder / "bot.toml").write_text(written)
    return folder


def odd_bot(folder: Path, faults: str, *, games: Sequence[str] = ("tractor",), more: str = "") -> Path:
    """A folder with a bot that has these faults, joined by ``+``."""
    shutil.copy(ODD_BOT, folder)
    shutil.copytree(STUBS, folder / "tractor")
    return bot_folder(folder, ["{python}", ODD_BOT.name, faults], games=games, more=more)


async def check(folder: Path, bounds: Bounds = QUICK) -> Checked:
    """Check the bot of a folder."""
    lines: list[str] = []
    examination = Examination(read_bot(folder), JsonDisplay(lines.append), bounds)
    async with open_launcher(isolation()) as launcher:
        has_passed = await examination.run(launcher)
    return Checked(tuple(json.loads(line) for line in lines), has_passed)


def describe(checked: Checked) -> str:
    """For a test that fails."""
    return "\n".join(json.dumps(event)[:2000] for event in checked.events if event.get("verdict") != "pass")
