"""How many bots of this machine think at once: each is asked when there is room for it, in the order of asking."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio


class Turnstile:
    """Room to think for so many bots at a time; whoever waits longest is next."""

    def __init__(self, thinking: int | None = None) -> None:
        """Make one.

        Args:
            thinking: bots that may think at once, at least 1; None for any number.
        """
        self._room = None if thinking is None else trio.Semaphore(thinking)

    @asynccontextmanager
    async def passed(self) -> AsyncIterator[None]:
        """Wait for room, and have it until the block is left, in whatever way."""
        room = self._room
        if room is None:
            yield
            return
        # Where there is room, no turn of the loop is waited for.
        try:
            room.acquire_nowait()
        except trio.WouldBlock:
            await room.acquire()
        try:
            yield
        finally:
            # The one that waits runs after whoever leaves has come to its next wait: what is computed here between two
            # questions is on no bot's clock.
            room.release()


OPEN = Turnstile()
"""Lets everybody through."""
