"""A ledger in an SQLite file: one writer by a lock beside it, durable by a write-ahead log that is synced."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from arena.ledger_errors import (
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerMissing,
    LedgerUnwritable,
    NotALedger,
)
from arena.ledger_stores.store import Engines
from arena.locks import held, take

BUSY_TIMEOUT_S = 10.0

WRITERS_WAIT_S = 3600.0
"""Threads of this process, for each other: as long as a disk may take for what they write."""

LEAST_ROOM_BYTES = 64 * 1024
"""With less, SQLite cannot make the files that it works with."""

MAKE_ROOM = "make room and run the same command again"


@dataclass(frozen=True, slots=True)
class SqliteStore:
    """The SQLite file at *path*."""

    path: Path

    @property
    def where(self) -> str:
        """The path."""
        return str(self.path)

    @property
    def _file(self) -> Path:
        """The file itself, where *path* is a link: what lies beside it, the lock too, is found from there."""
        return Path(os.path.realpath(self.path))

    @contextmanager
    def open_to_write(self) -> Iterator[Engines]:
        """The file, made if there is none, and locked."""
        with ExitStack() as opened:
            with self.in_our_words():
                opened.enter_context(_locked(self._file, self.where))
                uri = f"{_uri(self._file)}?mode=rwc"
                # Threads that write wait for each other here, where whoever waits longest is next.
                write = _engine(uri, pool_size=1, max_overflow=0, pool_timeout=WRITERS_WAIT_S)
                read = _engine(uri)
                for engine in (write, read):
                    opened.callback(engine.dispose)
                    event.listen(engine, "connect", _make_durable)
            yield Engines(read=read, write=write.execution_options(begin="IMMEDIATE"))

    @contextmanager
    def open_to_read(self) -> Iterator[Engine]:
        """The file, which nothing is written to."""
        with self.in_our_words():
            is_there = self.path.exists()
        if not is_there:
            raise LedgerMissing(self.where, "there is no ledger", "run the cup first, or name another file")
        engine = _engine(f"{_uri(self._file)}?mode=ro{_as_it_lies(self._file)}")
        _leave_what_is_gone(engine, self._file)
        try:
            yield engine
        finally:
            engine.dispose()

    @contextmanager
    def in_our_words(self) -> Iterator[None]:
        """Turn what SQLite or the disk refuses into errors that say what to do."""
        try:
            yield
        except (DBAPIError, sqlite3.Error) as error:
            found = _translated(self.where, self._file.parent, error.orig if isinstance(error, DBAPIError) else error)
            if found is None:
                raise
            raise found from error
        except OSError as error:
            if error.errno in {errno.ENOSPC, errno.EDQUOT}:
                raise LedgerFull(self.where, "the disk is full", MAKE_ROOM) from error
            raise LedgerUnwritable(
                self.where,
                f"it cannot be opened ({error.strerror})",
                "check its name, and that its folder exists and is writable",
            ) from error


def _engine(file_uri: str, *, pool_size: int = 5, max_overflow: int = -1, pool_timeout: float = 0) -> Engine:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(
            file_uri, uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )

    # By its URL this is a database in memory, and for those a pool is chosen that closes connections of other threads,
    # in use or not, which ends the process. What a cup is drawn from stays out of every error.
    engine = create_engine(
        "sqlite://",
        creator=connect,
        hide_parameters=True,
        poolclass=QueuePool,
        pool_size=pool_size,
        max_overflow=max_overflow,
        pool_timeout=pool_timeout,
    )
    event.listen(engine, "begin", _begin)
    return engine


def _uri(path: Path) -> str:
    """The URI of a file, whose path is absolute."""
    # Without a host, two slashes at the beginning of a path would be read as one; and names of files are bytes.
    return f"file://{quote(os.fsencode(path))}"


def _begin(connection: Connection) -> None:
    # The driver would begin a transaction only before the first write, and reads of several tables would not agree.
    # A writer takes its turn at once: a reader that turns writer can be refused without waiting.
    connection.exec_driver_sql(f"BEGIN {connection.get_execution_options().get('begin', 'DEFERRED')}")


def _leave_what_is_gone(engine: Engine, path: Path) -> None:
    """Have *engine* read the file at *path*, and not one that was there: SQLite would go on with that one unseen."""

    def remember(_: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        record.info["file"] = _file_at(path)

    def compare(_: sqlite3.Connection, record: ConnectionPoolEntry, __: object) -> None:
        if record.info["file"] != _file_at(path):
            raise DisconnectionError

    event.listen(engine, "connect", remember)
    event.listen(engine, "checkout", compare)


def _file_at(path: Path) -> tuple[int, int] | None:
    """What tells a file from others; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _make_durable(connection: sqlite3.Connection, _: object) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _as_it_lies(path: Path) -> str:
    """What lets SQLite read a ledger from a folder where it can make no files of its own.

    Without a write-ahead log nobody has it open and the file holds everything.
    """
    has_log = path.with_name(f"{path.name}-wal").exists()
    return "" if has_log or os.access(path.parent, os.W_OK, effective_ids=True) else "&immutable=1"


@contextmanager
def _locked(path: Path, where: str) -> Iterator[None]:
    """Hold the lock beside *path*. The kernel lets it go when this process dies, however it dies."""
    place = path.with_name(f"{path.name}-lock")
    lock = take(place, waits=False)
    if lock is None:
        raise LedgerBusy(
            where,
            f"another process{_named_in(place)} is writing to this ledger",
            "wait until it has ended, or name another file with --ledger",
        )
    with held(lock):
        # For the sentence above alone, and a full disk has no room for it.
        with suppress(OSError):
            os.ftruncate(lock, 0)
            os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
        yield


def _named_in(lock: Path) -> str:
    """Who has a lock, if it says so."""
    try:
        number = lock.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
    return f" ({number})" if number.isdigit() else ""


def _is_full(folder: Path) -> bool:
    """Whether the disk has no room, for bytes or for files, as far as it tells."""
    try:
        disk = os.statvfs(folder)
    except OSError:
        return False
    # Some file systems count no files.
    return disk.f_bavail * disk.f_frsize < LEAST_ROOM_BYTES or (disk.f_files > 0 and disk.f_favail == 0)


def _translated(where: str, folder: Path, error: BaseException | None) -> LedgerError | None:
    if not isinstance(error, sqlite3.Error):
        return None
    name = getattr(error, "sqlite_errorname", "") or ""
    match name.split("_")[1:2]:
        case ["FULL"]:
            return LedgerFull(where, "the disk is full", MAKE_ROOM)
        case ["CANTOPEN" | "IOERR"] if _is_full(folder):
            # Its files beside the ledger find no room, and SQLite does not say why.
            return LedgerFull(where, "the disk is full", MAKE_ROOM)
        case ["READONLY"]:
            return LedgerUnwritable(where, "it cannot be written to", "check its permissions and those of its folder")
        case ["CANTOPEN" | "PERM" | "AUTH"]:
            return LedgerUnwritable(where, "it cannot be opened", "check its permissions and those of its folder")
        case ["IOERR"]:
            return LedgerUnwritable(where, f"the disk refused it ({error})", "check the disk and run the command again")
        case ["NOTADB" | "CORRUPT"]:
            return NotALedger(where, f"this is no ledger, or a damaged one ({error})", "name another file")
        case ["BUSY" | "LOCKED"]:
            return LedgerBusy(where, "another program holds it locked", "end that program and run the command again")
        case _:
            return None
