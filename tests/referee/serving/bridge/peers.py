"""The other side of a stream: an ordinary synchronous gRPC client, in this process or one of its own.

As a program it dials ``sys.argv[1]``, says hello, prints ``asked`` when it is sent something, and then does nothing.
"""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
import trio
from google.protobuf.message import DecodeError

PATH = "/toy.Toy/Talk"
MESSAGE_BYTES_MAX = 64 * 1024
UNDECODABLE = b"!"


def decode(data: bytes) -> bytes:
    """A toy message: any bytes but one."""
    if data == UNDECODABLE:
        raise DecodeError
    return data


class Peer:
    """A client with one stream open."""

    def __init__(self, address: str, path: str = PATH, credentials: grpc.ChannelCredentials | None = None) -> None:
        self._channel = grpc.secure_channel(address, credentials) if credentials else grpc.insecure_channel(address)
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._call = self._channel.stream_stream(path, None, None)(iter(self._said.get, None))

    def say(self, message: bytes) -> None:
        """Send a message."""
        self._said.put(message)

    def leave(self) -> None:
        """Say that no more messages come."""
        self._said.put(None)

    async def hear(self) -> bytes:
        """The next message from the server."""
        return await trio.to_thread.run_sync(self.wait, abandon_on_cancel=True)

    def wait(self) -> bytes:
        """The same, from a plain thread."""
        message = next(iter(self._call))
        assert isinstance(message, bytes)
        return message

    async def ending(self) -> tuple[str, str]:
        """Name of the status and the sentence with which the server ended the stream."""

        def wait() -> tuple[str, str]:
            try:
                for _ in self._call:
                    pass
            except grpc.RpcError as error:
                return error.code().name, error.details() or ""
            return "OK", ""

        return await trio.to_thread.run_sync(wait, abandon_on_cancel=True)

    def close(self) -> None:
        """Cancel the stream and disconnect."""
        self._said.put(None)
        self._call.cancel()  # type: ignore[no-untyped-call]  # the stubs leave its type out
        self._channel.close()


@contextmanager
def dial(address: str, *, path: str = PATH, hello: bytes | None = b"hello") -> Iterator[Peer]:
    """A peer that has said *hello*, if there is one."""
    peer = Peer(address, path)
    if hello is not None:
        peer.say(hello)
    try:
        yield peer
    finally:
        peer.close()


if __name__ == "__main__":
    with dial(sys.argv[1]) as me:
        me.wait()
        sys.stdout.write("asked\n")
        sys.stdout.flush()
        queue.SimpleQueue[None]().get()
