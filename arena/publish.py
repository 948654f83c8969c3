"""Publishing: what the ledger and the records say, written as files that a reader never sees half done."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import msgspec

from arena.config import Stage
from arena.cup_document import CupDocument, cup_document
from arena.cup_rules import rules_of
from arena.earlier_cups import earlier_cups
from arena.leaderboard import Leaderboard, Progress, leaderboard
from arena.leaderboard_text import csv_text, markdown_text
from arena.ledger import LedgerReader
from arena.locks import locked
from arena.matches import Outcome
from arena.page import RecordLine, index_page, record_line, records_page
from arena.ratings import Anchor
from arena.records_store import SUFFIX
from arena.standings import Standings, standings
from referee.version import software_version

__all__ = ["Progress", "Publication", "PublishError", "publish"]

_RECORD = re.compile(rf"[0-9a-f]{{32}}{re.escape(SUFFIX)}")
_RECORD_PART = re.compile(rf"\.{_RECORD.pattern}\.part")
_RECORDS_PAGE = "records.html"

_LOCK = ".publishing.lock"
"""Held by whoever writes into the folder of a cup, so that what is there is all of one publication."""


class PublishError(Exception):
    """What is in the ledger cannot be published as it is.

    Attributes:
        where: the file.
        what: what is wrong with it, and what to do.
    """

    def __init__(self, where: Path, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


@dataclass(frozen=True, slots=True)
class Publication:
    """What was published.

    Attributes:
        page: of the standings.
    """

    page: Path
    standings: Standings


def publish(
    ledger: LedgerReader,
    cup_name: str,
    folder: Path,
    records_folder: Path,
    *,
    progress: Progress,
    anchor: Anchor | None = None,
    stages: Sequence[Stage] | None = None,
) -> Publication:
    """Publish the cup *cup_name* into the folder of its name below *folder*.

    The secret and the records, which hold the decks, follow when the cup is complete: until then some entrants are
    still to play the decks that others have played.

    Records of an earlier cup of this name, which the ledger no longer lists, and temporary files that an interrupted
    publication left behind are removed; other files in the folder are left alone. Of several that publish at once one
    waits for the other.

    Args:
        ledger: open for reading at least.
        cup_name: of a cup in the ledger.
        folder: that of all leaderboards.
        records_folder: where the names of records in the ledger begin.
        progress: whether all matches are played.
        anchor: whose rating is fixed, and at what.
        stages: of the cup's file; without them nobody can check its schedule.

    Raises:
        UnknownCup: the ledger does not know it.
        PublishError: a record is missing or not the one in the ledger.
        OSError: the folder cannot be written to.
    """
    entry = ledger.cup(cup_name)
    target = _below(folder, cup_name)
    target.mkdir(parents=True, exist_ok=True)
    with locked(target / _LOCK):
        with _put_in_place() as written:
            lines: list[RecordLine] = []
            with _part_of(target / "matches.jsonl", written) as file:
                outcomes = _read(ledger.outcomes(cup_name), file, lines)
                found = standings(outcomes, entry.entrants, anchor=anchor, rules=rules_of(entry))
            board = leaderboard(entry, found, progress, anchor, earlier=earlier_cups(ledger, entry, found))
            pages = {
                "cup.json": _json(cup_document(entry, stages, written_by=software_version())),
                "leaderboard.json": _json(board),
                "leaderboard.csv": csv_text(board).encode(),
                "leaderboard.md": markdown_text(board).encode(),
                "index.html": index_page(board).encode(),
            }
            if progress is Progress.COMPLETE:
                _copy_records(lines, records_folder, target / "records")
                with _part_of(target / _RECORDS_PAGE, written) as file:
                    file.writelines(piece.encode() for piece in records_page(board, lines))
            for name, content in pages.items():
                with _part_of(target / name, written) as file:
                    file.write(content)
        _remove_stale_records(lines, records_folder, target / "records")
        for name in (*pages, "matches.jsonl", _RECORDS_PAGE):
            _part(target / name).unlink(missing_ok=True)
    return Publication(target / "index.html", found)


def _read(outcomes: Iterable[Outcome], file: BinaryIO, lines: list[RecordLine]) -> Iterator[Outcome]:
    """Hand on each outcome, after it was written into *file*; what the records' page says of it is kept in *lines*."""
    for outcome in outcomes:
        file.write(msgspec.json.encode(outcome) + b"\n")
        lines.append(record_line(outcome))
        yield outcome


def _json(document: CupDocument | Leaderboard) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"


def _copy_records(lines: Iterable[RecordLine], source: Path, target: Path) -> None:
    """Copy those that are not there yet; each is compared with its hash in the ledger."""
    target.mkdir(exist_ok=True)
    with _put_in_place() as written:
        for line in lines:
            path = _below(target, line.name)
            if _sha256(path) == line.sha256:
                continue
            origin = _below(source, line.name)
            try:
                content = origin.read_bytes()
            except FileNotFoundError:
                raise PublishError(origin, "the record is missing; put it back from a copy") from None
            if hashlib.sha256(content).hexdigest() != line.sha256:
                raise PublishError(origin, "the record is not the one in the ledger; put it back from a copy")
            path.parent.mkdir(parents=True, exist_ok=True)
            written.append(str(path))
            _part(path).write_bytes(content)
        # One sync for all: thousands of records would take minutes one by one.
        if written:
            os.sync()


def _remove_stale_records(lines: Iterable[RecordLine], source: Path, target: Path) -> None:
    """Remove from *target* what has the name of a record, or of its temporary file, and is in none of *lines*."""
    # Where cups keep their records in this very folder, there is no copy to tidy.
    if not target.is_dir() or target.resolve() == source.resolve():
        return
    listed = {line.name for line in lines}
    for path in target.iterdir():
        is_unlisted = _RECORD.fullmatch(path.name) is not None and path.name not in listed
        if (is_unlisted or _RECORD_PART.fullmatch(path.name)) and path.is_file():
            path.unlink(missing_ok=True)


@contextmanager
def _part_of(path: Path, written: list[str]) -> Iterator[BinaryIO]:
    """A file beside the place of *path*, which is entered in *written*; it is on the disk when the block is left."""
    written.append(str(path))
    with _part(path).open("wb") as part:
        yield part
        part.flush()
        os.fsync(part.fileno())


@contextmanager
def _put_in_place() -> Iterator[list[str]]:
    """Rename the files that were entered, which are written beside their places; if anything fails, leave none."""
    written: list[str] = []
    try:
        yield written
        _rename(map(Path, written))
    except BaseException:
        for path in map(Path, written):
            _part(path).unlink(missing_ok=True)
        raise


def _rename(written: Iterable[Path]) -> None:
    folders = set()
    for path in written:
        _part(path).replace(path)
        folders.add(path.parent)
    for folder in folders:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _part(path: Path) -> Path:
    return path.with_name(f".{path.name}.part")


def _below(folder: Path, name: str) -> Path:
    """The file *name* below *folder*, and nowhere else."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or any(part.startswith(".") for part in parts):
        raise PublishError(folder, f"{name!r} is no name of a file below this folder")
    return folder.joinpath(*parts)


def _sha256(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        return None
