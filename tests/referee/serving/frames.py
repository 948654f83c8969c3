"""HTTP/2 and gRPC by hand: what no library would send, and much of it at little cost."""

from __future__ import annotations

import socket
import struct
from collections.abc import Sequence
from typing import IO

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY = 0, 1, 3, 4, 6, 7
END_STREAM, END_HEADERS, ACK = 1, 4, 1


def frame(kind: int, flags: int, payload: bytes, *, stream: int = 1) -> bytes:
    """A frame of HTTP/2."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def message(content: bytes, *, length: int | None = None, is_compressed: bool = False) -> bytes:
    """A message of gRPC, or its beginning if *length* is more than there is."""
    return bytes([is_compressed]) + struct.pack(">I", len(content) if length is None else length) + content


def headers(**fields: str) -> bytes:
    """Headers without compression."""
    return b"".join(
        b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)]) + value.encode()
        for name, value in fields.items()
    )


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS, 0, b"", stream=0)
"""With what a connection begins."""


def opening(path: str, *, stream: int = 1) -> bytes:
    """The frame that opens a stream."""
    asked = headers(**{":method": "POST", ":scheme": "http", ":path": path, ":authority": "x", "te": "trailers"})
    return frame(HEADERS, END_HEADERS, asked + headers(**{"content-type": "application/grpc"}), stream=stream)


def stream(number: int, path: str, messages: Sequence[bytes]) -> bytes:
    """A whole stream, with nothing to come after these messages."""
    data = [frame(DATA, 0, message(content), stream=number) for content in messages]
    return b"".join([opening(path, stream=number), *data, frame(DATA, END_STREAM, b"", stream=number)])


def ending_of(number: int, heard: IO[bytes], line: socket.socket) -> str:
    """How a stream ended: by a ``status``, or a ``reset`` without one, or with all others."""
    while head := heard.read(9):
        length, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
        which, payload = int.from_bytes(head[5:], "big"), heard.read(length)
        if kind in {SETTINGS, PING} and not flags & ACK:
            line.sendall(frame(kind, ACK, payload if kind == PING else b"", stream=0))
        elif kind == GOAWAY:
            return "goaway"
        elif which == number and kind in {DATA, HEADERS} and flags & END_STREAM:
            return "status" if kind == HEADERS else "data"
        elif which == number and kind == RST_STREAM:
            return "reset"
    return "closed"
