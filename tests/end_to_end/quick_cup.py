"""A cup of the shortest matches that there are, and what of it has to be the same whatever happens to it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.end_to_end.arena_process import ROOT, Arena

NAMES = ("Ada", "Ben", "Cy", "Dot", "Eve")
PAIRS = 10
TIMES = frozenset({"times", "times_by_kind", "elapsed_s", "begun", "machine_faults", "record_sha256"})
"""Of what is published: what a clock said, and the hash of a file in which that is."""


def quick_cup(match_count: int, program: Path) -> str:
    """The shortest deals that there are, each a match, by bots that are there within a millisecond.

    Args:
        match_count: a multiple of the number of pairs.
        program: of the bots.
    """
    head = '[cup]\nname = "cup"\nseed = "killed"\n[rules]\npreset = "forty-points"\n[run]\ntables = 2\n'
    # A machine on which much else runs makes nobody late.
    patient = "[time]\nlimit_s = 20.0\nconnect_within_s = 60.0\n"
    stage = '[[stage]]\nformat = "pairs"\ndeals_per_match = 1\nduplicate = false\n'
    command = json.dumps([str(program)])
    bots = "".join(f"[[bot]]\nname = {json.dumps(name)}\ncommand = {command}\n" for name in NAMES)
    return f"{head}{patient}{stage}deals = {match_count // PAIRS}\n{bots}"


def to_its_end(arena: Arena, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the cup, for as long as the test may take."""
    process = arena.start(*arguments)
    out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def assert_whole(arena: Arena, match_count: int) -> None:
    """Each match of a finished cup was published once and has its record, which holds; there is nothing besides."""
    keys = [match["match"]["key"] for match in arena.matches()]
    assert (len(keys), len(set(keys))) == (match_count, match_count)
    records = arena.folder / "arena-files" / "records" / "cup"
    assert {path.name for path in records.iterdir()} == {match["record_name"] for match in arena.matches()}
    assert _audited(records) == match_count
    assert arena.left_behind() == {}


def assert_same(one: Arena, other: Arena) -> None:
    """Two arenas published the same matches, records and standings, but for what their clocks said."""
    assert [_without_times(match) for match in one.matches()] == [_without_times(match) for match in other.matches()]
    assert one.untimed_records() == other.untimed_records()
    assert _without_times(one.board()) == _without_times(other.board())


def _without_times(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _without_times(value) for name, value in told.items() if name not in TIMES}
    return [_without_times(each) for each in told] if isinstance(told, list) else told


def _audited(records: Path) -> int:
    """How many records `referee audit` finds to hold, which must be all."""
    paths = sorted(records.iterdir())
    done = subprocess.run(
        [sys.executable, "-m", "referee.cli", "audit", *paths],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return len(paths)
