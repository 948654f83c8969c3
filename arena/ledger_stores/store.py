"""What a ledger asks of the database that holds it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Engine


@dataclass(frozen=True, slots=True)
class Engines:
    """Ways into one database.

    Attributes:
        read: every transaction sees one moment, whatever is written meanwhile; several at a time.
        write: one transaction at a time, on the disk when it is committed.
    """

    read: Engine
    write: Engine


class Store(Protocol):
    """A database that can hold a ledger."""

    @property
    def where(self) -> str:
        """Where it is, for people; without a password."""
        ...

    def open_to_write(self) -> AbstractContextManager[Engines]:
        """The database, made if that is possible; no other process can have it so meanwhile.

        Raises:
            LedgerError: another process has it, or it cannot be used.
        """
        ...

    def open_to_read(self) -> AbstractContextManager[Engine]:
        """The database as it is.

        Raises:
            LedgerError: it is not there, or cannot be used.
        """
        ...

    def in_our_words(self) -> AbstractContextManager[None]:
        """What the database refuses within the block is raised as a `LedgerError`."""
        ...
