"""One conversation: messages in order both ways between a peer and a trio task, and how it came to its end."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import grpc
import grpc.aio
import trio
from google.protobuf.message import DecodeError

from referee.serving.bridge.doorbell import Doorbell
from referee.serving.bridge.eager import Eager
from referee.serving.bridge.loop import Loop
from referee.serving.bridge.refused import Refusals

Incoming = TypeVar("Incoming")
Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"

BACKLOG_COUNT = 8
"""Messages of a peer that may wait to be received. An honest bot has one: it answers when it is asked."""

OPENING_WITHIN_S = 5.0
"""How long a new stream may take to say its first message."""

UNASKED_PER_S = 50.0
"""Messages a second that a peer may send beyond one for each message that it was sent."""

UNASKED_SAVED = 100.0
"""How many of those it may save up."""

OUTBOX_COUNT = 256
OUTBOX_BYTES = 1 << 20
"""What may wait for a peer that does not read; gRPC itself takes about 64 KiB more."""

EXCESS_BYTES = 192 * 1024
"""How much longer than allowed a message may be for us to see it, and say how long it is. One that is longer still is
refused by gRPC before it takes any memory."""

FLUSH_WITHIN_S = 0.25
"""How long the end of a stream waits for what was sent before it, and for its status to leave."""

VERDICT_WITHIN_S = 0.25
"""How long a peer that was done before it heard anything waits to be told why it is refused."""


@dataclass(frozen=True, slots=True)
class Method(Generic[Incoming]):
    """What is spoken on the streams of one gRPC method.

    Attributes:
        path: ``/package.Service/Method``.
        decode: a message from its bytes; raises `DecodeError`.
        message_bytes_max: greatest length of a message to us.
        ends_when_peer_is_done: a peer that says that it will send nothing more has left; else it only listens.
    """

    path: str
    decode: Callable[[bytes], Incoming]
    message_bytes_max: int
    ends_when_peer_is_done: bool

    @property
    def service(self) -> str:
        """``package.Service``."""
        return self.path.removeprefix("/").partition("/")[0]


class Arrival(NamedTuple, Generic[Incoming]):
    """A message and when gRPC had all of it, in trio's time."""

    message: Incoming
    at_s: float


class EndedBy(Enum):
    """Who ended a stream, and why."""

    PEER = auto()
    """The peer left, was killed, or cancelled."""
    BREACH = auto()
    """We ended it, because the peer broke the protocol."""
    US = auto()
    """We ended it for reasons of our own."""


@dataclass(frozen=True, slots=True)
class End:
    """How a stream ended; *status* and *sentence* are what the peer was told."""

    by: EndedBy
    status: grpc.StatusCode
    sentence: str


class StreamEnded(Exception):
    """Nothing more comes on this stream."""

    def __init__(self, end: End) -> None:
        super().__init__(end.sentence)
        self.end = end


def breach(status: grpc.StatusCode, sentence: str) -> StreamEnded:
    """The end of a stream whose peer broke the protocol."""
    return StreamEnded(End(EndedBy.BREACH, status, sentence))


class Stream(Generic[Incoming]):
    """One stream as trio sees it; `server` runs its other half.

    Attributes:
        opening: the first message.
        ended: set once the stream is over and *end* says how.
        ended_at_s: when that was, in trio's time.
        handed_at_s: when the last message was handed to gRPC, in trio's time.
        sent_count: messages sent.
        received_count: messages that came, the opening among them.
    """

    opening: Incoming
    # A file, so only a stream that was opened has one: `_leave` closes it.
    _bell: Doorbell

    def __init__(self, loop: Loop, method: Method[Incoming], context: Context) -> None:
        self.ended = trio.Event()
        self.end: End | None = None
        self.ended_at_s = math.inf
        self.handed_at_s = loop.now()
        self.sent_count = 0
        self.received_count = 0
        self._loop = loop
        self._method = method
        # Both threads: appended to on one, popped from on the other, which a deque allows.
        self._inbox: deque[Arrival[Incoming]] = deque()
        self._wanted = False
        # asyncio's thread.
        self._context = context
        self._outbox: deque[bytes] = deque()
        self._outbox_bytes = 0
        self._writer: Eager | None = None
        self._refusals = Refusals()
        self._over: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        # With what we would have ended it, had the peer not been faster.
        self._verdict: asyncio.Future[End] = asyncio.get_running_loop().create_future()
        self._unasked = UNASKED_SAVED
        self._unasked_at_s = loop.now()

    # --- trio's thread

    def send(self, message: bytes) -> None:
        """Send a message, after those before it; nothing happens if the stream has ended."""
        self.sent_count += 1
        self._loop.to_asyncio(self._put, message)

    async def receive(self) -> Arrival[Incoming]:
        """The next message; one task at a time may wait for it.

        Raises:
            StreamEnded: there is none, and none will come.
        """
        while True:
            # Announced before the look, so that a message that comes between the two wakes the wait below.
            self._wanted = True
            if (arrival := self.take()) is not None:
                self._wanted = False
                return arrival
            if self.end is not None:
                raise StreamEnded(self.end)
            with contextlib.suppress(trio.ClosedResourceError):
                await self._bell.heard()

    def take(self) -> Arrival[Incoming] | None:
        """The next message if it has come already."""
        return self._inbox.popleft() if self._inbox else None

    def close(self, status: grpc.StatusCode, sentence: str, *, by: EndedBy = EndedBy.US) -> None:
        """End the stream after what was sent before, with a status; ``OK`` for an end that both wished."""
        self._loop.to_asyncio(self.finish, End(by, status, sentence))

    def _leave(self, end: End) -> None:
        self.ended_at_s = self._loop.now()
        self.end = end
        self.ended.set()
        self._bell.close()

    # --- asyncio's thread

    async def open(self) -> None:
        """Hear the first message.

        Raises:
            StreamEnded: it did not come, or not in time, or is no message; or we are closing.
        """
        self._refusals.watch()
        hearing = asyncio.create_task(self._hear())
        waited_for: list[asyncio.Future[Any]] = [hearing, self._over]
        try:
            await asyncio.wait(waited_for, timeout=OPENING_WITHIN_S, return_when=asyncio.FIRST_COMPLETED)
            if self._over.done():
                raise StreamEnded(self._over.result())
            if not hearing.done():
                sentence = f"the first message did not come within {OPENING_WITHIN_S:g} s"
                raise breach(grpc.StatusCode.DEADLINE_EXCEEDED, sentence)
        finally:
            hearing.cancel()
        first = hearing.result()
        if first is None:
            raise breach(grpc.StatusCode.INVALID_ARGUMENT, "the stream was closed without a first message")
        self.opening = first.message
        self._bell = Doorbell()

    async def serve(self) -> None:
        """Carry messages until the stream is over, then give it its status."""
        reader = asyncio.create_task(self._read())
        end = _PEER_LEFT
        try:
            end = await self._over
        except asyncio.CancelledError:
            # By gRPC, which saw the peer go, or refused what it sent; the reader, which is told as well, knows which.
            await asyncio.wait([reader], timeout=FLUSH_WITHIN_S)
            end = self._over.result() if self._over.done() else _PEER_LEFT
            raise
        finally:
            # Whoever waits in trio is told before anything else.
            self._loop.to_trio(self._leave, end)
            await self._wind_up(reader, end)
        if end is _PEER_LEFT and self._writer is None:
            # It may merely have said that it sends nothing more, and listen for what we have to say.
            await asyncio.wait([self._verdict], timeout=VERDICT_WITHIN_S)
            end = self._verdict.result() if self._verdict.done() else _TOO_EARLY
        if end.by is not EndedBy.PEER and end.status is not grpc.StatusCode.OK:
            # Merely returning would tell the peer OK, and being cancelled nothing at all.
            await self.abort(end)

    async def abort(self, end: End) -> None:
        """Give the peer the status, if gRPC has not; one that does not take it is not waited for."""
        if self._refusals.has_any:
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._context.abort(end.status, end.sentence), FLUSH_WITHIN_S)

    async def _wind_up(self, reader: asyncio.Task[None], end: End) -> None:
        reader.cancel()
        if self._writer is not None:
            if end.by is not EndedBy.PEER and not self._refusals.has_any:
                await self._writer.wait(timeout_s=FLUSH_WITHIN_S)
            self._writer.stop()
        await asyncio.gather(reader, return_exceptions=True)

    async def _hear(self) -> Arrival[Incoming] | None:
        message = await self._context.read()
        at_s = self._loop.now()
        longest = self._method.message_bytes_max
        if message is grpc.aio.EOF:  # type: ignore[attr-defined]  # unknown to the stubs
            if self._refusals.has_any:
                sentence = f"a message is far longer than the {longest} bytes that it may have, or cannot be unpacked"
                raise breach(grpc.StatusCode.RESOURCE_EXHAUSTED, sentence)
            return None
        self.received_count += 1
        if len(message) > longest:
            sentence = f"a message has at most {longest} bytes, this one has {len(message)}"
            raise breach(grpc.StatusCode.RESOURCE_EXHAUSTED, sentence)
        try:
            return Arrival(self._method.decode(message), at_s)
        except DecodeError:
            sentence = f"a message of {len(message)} bytes could not be decoded"
            raise breach(grpc.StatusCode.INVALID_ARGUMENT, sentence) from None

    async def _read(self) -> None:
        try:
            while (arrival := await self._hear()) is not None:
                self._bound_flood(arrival.at_s)
                self._inbox.append(arrival)
                if self._wanted:
                    self._wanted = False
                    self._loop.ring(self._bell)
        except StreamEnded as ended:
            self.finish(ended.end)
        except grpc.aio.BaseError as error:
            self.finish(End(EndedBy.PEER, grpc.StatusCode.UNKNOWN, str(error)))
        else:
            if self._method.ends_when_peer_is_done:
                self.finish(_PEER_LEFT)

    def _bound_flood(self, now_s: float) -> None:
        earned = (now_s - self._unasked_at_s) * UNASKED_PER_S
        self._unasked = min(UNASKED_SAVED, self._unasked + earned) - 1
        self._unasked_at_s = now_s
        if len(self._inbox) >= BACKLOG_COUNT or self._unasked < 0:
            raise breach(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many messages that were not asked for")

    def _put(self, message: bytes) -> None:
        if self._over.done():
            return
        self._outbox.append(message)
        self._outbox_bytes += len(message)
        self._unasked += 1
        if len(self._outbox) > OUTBOX_COUNT or self._outbox_bytes > OUTBOX_BYTES:
            self.finish(breach(grpc.StatusCode.RESOURCE_EXHAUSTED, "messages were not read").end)
        elif self._writer is None or not self._writer.is_running:
            self._writer = Eager(self._write())

    async def _write(self) -> None:
        """Write what waits; this runs once at a time, for gRPC takes one write at a time."""
        try:
            while self._outbox:
                message = self._outbox.popleft()
                self.handed_at_s = self._loop.now()
                await self._context.write(message)
                self._outbox_bytes -= len(message)
        except grpc.aio.BaseError as error:
            self.finish(End(EndedBy.PEER, grpc.StatusCode.UNKNOWN, str(error)))

    def finish(self, end: End) -> None:
        """End the stream, if it has not ended."""
        for end_of in (self._over, self._verdict):
            if not end_of.done():
                end_of.set_result(end)
                return


_PEER_LEFT = End(EndedBy.PEER, grpc.StatusCode.CANCELLED, "the stream ended: its process left or was killed")
_TOO_EARLY = End(
    EndedBy.US, grpc.StatusCode.CANCELLED, "the bot's side of the stream was closed before the bot was welcomed"
)
