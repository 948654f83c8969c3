"""Calls a method with messages in order both ways, as a bot does: the other end of a `Stream`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import grpc.aio

from referee.serving.bridge.client import CallFailed, Client
from referee.serving.bridge.loop import Loop


class Dialogue:
    """One stream that we opened; it begins with the first message sent or awaited."""

    def __init__(self, client: Client, loop: Loop, path: str) -> None:
        self._client = client
        self._loop = loop
        self._path = path
        self._received_count = 0
        # asyncio's thread.
        self._call: grpc.aio.StreamStreamCall[bytes, bytes] | None = None
        self._reading: asyncio.Future[object] | None = None
        self._reading_number = -1

    async def send(self, message: bytes) -> None:
        """Send a message and wait until gRPC has taken it; nothing happens if the stream has ended."""
        await self._loop.run(self._write, message)

    async def receive(self) -> bytes | None:
        """The next message; None if the other side ended the stream well. One task at a time.

        Raises:
            CallFailed: it ended the stream otherwise, or could not be reached; or the client was closed.
        """
        message = await self._loop.run(self._read, self._received_count)
        # Only now is it nobody else's: whoever was cancelled above has not had it, even if it had come.
        self._received_count += 1
        return message

    async def finish(self) -> None:
        """Say that nothing more will be sent; what the other side says is still received."""
        await self._loop.run(self._done_writing)

    def close(self) -> None:
        """Cancel the stream, if it is not over."""
        self._loop.to_asyncio(self._cancel)

    # --- asyncio's thread

    def _begun(self) -> grpc.aio.StreamStreamCall[bytes, bytes]:
        if self._call is None:
            try:
                self._call = self._client.begin_dialogue(self._path)
            except grpc.aio.UsageError:
                raise CallFailed(grpc.StatusCode.CANCELLED, "the client was closed") from None
        return self._call

    async def _write(self, message: bytes) -> None:
        with _until_over():
            await self._begun().write(message)

    async def _read(self, number: int) -> bytes | None:
        """Message *number*, counted from 0: the last that was read, or the one after it."""
        # A read that is cancelled cancels the whole call, so it is only waited for.
        if self._reading is None or number > self._reading_number:
            self._reading, self._reading_number = asyncio.ensure_future(self._begun().read()), number
        reading = self._reading
        await asyncio.wait([reading])
        if reading.cancelled():
            raise CallFailed(grpc.StatusCode.CANCELLED, "the stream was closed")
        try:
            data = reading.result()
        except grpc.aio.AioRpcError as error:
            raise CallFailed(error.code(), error.details() or "no reason given") from None
        return data if isinstance(data, bytes) else None

    async def _done_writing(self) -> None:
        with _until_over():
            await self._begun().done_writing()

    def _cancel(self) -> None:
        if self._call is not None:
            self._call.cancel()


@contextmanager
def _until_over() -> Iterator[None]:
    """What is written to a stream that has ended, or can no longer begin, is written to nobody: a reader is told."""
    me = asyncio.current_task()
    assert me is not None
    try:
        yield
    except (CallFailed, grpc.aio.AioRpcError, asyncio.InvalidStateError):
        pass
    except asyncio.CancelledError:
        # Either the call was cancelled, or whoever waits for this.
        if me.cancelling():
            raise
