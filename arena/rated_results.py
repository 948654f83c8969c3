"""Results of two sides that count for ratings: one by one, or many as columns. Knows nothing of ratings."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np

from arena.matchups import Floats, Indices


@dataclass(frozen=True, slots=True)
class RatedResult:
    """One result that counts for ratings.

    Attributes:
        seating: entrants in order of play; even seats are one side, odd seats the other.
        shuffle: name of the deck that was played. Results of one deck share its luck, at whatever table.
        score: of the side of seat 0: 1, 0.5 or 0.
        margin: levels gained by that side less those gained by the other.
    """

    seating: tuple[str, ...]
    shuffle: str
    score: float
    margin: float


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Many results as columns, which say the same as `RatedResult` and take a tenth of the time.

    Attributes:
        entrants: names, each once, in any order; some may have no results.
        shuffles: names of decks, likewise.
        seats: results × seats in order of play, as index in *entrants*.
        decks: by result, as index in *shuffles*.
        scores: by result.
        margins: by result.
    """

    entrants: tuple[str, ...]
    shuffles: tuple[str, ...]
    seats: Indices
    decks: Indices
    scores: Floats
    margins: Floats


@dataclass(slots=True)
class ResultColumns:
    """Results that are entered one after another, 32 bytes each: `Results` in the making.

    Attributes:
        shuffles: names of decks, each with its number.
    """

    shuffles: dict[str, int] = field(default_factory=dict)
    _seatings: dict[tuple[str, ...], int] = field(default_factory=dict)
    _seating_numbers: array[int] = field(default_factory=lambda: array("q"))
    _decks: array[int] = field(default_factory=lambda: array("q"))
    _scores: array[float] = field(default_factory=lambda: array("d"))
    _margins: array[float] = field(default_factory=lambda: array("d"))

    def __len__(self) -> int:
        return len(self._decks)

    def enter(self, seating: tuple[str, ...], shuffle: str, score: float, margin: float) -> None:
        """Add one more; see `RatedResult`."""
        self._seating_numbers.append(self._seatings.setdefault(seating, len(self._seatings)))
        self._decks.append(self.shuffles.setdefault(shuffle, len(self.shuffles)))
        self._scores.append(score)
        self._margins.append(margin)

    def enter_all(
        self, seating: tuple[str, ...], shuffles: Sequence[str], scores: Sequence[float], margins: Sequence[float]
    ) -> None:
        """Add several of one seating, in columns of one length."""
        number = self._seatings.setdefault(seating, len(self._seatings))
        self._seating_numbers.extend([number] * len(shuffles))
        self._decks.extend([self.shuffles.setdefault(shuffle, len(self.shuffles)) for shuffle in shuffles])
        self._scores.extend(scores)
        self._margins.extend(margins)

    def results(self) -> Results:
        """All that were entered.

        Raises:
            ValueError: seatings of different sizes.
        """
        sizes = {len(seating) for seating in self._seatings} or {2}
        if len(sizes) > 1:
            raise ValueError(f"all seatings need the same number of seats, got {sorted(sizes)} seats")
        numbers: dict[str, int] = {}
        flat = [numbers.setdefault(name, len(numbers)) for name in chain.from_iterable(self._seatings)]
        seatings = np.asarray(flat, dtype=np.int64).reshape(-1, sizes.pop())
        return Results(
            entrants=tuple(numbers),
            shuffles=tuple(self.shuffles),
            seats=seatings[np.array(self._seating_numbers, dtype=np.int64)],
            decks=np.array(self._decks, dtype=np.int64),
            scores=np.array(self._scores, dtype=np.float64),
            margins=np.array(self._margins, dtype=np.float64),
        )


def columns(results: Iterable[RatedResult]) -> Results:
    """*results* as columns.

    Raises:
        ValueError: seatings of different sizes.
    """
    entered = ResultColumns()
    for result in results:
        entered.enter(result.seating, result.shuffle, result.score, result.margin)
    return entered.results()
