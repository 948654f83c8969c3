"""Files that are written beside their places, and put there together: a reader never sees one half done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from arena.publishing.errors import PublishError

PREFIX, SUFFIX = ".", ".part"
"""Around the name of a file, of what is written in its stead."""


class Parts:
    """Files that are being written below a folder.

    Attributes:
        written: names of those that are to be put in place, below the folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: set[Path] = set()
        self.written: list[str] = []

    def write(self, name: str, content: bytes) -> None:
        """Write the file *name*; one that is there with this content is let be."""
        path = self._folder / name
        if _has(path, content):
            return
        if path.parent not in self._made:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._made.add(path.parent)
        file = os.open(_beside(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        try:
            # The system may take less of it at once, as on a disk that is nearly full.
            left = memoryview(content)
            while left:
                left = left[os.write(file, left) :]
        finally:
            os.close(file)
        self.written.append(name)

    @contextmanager
    def stream(self, name: str) -> Iterator[BinaryIO]:
        """A file to be written piece by piece; it is on the disk when the block is left."""
        with self.part(name).open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        self.written.append(name)

    def part(self, name: str) -> Path:
        """Where the file *name* is written."""
        return _beside(self._folder / name)

    def settle(self, documents: Iterable[str]) -> None:
        """Have all that was written on the disk; of *documents*, hear of it if the disk does not take one."""
        # One sync for all: thousands of files would take minutes one by one.
        os.sync()
        for name in sorted(set(documents) & set(self.written)):
            _sync(self.part(name), os.O_RDONLY)

    def put_in_place(self) -> None:
        """Give all that was written their names."""
        folders = set()
        for name in self.written:
            path = self._folder / name
            _beside(path).replace(path)
            folders.add(path.parent)
        for folder in sorted(folders):
            _sync(folder, os.O_RDONLY | os.O_DIRECTORY)


def below(folder: Path, name: str) -> Path:
    """The file *name* below *folder*, and nowhere else.

    Raises:
        PublishError: it is no name of one.
    """
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or any(part.startswith(".") for part in parts):
        raise PublishError(folder, f"{name!r} is no name of a file below this folder")
    return folder.joinpath(*parts)


def _beside(path: Path) -> Path:
    return path.with_name(f"{PREFIX}{path.name}{SUFFIX}")


def _has(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and path.read_bytes() == content
    except FileNotFoundError:
        return False


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
