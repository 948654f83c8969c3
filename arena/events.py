"""What happens while a cup is played, as told to displays and, as JSON, to programs (docs/cups.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from arena.matches import AnyResult, Format, FriendsResult, Match, Outcome, Result, Unit


class CupBegun(msgspec.Struct, frozen=True, tag_field="event", tag="cup_begun"):
    """Before the first match of this run.

    Attributes:
        commitment: SHA-256 of the secret from which the decks are drawn, hex.
        match_count: matches of the whole cup; those void because an entrant is out are among them.
        matches_done: of them, stored by earlier runs.
        deal_count: deals that stand alone, of the whole cup, at all tables.
        deals_done: of them, stored by earlier runs.
        game_count: whole games, likewise.
        games_done: of them, stored by earlier runs.
        tables: matches played at once.
        isolation: tier in which bots are kept apart (docs/isolation.md); empty where none runs on this machine.
    """

    cup: str
    commitment: str
    rules_id: str
    entrants: tuple[str, ...]
    match_count: int
    matches_done: int
    deal_count: int
    deals_done: int
    game_count: int
    games_done: int
    tables: int
    isolation: str


class ResultTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """One deal, or game, of a match.

    Attributes:
        score: of the side of the first and third seat: 1, 0.5 or 0; None in ``friends``.
        margin: levels gained by it, less those gained by the other; None in ``friends``.
        lost_by: the entrant whose fault lost it.
        gains: in ``friends``, by seat, levels gained; else not there.
        won: in ``friends``, by seat, whether it was on the side that won, or won the game; else not there.
    """

    board: int
    score: float | None
    margin: int | None
    is_rated: bool
    lost_by: str | None
    gains: tuple[int, ...] | None = None
    won: tuple[bool, ...] | None = None


class MatchPlayed(msgspec.Struct, frozen=True, tag_field="event", tag="match_played"):
    """A match is over and in the ledger.

    Attributes:
        seating: entrants by seat, in order of play.
        fault_count: faults of all seats, those without consequence too.
        matches_done: matches of the cup that are stored, this one included.
    """

    match: str
    format: Format
    unit: Unit
    round: int
    seating: tuple[str, ...]
    results: tuple[ResultTold, ...]
    fault_count: int
    elapsed_s: float
    matches_done: int
    match_count: int


class MatchRepeated(msgspec.Struct, frozen=True, tag_field="event", tag="match_repeated"):
    """A match counts for nothing and is played again from its start."""

    match: str
    format: Format
    seating: tuple[str, ...]
    reason: str


class BotAwaited(msgspec.Struct, frozen=True, tag_field="event", tag="bot_awaited"):
    """A match waits for a remote bot that has not dialled in, or not often enough.

    Attributes:
        needed: streams that the match needs, one for each seat.
        connected: streams that it has.
        tokens: that it was given.
        address: where it is to dial in.
        within_s: how long it is waited for.
    """

    entrant: str
    needed: int
    connected: int
    tokens: int
    address: str
    within_s: float


class TablesAdded(msgspec.Struct, frozen=True, tag_field="event", tag="tables_added"):
    """More matches are played at once from now on, as machines have come.

    Attributes:
        tables: matches played at once.
    """

    tables: int


class EntrantOut(msgspec.Struct, frozen=True, tag_field="event", tag="entrant_out"):
    """An entrant has lost too much by faults; what it has not played yet is void."""

    entrant: str
    lost: int
    allowed: int


class Published(msgspec.Struct, frozen=True, tag_field="event", tag="published"):
    """The leaderboard was written."""

    folder: str
    page: str


class CupEnded(msgspec.Struct, frozen=True, tag_field="event", tag="cup_ended"):
    """The run is over.

    Attributes:
        is_finished: every match is stored or void.
        matches_played: by this run.
        void_match_count: matches not played because an entrant is out.
        elapsed_s: of this run.
    """

    cup: str
    is_finished: bool
    matches_played: int
    matches_done: int
    match_count: int
    void_match_count: int
    elapsed_s: float


class Failed(msgspec.Struct, frozen=True, tag_field="event", tag="failed"):
    """The command cannot be carried out, or not further.

    Attributes:
        key: of the cup file, if it is at fault.
    """

    reason: str
    key: str | None = None


Event: TypeAlias = (
    CupBegun | MatchPlayed | MatchRepeated | BotAwaited | TablesAdded | EntrantOut | Published | CupEnded | Failed
)
Listener: TypeAlias = Callable[[Event], None]


def match_played(outcome: Outcome, *, matches_done: int, match_count: int) -> MatchPlayed:
    """What is told of an outcome."""
    match = outcome.match
    return MatchPlayed(
        match=match.key,
        format=match.format,
        unit=match.unit,
        round=match.round,
        seating=match.seating,
        results=tuple(_told(result, match) for result in outcome.results),
        fault_count=len(outcome.faults),
        elapsed_s=round(outcome.elapsed_s, 3),
        matches_done=matches_done,
        match_count=match_count,
    )


def _told(result: AnyResult, match: Match) -> ResultTold:
    lost_by = None if result.lost_by is None else match.seating[result.lost_by]
    match result:
        case Result():
            return ResultTold(result.board, result.score, result.margin, result.rated, lost_by)
        case FriendsResult():
            return ResultTold(
                board=result.board,
                score=None,
                margin=None,
                is_rated=result.rated,
                lost_by=lost_by,
                gains=tuple(seat.gain for seat in result.seats),
                won=tuple(seat.has_won for seat in result.seats),
            )


def match_repeated(match: Match, reason: str) -> MatchRepeated:
    """What is told of a match that is played again."""
    return MatchRepeated(match=match.key, format=match.format, seating=match.seating, reason=reason)
