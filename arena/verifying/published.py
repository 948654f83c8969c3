"""The files of a published cup, which a stranger may have made: read within bounds, and nothing outside the folder."""

from __future__ import annotations

import errno
import json
import math
import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

DOCUMENT_BYTES = 256 << 20
"""Of a document or a page; a leaderboard of a thousand entrants has less."""

RECORD_BYTES = 64 << 20
"""Of a compressed record; a match has at most a few hundred deals of a few kilobytes."""

_DIGITS = 18
"""Of a whole number; none of ours has half as many."""

_T = TypeVar("_T")


class Unpublished(Exception):
    """The folder is none of a published cup, or none that this version reads; a sentence."""


class BadFile(Exception):
    """A file of the folder cannot be read as what it is to be.

    Attributes:
        name: of the file.
        what: what is wrong.
    """

    def __init__(self, name: str, what: str) -> None:
        super().__init__(f"{name}: {what}")
        self.name = name
        self.what = what


@dataclass(frozen=True, slots=True)
class Folder:
    """The folder of one cup."""

    path: Path

    @contextmanager
    def open(self, *parts: str) -> Iterator[BinaryIO]:
        """The file of these parts of a path, each a plain name; links are not followed.

        Raises:
            BadFile: it is missing, no regular file, or cannot be opened.
        """
        with _open(self.path, parts) as file:
            yield file

    def read(self, *parts: str, limit: int = DOCUMENT_BYTES) -> bytes:
        """All of a file of at most *limit* bytes.

        Raises:
            BadFile: as `open`; or it is larger.
        """
        with self.open(*parts) as file:
            size = os.fstat(file.fileno()).st_size
            content = file.read(limit + 1) if size <= limit else b""
            if size > limit or len(content) > limit:
                raise BadFile("/".join(parts), f"is larger than {limit >> 20} MiB")
            return content

    def names(self, *parts: str) -> tuple[str, ...]:
        """What is in a folder below, by name; nothing if there is no such folder.

        Raises:
            BadFile: it is a link or no folder.
        """
        try:
            folder = _descend(self.path, parts)
        except FileNotFoundError:
            return ()
        except OSError as problem:
            raise BadFile("/".join(parts), _reason(problem)) from None
        try:
            return tuple(sorted(os.listdir(folder)))  # noqa: PTH208 - a descriptor has no path
        finally:
            os.close(folder)


def is_plain_name(name: str) -> bool:
    """Whether *name* is of a file in the folder at hand, and of no other."""
    return name not in {"", ".", ".."} and "/" not in name and "\0" not in name and len(name) < 256


def read_document(content: bytes, type_: type[_T], *, name: str) -> tuple[_T, object]:
    """A document of JSON as a value of a type, and as the plain values that it is of. Unknown fields are let be.

    Raises:
        BadFile: it is not such, or has a field twice, which others may read otherwise.
    """
    try:
        text = content.decode()
        plain: object = json.loads(
            text,
            object_pairs_hook=_once,
            parse_constant=_refuse_constant,
            parse_float=_number,
            parse_int=_whole_number,
        )
        if "\\u" in text:
            # Halves of characters can be written so, and nowhere else.
            json.dumps(plain, ensure_ascii=False).encode()
        return msgspec.convert(plain, type_), plain
    except UnicodeDecodeError:
        raise BadFile(name, "is not UTF-8") from None
    except UnicodeEncodeError:
        raise BadFile(name, "has half of a character in a text") from None
    except RecursionError:
        raise BadFile(name, "is nested too deeply") from None
    except (ValueError, OverflowError) as problem:
        raise BadFile(name, f"is no such document: {problem}") from None


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"the number {text[:40]} is too large")
    return value


def _whole_number(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(f"the number {text[:_DIGITS]}… is too large")
    return int(text)


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice[:80]!r} is there twice")
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


# --- Files


@contextmanager
def _open(folder: Path, parts: Sequence[str]) -> Iterator[BinaryIO]:
    name = "/".join(parts)
    try:
        inside = _descend(folder, parts[:-1])
        try:
            # Not waiting for the other end, if it is a pipe.
            handle = os.open(
                parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY, dir_fd=inside
            )
        finally:
            os.close(inside)
    except OSError as problem:
        raise BadFile(name, _reason(problem)) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise BadFile(name, "is no file")
    with open(handle, "rb") as file:  # noqa: PTH123 - a descriptor has no path
        try:
            yield file
        except OSError as problem:
            raise BadFile(name, _reason(problem)) from None


def _descend(folder: Path, parts: Sequence[str]) -> int:
    """A descriptor of the folder of these *parts* below."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
    inside = os.open(folder, flags)
    for part in parts:
        assert is_plain_name(part)
        try:
            deeper = os.open(part, flags | os.O_NOFOLLOW, dir_fd=inside)
        finally:
            os.close(inside)
        inside = deeper
    return inside


def _reason(problem: OSError) -> str:
    match problem:
        case FileNotFoundError():
            return "is missing"
        case _ if problem.errno in {errno.ELOOP, errno.ENOTDIR}:
            return "is a link or no folder; only files of the folder itself are read"
        case _:
            return f"cannot be read: {problem.strerror or problem}"
