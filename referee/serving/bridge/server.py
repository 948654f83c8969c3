"""Listens with gRPC, and gives every stream that has said its first message to trio."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Generic

import grpc
import grpc.aio
import trio

from referee.serving.address import Address, BadAddress, check_free
from referee.serving.bridge.door import Crowd, Door
from referee.serving.bridge.loop import Loop
from referee.serving.bridge.standard import StandardServices
from referee.serving.bridge.stream import EXCESS_BYTES, Context, End, EndedBy, Incoming, Method, Stream, StreamEnded

STOP_WITHIN_S = 0.5
"""How long streams that are told of the end may take to hear it."""

STREAMS_OF_A_CONNECTION = 256
"""More on one connection wait, at their own end, until others are over."""

UNHEARD_COUNT = 256
"""Streams that have said nothing yet, of all connections."""

_CROWDED = End(EndedBy.BREACH, grpc.StatusCode.RESOURCE_EXHAUSTED, "too many streams have said nothing yet")
_CLOSING = End(EndedBy.US, grpc.StatusCode.UNAVAILABLE, "the referee is shutting down")


class Server(Generic[Incoming]):
    """One address with one method.

    Attributes:
        address: where it listens, with the port that was found.
        arrivals: streams that have said their first message, in order.
    """

    address: str

    def __init__(self, loop: Loop, method: Method[Incoming], door: Door | None = None) -> None:
        self.arrivals: trio.MemoryReceiveChannel[Stream[Incoming]]
        self._arrived, self.arrivals = trio.open_memory_channel[Stream[Incoming]](float("inf"))
        self._loop = loop
        self._method = method
        self._door = door
        self._crowd = Crowd(door) if door else None
        # asyncio's thread.
        self._streams: set[Stream[Incoming]] = set()
        self._handlers: set[asyncio.Task[None]] = set()
        self._unheard: dict[Stream[Incoming], None] = {}
        self._server: grpc.aio.Server | None = None
        self._standard: StandardServices | None = None

    @property
    def stream_count(self) -> int:
        """Streams that are open now."""
        return len(self._streams)

    # --- trio's thread

    def _announce(self, stream: Stream[Incoming]) -> None:
        with contextlib.suppress(trio.BrokenResourceError):
            self._arrived.send_nowait(stream)

    # --- asyncio's thread

    async def start(self, address: Address) -> None:
        """Listen.

        Raises:
            BadAddress: the port is taken, or the socket cannot be made.
        """
        check_free(address)
        options = [
            # Else two referees would share a port without noticing.
            ("grpc.so_reuseport", 0),
            ("grpc.max_receive_message_length", self._method.message_bytes_max + EXCESS_BYTES),
        ]
        options += [("grpc.max_concurrent_streams", STREAMS_OF_A_CONNECTION)] if not self._door else self._door.options
        server = grpc.aio.server(options=options)
        service, name = self._method.service, self._method.path.rpartition("/")[2]
        handler = grpc.stream_stream_rpc_method_handler(self._handle)
        server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service, {name: handler})])
        standard = StandardServices(server, service)
        try:
            if self._door is None:
                port = server.add_insecure_port(address.text)
            else:
                port = server.add_secure_port(address.text, self._door.credentials)
        except RuntimeError:
            raise BadAddress(address.text, "cannot listen there; the port may be taken") from None
        host = address.text.rpartition(":")[0]
        self.address = f"{host}:{port}" if address.path is None else address.text
        await server.start()
        self._server, self._standard = server, standard
        await standard.say_serving()

    async def stop(self) -> None:
        """End all streams with a status, wait for their handlers, and listen no more."""
        if self._standard is not None:
            await self._standard.say_stopping()
        for stream in self._streams:
            stream.finish(_CLOSING)
        if self._handlers:
            # gRPC's own stop cancels the handlers and does not wait for them.
            await asyncio.wait(self._handlers, timeout=STOP_WITHIN_S)
        if self._server is not None:
            await self._server.stop(None)
        if self._handlers:
            await asyncio.wait(self._handlers, timeout=STOP_WITHIN_S)
        if self._standard is not None:
            await self._standard.ended()

    async def _handle(self, _: object, context: Context) -> None:
        me = asyncio.current_task()
        assert me is not None
        self._handlers.add(me)
        stream = Stream(self._loop, self._method, context)
        self._streams.add(stream)
        crowd, peer = self._crowd, context.peer()
        try:
            with crowd.stream(peer) if crowd else nullcontext():
                with crowd.unheard(peer) if crowd else nullcontext():
                    await self._open(stream)
                self._loop.to_trio(self._announce, stream)
                await stream.serve()
        except StreamEnded as ended:
            await stream.abort(ended.end)
        finally:
            self._streams.discard(stream)
            self._handlers.discard(me)

    async def _open(self, stream: Stream[Incoming]) -> None:
        """Hear the first message of a stream. If too many wait for that, the one that waited longest is ended.

        One that is honest says it at once; so whoever opens many cannot keep others out.
        """
        self._unheard[stream] = None
        if len(self._unheard) > UNHEARD_COUNT:
            next(iter(self._unheard)).finish(_CROWDED)
        try:
            await stream.open()
        finally:
            self._unheard.pop(stream, None)


@asynccontextmanager
async def listen(
    loop: Loop, address: Address, method: Method[Incoming], *, door: Door | None = None
) -> AsyncIterator[Server[Incoming]]:
    """A `Server` that listens, until the block is left; with TLS if there is a *door*.

    Raises:
        BadAddress: it cannot listen there.
    """
    server = Server(loop, method, door)
    await loop.run(server.start, address)
    try:
        yield server
    finally:
        with trio.CancelScope(shield=True):
            await loop.run(server.stop)
