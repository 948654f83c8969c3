"""Files of records, read line by line: JSON Lines, plain or compressed with Zstandard, in bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import zstandard

from referee.rules.record import LINE_LENGTH_MAX, BadRecord, DealRecord, read_line

_ZSTANDARD_MAGIC = b"\x28\xb5\x2f\xfd"

_PLAIN_SIZE = 1 << 16
_COMPRESSED_SIZE = 512
"""Bytes read at once. Zstandard packs at most 128 KiB into four bytes, so 512 of them swell to 16 MiB at worst."""

_WINDOW_SIZE_MAX = 8 << 20
"""Bytes of history that a compressed file may ask to be kept; what ordinary compression asks for."""


def read_records(file: BinaryIO) -> Iterator[DealRecord]:
    """The records of a file, each as soon as it is read; whether they hold is not asked.

    Raises:
        BadRecord: with the number of a line that is no record, that is too long, or that the file breaks off in.
        OSError: the file cannot be read.
    """
    for number, line in enumerate(_lines(_plain(file)), start=1):
        yield read_line(line, number=number)


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The lines that the chunks make, without their ends."""
    begun, number = b"", 1
    try:
        for chunk in chunks:
            begun += chunk
            start = 0
            while (end := begun.find(b"\n", start)) >= 0:
                yield begun[start:end]
                start, number = end + 1, number + 1
            begun = begun[start:]
            if len(begun) > LINE_LENGTH_MAX:
                raise BadRecord(number, f"longer than a record can be, which is {LINE_LENGTH_MAX} bytes")
    except zstandard.ZstdError as problem:
        raise BadRecord(number, f"the compressed data is damaged: {problem}") from None
    except EOFError:
        raise BadRecord(number, "the compressed data breaks off") from None
    if begun:
        yield begun


def _plain(file: BinaryIO) -> Iterator[bytes]:
    """The chunks of a file as they were before it was compressed, if it was."""
    first = file.read(_COMPRESSED_SIZE)
    if first.startswith(_ZSTANDARD_MAGIC):
        yield from _decompressed(file, first)
        return
    yield first
    while chunk := file.read(_PLAIN_SIZE):
        yield chunk


def _decompressed(file: BinaryIO, chunk: bytes) -> Iterator[bytes]:
    """What *chunk* and the rest of *file* are, decompressed; one frame may come after another.

    Raises:
        EOFError: the last frame is not whole.
    """
    decompressor = zstandard.ZstdDecompressor(max_window_size=_WINDOW_SIZE_MAX)
    frame = decompressor.decompressobj()
    while chunk:
        if frame.eof:
            frame = decompressor.decompressobj()
        yield frame.decompress(chunk)
        chunk = frame.unused_data or file.read(_COMPRESSED_SIZE)
    if not frame.eof:
        raise EOFError
