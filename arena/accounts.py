"""What outcomes come to, entered one after another: the accounts from which standings are made.

Results are kept as columns, some thirty bytes each. Nothing else here grows with the number of matches but the times
that were measured in them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.gains import GainedColumns
from arena.history import Trail
from arena.matches import Ending, FriendsResult, Kind, Match, Outcome, Part, Result
from arena.rated_results import ResultColumns
from arena.time_use import Timings


@dataclass(slots=True)
class Wins:
    """Results of one kind, and how many of them were won; a drawn one is half won."""

    count: int = 0
    won: float = 0.0

    def enter(self, scores: Sequence[float]) -> None:
        """Count more of them."""
        self.count += len(scores)
        self.won += sum(scores)


@dataclass(slots=True)
class MeetingSums:
    """What one entrant had of another; see `arena.standings.Meeting`."""

    count: int = 0
    won: float = 0.0
    levels: int = 0

    def enter(self, count: int, won: float, levels: int) -> None:
        """Count more results."""
        self.count += count
        self.won += won
        self.levels += levels


@dataclass(slots=True)
class EntrantAccount:
    """What is added up for one entrant.

    Attributes:
        scores: count of rated results by score.
        parts: by part in Finding Friends: deals, deals won, levels gained.
        times_by_kind: of decisions, those that were measured.
    """

    scores: Counter[float] = field(default_factory=Counter)
    parts: dict[Part, list[int]] = field(default_factory=dict)
    declarers: Wins = field(default_factory=Wins)
    opponents: Wins = field(default_factory=Wins)
    fault_losses: int = 0
    faults: Counter[Ending] = field(default_factory=Counter)
    times: Timings = field(default_factory=Timings)
    times_by_kind: defaultdict[Kind, Timings] = field(default_factory=lambda: defaultdict(Timings))


@dataclass(slots=True)
class Account:
    """What is added up for one section.

    Attributes:
        results: rated ones of two sides.
        gained: rated ones of players.
        trail: of both, what each match came to.
        points: of the opponents, by how many deals had so many, rated or not.
        entrants: by name; only of those of whom there is anything.
        meetings: by the names of two.
    """

    results: ResultColumns = field(default_factory=ResultColumns)
    gained: GainedColumns = field(default_factory=GainedColumns)
    trail: Trail = field(default_factory=Trail)
    points: Counter[int] = field(default_factory=Counter)
    entrants: dict[str, EntrantAccount] = field(default_factory=dict)
    meetings: dict[tuple[str, str], MeetingSums] = field(default_factory=dict)
    match_count: int = 0
    unrated_count: int = 0

    def enter(self, outcome: Outcome) -> None:
        """Add one more match, which was not aborted."""
        match = outcome.match
        self.match_count += 1
        for name, times in zip(match.seating, outcome.times, strict=False):
            if times.decision_count:
                account = self._of(name)
                account.times.enter(times)
                for of_kind in times.kinds:
                    account.times_by_kind[of_kind.kind].enter(of_kind)
        for fault in outcome.faults:
            self._of(match.seating[fault.seat]).faults[fault.ending] += 1
        of_sides: list[Result] = []
        of_players: list[FriendsResult] = []
        for result in outcome.results:
            if result.lost_by is not None:
                self._of(match.seating[result.lost_by]).fault_losses += 1
            if result.points is not None:
                self.points[result.points] += 1
            match result:
                case Result(rated=True):
                    of_sides.append(result)
                case FriendsResult(rated=True):
                    of_players.append(result)
                case _:
                    self.unrated_count += 1
        if of_sides:
            self._enter_rated(match, of_sides)
        if of_players:
            self._enter_gained(match, of_players)

    def _enter_rated(self, match: Match, results: Sequence[Result]) -> None:
        """Add the results of one match: who is concerned is found out once for all of them."""
        scores, margins = [result.score for result in results], [result.margin for result in results]
        self.trail.enter(match.round, match.seating, len(results), (sum(scores),))
        self.results.enter_all(match.seating, [str(result.board) for result in results], scores, margins)
        sides = (match.seating[0::2], match.seating[1::2])
        for side, own in enumerate(sides):
            of_side = [1.0 - score for score in scores] if side else scores
            won, levels = sum(of_side), -sum(margins) if side else sum(margins)
            as_declarers = [score for score, result in zip(of_side, results, strict=True) if result.declarers == side]
            as_opponents = [
                score for score, result in zip(of_side, results, strict=True) if result.declarers == 1 - side
            ]
            partners_or_others = set(sides[1 - side] if match.format.is_bot_against_bot else own)
            for name in sorted(set(own)):
                account = self._of(name)
                account.scores.update(of_side)
                account.declarers.enter(as_declarers)
                account.opponents.enter(as_opponents)
                for met in partners_or_others - {name}:
                    self._meeting(name, met).enter(len(results), won, levels)

    def _enter_gained(self, match: Match, results: Sequence[FriendsResult]) -> None:
        gains = [sum(seats) for seats in zip(*([seat.gain for seat in each.seats] for each in results), strict=True)]
        self.trail.enter(match.round, match.seating, len(results), gains)
        for result in results:
            self._enter_gains(match, result)

    def _enter_gains(self, match: Match, result: FriendsResult) -> None:
        gains, won = tuple(seat.gain for seat in result.seats), tuple(seat.has_won for seat in result.seats)
        self.gained.enter(match.seating, str(result.board), gains, won)
        lost = 0.0 if any(won) else 0.5
        for name, seat in zip(match.seating, result.seats, strict=True):
            account = self._of(name)
            account.scores[1.0 if seat.has_won else lost] += 1
            if seat.part is not None:
                (account.opponents if seat.part is Part.AGAINST else account.declarers).enter([float(seat.has_won)])
                sums = account.parts.setdefault(seat.part, [0, 0, 0])
                for at, value in enumerate((1, seat.has_won, seat.gain)):
                    sums[at] += value
            for met, other in zip(match.seating, result.seats, strict=True):
                if met != name:
                    ahead = 0.5 if seat.gain == other.gain else float(seat.gain > other.gain)
                    self._meeting(name, met).enter(1, ahead, seat.gain - other.gain)

    def _meeting(self, name: str, met: str) -> MeetingSums:
        pair = (name, met)
        found = self.meetings.get(pair)
        if found is None:
            found = self.meetings[pair] = MeetingSums()
        return found

    def _of(self, name: str) -> EntrantAccount:
        found = self.entrants.get(name)
        if found is None:
            found = self.entrants[name] = EntrantAccount()
        return found
