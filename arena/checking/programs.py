"""Programs of the bot that is checked: started as a tournament starts them, and ended."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio

from arena.bots import Bot
from arena.checking.left_over import left_over
from arena.checking.transcript import Transcript
from arena.child import Child
from arena.exit_status import how_it_ended
from arena.launch import Launcher
from arena.seats import TOKEN_BYTES, program

EXIT_SHOWS_WITHIN_S = 1.0
"""A program that dies drops its stream a moment before it can be seen to have ended."""


@dataclass(frozen=True, slots=True)
class Running:
    """One program of the bot, the token that it was given, and what it printed."""

    child: Child
    token: str = field(repr=False)
    transcript: Transcript

    async def ending(self) -> str:
        """How it ended, as a sentence; empty if it still runs in a moment."""
        with trio.move_on_after(EXIT_SHOWS_WITHIN_S):
            await self.child.ended.wait()
        status, excess = self.child.status, self.child.excess
        if status is None:
            return ""
        return f"its process {how_it_ended(status)}{f', for it used more {excess.value} than it may' if excess else ''}"


@dataclass(frozen=True, slots=True)
class Spent:
    """What one program used, with all that it started.

    Attributes:
        memory_bytes: the most at any time.
        cpu_s: of all cores together.
        lived_s: from its start to its end.
    """

    memory_bytes: int
    cpu_s: float
    lived_s: float


class Programs:
    """All programs that a check starts.

    Attributes:
        spent: by each that has ended, in the order of their ends.
        left: command lines of processes that were found to be left over; they were ended.
    """

    def __init__(self, bot: Bot, launcher: Launcher) -> None:
        self.spent: list[Spent] = []
        self.left: list[str] = []
        self._bot = bot
        self._launcher = launcher
        self._number = 0

    def address(self, what: str) -> str:
        """An address of a new socket, short enough for one."""
        self._number += 1
        return f"unix:{self._launcher.folder}/{what}-{self._number}.sock"

    def deaf_address(self) -> str:
        """The address of a socket where nobody listens."""
        address = self.address("nobody")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as unheard:
            unheard.bind(address.removeprefix("unix:"))
        return address

    @asynccontextmanager
    async def started(self, address: str) -> AsyncIterator[Running]:
        """One program that dials *address*; when the block is left, it and all of it has ended.

        Raises:
            CannotStart: the system refuses.
            BadBot: its program is not there.
        """
        token = secrets.token_urlsafe(TOKEN_BYTES)
        child = self._launcher.start(program(self._bot.name, self._bot.player(), address, token))
        try:
            yield Running(child, token, Transcript(child.output, token))
        finally:
            await child.end()
            used, lived_s = child.usage, time.monotonic() - child.started_at
            self.spent.append(Spent(used.memory_bytes_peak, used.cpu_s, lived_s))
            self._end_left_over(token)

    def _end_left_over(self, token: str) -> None:
        """What has outlived its program, which had the token in its environment."""
        for pid, command in left_over(f"TRACTOR_TOKEN={token}").items():
            self.left.append(command)
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
