"""Why a ledger cannot be used, in words that say what to do."""

from __future__ import annotations


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


class LedgerUnreachable(LedgerError):
    """The server does not answer, does not let us in, or is gone. What was stored before is there."""


class UnsupportedLedger(LedgerError):
    """A URL that names nothing that can hold a ledger, or nothing that can be used as this arena is installed."""
