"""What was submitted of a bot: its files copied to the arena's own folder, bounded, and named by a hash of them all."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from arena.bot_file import BadBot
from arena.confinement import MIB
from arena.ignored import files_of

BYTES_MOST = 256 * MIB
FILES_MOST = 20_000

LESS = "name what is built or downloaded in .gitignore, and leave it to the build"

_BEGINNING = b"tractor-arena bot 1\n"
"""Of what is hashed: another way to hash is another beginning."""

_PIECE_BYTES = 1 << 20
_FILE, _PROGRAM, _LINK = b"f", b"x", b"l"


@dataclass(frozen=True, slots=True)
class Content:
    """What was copied.

    Attributes:
        sha256: hex, of all paths, of what may be started, and of all bytes.
    """

    sha256: str
    file_count: int
    byte_count: int


def copy_content(source: Path, target: Path) -> Content:
    """Copy the files of a bot into *target*, which is made; what git ignores stays behind.

    The hash is of what arrived, also where a file is written to meanwhile. Of modes only whether a file may be started
    is copied and counts, of links where they lead.

    Raises:
        BadBot: a file is neither a file nor a link within the folder, or it is too much.
        OSError: a file cannot be read or written.
    """
    target.mkdir(parents=True)
    whole = hashlib.sha256(_BEGINNING)
    file_count, byte_count, links = 0, 0, list[PurePosixPath]()
    for path in files_of(source):
        file_count += 1
        if file_count > FILES_MOST:
            raise BadBot("", f"has more than {FILES_MOST:,} files; {LESS}")
        place = target / path
        place.parent.mkdir(parents=True, exist_ok=True)
        kind, size, digest = _copy(source, path, place, BYTES_MOST - byte_count)
        byte_count += size
        if kind == _LINK:
            links.append(path)
        name = os.fsencode(str(path))
        whole.update(b"%d:%s%s%s" % (len(name), name, kind, digest))
    _check_links(target, links)
    return Content(whole.hexdigest(), file_count, byte_count)


def _copy(source: Path, path: PurePosixPath, place: Path, room_bytes: int) -> tuple[bytes, int, bytes]:
    """The kind of a file, its size, and the hash of what it holds."""
    origin = source / path
    mode = origin.lstat().st_mode
    if stat.S_ISLNK(mode):
        return _copy_link(source, path, place)
    if not stat.S_ISREG(mode):
        raise BadBot("", f"{path} is {_kind(mode)}; only files, folders and links can be submitted")
    # If it has become a pipe or a link since, nobody waits and nothing is followed.
    descriptor = os.open(origin, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    with open(descriptor, "rb") as reader:  # noqa: PTH123 - of a descriptor
        may_start = bool(mode & 0o111)
        size, digest = 0, hashlib.sha256()
        with place.open("xb") as writer:
            for piece in _pieces(reader):
                size += len(piece)
                if size > room_bytes:
                    raise BadBot("", f"has more than {BYTES_MOST // MIB} MiB, with {path}; {LESS}")
                digest.update(piece)
                writer.write(piece)
        place.chmod(0o755 if may_start else 0o644)
    return (_PROGRAM if may_start else _FILE), size, digest.digest()


def _copy_link(source: Path, path: PurePosixPath, place: Path) -> tuple[bytes, int, bytes]:
    to = os.readlink(source / path)  # noqa: PTH115 - as it is written
    place.symlink_to(to)
    return _LINK, 0, hashlib.sha256(os.fsencode(to)).digest()


def _check_links(folder: Path, links: Sequence[PurePosixPath]) -> None:
    """Refuse a link that leads out of the folder, be it by another link. To look, all of them have to be there."""
    whole = os.path.realpath(folder)
    for path in links:
        to = os.readlink(folder / path)  # noqa: PTH115 - as it is written
        leads = os.path.realpath(folder / path)
        if to.startswith("/") or not (leads == whole or leads.startswith(f"{whole}/")):
            raise BadBot("", f"{path} is a link to {to!r}, which is not in the folder; put the file itself there")


def _pieces(reader: BinaryIO) -> Iterator[bytes]:
    while piece := reader.read(_PIECE_BYTES):
        yield piece


def _kind(mode: int) -> str:
    for test, kind in (
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    ):
        if test(mode):
            return kind
    return "no file"


def make_read_only(folder: Path) -> None:
    """Take from everybody the right to write to what is below *folder*; links are left alone."""
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)
        Path(place).chmod(Path(place).stat().st_mode & ~0o222)


def remove(folder: Path) -> None:
    """Remove a folder with all that is in it, also where it is read-only; if it is not there, all is well."""
    if folder.is_symlink() or not folder.is_dir():
        return
    for place, _, _ in os.walk(folder):
        Path(place).chmod(0o700)
    shutil.rmtree(folder)
