"""Why a ledger cannot be used: what the database or the disk refused, in words that say what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError


class LedgerError(Exception):
    """A ledger that cannot be used as asked.

    Attributes:
        where: the file or URL.
        what: what is wrong with it.
        remedy: what to do about it.
    """

    def __init__(self, where: str, what: str, remedy: str) -> None:
        super().__init__(f"{where}: {what}; {remedy}")
        self.where = where
        self.what = what
        self.remedy = remedy


class LedgerBusy(LedgerError):
    """Another process is writing to it."""


class LedgerMissing(LedgerError):
    """There is none, where one is to be read."""


class NotALedger(LedgerError):
    """Something else is there, or a ledger that is damaged."""


class LedgerTooNew(LedgerError):
    """Written by a later version of the arena."""


class LedgerUnwritable(LedgerError):
    """The disk or the folder does not take writing."""


class LedgerFull(LedgerError):
    """The disk has no room left. What was stored before is there; the match at hand is not."""


class UnsupportedLedger(LedgerError):
    """A URL that names no SQLite file."""


@contextmanager
def in_our_words(where: str) -> Iterator[None]:
    """Turn what the database or the disk refuses into errors that say what to do."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        found = _translated(where, error.orig if isinstance(error, DBAPIError) else error)
        if found is None:
            raise
        raise found from error
    except OSError as error:
        if error.errno in {errno.ENOSPC, errno.EDQUOT}:
            raise LedgerFull(where, "the disk is full", "make room and run the same command again") from error
        raise LedgerUnwritable(
            where, f"it cannot be opened for writing ({error.strerror})", "check that its folder exists and is writable"
        ) from error


def _translated(where: str, error: BaseException | None) -> LedgerError | None:
    if not isinstance(error, sqlite3.Error):
        return None
    name = getattr(error, "sqlite_errorname", "") or ""
    match name.split("_")[1:2]:
        case ["FULL"]:
            return LedgerFull(where, "the disk is full", "make room and run the same command again")
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
