"""What the page of a match tells, in no language yet: its sides and deals, and other tables with the same decks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from arena.matches import Format, FriendsResult, Match, Outcome, Result, Unit

TableKey: TypeAlias = tuple[int, Format, Unit, str, tuple[int, ...], tuple[str, ...]]

SIDES = (0, 1)


@dataclass(frozen=True, slots=True)
class Twin:
    """Another table at which the same entrants had the same decks in other seats.

    Attributes:
        turned: whether the sides are the same two, with the cards of the other side; None where they are other ones.
        margin: levels that the side of the first seat of *this* match gained there, less those of the other side; None
            if the sides there are others.
        gains: levels of each seat of *this* match there; empty where two sides play.
    """

    outcome: Outcome
    turned: bool | None
    margin: int | None
    gains: tuple[int, ...]

    @property
    def key(self) -> str:
        """Of its match."""
        return self.outcome.match.key


@dataclass(frozen=True, slots=True)
class DealLine:
    """One result of two sides: a deal, or a whole game.

    Attributes:
        deal: its number in the record, from 1.
        board: the deal's number in its stage, or the game's.
        declarers: side that they were, 0 or 1; None of a game or where nobody bid.
        points: the opponents' points; None of a game or where nobody bid.
        winner: side that won; None if nobody.
        margin: levels of the side of the first seat less those of the other.
        there: the same at the table with the sides exchanged; None without one.
        together: both.
    """

    deal: int
    board: int
    declarers: int | None
    points: int | None
    winner: int | None
    margin: int
    there: int | None
    together: int | None
    is_rated: bool
    lost_by: int | None
    fault_count: int

    @property
    def is_remarkable(self) -> bool:
        """Whether anything is to be said of it."""
        return self.lost_by is not None or not self.is_rated or self.fault_count > 0


@dataclass(frozen=True, slots=True)
class FriendsLine:
    """One result of Finding Friends: a deal, or a whole game; see `DealLine`."""

    deal: int
    board: int
    points: int | None
    seats: tuple[tuple[int, bool, str], ...]
    is_rated: bool
    lost_by: int | None
    fault_count: int

    @property
    def is_remarkable(self) -> bool:
        """Whether anything is to be said of it."""
        return self.lost_by is not None or not self.is_rated or self.fault_count > 0


@dataclass(frozen=True, slots=True)
class Score:
    """What a match came to.

    Attributes:
        won: results that each side won; of Finding Friends, that each seat was on the winning side of.
        drawn: results that nobody won, or counted for nobody.
        gains: levels of each side over the other; of Finding Friends, of each seat.
    """

    won: tuple[int, ...]
    drawn: int
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """All that pages of a match tell, in whatever language.

    Attributes:
        twins: other tables that had the same decks; first the one with the sides exchanged, if there is one.
        lines: its results; `FriendsLine` in Finding Friends.
    """

    outcome: Outcome
    twins: tuple[Twin, ...]
    score: Score
    lines: tuple[DealLine, ...] | tuple[FriendsLine, ...]

    @property
    def exchanged(self) -> Twin | None:
        """The table with the sides exchanged."""
        return self.twins[0] if self.twins and self.twins[0].turned else None


def facts_of(outcome: Outcome, tables: Sequence[Outcome]) -> MatchFacts:
    """The facts of a match.

    Args:
        tables: of the same `table_key`, this one among them.
    """
    twins = twins_of(outcome, tables)
    is_of_players = outcome.match.format is Format.FRIENDS
    lines = friends_lines_of(outcome) if is_of_players else lines_of(outcome, twins)
    return MatchFacts(outcome, twins, score_of(outcome), lines)


def table_key(match: Match) -> TableKey:
    """The same for all tables at which the same entrants have the same decks in a round."""
    return (match.round, match.format, match.unit, match.rules_id, match.boards, tuple(sorted(match.seating)))


def by_table(outcomes: Iterable[Outcome]) -> dict[TableKey, list[Outcome]]:
    """Outcomes by `table_key`, in their order; the tables of one key are in one round."""
    found: dict[TableKey, list[Outcome]] = {}
    for outcome in outcomes:
        found.setdefault(table_key(outcome.match), []).append(outcome)
    return found


def twins_of(outcome: Outcome, tables: Sequence[Outcome]) -> tuple[Twin, ...]:
    """The other *tables* of those with the same key; first the one with the sides exchanged, if there is one."""
    found = [_twin(outcome, other) for other in tables if other.match.key != outcome.match.key]
    if len(found) > 1:
        found.sort(key=lambda twin: (twin.turned is not True, twin.turned is None))
    return tuple(found)


def lines_of(outcome: Outcome, twins: Sequence[Twin]) -> tuple[DealLine, ...]:
    """The results of a match of two sides, beside those of the table with the sides exchanged."""
    there = twins[0].outcome.results if twins and twins[0].turned else ()
    faults = [fault.deal for fault in outcome.faults]
    is_game = outcome.match.unit is Unit.GAMES
    lines: list[DealLine] = []
    for at, result in enumerate(outcome.results):
        assert isinstance(result, Result)
        other = there[at] if at < len(there) else None
        margin = -other.margin if isinstance(other, Result) else None
        lines.append(
            DealLine(
                deal=at + 1,
                board=result.board,
                declarers=result.declarers,
                points=result.points,
                winner=None if result.score == 0.5 else int(result.score < 0.5),
                margin=result.margin,
                there=margin,
                together=None if margin is None else result.margin + margin,
                is_rated=result.rated,
                lost_by=result.lost_by,
                fault_count=len(faults) if is_game else faults.count(at),
            )
        )
    return tuple(lines)


def friends_lines_of(outcome: Outcome) -> tuple[FriendsLine, ...]:
    """The results of a match of Finding Friends."""
    faults = [fault.deal for fault in outcome.faults]
    is_game = outcome.match.unit is Unit.GAMES
    return tuple(
        FriendsLine(
            deal=at + 1,
            board=result.board,
            points=result.points,
            seats=tuple((seat.gain, seat.has_won, seat.part.value if seat.part else "") for seat in result.seats),
            is_rated=result.rated,
            lost_by=result.lost_by,
            fault_count=len(faults) if is_game else faults.count(at),
        )
        for at, result in enumerate(outcome.results)
        if isinstance(result, FriendsResult)
    )


def score_of(outcome: Outcome) -> Score:
    """What a match came to."""
    if outcome.match.format is Format.FRIENDS:
        seats = [[each.seats[seat] for each in _friends(outcome)] for seat in range(len(outcome.match.seating))]
        return Score(
            won=tuple(sum(each.has_won for each in found) for found in seats),
            drawn=sum(not any(seat.has_won for seat in each.seats) for each in _friends(outcome)),
            gains=tuple(sum(each.gain for each in found) for found in seats),
        )
    scores = [each.score for each in outcome.results if isinstance(each, Result)]
    margin = _margin(outcome)
    return Score((scores.count(1.0), scores.count(0.0)), scores.count(0.5), (margin, -margin))


def names_of_side(seating: tuple[str, ...], side: int) -> tuple[str, ...]:
    """Who plays on a side: one entrant if it has all its seats, else those of all seats in order of play."""
    names = seating[side::2]
    return names[:1] if len(set(names)) == 1 else names


def _twin(outcome: Outcome, other: Outcome) -> Twin:
    if outcome.match.format is Format.FRIENDS:
        gains = dict(zip(other.match.seating, score_of(other).gains, strict=True))
        return Twin(other, None, None, tuple(gains[name] for name in outcome.match.seating))
    ours, theirs = (sorted(outcome.match.seating[side::2]) for side in SIDES)
    there = [sorted(other.match.seating[side::2]) for side in SIDES]
    if there == [theirs, ours]:
        return Twin(other, turned=True, margin=-_margin(other), gains=())
    if there == [ours, theirs]:
        return Twin(other, turned=False, margin=_margin(other), gains=())
    return Twin(other, None, None, ())


def _friends(outcome: Outcome) -> list[FriendsResult]:
    return [each for each in outcome.results if isinstance(each, FriendsResult)]


def _margin(outcome: Outcome) -> int:
    return sum(each.margin for each in outcome.results if isinstance(each, Result))
