"""Coroutines that begin at once, where a task of asyncio begins with the next turn of its loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Eager:
    """A running coroutine, which may wait for nothing but futures of the loop on whose thread it was begun."""

    def __init__(self, coroutine: Coroutine[asyncio.Future[Any], None, None]) -> None:
        self._coroutine = coroutine
        self._finished: asyncio.Future[None] | None = None
        self.is_running = True
        self._step()

    async def wait(self, *, timeout_s: float) -> None:
        """Wait until it has finished, but no longer than that."""
        if self.is_running:
            self._finished = asyncio.get_running_loop().create_future()
            await asyncio.wait([self._finished], timeout=timeout_s)

    def stop(self) -> None:
        """Stop it where it waits."""
        if self.is_running:
            self._coroutine.close()
            self._finish()

    def _step(self, done: asyncio.Future[Any] | None = None) -> None:
        if not self.is_running:
            if done is not None and not done.cancelled():
                # Else asyncio complains that nobody looked at how the wait failed.
                done.exception()
            return
        try:
            waited_for = self._coroutine.send(None)
        except StopIteration:
            self._finish()
        else:
            waited_for.add_done_callback(self._step)

    def _finish(self) -> None:
        self.is_running = False
        if self._finished is not None and not self._finished.done():
            self._finished.set_result(None)
