"""Tables of one referee start their programs in turn.

Starting takes a core longer than anything else at a table. Where many start at once, none is ready in its time, and
those that dial in have dialled too early for a match that the referee has not heard of.
"""

from __future__ import annotations

import trio

TURN_S = 5.0
"""For a table to begin before the next one starts: several times what Python takes, on a core with other tables. A bot
that takes longer holds nobody up."""


class Turns:
    """Whose turn it is; first come, first served."""

    def __init__(self) -> None:
        self._line = trio.Lock()
        self._is_over = trio.Event()
        self._until_s = trio.current_time()

    async def taken(self) -> trio.Event:
        """Wait for a turn; it is over when the event is set, or after a while anyway."""
        async with self._line:
            with trio.move_on_at(self._until_s):
                await self._is_over.wait()
            self._is_over = trio.Event()
            self._until_s = trio.current_time() + TURN_S
            return self._is_over
