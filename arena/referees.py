"""Referees at work for an arena: processes that are started, watched, and replaced when they die."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Protocol

import trio

import referee
from arena.child import Child, Program
from arena.exit_status import how_it_ended
from arena.hall import RefereeFailed
from arena.launch import Launcher
from arena.referee_client import connect
from arena.table import RefereeClient
from arena.turns import Turns

START_WITHIN_S = 30.0
"""For a referee to listen; it takes half a second on a machine that has nothing else to do."""

STARTS_IN_A_ROW = 3
"""Referees of one post that may die one after another without a match played between."""

THINKING = 1
"""Bots that think at once at the tables of one referee: there is a referee for every core."""

ADVICE = "see whether referee --version works, and if it does not install tractor-arena anew"
"""For a referee that does not start."""

_numbers = count(1)
"""Of all referees that this process starts."""


@dataclass(frozen=True, slots=True, eq=False)
class Referee:
    """A referee that listens.

    Attributes:
        bots_address: what bots dial.
        core: that it keeps to, and the bots at its tables are to; None for any.
        turns: in which its tables start their programs.
        broken: set when it is to be replaced.
    """

    client: RefereeClient
    bots_address: str
    core: int | None = None
    turns: Turns = field(default_factory=Turns)
    broken: trio.Event = field(default_factory=trio.Event)


class _KilledAtStart(RefereeFailed):
    """A referee that was killed before it listened, which says nothing of the next one."""


class Referees(Protocol):
    """Where a match finds its referee."""

    async def current(self) -> Referee:
        """The referee at work; waits for the next one while there is none."""
        ...

    def succeeded(self) -> None:
        """A match was played to its end."""
        ...

    async def keep_filled(self) -> None:
        """See to it that there is one, until cancelled."""
        ...


class RefereePost(Referees):
    """The post of one referee, filled again whenever it falls vacant."""

    def __init__(self, launcher: Launcher, core: int | None = None) -> None:
        self._launcher = launcher
        self._core = core
        self._referee: Referee | None = None
        self._filled = trio.Event()
        self._deaths = 0

    async def current(self) -> Referee:
        """The referee at work; waits for the next one while there is none."""
        while self._referee is None or self._referee.broken.is_set():
            await self._filled.wait()
            await trio.lowlevel.checkpoint()
        return self._referee

    def succeeded(self) -> None:
        """A match was played to its end."""
        self._deaths = 0

    async def keep_filled(self) -> None:
        """Start referees, one after another, until cancelled.

        Raises:
            RefereeFailed: one does not start, or too many died in a row.
        """
        while True:
            try:
                last_words = await self._fill()
            except _KilledAtStart as killed:
                last_words = f": {killed}"
            self._deaths += 1
            if self._deaths >= STARTS_IN_A_ROW:
                raise RefereeFailed(f"{self._deaths} referees in a row stopped in the middle of a match{last_words}")

    async def _fill(self) -> str:
        """Have a referee at work until it is broken; what it printed last."""
        async with _start(self._launcher, self._core) as (referee_at_work, child):
            self._referee = referee_at_work
            self._filled.set()
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_break_when_ended, child, referee_at_work)
                await referee_at_work.broken.wait()
                nursery.cancel_scope.cancel()
            self._filled = trio.Event()
        return _last(child)


async def _break_when_ended(child: Child, at_work: Referee) -> None:
    await child.ended.wait()
    at_work.broken.set()


@asynccontextmanager
async def _start(launcher: Launcher, core: int | None) -> AsyncIterator[tuple[Referee, Child]]:
    # Bots know the one; where nothing else keeps them from dialling the other, they cannot guess its name.
    number = next(_numbers)
    names = {"bots": "bots", "arena": secrets.token_hex(8)}
    addresses = {who: f"unix:{launcher.folder}/referee-{number}-{name}.sock" for who, name in names.items()}
    program = Program(
        name="referee",
        command=(
            *(sys.executable, "-c", "from referee.cli import main; main()", "serve"),
            *("--bots", addresses["bots"], "--arena", addresses["arena"], "--thinking", str(THINKING)),
        ),
        environment={
            "PATH": os.environ.get("PATH", os.defpath),
            "LANG": "C.UTF-8",
            # The very referee that belongs to this arena, however it was installed.
            "PYTHONPATH": str(Path(referee.__file__).parents[1]),
            "PYTHONSAFEPATH": "1",
            "GRPC_ENABLE_FORK_SUPPORT": "0",
            "GRPC_VERBOSITY": "ERROR",
        },
        core=core,
    )
    announced = _Announcement()
    child = launcher.start(program, announced.add)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(announced.expect_no_more_after, child)
            with trio.move_on_after(START_WITHIN_S):
                await announced.heard.wait()
            nursery.cancel_scope.cancel()
        if not announced.is_listening:
            is_killed = child.status is not None and child.status < 0
            failed = _KilledAtStart if is_killed else RefereeFailed
            raise failed(f"the referee does not start: {_how(child)}{_last(child)}; {ADVICE}")
        async with connect(addresses["arena"]) as client:
            yield Referee(client, addresses["bots"], core), child
    finally:
        await child.end()


class _Announcement:
    """What the referee says on its standard output: one line of JSON, once it listens."""

    def __init__(self) -> None:
        self.heard = trio.Event()
        self.is_listening = False
        self._said = bytearray()

    def add(self, data: bytes) -> None:
        if self.heard.is_set():
            return
        self._said += data
        line, end, _ = self._said.partition(b"\n")
        if end:
            self.is_listening = _says_listening(line)
            self.heard.set()

    async def expect_no_more_after(self, child: Child) -> None:
        await child.ended.wait()
        self.heard.set()


def _says_listening(line: bytes | bytearray) -> bool:
    try:
        said = json.loads(line)
    except ValueError:
        return False
    return isinstance(said, dict) and said.get("event") == "listening"


def _how(child: Child) -> str:
    """How one ended that never listened."""
    if child.status is None:
        return f"it did not listen within {START_WITHIN_S:.0f} s"
    return f"it {how_it_ended(child.status)}"


def _last(child: Child) -> str:
    line = child.output.last_line()
    return f"; it printed last: {line}" if line else ""
