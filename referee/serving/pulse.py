"""Notices when this process itself could not run, so that no bot is blamed for a machine that stood still.

A task sleeps for a tenth of a second at a time. Whatever it sleeps longer is time in which nothing here could run: no
answer could be taken, and very likely none could be given.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import trio

BEAT_S = 0.1
STALL_S = 0.1
"""What a sleep takes longer than it should, by which it counts as a stall."""

STALLS_KEPT = 100

STALLED_SHARE = 0.25
"""The share of the time allowed for a decision that must have been lost for the machine to be at fault."""


@dataclass(frozen=True, slots=True)
class Stall:
    """From when to when nothing could run, in trio's time."""

    since_s: float
    until_s: float


class Pulse:
    """The latest stalls of this process."""

    def __init__(self) -> None:
        self._stalls: deque[Stall] = deque(maxlen=STALLS_KEPT)
        self._due_s = trio.current_time() + BEAT_S

    async def beat(self) -> None:
        """Keep watch until cancelled."""
        while True:
            await trio.sleep_until(self._due_s)
            self._note_stall()
            self._due_s = trio.current_time() + BEAT_S

    def is_machine_at_fault(self, *, since_s: float, allowed_s: float) -> bool:
        """Whether so much of a decision's time was lost, from *since_s* until now, that being late proves nothing."""
        # This may run before the watch itself gets its turn after a stall.
        self._note_stall()
        now_s = trio.current_time()
        lost_s = sum(max(0.0, min(now_s, stall.until_s) - max(since_s, stall.since_s)) for stall in self._stalls)
        return lost_s >= max(STALL_S, STALLED_SHARE * allowed_s)

    def _note_stall(self) -> None:
        now_s = trio.current_time()
        if now_s - self._due_s >= STALL_S:
            self._stalls.append(Stall(self._due_s, now_s))
            # What is noted is not noted again.
            self._due_s = now_s
