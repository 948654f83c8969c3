"""What is played and what came of it: matches, and the outcomes that the ledger keeps."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Format(StrEnum):
    """Who sits at a table (docs/cups.md, stages)."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    FRIENDS = "friends"
    GAUNTLET = "gauntlet"

    @property
    def is_bot_against_bot(self) -> bool:
        """Whether all seats of a side are the same bot."""
        return self in {Format.PAIRS, Format.GAUNTLET}


class Unit(StrEnum):
    """What one match consists of."""

    DEALS = "deals"
    GAMES = "games"


class Ending(StrEnum):
    """How a match, or one seat's part in it, came to its end: a closed list."""

    NORMAL = "normal"
    LATE = "late"
    ILLEGAL = "illegal"
    CRASHED = "crashed"
    DISCONNECTED = "disconnected"
    PROTOCOL = "protocol"
    NOT_READY = "not ready"
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Match:
    """One table to be played: a seating and the boards that it plays.

    Attributes:
        key: SHA-256 (hex) of all that the match is and is played by, the secret too (docs/verifying.md, by hand). The
            ledger stores an outcome once under this key.
        cup: name of the cup.
        round: from 1.
        seating: entrant names by seat, in order of play (of four: North, West, South, East).
        versions: the bots' versions by seat.
        boards: deal numbers, from 1, for ``deals``; the game's number alone for ``games``.
    """

    key: str
    cup: str
    round: int
    format: Format
    unit: Unit
    rules_id: str
    seating: tuple[str, ...]
    versions: tuple[str, ...]
    boards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of one seat in one deal.

    Attributes:
        deal: index in the match, from 0.
        seat: index in the seating.
        overrun_s: seconds past the time allowed; None unless late.
        offence: what was sent, or the sentence of the refusal, as text; may be empty.
    """

    deal: int
    seat: int
    ending: Ending
    rule: str
    overrun_s: float | None
    offence: str


@dataclass(frozen=True, slots=True)
class Result:
    """One thing that ratings of two sides count: a deal at one table, or a whole game at one table.

    Attributes:
        board: deal number (``deals``) or game number (``games``); the cluster of the interval is the cup and this.
        score: of the side of seats 0, 2, … (of four: North–South): 1, 0.5 or 0.
        margin: levels gained by that side less those gained by the other.
        declarers: 0 if that side were the declarers, 1 if the other; None for a whole game.
        points: the opponents' total of the deal; None for a whole game.
        rated: False where a fault took the result out of the ratings (the offender is charged apart).
        lost_by: seat index of the offender whose fault lost it, or None.
    """

    board: int
    score: float
    margin: int
    declarers: int | None
    points: int | None
    rated: bool
    lost_by: int | None


class Part(StrEnum):
    """What a player was in a deal of Finding Friends."""

    MAKER = "maker"
    FRIEND = "friend"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat had of a deal, or a whole game, of Finding Friends.

    Attributes:
        gain: levels gained; below 0 where a fault or a debt cost some.
        has_won: it was on the side that won the deal, or won the game; nobody may have.
        part: None for a whole game, and for a deal without a maker.
    """

    gain: int
    has_won: bool
    part: Part | None


@dataclass(frozen=True, slots=True)
class FriendsResult:
    """One thing that ratings of players count (format ``friends``): a deal at one table, or a whole game.

    Attributes:
        board: deal number (``deals``) or game number (``games``); the cluster of the interval is the cup and this.
        seats: by seat, what each had of it.
        points: of those who were not on the maker's side; None for a whole game.
        rated: False where a fault took the result out of the ratings (the offender is charged apart).
        lost_by: seat index of the offender whose fault lost it, or None.
    """

    board: int
    seats: tuple[SeatResult, ...]
    points: int | None
    rated: bool
    lost_by: int | None


AnyResult: TypeAlias = Result | FriendsResult
"""What counts; in one match all are of one kind, that of its format."""


class Kind(StrEnum):
    """What is decided: a bid (or to hold one), the burial, the calls of friends, a lead, a follow."""

    BID = "bid"
    BURIAL = "burial"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"


@dataclass(frozen=True, slots=True)
class KindTimes:
    """Time use of one seat in one match for the decisions of one kind, as the referee measured it."""

    kind: Kind
    decision_count: int
    total_s: float
    p50_s: float
    p95_s: float
    max_s: float


@dataclass(frozen=True, slots=True)
class SeatTimes:
    """Time use of one seat in one match, as the referee measured it.

    Attributes:
        kinds: the same for each kind of which there were decisions, in the order of `Kind`; empty in matches that were
            stored before version 5 of the ledger.
    """

    decision_count: int
    total_s: float
    p50_s: float
    p95_s: float
    max_s: float
    kinds: tuple[KindTimes, ...] = ()


class MachineTrouble(StrEnum):
    """What went wrong at a table by no bot's fault: a closed list."""

    VOID_DEAL = "void deal"
    TABLE_SET_UP_AGAIN = "table set up again"
    REFEREE_GONE = "referee gone"


@dataclass(frozen=True, slots=True)
class MachineFault:
    """A trouble of the machine in one match, which cost no bot anything but was seen by them.

    Attributes:
        deal: index in the match, from 0; None where it concerns no one deal.
        at: when it was noted, ISO 8601 with its zone, to the second.
        sentence: for people; may be what another program said.
    """

    kind: MachineTrouble
    deal: int | None
    at: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one match.

    Attributes:
        ending: NORMAL, or ABORTED when the harness itself stopped it (then nothing counts).
        results: in the order of the boards; `FriendsResult` in the format ``friends``, else `Result`.
        times: by seat.
        record_name: file name of the record below the cup's record folder.
        record_sha256: of that file's bytes.
        deal_count: lines in the record.
        decision_count: all decisions of the match.
        message_count: all protocol messages of the match, both ways.
        elapsed_s: from the first deal to the end, by a clock that does not go back; of all sittings together.
        isolation: tier in which the bots of this machine were kept apart (`arena.confinement.Tier`); empty if unknown.
        machine_faults: what the machine did wrong on the way, in order; a match that was stored before version 4 of the
            ledger has none.
    """

    match: Match
    ending: Ending
    results: tuple[AnyResult, ...]
    faults: tuple[Fault, ...]
    times: tuple[SeatTimes, ...]
    record_name: str
    record_sha256: str
    deal_count: int
    decision_count: int
    message_count: int
    elapsed_s: float
    isolation: str = ""
    machine_faults: tuple[MachineFault, ...] = ()
