"""What the arena asks of a referee and what it hears back, as plain values; seats are indices from 0."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from arena.cup_file import FaultPolicy, TimeControl
from arena.deals import Board
from arena.matches import Ending, SeatTimes
from referee.rules.levels import Level


class RefereeGone(Exception):
    """The referee did not answer, or stopped in the middle of a match; nothing of that match counts."""


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat's bot: the entrant, and the token with which its process dials in.

    Attributes:
        lag_allowance_s: seconds of each decision that are not counted: the way to a bot elsewhere.
        resume_within_s: for a stream that broke to be taken up again; 0 to count it as lost at once.
    """

    entrant: str
    token: str = field(repr=False)
    lag_allowance_s: float = 0.0
    resume_within_s: float = 0.0


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One match as it is asked for.

    Attributes:
        rules: canonical text of the options.
        is_game: a whole game, from the first board on until it is won; otherwise every board is a deal of its own.
    """

    match_id: str
    rules: str
    chairs: tuple[Chair, ...]
    is_game: bool
    boards: tuple[Board, ...]
    time: TimeControl
    faults: FaultPolicy


@dataclass(frozen=True, slots=True)
class Begun:
    """All bots are ready, or their time to be so has passed."""


@dataclass(frozen=True, slots=True)
class SeatFault:
    """One fault, as the referee saw it.

    Attributes:
        overrun_s: seconds past the time allowed; None unless late.
        question: in a strict match, the question that was open, as JSON; else empty.
        output: the last lines that its program printed; the arena finds them.
    """

    seat: int
    ending: Ending
    rule: str
    overrun_s: float | None
    offence: str
    question: str = ""
    output: str = ""


@dataclass(frozen=True, slots=True)
class DealPlayed:
    """One deal as it was played.

    Attributes:
        records: of its decks, one line of JSON each, without a newline; more than one where decks were thrown in (B7).
        number: of its board.
        starter: seat that took the kitty, in Finding Friends the maker; None where nobody did.
        declarers: seats; in Finding Friends as the sides turned out.
        nobody_won: the deal (Finding Friends); then ``declarers_won`` is False.
        gains: by seat, levels that the points earned.
        levels: by seat, after the deal; with pluses, as `referee.rules.levels.Level` counts them.
        debts: by seat, levels owed after the deal (Finding Friends); empty if nobody owes any.
        game_winners: seats that have won the game.
        forfeited_by: seats whose fault lost them the deal, in the order in which it happened.
        is_thrown_in: nobody bid with any of the decks, so there is no result.
        is_void: the machine stood still while a seat was to answer; the deal is to be played again.
    """

    records: tuple[str, ...]
    number: int
    starter: int | None
    declarers: tuple[int, ...]
    opponents_points: int
    declarers_won: bool
    nobody_won: bool
    gains: tuple[int, ...]
    levels: tuple[Level, ...]
    debts: tuple[int, ...]
    game_winners: tuple[int, ...]
    faults: tuple[SeatFault, ...]
    forfeited_by: tuple[int, ...]
    is_thrown_in: bool
    is_void: bool
    decision_count: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over.

    Attributes:
        ending: NORMAL, also if a fault ended it, which is told in the last deal; ABORTED if it could not go on.
        by_fault: a fault ended it: any in a strict match, one that lost a deal in a game.
        sentence: for people.
    """

    ending: Ending
    by_fault: bool
    sentence: str
    times: tuple[SeatTimes, ...]
    message_count: int
    elapsed_s: float


Update: TypeAlias = Begun | DealPlayed | Finished


class RefereeClient(Protocol):
    """One referee, reached."""

    def play_match(self, spec: TableSpec) -> AbstractAsyncContextManager[AsyncIterator[Update]]:
        """Play one match; leaving the block before it is finished ends it.

        Raises:
            RefereeGone: from the iterator, too.
        """
        ...
