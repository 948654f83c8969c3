"""A cup of which everything is killed outright, again and again, is the cup that it would have been."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path

import pytest

from tests.end_to_end.arena_process import Arena, events, of
from tests.end_to_end.quick_bot import quick_bot
from tests.end_to_end.quick_cup import assert_same, assert_whole, quick_cup, to_its_end
from tests.sizes import scale

pytestmark = pytest.mark.slow

MATCH_COUNT = scale(20, 1000)
KILL_COUNT = scale(4, 50)

BEGINNING_S = 3.0
"""Until an arena plays, about."""

MOMENT_S = 0.5
"""After something was told, within which it is killed."""


class Target(Enum):
    """Whom a kill is for."""

    ARENA = auto()  # what it started is ended by others
    ALL = auto()  # those others too
    REFEREE = auto()  # the arena goes on


class Moment(Enum):
    """When it comes."""

    BEGINNING = auto()  # before the first match, for the most part
    PLAY = auto()
    PUBLISHING = auto()  # with all matches in the ledger


@pytest.fixture
def arenas(tmp_path: Path) -> Iterator[tuple[Arena, Arena]]:
    opened, program = [], quick_bot(tmp_path)
    for name in ("killed", "undisturbed"):
        (tmp_path / name).mkdir()
        opened.append(Arena(tmp_path / name, quick_cup(MATCH_COUNT, program)))
    yield opened[0], opened[1]
    for arena in opened:
        arena.close()


# A match costs a quarter of a second of processor time, and a start five seconds.
@pytest.mark.timeout(3600)
def test_cup_that_is_killed_again_and_again_ends_as_if_nothing_had_been(arenas: tuple[Arena, Arena]) -> None:
    """Each match is there once, standings and records are the same to the bit, and nothing is left."""
    killed, undisturbed = arenas
    rng = random.Random(5)
    for number in range(KILL_COUNT - 2):
        moment = Moment.BEGINNING if rng.random() < 0.25 else Moment.PLAY
        disturb(killed, rng, targets=list(Target)[number % 3], moment=moment)
    for targets in (Target.ARENA, Target.ALL):
        disturb(killed, rng, targets=targets, moment=Moment.PUBLISHING)
    done = to_its_end(killed)
    reference = to_its_end(undisturbed)

    assert (done.returncode, done.stderr) == (0, "")
    assert (reference.returncode, reference.stderr) == (0, "")
    assert of(events(done.stdout), "cup_ended")[0]["is_finished"]
    assert_whole(killed, MATCH_COUNT)
    assert_same(killed, undisturbed)


def disturb(arena: Arena, rng: random.Random, *, targets: Target, moment: Moment) -> None:
    """Go on with the cup up to some moment, and kill then."""
    process = arena.start()
    within_s = MOMENT_S
    match moment:
        case Moment.BEGINNING:
            within_s = BEGINNING_S
        case Moment.PLAY:
            read_up_to(process, "match_played", rng.randint(1, max(1, MATCH_COUNT // KILL_COUNT)))
        case Moment.PUBLISHING:
            read_up_to(process, "cup_ended")
    with suppress(subprocess.TimeoutExpired):
        process.wait(rng.uniform(0, within_s))
    if targets is Target.REFEREE:
        referees = [pid for pid, command in arena.left_behind().items() if "referee.cli" in command]
        kill(rng.sample(referees, min(1, len(referees))))
        # It plays on; and this one is killed too in the end.
        read_up_to(process, "match_played", 2)
    process.kill()
    process.communicate()
    if targets is Target.ALL:
        while left := list(arena.left_behind()):
            rng.shuffle(left)
            kill(left)
    wait_until_nothing_is_left(arena)


def read_up_to(process: subprocess.Popen[str], event: str, count: int = 1) -> None:
    """Wait until something was told so many times, or the arena has ended, which it does well."""
    assert process.stdout is not None
    for line in process.stdout:
        count -= json.loads(line)["event"] == event
        if count == 0:
            return
    assert process.wait() == 0, process.communicate()[1]


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
