"""The bots at one table: programs started with a token each and ended together, remote ones brought by the gateway.

What programs printed, and what became of remote bots, is put in their logs.
"""

from __future__ import annotations

import os
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arena.child import Child, Program
from arena.entrants import Entrant, Local, Remote
from arena.exit_status import signal_text
from arena.file_names import log_name
from arena.launch import Launcher
from arena.output import append_to_log
from arena.remote.reception import Reception
from arena.sandbox.reach import confinement_of
from arena.table import Chair
from arena.turns import Turns
from referee.serving.gateway.client import RemoteChair

TOKEN_BYTES = 24

REPLACEMENTS = 2
"""Times that a seat gets a new program in a match; after that the default decisions play in its place."""

EXIT_SHOWS_WITHIN_S = 1.0
"""A program that dies drops its stream a moment before it can be seen to have ended."""


class Seats:
    """The bots at one table, by seat.

    Attributes:
        chairs: who they are to the referee.
        turn_is_over: set once they have started, so that another table may start its programs.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        launcher: Launcher,
        *,
        address: str,
        match: str,
        logs: Path,
        reception: Reception | None = None,
        core: int | None = None,
    ) -> None:
        self.chairs = tuple(_chair(entrant, reception) for entrant in entrants)
        self.turn_is_over = trio.Event()
        self._launcher = launcher
        self._logs = logs
        self._match = match
        self._programs = {
            seat: program(entrant.name, entrant.player, address, self.chairs[seat].token, core=core)
            for seat, entrant in enumerate(entrants)
            if isinstance(entrant.player, Local)
        }
        self._children: dict[int, Child] = {}
        self._left = set[Child]()
        self._replaced = Counter[int]()
        # Of remote bots.
        self._address = address
        self._reception = reception
        self._notes: dict[int, list[str]] = {
            seat: [] for seat, entrant in enumerate(entrants) if isinstance(entrant.player, Remote)
        }

    @asynccontextmanager
    async def remote_bots(self) -> AsyncIterator[None]:
        """Those from elsewhere at their seats, while the block lasts; it begins once they are there, or late.

        Raises:
            GatewayGone: they cannot be reached, also in the middle of the block.
        """
        seats = tuple(self._notes)
        if not seats:
            yield
            return
        assert self._reception is not None, "a cup with remote bots has a gateway"
        chairs = [RemoteChair(self.chairs[seat].entrant, self.chairs[seat].token) for seat in seats]

        def note(index: int, what: str) -> None:
            self._notes[seats[index]].append(what)

        async with self._reception.seated(chairs, bots_address=self._address, note=note):
            yield

    def start(self) -> None:
        """Start a program for every seat that has one.

        Raises:
            CannotStart: the system refuses.
        """
        for seat, each in self._programs.items():
            self._children[seat] = self._launcher.start(each)

    async def ended(self, seats: Sequence[int]) -> frozenset[int]:
        """Those of *seats* whose program has ended, or does so within a moment; what a remote one does is not known."""
        here = [seat for seat in seats if seat in self._children]
        with trio.move_on_after(EXIT_SHOWS_WITHIN_S):
            for seat in here:
                await self._children[seat].ended.wait()
        ended = frozenset(seat for seat in here if self._children[seat].ended.is_set())
        self._left |= {self._children[seat] for seat in ended}
        return ended

    def printed(self, seat: int) -> str:
        """What the program at a seat has printed so far, without its token; nothing of a remote one."""
        child = self._children.get(seat)
        return child.output.text().replace(self.chairs[seat].token, "(token)") if child else ""

    async def replace(self, seat: int) -> None:
        """Start a new program in place of one that has left the table, unless that was done twice already.

        A remote bot may come back by itself, and its seat is kept for it.
        """
        if seat in self._children and self._replaced[seat] < REPLACEMENTS:
            self._replaced[seat] += 1
            await self._children[seat].end()
            self._log(seat)
            self._children[seat] = self._launcher.start(self._programs[seat])

    async def end(self) -> None:
        """End all programs, at the same time."""
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for child in self._children.values():
                    nursery.start_soon(child.end)
        for seat in self._children:
            self._log(seat)
        for seat, notes in self._notes.items():
            heading = f"match {self._match[:16]}, seat {seat + 1}, remote: what it printed is where it runs"
            append_to_log(self._logs / log_name(self.chairs[seat].entrant), heading, "\n".join(notes))

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


def _chair(entrant: Entrant, reception: Reception | None) -> Chair:
    token = secrets.token_urlsafe(TOKEN_BYTES)
    if reception is None or isinstance(entrant.player, Local):
        return Chair(entrant.name, token)
    return Chair(entrant.name, token, reception.lag_allowance_s, reception.resume_within_s)


def _how_it_ended(child: Child) -> str:
    assert child.status is not None
    by_whom = " when the arena ended it" if child.was_told_to_end else ""
    if child.excess is not None:
        by_whom += f"; it used more {child.excess} than it may"
    how = f"exit status {child.status}" if child.status >= 0 else f"ended by {signal_text(-child.status)}"
    return f"{how}{by_whom}"


@asynccontextmanager
async def seated(
    entrants: Sequence[Entrant],
    launcher: Launcher,
    *,
    address: str,
    match: str,
    logs: Path,
    reception: Reception | None = None,
    core: int | None = None,
    turns: Turns | None = None,
) -> AsyncIterator[Seats]:
    """Bots of *entrants*, one for each seat, that dial *address*; programs are ended when the block is left.

    Args:
        core: that programs keep to; None for any.
        turns: in which the tables of this core start; None for a table by itself.

    Raises:
        CannotStart: the system refuses to start one.
        GatewayGone: remote bots cannot be reached.
    """
    seats = Seats(entrants, launcher, address=address, match=match, logs=logs, reception=reception, core=core)
    try:
        # Programs are started once the others are there: none of them is to wait for a match that does not begin.
        async with seats.remote_bots():
            if turns is not None:
                seats.turn_is_over = await turns.taken()
            seats.start()
            yield seats
    finally:
        seats.turn_is_over.set()
        await seats.end()


def program(name: str, player: Local, address: str, token: str, *, core: int | None = None) -> Program:
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
    return Program(name, player.command, player.folder, environment, confinement_of(player, address), core)
