"""Calls a method that answers one message with many; `dialogue` has the methods with messages both ways."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

import grpc
import grpc.aio
import trio

from referee.serving.address import Address
from referee.serving.bridge.loop import Loop

Answer = TypeVar("Answer")

ANSWER_BYTES_MAX = 16 << 20


class CallFailed(Exception):
    """The other side ended the call without finishing it, or was never there.

    Attributes:
        status: gRPC's.
        sentence: what the other side, or gRPC, said.
    """

    def __init__(self, status: grpc.StatusCode, sentence: str) -> None:
        super().__init__(f"{sentence} ({status.name})")
        self.status = status
        self.sentence = sentence

    @property
    def is_broken_off(self) -> bool:
        """Whether nobody said anything: the other side died, or was not there."""
        return self.status is grpc.StatusCode.UNAVAILABLE


class Client:
    """A connection to one address."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._channel: grpc.aio.Channel | None = None

    def call(self, path: str, request: bytes, decode: Callable[[bytes], Answer]) -> Call[Answer]:
        """Call the method at *path*, ``/package.Service/Method``; it begins when the first answer is asked for."""
        return Call(self, self._loop, path, request, decode)

    # --- asyncio's thread

    def begin(self, path: str, request: bytes) -> grpc.aio.UnaryStreamCall[bytes, bytes]:
        """Send a request."""
        assert self._channel is not None, "the client was not opened"
        return self._channel.unary_stream(path, None, None)(request)

    def begin_dialogue(self, path: str) -> grpc.aio.StreamStreamCall[bytes, bytes]:
        """Open a stream with messages both ways."""
        assert self._channel is not None, "the client was not opened"
        return self._channel.stream_stream(path, None, None)(None)

    async def open(self, address: Address) -> None:
        """Make ready to connect; the connection is made by the first call."""
        options = [("grpc.max_receive_message_length", ANSWER_BYTES_MAX), ("grpc.enable_retries", 0)]
        self._channel = grpc.aio.insecure_channel(address.text, options=options)

    async def close(self) -> None:
        """Cancel all calls and disconnect."""
        if self._channel is not None:
            with contextlib.suppress(grpc.aio.UsageError):
                await self._channel.close(None)


class Call(Generic[Answer]):
    """Answers to one request as they come; it is asked for each, so none pile up here.

    The call is cancelled when it is closed, when a wait for an answer is cancelled, and when the client closes.
    """

    def __init__(
        self, client: Client, loop: Loop, path: str, request: bytes, decode: Callable[[bytes], Answer]
    ) -> None:
        self._client = client
        self._loop = loop
        self._path = path
        self._request = request
        self._decode = decode
        self._call: grpc.aio.UnaryStreamCall[bytes, bytes] | None = None

    def __aiter__(self) -> Call[Answer]:
        return self

    async def __anext__(self) -> Answer:
        """The next answer.

        Raises:
            CallFailed: the other side ended the call otherwise than by finishing, or could not be reached.
        """
        try:
            data = await self._loop.run(self._read)
        except BaseException:
            self.close()
            raise
        if data is None:
            raise StopAsyncIteration
        return self._decode(data)

    async def aclose(self) -> None:
        """The same as `close`, for those who close iterators in this way."""
        self.close()

    def close(self) -> None:
        """Cancel the call, if it is not over."""
        self._loop.to_asyncio(self._cancel)

    # --- asyncio's thread

    async def _read(self) -> bytes | None:
        try:
            if self._call is None:
                self._call = self._client.begin(self._path, self._request)
            data = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise CallFailed(error.code(), error.details() or "no reason given") from None
        except (asyncio.CancelledError, grpc.aio.UsageError):
            # Not by whoever waits, who would not hear of it: the client was closed, before the call or during it.
            raise CallFailed(grpc.StatusCode.CANCELLED, "the client was closed") from None
        return data if isinstance(data, bytes) else None

    def _cancel(self) -> None:
        if self._call is not None:
            self._call.cancel()


@asynccontextmanager
async def connect(loop: Loop, address: Address) -> AsyncIterator[Client]:
    """A `Client`, until the block is left."""
    client = Client(loop)
    await loop.run(client.open, address)
    try:
        yield client
    finally:
        with trio.CancelScope(shield=True):
            await loop.run(client.close)
