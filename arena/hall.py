"""Where the matches of a cup are played: on this machine (`arena.local_hall`), or on others."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from arena.config import Cup
from arena.events import Listener
from arena.matches import Match, Outcome
from arena.sandbox.isolation import Isolation


class RefereeFailed(Exception):
    """Referees do not start, or die again and again; the sentence says what the last one printed."""


@dataclass(frozen=True, slots=True)
class Files:
    """Where a cup's records and its bots' logs are kept, and where its remote bots are found: the --files folder."""

    records: Path
    logs: Path
    remote: Path = Path()


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a hall is opened for.

    Attributes:
        secret: what the decks are drawn from.
        isolation: what bots of this machine are started with.
        tables: matches that will be played at once, at most.
        pin: each table keeps to one core. Not for halls of which several are open on one machine.
        on_deal: called with the match after every deal that counts.
        on_tables: called when a hall has other tables than before, with their number now; it may then be asked for so
            many matches at once, if that is more than *tables*.
        listen: told what happens.
    """

    cup: Cup
    secret: bytes = field(repr=False)
    files: Files
    isolation: Isolation | None
    tables: int
    on_deal: Callable[[Match], None]
    listen: Listener
    on_tables: Callable[[int], None] = lambda _: None
    pin: bool = False


class Hall(Protocol):
    """Tables, with all that is needed to play at them."""

    async def play(self, match: Match) -> Outcome:
        """The outcome of a match, whose record is then in the cup's folder; cancelling it ends all that was started.

        Raises:
            RefereeFailed, MachineTooSlow, StrictFault, CannotStart, GatewayGone: what stops the cup.
            OSError: the record cannot be written.
        """
        ...


OpenHall: TypeAlias = Callable[[Occasion], AbstractAsyncContextManager[Hall]]
"""Opens a hall; nothing that was started is left once the block is over."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a cup is to be played.

    Attributes:
        isolation: what bots of this machine are started with; None where none is.
        count_tables: matches that are played at once, if nobody says; it may take a while to know.
        machine: that bots play on, in words; empty where that is not one.
    """

    isolation: Isolation | None
    open_hall: OpenHall
    count_tables: Callable[[], int]
    machine: str = ""
