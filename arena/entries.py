"""A cup and its entrants as they are entered: what the ledger keeps of them and the pages name."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from arena.deals import commitment


@dataclass(frozen=True, slots=True)
class EntrantEntry:
    """An entrant as the ledger and the pages name it.

    Attributes:
        content: SHA-256 (hex) of a bot that was submitted; empty for others.
        is_remote: it dials in from elsewhere.
    """

    name: str
    author: str = ""
    language: str = ""
    version: str = ""
    content: str = ""
    is_remote: bool = False


@dataclass(frozen=True, slots=True)
class CupEntry:
    """A cup as the ledger keeps it.

    Attributes:
        config: canonical text of all that decides what is played; equal texts are the same cup.
        secret: what the decks are drawn from.
        created: when the cup was begun first; with its zone.
        conditions: how it is played, for the pages, as (label, text) in order: limits, deals, isolation.
    """

    name: str
    config: str
    rules_id: str
    secret: bytes = field(repr=False)
    created: datetime
    entrants: tuple[EntrantEntry, ...]
    conditions: tuple[tuple[str, str], ...] = ()

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, hex."""
        return commitment(self.secret)


@dataclass(frozen=True, slots=True)
class Arrival:
    """When the outcome of a match was stored.

    Attributes:
        sequence: rises with every outcome that the ledger gets, of whatever cup.
        key: of the match.
        at: ISO 8601 in UTC, to the second.
    """

    sequence: int
    key: str
    at: str
