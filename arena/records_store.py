"""Records of matches as files: one line of JSON a deal, compressed, whole or not there at all."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import zstandard

from arena.locks import held, take

SUFFIX = ".jsonl.zst"

_TEMPORARY = re.compile(rf"\.[0-9a-f]{{32}}{re.escape(SUFFIX)}\.[0-9]+")


class BadRecord(Exception):
    """Bytes that are not the record that they are said to be."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record on the disk.

    Attributes:
        name: of the file in its folder.
        sha256: of the file's bytes, hex.
        deal_count: lines.
    """

    name: str
    sha256: str
    deal_count: int


def record_name(match_key: str) -> str:
    """The file of a match: 128 bits of its key, which also orders it."""
    return f"{match_key[:32]}{SUFFIX}"


def store_record(folder: Path, match_key: str, lines: Sequence[str]) -> StoredRecord:
    """Write a match's record; it is on the disk, under its name, when this returns. One that was there is replaced.

    Raises:
        ValueError: a line holds a line break.
        OSError: the disk does not take it.
    """
    if any("\n" in line for line in lines):
        raise ValueError("a line of a record holds a line break")
    data = zstandard.ZstdCompressor(level=9, write_checksum=True).compress(
        "".join(f"{line}\n" for line in lines).encode()
    )
    path = _put(folder, match_key, data)
    return StoredRecord(path.name, hashlib.sha256(data).hexdigest(), len(lines))


def store_record_file(folder: Path, match_key: str, data: bytes, *, sha256: str) -> None:
    """Put a match's record, which was written elsewhere, to its place; as `store_record`.

    Args:
        data: the file's bytes.
        sha256: of them, hex, as it was told.

    Raises:
        BadRecord: they are others.
        OSError: the disk does not take it.
    """
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise BadRecord(f"its SHA-256 is {found}, and {sha256} was told")
    _put(folder, match_key, data)


def remove_unfinished(folder: Path) -> None:
    """Remove what writers that were killed have left of records; those at work are left alone."""
    if not folder.is_dir():
        return
    for path in folder.iterdir():
        if _TEMPORARY.fullmatch(path.name) and (lock := take(path, waits=False)) is not None:
            with held(lock, path):
                pass


def _put(folder: Path, match_key: str, data: bytes) -> Path:
    _make(folder)
    path = folder / record_name(match_key)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    # Locked as long as it is written, by which one at work is told from one that a killed process has left.
    file = take(temporary, waits=True)
    assert file is not None
    with held(file, temporary), open(file, "wb", closefd=False) as writer:
        writer.truncate(0)
        writer.write(data)
        writer.flush()
        os.fsync(file)
        temporary.replace(path)
    _sync_folder(folder)
    return path


def _make(folder: Path) -> None:
    """Make a folder, with those above it, so that it is there after a power cut."""
    if folder.is_dir():
        return
    _make(folder.parent)
    folder.mkdir(exist_ok=True)
    _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """Without this the new name could be lost with the power, and the ledger would name a file that is not there."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
