"""Server-sent events: the news of a cup to one reader, as a response that lasts as long as the reader stays.

Nothing is kept for a reader but the place up to which it knows the news: one that reads slowly gets the rest later, and
of progress and standings only the last. Whoever comes back with that place gets every match since, and each once.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import aclosing
from typing import Any, Protocol, TypeAlias

import msgspec
import trio

from arena.ledger import LedgerError
from arena.serving.live import Live
from arena.serving.told import MatchTold, Order, ProgressTold, StandingsTold

HEARTBEAT_S = 15.0
"""Without anything new, a comment this often: who is gone is noticed, and proxies keep the way open."""

RETRY_MS = 2000
"""After which a reader comes again whose connection was cut."""

SNAPSHOT_MATCHES = 5
"""The last matches, for who is new."""

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]


class Teller(Protocol):
    """Puts the news into words of one language."""

    def matches(self, after: int | None) -> Awaitable[tuple[MatchTold, ...]]:
        """The next matches after a place, or the last few."""
        ...

    def progress(self) -> ProgressTold:
        """How far the cup is."""
        ...

    def standings(self, before: Order | None) -> Awaitable[tuple[StandingsTold, Order]]:
        """The standings of now, and who stands where."""
        ...


async def events(live: Live, teller: Teller, after: int | None, seen: str | None) -> AsyncGenerator[bytes, None]:
    """The news for one reader, each an event.

    Args:
        after: sequence of the last match that the reader was told of; None if it is new.
        seen: version of the standings that it sees, empty if that is not known; None if it wants none.
    """
    yield f"retry: {RETRY_MS}\n\n".encode()
    place = after
    if place is None or place > live.head:
        # What another ledger had is no place in this one.
        place = live.head
        yield event("snapshot", await teller.matches(None), place)
    told_progress: ProgressTold | None = None
    order: Order | None = None
    while True:
        version = live.version()
        async with aclosing(_missed(live, teller, place)) as missed:
            async for each in missed:
                place = each.sequence
                yield event("match", each, place)
        if (progress := teller.progress()) != told_progress:
            told_progress = progress
            yield event("progress", progress)
        if seen is not None and seen != live.view.version:
            standings, order = await teller.standings(order)
            seen = standings.version
            yield event("standings", standings)
        # What came while the standings were written is told first: nobody comes again after this.
        if live.view.is_open and not live.is_stale and place >= live.head:
            yield event("complete", {})
            return
        if version == live.version():
            with trio.move_on_after(HEARTBEAT_S) as waiting:
                await live.changed()
            if waiting.cancelled_caught:
                yield b": still here\n\n"


async def _missed(live: Live, teller: Teller, place: int) -> AsyncGenerator[MatchTold, None]:
    while place < live.head:
        try:
            found = await teller.matches(place)
        except LedgerError:
            # It comes with the next news, once the ledger can be read again.
            return
        if not found:
            return
        for each in found:
            place = each.sequence
            yield each


def event(name: str, data: object, sequence: int | None = None) -> bytes:
    """An event; with a *sequence*, the reader comes back with it."""
    place = b"" if sequence is None else f"id: {sequence}\n".encode()
    # JSON has no line breaks.
    return b"event: " + name.encode() + b"\n" + place + b"data: " + msgspec.json.encode(data) + b"\n\n"


class EventStream:
    """The response that sends events until they, the reader or the server come to an end."""

    def __init__(self, source: AsyncIterator[bytes], closing: trio.Event, headers: list[tuple[bytes, bytes]]) -> None:
        self._source = source
        self._closing = closing
        self._headers = headers

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Respond."""
        del scope
        await send({"type": "http.response.start", "status": 200, "headers": self._headers})
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._cancel_when_left, receive, nursery.cancel_scope)
            nursery.start_soon(self._cancel_when_closing, nursery.cancel_scope)
            async for each in self._source:
                await send({"type": "http.response.body", "body": each, "more_body": True})
            nursery.cancel_scope.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _cancel_when_left(self, receive: Receive, scope: trio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        scope.cancel()

    async def _cancel_when_closing(self, scope: trio.CancelScope) -> None:
        await self._closing.wait()
        scope.cancel()
