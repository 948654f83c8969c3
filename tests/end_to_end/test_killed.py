"""A cup of which everything is killed outright, again and again, is the cup that it would have been."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.arena_process import ROOT, Arena, events, of
from tests.sizes import scale

pytestmark = pytest.mark.slow

QUICK_BOT = ROOT / "tests" / "end_to_end" / "quick_bot.py"
NAMES = ("Ada", "Ben", "Cy", "Dot", "Eve")
PAIRS = 10
WHOLE = os.environ.get("TRACTOR_KILLS") == "all"
"""A thousand matches and fifty kills, which take half an hour (CONTRIBUTING.md)."""

MATCH_COUNT = 1000 if WHOLE else scale(20, 120)
KILL_COUNT = 50 if WHOLE else scale(4, 12)

BEGINNING_S = 3.0
"""Until an arena plays, about; some are killed before."""


class Target(Enum):
    """Whom a kill is for."""

    ARENA = auto()  # what it started is ended by others
    ALL = auto()  # those others too
    REFEREE = auto()  # the arena goes on


def cup() -> str:
    """The shortest deals that there are, each a match, by bots that are there within milliseconds."""
    head = '[cup]\nname = "cup"\nseed = "killed"\n[rules]\npreset = "forty-points"\n[run]\ntables = 2\n'
    # A machine on which much else runs makes nobody late.
    patient = "[time]\nlimit_s = 20.0\nconnect_within_s = 60.0\n"
    stage = '[[stage]]\nformat = "pairs"\ndeals_per_match = 1\nduplicate = false\n'
    command = json.dumps(["{python}", "-I", "-S", str(QUICK_BOT)])
    bots = "".join(f"[[bot]]\nname = {json.dumps(name)}\ncommand = {command}\n" for name in NAMES)
    return f"{head}{patient}{stage}deals = {MATCH_COUNT // PAIRS}\n{bots}"


@pytest.fixture
def arenas(tmp_path: Path) -> Iterator[tuple[Arena, Arena]]:
    opened = []
    for name in ("killed", "undisturbed"):
        (tmp_path / name).mkdir()
        opened.append(Arena(tmp_path / name, cup()))
    yield opened[0], opened[1]
    for arena in opened:
        arena.close()


@pytest.mark.timeout(3600 if WHOLE else 900)
def test_cup_that_is_killed_again_and_again_ends_as_if_nothing_had_been(arenas: tuple[Arena, Arena]) -> None:
    """Each match is there once, standings and records are the same to the bit, and nothing is left."""
    killed, undisturbed = arenas
    rng = random.Random(5)
    for number in range(KILL_COUNT):
        disturb(killed, rng, targets=list(Target)[number % 3])
    done = to_its_end(killed)
    reference = to_its_end(undisturbed)
    told = events(done.stdout)
    records = killed.folder / "arena-files" / "records" / "cup"

    assert (done.returncode, done.stderr) == (0, "")
    assert (reference.returncode, reference.stderr) == (0, "")
    assert of(told, "cup_ended")[0]["is_finished"]
    matches = killed.matches()
    assert Counter(match["match"]["key"] for match in matches).total() == MATCH_COUNT
    assert len({match["match"]["key"] for match in matches}) == MATCH_COUNT
    assert [without_times(match) for match in matches] == [without_times(match) for match in undisturbed.matches()]
    assert without_times(killed.board()) == without_times(undisturbed.board())
    # Of records nothing is there but those of the matches, and all of them hold.
    assert {path.name for path in records.iterdir()} == {match["record_name"] for match in matches}
    assert audited(records) == MATCH_COUNT
    assert killed.left_behind() == {}


def disturb(arena: Arena, rng: random.Random, *, targets: Target) -> None:
    """Go on with the cup up to some moment, and kill then."""
    process = arena.start()
    if rng.random() < 0.25:
        moment_s = rng.uniform(0, BEGINNING_S)
    else:
        read_matches(process, rng.randint(1, max(1, MATCH_COUNT // KILL_COUNT)))
        moment_s = rng.uniform(0, 0.5)
    with suppress(subprocess.TimeoutExpired):
        process.wait(moment_s)
    if targets is Target.REFEREE:
        referees = [pid for pid, command in arena.left_behind().items() if "referee.cli" in command]
        kill(rng.sample(referees, min(1, len(referees))))
        # It plays on; and this one is killed too in the end.
        read_matches(process, 2)
    process.kill()
    process.communicate()
    if targets is Target.ALL:
        while left := list(arena.left_behind()):
            rng.shuffle(left)
            kill(left)
    wait_until_nothing_is_left(arena)


def to_its_end(arena: Arena) -> subprocess.CompletedProcess[str]:
    """Run the cup, for as long as the test may take."""
    process = arena.start()
    out, err = process.communicate()
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def read_matches(process: subprocess.Popen[str], count: int) -> None:
    """Wait for some matches to be played, or for the cup to be over."""
    assert process.stdout is not None
    for line in process.stdout:
        count -= json.loads(line)["event"] == "match_played"
        if count == 0:
            return


def kill(pids: list[int]) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def wait_until_nothing_is_left(arena: Arena) -> None:
    """Wait for every process that an arena started and could not end."""
    for pid, command in arena.left_behind().items():
        try:
            pidfd = os.pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            assert select.select([pidfd], [], [], 60)[0], f"{command} is still there"
        finally:
            os.close(pidfd)


TIMES = frozenset({"times", "elapsed_s", "begun", "machine_faults"})


def without_times(told: Any) -> Any:
    """What was published, without what a clock said."""
    if isinstance(told, dict):
        return {name: without_times(value) for name, value in told.items() if name not in TIMES}
    return [without_times(each) for each in told] if isinstance(told, list) else told


def audited(records: Path) -> int:
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
