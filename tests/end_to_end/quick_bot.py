"""A bot that is there within milliseconds: it agrees with every default, and speaks just as much HTTP/2 as that takes.

For tests of thousands of matches, where loading gRPC four times for each would be nearly all of the time. It imports
nothing of ours and nothing that is slow to load; run it with ``python -I -S``.
"""

from __future__ import annotations

import os
import sys
from _socket import AF_UNIX, socket  # what `socket` adds takes longer to load than Python itself
from collections.abc import Iterator

DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE = 0x0, 0x1, 0x4, 0x6, 0x8
ACK, END_HEADERS, END_STREAM = 0x1, 0x4, 0x1
ROOM = 2**31 - 1
"""The largest window there is, so that none ever has to be opened further."""

WELCOME, MATCH_STARTING, QUESTION, GOODBYE = 1, 2, 4, 8
"""Fields of a ``PlayResponse``."""


def main() -> None:
    """Play until the goodbye."""
    connection = socket(AF_UNIX)
    connection.connect(os.environ["TRACTOR_ADDRESS"].removeprefix("unix:"))
    stream = os.fdopen(connection.fileno(), "rb", closefd=False)
    hello = field(1, b"tractor.v1") + field(2, os.environ["TRACTOR_TOKEN"].encode()) + field(3, b"quick")
    connection.sendall(
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        + frame(SETTINGS, 0, 0, b"\0\4" + ROOM.to_bytes(4, "big"))
        + frame(WINDOW_UPDATE, 0, 0, (ROOM - 65535).to_bytes(4, "big"))
        + frame(HEADERS, END_HEADERS, 1, request_headers())
        + message(field(1, hello))
    )
    received = bytearray()
    while header := stream.read(9):
        size, kind, flags = int.from_bytes(header[:3], "big"), header[3], header[4]
        payload = stream.read(size)
        if kind in {SETTINGS, PING} and not flags & ACK:
            connection.sendall(frame(kind, ACK, 0, payload if kind == PING else b""))
        elif kind == DATA:
            received += payload
        elif kind == HEADERS and flags & END_STREAM:
            break
        while len(received) >= 5 and len(received) >= (end := 5 + int.from_bytes(received[1:5], "big")):
            answer = answer_to(bytes(received[5:end]))
            del received[:end]
            if answer is None:
                return
            if answer:
                connection.sendall(message(answer))
    sys.exit("the stream ended without a goodbye")


def answer_to(response: bytes) -> bytes | None:
    """The ``PlayRequest`` that is owed for a ``PlayResponse``, if any; None after the goodbye."""
    for number, value in fields(response):
        if number == GOODBYE:
            return None
        if number == MATCH_STARTING:
            return field(2, b"")
        if number == QUESTION:
            question = dict(fields(value))
            return field(3, question.get(5, b"") + b"\x08" + question[1])
    return b""


def fields(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Fields of a message by number: a number as it is written, or what is in a field with a length."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        begin = at
        match tag & 7:
            case 0:
                _, at = varint(data, at)
            case 1:
                at += 8
            case 5:
                at += 4
            case _:
                size, begin = varint(data, at)
                at = begin + size
        yield tag >> 3, data[begin:at]


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of seven bits a byte, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def field(number: int, value: bytes) -> bytes:
    """A field with a length; its number is below 16."""
    size, length = len(value), bytearray()
    while size >= 0x80:
        length.append(size & 0x7F | 0x80)
        size >>= 7
    return bytes([number << 3 | 2]) + bytes(length) + bytes([size]) + value


def message(data: bytes) -> bytes:
    """A gRPC message, not compressed, as a frame of the one stream."""
    return frame(DATA, 0, 1, b"\0" + len(data).to_bytes(4, "big") + data)


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    """A frame of HTTP/2."""
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def request_headers() -> bytes:
    """The headers of the call: POST, http, and the rest as plain texts that nobody is to remember."""
    path = text(b"/tractor.v1.BotService/Play")
    named = text(b"content-type") + text(b"application/grpc") + b"\0" + text(b"te") + text(b"trailers")
    return b"\x83\x86\x04" + path + b"\x01" + text(b"localhost") + b"\0" + named


def text(value: bytes) -> bytes:
    """A text of fewer than 127 bytes in HPACK."""
    return bytes([len(value)]) + value


if __name__ == "__main__":
    main()
