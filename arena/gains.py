"""Strength of players from the levels that they gained, each for itself: the rating of ``friends`` (docs/ratings.md).

The gain of a player, less the mean of the gains at its table, is taken for its strength less the mean strength at the
table, by least squares. Pure: the same results give the same numbers, in any order.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import sqrt
from typing import TypeVar

import numpy as np
from scipy.sparse import csr_array

from arena.estimates import (
    FEW_SHUFFLES,
    Estimate,
    Estimates,
    LevelsEstimate,
    Status,
    freedom,
    quantiles_of,
    rank_ranges,
    settled,
    where_told,
)
from arena.likelihood import contrast_errors, inverse_on, pair_errors
from arena.matchups import Facts, Floats, Indices, Sparse, comparable_groups, largest_group, row_space

_ROUNDING = 1e-9
"""Levels; a standard error that is less is none."""

_Distinct = TypeVar("_Distinct", str, tuple[str, ...], tuple[int, ...], tuple[bool, ...])


@dataclass(frozen=True, slots=True)
class GainedResult:
    """One result of players that counts for ratings.

    Attributes:
        seating: entrants in order of play, all different.
        shuffle: name of the deck that was played. Results of one deck share its luck, at whatever table.
        gains: by seat, levels.
        won: by seat, whether it was on the side that won, or won the game.
    """

    seating: tuple[str, ...]
    shuffle: str
    gains: tuple[int, ...]
    won: tuple[bool, ...]


@dataclass(slots=True)
class GainedColumns:
    """Results of players that are entered one after another, 32 bytes each.

    Attributes:
        shuffles: names of decks, each with its number; likewise the distinct seatings, and what was gained and won.
    """

    shuffles: dict[str, int] = field(default_factory=dict)
    seatings: dict[tuple[str, ...], int] = field(default_factory=dict)
    gains: dict[tuple[int, ...], int] = field(default_factory=dict)
    wins: dict[tuple[bool, ...], int] = field(default_factory=dict)
    _numbers: array[int] = field(default_factory=lambda: array("q"))

    def __len__(self) -> int:
        return len(self._numbers) // 4

    def __iter__(self) -> Iterator[GainedResult]:
        """All that were entered, in their order."""
        known = (tuple(self.seatings), tuple(self.shuffles), tuple(self.gains), tuple(self.wins))
        for shuffle, seating, gains, won in self.numbers().tolist():
            yield GainedResult(known[0][seating], known[1][shuffle], known[2][gains], known[3][won])

    def enter(self, seating: tuple[str, ...], shuffle: str, gains: tuple[int, ...], won: tuple[bool, ...]) -> None:
        """Add one more; see `GainedResult`."""
        self._numbers.append(self.shuffles.setdefault(shuffle, len(self.shuffles)))
        self._numbers.append(self.seatings.setdefault(seating, len(self.seatings)))
        self._numbers.append(self.gains.setdefault(gains, len(self.gains)))
        self._numbers.append(self.wins.setdefault(won, len(self.wins)))

    def numbers(self) -> Indices:
        """Results × 4: the numbers of the shuffle, the seating, what was gained and what was won."""
        return np.array(self._numbers, dtype=np.int64).reshape(-1, 4)


@dataclass(frozen=True, slots=True, eq=False)
class _Tables:
    """Results as arrays, tables × seats, in an order that the results' order cannot change.

    Attributes:
        seats: who sits there, as index of the entrant.
        gains: levels, less the mean of the table.
        shuffles: index of the shuffle, by table.
        won: 1 for who won, else 0.
    """

    entrant_count: int
    seats: Indices
    gains: Floats
    shuffles: Indices
    won: Floats

    @property
    def seat_count(self) -> int:
        return int(self.seats.shape[1])

    @property
    def shuffle_count(self) -> int:
        return int(np.unique(self.shuffles).size)

    def by_entrant(self, by_seat: Floats) -> Floats:
        """Sums of values by table and seat over the seats of each entrant."""
        sums = np.bincount(self.seats.ravel(), weights=by_seat.ravel(), minlength=self.entrant_count)
        return sums.astype(np.float64)

    def by_shuffle(self, by_seat: Floats) -> Sparse:
        """The same for each shuffle apart: shuffles × entrants."""
        rows = np.repeat(self.shuffles, self.seat_count)
        shape = (self.shuffle_count, self.entrant_count)
        sums: Sparse = csr_array((by_seat.ravel(), (rows, self.seats.ravel())), shape=shape)
        sums.sum_duplicates()
        return sums

    def design(self) -> Floats:
        """Normal matrix of the fit."""
        places: Sparse = csr_array(
            (np.ones(self.seats.size), self.seats.ravel(), np.arange(len(self.seats) + 1) * self.seat_count),
            shape=(len(self.seats), self.entrant_count),
        )
        return _design(np.asarray((places.T @ places).toarray(), dtype=np.float64), self.seat_count)


def fit_gains(
    results: GainedColumns | Iterable[GainedResult], entrants: Iterable[str] = (), *, widest_lead: int | None = None
) -> Estimates:
    """Ratings in levels per result from *results*; *entrants* are named even if they have none.

    Intervals end where no rating can be: *widest_lead* is by how many levels one player can end a result ahead of
    another, and nobody is further from the mean than that. None for no such end.

    Ratings sum to zero over those who are rated: the largest group whose members met each other, or others who did.

    Raises:
        ValueError: tables of different sizes, or one entrant twice at a table.
    """
    given = results if isinstance(results, GainedColumns) else _entered(results)
    names = tuple(sorted({*entrants, *chain.from_iterable(given.seatings)}))
    tables = _tables(given, names)

    solved = _solve(tables.design(), tables.by_entrant(tables.gains))
    basis, inverse, contrasts, ratings = solved.basis, solved.inverse, solved.contrasts, solved.ratings
    rated = np.isfinite(ratings)

    at_table = solved.strength[tables.seats]
    left = tables.gains - (at_table - _mean(at_table))
    pulls = tables.by_shuffle(left)
    count = tables.shuffle_count
    clustered = inverse @ (pulls.T @ pulls).toarray() @ inverse * (count / max(1, count - 1))
    freedom_left = left.size - len(left) - basis.shape[1]
    spread = float((left**2).sum()) / freedom_left if freedom_left > 0 else np.nan

    shuffles = np.asarray((tables.by_shuffle(np.ones(tables.seats.shape)) > 0).sum(axis=0), dtype=np.int64)
    is_few = shuffles < FEW_SHUFFLES
    errors = _cautious(
        contrast_errors(clustered, contrasts), contrast_errors(inverse, contrasts) * sqrt(spread), is_few
    )
    differences = _cautious(pair_errors(clustered), pair_errors(inverse) * sqrt(spread), is_few[:, np.newaxis] | is_few)
    # Where every deck says the same, that is no certainty.
    errors, differences = (np.where(each > _ROUNDING, each, np.nan) for each in (errors, differences))
    errors, fewer = where_told(errors, shuffles), np.minimum(shuffles[:, np.newaxis], shuffles)
    differences = where_told(np.where(rated[:, np.newaxis] & rated, differences, np.nan), fewer)
    best, worst = rank_ranges(ratings, differences, freedom(fewer))
    quantiles = quantiles_of(shuffles)
    counts = tables.by_entrant(np.ones(tables.seats.shape))
    won = tables.by_entrant(tables.won)
    return Estimates(
        estimates=tuple(
            _estimate(
                name,
                result_count=int(counts[index]),
                shuffle_count=int(shuffles[index]),
                score=float(won[index]),
                rating=float(ratings[index]),
                error=float(errors[index]),
                quantile=float(quantiles[index]),
                furthest=np.inf if widest_lead is None else float(widest_lead),
                ranks=(int(best[index]), int(worst[index])),
            )
            for index, name in enumerate(names)
        ),
        result_count=len(given),
        shuffle_count=count,
        ratings=ratings,
        difference_errors=differences,
    )


def gains_alone(seatings: Indices, counts: Floats, gains: Floats, entrant_count: int) -> Floats:
    """The ratings that `fit_gains` gives, from sums by seating, and nothing else of it.

    Args:
        seatings: tables × seats, indices of entrants.
        counts: results, by seating.
        gains: seatings × seats, levels in all.

    Returns:
        By entrant; NaN where there is none.
    """
    seat_count = seatings.shape[1]
    # Whole numbers until the end, so that their order makes no difference.
    together = np.zeros((entrant_count, entrant_count))
    for seat in range(seat_count):
        np.add.at(together, (seatings[:, [seat]], seatings), counts[:, np.newaxis])
    own = np.bincount(seatings.ravel(), gains.ravel(), entrant_count)
    of_tables = np.bincount(seatings.ravel(), np.repeat(gains.sum(axis=1), seat_count), entrant_count)
    return _solve(_design(together, seat_count), own - of_tables / seat_count).ratings


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    """Strengths by least squares.

    Attributes:
        basis: of what the tables determine.
        inverse: of the design, on *basis*.
        contrasts: take from each strength the mean of those that are rated.
        ratings: by entrant; NaN where there is none.
    """

    basis: Floats
    inverse: Floats
    contrasts: Floats
    strength: Floats
    ratings: Floats


def _solve(design: Floats, gains: Floats) -> _Solved:
    """Strengths from the *gains* of each entrant over the means of its tables, in all."""
    basis, left_open = row_space(design)
    rated = largest_group(comparable_groups(left_open))
    inverse = inverse_on(basis, design)
    contrasts = np.eye(len(design)) - rated / max(1, rated.sum())
    strength = inverse @ gains
    return _Solved(basis, inverse, contrasts, strength, np.where(rated, contrasts @ strength, np.nan))


def _design(together: Floats, seat_count: int) -> Floats:
    """Normal matrix of the fit: sum over the tables of I − 1/n for its n members, 0 for others.

    Args:
        together: how often two sat at one table; on the diagonal how often one sat at any.
    """
    return np.asarray(np.diag(np.diag(together)) - together / seat_count, dtype=np.float64)


def _entered(results: Iterable[GainedResult]) -> GainedColumns:
    entered = GainedColumns()
    for result in results:
        entered.enter(result.seating, result.shuffle, result.gains, result.won)
    return entered


def _tables(given: GainedColumns, names: Sequence[str]) -> _Tables:
    sizes = {len(seating) for seating in given.seatings}
    if len(sizes) > 1 or any(len(set(seating)) < len(seating) for seating in given.seatings):
        raise ValueError(
            f"all tables need the same number of seats, each with another entrant; got {sorted(sizes)} seats"
        )
    seat_count = sizes.pop() if sizes else 1
    numbers = given.numbers()
    # Sums of floating-point numbers depend on their order, so it is fixed by the results themselves.
    kinds = (_places(given.shuffles), _places(given.seatings), _places(given.gains), _places(given.wins))
    numbers = numbers[np.lexsort([kind[numbers[:, at]] for at, kind in reversed(list(enumerate(kinds)))])]
    position = {name: index for index, name in enumerate(names)}
    seatings = np.asarray([[position[name] for name in seating] for seating in given.seatings], dtype=np.int64)
    gains = np.asarray(list(given.gains), dtype=np.float64).reshape(-1, seat_count)
    wins = np.asarray(list(given.wins), dtype=np.float64).reshape(-1, seat_count)
    of_tables = gains[numbers[:, 2]]
    return _Tables(
        entrant_count=len(names),
        seats=seatings.reshape(-1, seat_count)[numbers[:, 1]],
        gains=of_tables - _mean(of_tables),
        shuffles=kinds[0][numbers[:, 0]],
        won=wins[numbers[:, 3]],
    )


def _places(distinct: Mapping[_Distinct, int]) -> Indices:
    """By number, the place of each in the sorted order."""
    places = np.empty(len(distinct), dtype=np.int64)
    places[[distinct[each] for each in sorted(distinct)]] = np.arange(len(distinct))
    return places


def _mean(by_seat: Floats) -> Floats:
    """Mean of each table, to be taken from all its seats."""
    return np.asarray(by_seat.mean(axis=1, keepdims=True), dtype=np.float64)


def _cautious(robust: Floats, independent: Floats, is_few: Facts) -> Floats:
    """Errors by the spread over shuffles; with few of them, the larger of these and those of independent results."""
    return np.where(is_few, np.maximum(robust, independent), robust)


def _interval(rating: float, reach: float, furthest: float) -> tuple[float, float]:
    """The ends of an interval, none of them further from zero than is possible, and the rating between them."""
    return min(rating, max(rating - reach, -furthest)), max(rating, min(rating + reach, furthest))


def _estimate(
    name: str,
    *,
    result_count: int,
    shuffle_count: int,
    score: float,
    rating: float,
    error: float,
    quantile: float,
    furthest: float,
    ranks: tuple[int, int],
) -> Estimate:
    is_rated, is_told = not np.isnan(rating), not (np.isnan(rating) or np.isnan(error))
    ends = _interval(rating, quantile * error, furthest) if is_told else ()
    rated, known = settled(rating) if is_rated else None, settled(error) if is_told else None
    low, high = map(settled, ends) if ends else (None, None)
    unrated = Status.UNCONNECTED if result_count else Status.NO_RESULTS
    return Estimate(
        name=name,
        status=Status.ESTIMABLE if is_rated else unrated,
        result_count=result_count,
        shuffle_count=shuffle_count,
        score=score,
        rating=rated,
        standard_error=known,
        low=low,
        high=high,
        bound=None,
        best_rank=ranks[0] if is_rated else None,
        worst_rank=ranks[1] if is_rated else None,
        levels=None if rated is None else LevelsEstimate(rated, known, low, high),
    )
