"""Plain scores while a cup is played: what was won and by how many levels, without a fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from arena.matches import AnyResult, Format, FriendsResult, Outcome, Result, Unit


@dataclass(slots=True)
class Score:
    """What one entrant has in one format and unit; only rated results count.

    Attributes:
        won: results won; a drawn one is half won.
        levels: gained by its sides, less those gained by the others; in ``friends``, by itself over the table's mean.
    """

    entrant: str
    result_count: int = 0
    won: float = 0.0
    levels: float = 0.0

    @property
    def share(self) -> float:
        """Part of the results that was won."""
        return self.won / self.result_count if self.result_count else 0.0


@dataclass(slots=True)
class Scores:
    """Scores of a cup so far."""

    entrants: tuple[str, ...] = ()
    _kinds: dict[tuple[Format, Unit], dict[str, Score]] = field(default_factory=dict)

    def add(self, outcome: Outcome) -> None:
        """Count one more match."""
        match = outcome.match
        scores = self._kinds.setdefault((match.format, match.unit), {})
        for result in outcome.results:
            if result.rated:
                for name, won, levels in _shares(match.seating, result):
                    score = scores.setdefault(name, Score(name))
                    score.result_count += 1
                    score.won += won
                    score.levels += levels

    def tables(self) -> Iterable[tuple[Format, Unit, list[Score]]]:
        """For each format and unit played, the scores from the best."""
        for (format_, unit), scores in sorted(self._kinds.items(), key=lambda kind: kind[0]):
            yield format_, unit, sorted(scores.values(), key=lambda score: (-score.share, -score.levels, score.entrant))


def _shares(seating: Sequence[str], result: AnyResult) -> Iterator[tuple[str, float, float]]:
    """Each entrant at the table once, with what it won and gained."""
    match result:
        case Result():
            for side, won, levels in ((0, result.score, result.margin), (1, 1 - result.score, -result.margin)):
                for name in set(seating[side::2]):
                    yield name, won, levels
        case FriendsResult():
            mean = sum(seat.gain for seat in result.seats) / len(seating)
            for name, seat in zip(seating, result.seats, strict=True):
                yield name, float(seat.has_won), seat.gain - mean
