"""Matches that wait for their tables: each is given out once its entrants, who may play few at a time, have room."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence

import trio

from arena.entrants import Entrant
from arena.matches import Match

HELD_MOST = 10_000
"""Matches of busy entrants that are passed over to find one that can be played; beyond that, they are waited for."""


class WaitingList:
    """Matches in their order, except that those of entrants who have no room wait, and later ones go first.

    A match that was taken is to be given back with `leave` once it is over, whatever came of it.
    """

    def __init__(self, pending: Iterator[Match], entrants: Sequence[Entrant]) -> None:
        self._pending = pending
        self._tables = {each.name: each.tables for each in entrants if each.tables is not None}
        self._chairs = {each.name: each.chairs for each in entrants if each.chairs is not None}
        self._at_tables = Counter[str]()
        self._in_chairs = Counter[str]()
        self._held = deque[Match]()
        self._changed = trio.lowlevel.ParkingLot()

    async def take(self) -> Match | None:
        """The next match, once it can be played; None if there are no more."""
        await trio.lowlevel.checkpoint()
        while (match := self._playable()) is None:
            if not self._held:
                return None
            await self._changed.park()
        self._at_tables.update(set(match.seating))
        self._in_chairs.update(match.seating)
        return match

    def leave(self, match: Match) -> None:
        """A match that was taken is over."""
        self._at_tables.subtract(set(match.seating))
        self._in_chairs.subtract(match.seating)
        self._changed.unpark_all()

    def _playable(self) -> Match | None:
        for held in self._held:
            if self._has_room(held):
                self._held.remove(held)
                return held
        while len(self._held) < HELD_MOST and (match := next(self._pending, None)) is not None:
            if self._has_room(match):
                return match
            self._held.append(match)
        return None

    def _has_room(self, match: Match) -> bool:
        """Whether every entrant can play it besides what it plays; with nothing else to play, anyone can.

        An entrant with too few chairs for a single match plays it alone: the seats that stay empty are its own fault.
        """
        for name, seats in Counter(match.seating).items():
            tables, chairs = self._tables.get(name), self._chairs.get(name)
            if tables is not None and self._at_tables[name] >= tables:
                return False
            if chairs is not None and self._in_chairs[name] and self._in_chairs[name] + seats > chairs:
                return False
        return True
