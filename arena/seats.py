"""The programs at one table: started with a token each, ended together, what they printed put in their logs."""

from __future__ import annotations

import os
import secrets
import signal
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arena.entrants import Entrant, Local
from arena.file_names import log_name
from arena.launch import Child, Launcher, Program
from arena.output import append_to_log
from arena.table import Chair

TOKEN_BYTES = 24

REPLACEMENTS = 2
"""Times that a seat gets a new program in a match; after that the default decisions play in its place."""

EXIT_SHOWS_WITHIN_S = 1.0
"""A program that dies drops its stream a moment before it can be seen to have ended."""


class Seats:
    """The programs at one table, by seat.

    Attributes:
        chairs: who they are to the referee.
    """

    def __init__(
        self, entrants: Sequence[Entrant], launcher: Launcher, *, address: str, match: str, logs: Path
    ) -> None:
        self.chairs = tuple(Chair(entrant.name, secrets.token_urlsafe(TOKEN_BYTES)) for entrant in entrants)
        self._launcher = launcher
        self._logs = logs
        self._match = match
        self._programs = tuple(
            program(entrant.name, local(entrant), address, chair.token)
            for entrant, chair in zip(entrants, self.chairs, strict=True)
        )
        self._children: list[Child] = []
        self._left = set[Child]()
        self._replaced = Counter[int]()

    def start(self) -> None:
        """Start a program for every seat.

        Raises:
            CannotStart: the system refuses.
        """
        for each in self._programs:
            self._children.append(self._launcher.start(each))

    async def ended(self, seats: Sequence[int]) -> frozenset[int]:
        """Those of *seats* whose program has ended, or does so within a moment."""
        with trio.move_on_after(EXIT_SHOWS_WITHIN_S):
            for seat in seats:
                await self._children[seat].ended.wait()
        ended = frozenset(seat for seat in seats if self._children[seat].ended.is_set())
        self._left |= {self._children[seat] for seat in ended}
        return ended

    def printed(self, seat: int) -> str:
        """What the program at a seat has printed so far, without its token."""
        return self._children[seat].output.text().replace(self.chairs[seat].token, "(token)")

    async def replace(self, seat: int) -> None:
        """Start a new program in place of one that has left the table, unless that was done twice already."""
        if self._replaced[seat] < REPLACEMENTS:
            self._replaced[seat] += 1
            await self._children[seat].end()
            self._log(seat)
            self._children[seat] = self._launcher.start(self._programs[seat])

    async def end(self) -> None:
        """End all of them, at the same time."""
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for child in self._children:
                    nursery.start_soon(child.end)
        for seat in range(len(self._children)):
            self._log(seat)

    def _log(self, seat: int) -> None:
        """Put what a program printed in the log of its bot, without the token, and how it ended.

        One that printed nothing is in it too, unless it ended as it should: when it was told to, or well and no sooner
        than its match.
        """
        child, chair = self._children[seat], self.chairs[seat]
        text = self.printed(seat)
        is_amiss = not child.was_told_to_end and (child.status != 0 or child in self._left)
        if text or is_amiss:
            heading = f"match {self._match[:16]}, seat {seat + 1}, {_how_it_ended(child)}"
            append_to_log(self._logs / log_name(chair.entrant), heading, text)


def _how_it_ended(child: Child) -> str:
    assert child.status is not None
    by_whom = " when the arena ended it" if child.was_told_to_end else ""
    if child.status >= 0:
        return f"exit status {child.status}{by_whom}"
    number = -child.status
    try:
        name = f" ({signal.Signals(number).name})"
    except ValueError:
        name = ""
    return f"ended by signal {number}{name}{by_whom}"


@asynccontextmanager
async def seated(
    entrants: Sequence[Entrant], launcher: Launcher, *, address: str, match: str, logs: Path
) -> AsyncIterator[Seats]:
    """Programs of *entrants*, one for each seat, that dial *address*; ended when the block is left.

    Raises:
        CannotStart: the system refuses to start one.
    """
    seats = Seats(entrants, launcher, address=address, match=match, logs=logs)
    try:
        seats.start()
        yield seats
    finally:
        await seats.end()


def local(entrant: Entrant) -> Local:
    """The programs of an entrant; one that dials in from elsewhere has none."""
    assert isinstance(entrant.player, Local), "bots elsewhere are not seated yet"
    return entrant.player


def program(name: str, player: Local, address: str, token: str) -> Program:
    """What is started for an entrant: its command, with an environment that has nothing of ours but what it needs."""
    environment: Mapping[str, str] = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "GRPC_ENABLE_FORK_SUPPORT": "0",
        "GRPC_VERBOSITY": "ERROR",
        **dict(player.environment),
        "TRACTOR_ADDRESS": address,
        "TRACTOR_TOKEN": token,
    }
    return Program(name, player.command, player.folder, environment)
