"""Files that are written beside their places, and put there together: a reader never sees one half done."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from arena.publishing.errors import PublishError

PREFIX, SUFFIX = ".", ".part"
"""Around the name of a file, or of a folder, of what is written in its stead."""


@dataclass(frozen=True, slots=True)
class _Into:
    """Where the files of a folder are written.

    Attributes:
        folder: as the system has it.
        there: names of files that were there before.
        prefix, suffix: around the names of files; none in a folder that is put in place as one.
    """

    folder: str
    there: frozenset[str]
    prefix: str
    suffix: str


class Parts:
    """Files that are being written below a folder.

    Attributes:
        written: names of files and folders that are to be put in place, below the folder.
    """

    def __init__(self, folder: Path, *, whole: Collection[str] = ()) -> None:
        """Nothing is written yet.

        Args:
            whole: names of folders that, where they are not there yet, are put in place as one: to rename 50,000 files
                takes seconds. Nobody else writes into them.
        """
        self._folder = folder
        self._whole = whole
        self._into: dict[str, _Into] = {}
        self.written: list[str] = []

    def write(self, name: str, content: bytes) -> None:
        """Write the file *name*; one that is there with this content is let be."""
        # Texts, as making paths of them takes as long as writing the files.
        folder, _, base = name.rpartition("/")
        into = self._into.get(folder) or self._begin(folder)
        if base in into.there and _has(Path(into.folder, base), content):
            return
        path = f"{into.folder}/{into.prefix}{base}{into.suffix}"
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
        try:
            # The system may take less of it at once, as on a disk that is nearly full.
            left = memoryview(content)
            while left:
                left = left[os.write(file, left) :]
        finally:
            os.close(file)
        if into.prefix:
            self.written.append(name)

    def _begin(self, folder: str) -> _Into:
        """Make ready to write into *folder*, which is there from then on, or a part in its stead."""
        path = self._folder / folder
        if folder in self._whole and not os.path.lexists(path):
            part = _beside(path)
            # Of several processes that fill it, one comes first.
            part.mkdir(parents=True, exist_ok=True)
            into = _Into(os.fspath(part), frozenset(), "", "")
            self.written.append(folder)
        else:
            path.mkdir(parents=True, exist_ok=True)
            into = _Into(os.fspath(path), frozenset(each.name for each in path.iterdir()), PREFIX, SUFFIX)
        self._into[folder] = into
        return into

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
        top = os.fspath(self._folder)
        folders = set()
        for name in self.written:
            folder, _, base = f"{top}/{name}".rpartition("/")
            os.replace(f"{folder}/{PREFIX}{base}{SUFFIX}", f"{folder}/{base}")  # noqa: PTH105 - texts, as above
            folders.add(folder)
        for each in sorted(folders):
            _sync(each, os.O_RDONLY | os.O_DIRECTORY)


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


def _sync(path: Path | str, flags: int) -> None:
    handle = os.open(path, flags | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
