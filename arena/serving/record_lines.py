"""What of a match's record may be shown: the lines of deals that nobody is still to play."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import zstandard

from arena.matches import Match, Outcome, Unit
from arena.records_store import record_name
from arena.site.replay_data import Hidden

SIZE_AT_MOST = 256 << 20
"""Bytes of a record's lines; none that the arena writes comes near."""


class NoRecord(Exception):
    """A record that is not there, or not the one in the ledger."""


class _Line(msgspec.Struct):
    """Of a deal in its match: its number from 1, and that of its deck (`referee.rules.record`)."""

    deal: int
    board: int


_LINE = msgspec.json.Decoder(_Line)


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """What is shown of a record.

    Attributes:
        lines: JSON, a newline behind each.
        hidden: the deals that are left out.
    """

    lines: bytes
    hidden: tuple[Hidden, ...]


def record_file(folder: Path, outcome: Outcome) -> bytes:
    """The file of a match as it is, compressed.

    Raises:
        NoRecord: it is not there, or is another.
    """
    try:
        content = (folder / record_name(outcome.match.key)).read_bytes()
    except OSError as error:
        raise NoRecord(f"cannot be read ({error.strerror})") from None
    if hashlib.sha256(content).hexdigest() != outcome.record_sha256:
        raise NoRecord("is not the one in the ledger")
    return content


def shown_record(content: bytes, match: Match, tables_left: Sequence[int]) -> ShownRecord:
    """What may be shown of a record.

    Args:
        content: of its file, compressed.
        match: that was played.
        tables_left: by board of the match, at how many tables it is still to be played.

    Raises:
        NoRecord: it cannot be read.
    """
    lines: list[bytes] = []
    hidden: dict[int, Hidden] = {}
    for line in _unpacked(content).splitlines():
        try:
            found = _LINE.decode(line)
        except msgspec.DecodeError:
            raise NoRecord("cannot be read") from None
        if tables := _tables_left(found, match, tables_left):
            hidden[found.deal] = Hidden(found.deal, tables)
        else:
            lines.append(line + b"\n")
    return ShownRecord(b"".join(lines), tuple(hidden.values()))


def _tables_left(line: _Line, match: Match, tables_left: Sequence[int]) -> int:
    """At how many tables the deck of a line is still to be played; what its match does not know is hidden."""
    if match.unit is Unit.GAMES:
        return max(tables_left)
    if line.board not in match.boards:
        return 1
    return tables_left[match.boards.index(line.board)]


def _unpacked(content: bytes) -> bytes:
    try:
        with zstandard.ZstdDecompressor().stream_reader(content, read_across_frames=True) as reader:
            found = reader.read(SIZE_AT_MOST + 1)
    except zstandard.ZstdError:
        raise NoRecord("cannot be read") from None
    if len(found) > SIZE_AT_MOST:
        raise NoRecord("is larger than any record")
    return bytes(found)
