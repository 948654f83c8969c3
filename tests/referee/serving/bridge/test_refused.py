"""What gRPC refuses is told from what is merely over, by bytes that no library would send."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import trio

from referee.serving.address import parse_address
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.bridge.stream import EndedBy, Method
from tests.referee.serving.bridge.peers import MESSAGE_BYTES_MAX, PATH, decode
from tests.referee.serving.frames import DATA, END_STREAM, PREFACE, RST_STREAM, frame, message, opening

TALK = Method(PATH, decode, MESSAGE_BYTES_MAX, ends_when_peer_is_done=True)


@contextmanager
def line(address: str) -> Iterator[socket.socket]:
    """A connection on which a stream has said its first message."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port))) as raw:
        raw.sendall(PREFACE + opening(PATH) + frame(DATA, 0, message(b"hello")))
        yield raw


@pytest.mark.parametrize(
    ("sent", "by"),
    [
        (frame(DATA, 0, message(b"x" * 100, is_compressed=True)), EndedBy.BREACH),
        (frame(DATA, 0, message(b"x" * 100, length=0xFFFFFFFF)), EndedBy.BREACH),
        (frame(DATA, 0, message(b"x" * 100, length=200)), EndedBy.PEER),
        (frame(DATA, 0, message(b"x" * 100, length=200)) + frame(DATA, END_STREAM, b""), EndedBy.PEER),
        (frame(DATA, 0, message(b"x" * 100, length=200)) + frame(RST_STREAM, 0, b"\0\0\0\x08"), EndedBy.PEER),
        (frame(DATA, END_STREAM, b""), EndedBy.PEER),
        (b"no frame at all, but text that goes on and on", EndedBy.PEER),
        (b"", EndedBy.PEER),
    ],
    ids=["compressed", "4 GiB", "half", "half, end", "half, reset", "end", "text", "nothing"],
)
async def test_what_no_library_would_send_ends_the_stream(sent: bytes, by: EndedBy) -> None:
    """Half a message, cut off by whatever, is a peer that left."""
    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), TALK) as server:
        with line(server.address) as raw, trio.fail_after(5):
            stream = await server.arrivals.receive()
            raw.sendall(sent)
            if by is EndedBy.BREACH:
                await stream.ended.wait()
        with trio.fail_after(5):
            await stream.ended.wait()

        assert stream.end is not None
        assert stream.end.by is by


def test_the_log_of_grpc_is_as_it_was(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("grpc._cython.cygrpc")
    log.debug("Failed to receive any message from Core: whatever")
    log.warning("something else")

    assert [record.message for record in caplog.records] == ["something else"]
