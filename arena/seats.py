"""The programs at one table: started with a token each, ended together, what they printed put in their logs."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import trio

from arena.entrants import Entrant
from arena.launch import Child, Launcher, Program
from arena.output import append_to_log
from arena.table import Chair

TOKEN_BYTES = 24

EXIT_SHOWS_WITHIN_S = 1.0
"""A program that dies drops its stream a moment before it can be seen to have ended."""

_STRANGE = re.compile(r"[^A-Za-z0-9_.-]+")


class Seats:
    """The programs at one table, by seat."""

    def __init__(self, chairs: Sequence[Chair], children: Sequence[Child]) -> None:
        self.chairs = tuple(chairs)
        self._children = tuple(children)

    async def ended(self, seats: Sequence[int]) -> frozenset[int]:
        """Those of *seats* whose program has ended, or does so within a moment."""
        with trio.move_on_after(EXIT_SHOWS_WITHIN_S):
            for seat in seats:
                await self._children[seat].ended.wait()
        return frozenset(seat for seat in seats if self._children[seat].ended.is_set())


@asynccontextmanager
async def seated(
    entrants: Sequence[Entrant], launcher: Launcher, *, address: str, match: str, logs: Path
) -> AsyncIterator[Seats]:
    """Programs of *entrants*, one for each seat, that dial *address*; ended when the block is left.

    Raises:
        CannotStart: the system refuses to start one.
    """
    chairs = [Chair(entrant.name, secrets.token_urlsafe(TOKEN_BYTES)) for entrant in entrants]
    children: list[Child] = []
    try:
        for entrant, chair in zip(entrants, chairs, strict=True):
            children.append(launcher.start(program(entrant, address, chair.token)))
        yield Seats(chairs, children)
    finally:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for child in children:
                    nursery.start_soon(child.end)
        for seat, child in enumerate(children):
            text = child.output.text().replace(chairs[seat].token, "(token)")
            if text:
                heading = f"match {match[:16]}, seat {seat + 1}, exit status {child.status}"
                append_to_log(logs / log_name(entrants[seat].name), heading, text)


def program(entrant: Entrant, address: str, token: str) -> Program:
    """What is started for an entrant: its command, with an environment that has nothing of ours but what it needs."""
    environment: Mapping[str, str] = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "GRPC_ENABLE_FORK_SUPPORT": "0",
        "GRPC_VERBOSITY": "ERROR",
        **dict(entrant.environment),
        "TRACTOR_ADDRESS": address,
        "TRACTOR_TOKEN": token,
    }
    return Program(entrant.name, entrant.command, entrant.folder, environment)


def log_name(entrant: str) -> str:
    """File name of an entrant's log; names that differ only in strange characters share one."""
    return f"{_STRANGE.sub('_', entrant)}.log"
