"""Programs of the bot that is checked: started as a tournament starts them, watched, and ended."""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import trio

from arena.bots import Bot
from arena.checking.usage import Usage, left_over
from arena.checking.wording import how_it_ended
from arena.launch import Child, Launcher
from arena.record_faults import last_lines
from arena.seats import TOKEN_BYTES, program

EXIT_SHOWS_WITHIN_S = 1.0
"""A program that dies drops its stream a moment before it can be seen to have ended."""


@dataclass(slots=True)
class Running:
    """One program of the bot.

    Attributes:
        token: that it was given.
        usage: of it and all that it starts.
    """

    child: Child
    token: str = field(repr=False)
    usage: Usage

    def printed(self) -> str:
        """The last lines that it printed, without its token."""
        return last_lines(self.child.output.text().replace(self.token, "(token)"))

    async def ending(self) -> str:
        """How it ended, as a sentence; empty if it still runs in a moment."""
        with trio.move_on_after(EXIT_SHOWS_WITHIN_S):
            await self.child.ended.wait()
        return "" if self.child.status is None else f"its process {how_it_ended(self.child.status)}"


class Programs:
    """All programs that a check starts.

    Attributes:
        usages: of each.
        left: command lines of processes that were found to be left over; they were ended.
    """

    def __init__(self, bot: Bot, launcher: Launcher, nursery: trio.Nursery) -> None:
        self.usages: list[Usage] = []
        self.left: list[str] = []
        self._bot = bot
        self._launcher = launcher
        self._nursery = nursery
        self._number = 0

    def address(self, what: str) -> str:
        """An address of a new socket, short enough for one."""
        self._number += 1
        return f"unix:{self._launcher.folder}/{what}-{self._number}.sock"

    @asynccontextmanager
    async def started(self, address: str) -> AsyncIterator[Running]:
        """One program that dials *address*; when the block is left, it and all of it has ended.

        Raises:
            CannotStart: the system refuses.
            BadBot: its program is not there.
        """
        token = secrets.token_urlsafe(TOKEN_BYTES)
        child = self._launcher.start(program(self._bot.name, self._bot.player(), address, token))
        usage = Usage(child.pid)
        self.usages.append(usage)
        self._nursery.start_soon(usage.watch, child.ended)
        try:
            yield Running(child, token, usage)
        finally:
            await child.end()
            self._end_left_over(token)

    def _end_left_over(self, token: str) -> None:
        """What has outlived its program, which had the token in its environment."""
        for pid, command in left_over(f"TRACTOR_TOKEN={token}").items():
            self.left.append(command)
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
