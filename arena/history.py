"""How ratings came to be what they are: those from the results up to each of a few rounds, without errors.

Pure: the same matches give the same history, in any order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from arena.estimates import settled
from arena.gains import gains_alone
from arena.matchups import Floats, Indices, squares
from arena.ratings import Anchor, ratings_alone
from arena.tally import matchups_of

POINTS_AT_MOST = 12
"""Of a history: enough for a line, and few enough to be fitted in no time."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Ratings from the results of the rounds up to one.

    Attributes:
        round: the last that counts.
        result_count: rated results up to there.
        ratings: by entrant; None where these results tell none.
    """

    round: int
    result_count: int
    ratings: tuple[float | None, ...]


@dataclass(slots=True)
class Trail:
    """What each match came to, entered one after another: 32 bytes each, in Finding Friends 8 for each seat more."""

    _seatings: dict[tuple[str, ...], int] = field(default_factory=dict)
    _numbers: array[int] = field(default_factory=lambda: array("q"))
    _sums: array[float] = field(default_factory=lambda: array("d"))

    def enter(self, round_: int, seating: tuple[str, ...], result_count: int, sums: Sequence[float]) -> None:
        """Count one more match with rated results.

        Args:
            sums: of these results: the score of the side of seat 0; in Finding Friends the levels gained, by seat.
        """
        self._numbers.extend((round_, self._seatings.setdefault(seating, len(self._seatings)), result_count))
        self._sums.extend(sums)

    def of_sides(self, entrants: Sequence[str], anchor: Anchor | None) -> tuple[Stretch, ...]:
        """The history of two sides' ratings.

        Args:
            entrants: all names, sorted.
        """
        if not self._seatings:
            return ()
        rows, matchup_of, is_turned = matchups_of(self._seats(entrants), len(entrants))
        squared = squares(rows)

        def rate(counts: Floats, sums: Floats) -> Floats:
            scores = np.where(is_turned, counts - sums[:, 0], sums[:, 0])
            met, won = (np.bincount(matchup_of, each, rows.shape[0]).astype(np.float64) for each in (counts, scores))
            return ratings_alone(entrants, rows, squared, met, won, anchor=anchor)

        return tuple(self._stretches(rate))

    def of_players(self, entrants: Sequence[str]) -> tuple[Stretch, ...]:
        """The history of players' ratings; *entrants* are all names, sorted."""
        if not self._seatings:
            return ()
        seats = self._seats(entrants)
        return tuple(self._stretches(lambda counts, sums: gains_alone(seats, counts, sums, len(entrants))))

    def _seats(self, entrants: Sequence[str]) -> Indices:
        """The distinct seatings, as indices of entrants."""
        position = {name: index for index, name in enumerate(entrants)}
        return np.asarray([[position[name] for name in seating] for seating in self._seatings], dtype=np.int64)

    def _stretches(self, rate: Callable[[Floats, Floats], Floats]) -> Iterator[Stretch]:
        """What *rate* makes of results and sums by seating, up to each round of the history."""
        rounds, seatings, counts = np.array(self._numbers, dtype=np.int64).reshape(-1, 3).T
        sums = np.array(self._sums).reshape(rounds.size, -1)
        for last in _lasts(rounds, counts):
            until = rounds <= last
            by_seating = np.zeros((len(self._seatings), 1 + sums.shape[1]))
            np.add.at(by_seating, seatings[until], np.column_stack((counts, sums))[until])
            ratings = rate(by_seating[:, 0], by_seating[:, 1:])
            yield Stretch(
                round=last,
                result_count=int(counts[until].sum()),
                ratings=tuple(None if np.isnan(each) else settled(each) for each in ratings.tolist()),
            )


def _lasts(rounds: Indices, counts: Indices) -> list[int]:
    """The rounds up to which ratings are told: by equal shares of the results; none if that is a single one."""
    numbers, places = np.unique(rounds, return_inverse=True)
    reached = np.cumsum(np.bincount(places, counts)).astype(np.int64)
    shares = np.arange(1, POINTS_AT_MOST + 1) * reached[-1]
    chosen = np.unique(np.searchsorted(reached * POINTS_AT_MOST, shares))
    return [] if chosen.size < 2 else [int(each) for each in numbers[chosen]]
