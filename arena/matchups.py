"""Results added up by who met whom, and what such results can tell: no ratings yet, only the design of the fit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]
Facts: TypeAlias = NDArray[np.bool_]
Sparse: TypeAlias = "csr_array[np.float64, tuple[int, int]]"

# Eigenvalues and distances of designs are multiples of simple fractions, far from this.
_TINY = 1e-9
_SAME = 1e-6


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
class Tally:
    """Results added up: one line for each matchup on each shuffle, in an order that the results' order cannot change.

    Attributes:
        entrants: all names, sorted; index of all that is "by entrant".
        matchups: one row for each distinct matchup: +1/n for each of the n seats of one side, −1/n for the other.
            Sides that are equal tell nothing of strength and are not here.
        line_matchups: row in *matchups*, by line.
        line_shuffles: index of the shuffle, by line.
        line_counts: results, by line.
        line_scores: sum of the scores of the matchup's first side, by line.
        line_margins: sum of its margins, by line.
        result_counts: results, by entrant, those between equal sides included.
        scores: sum of the scores of the sides the entrant sat on, by entrant.
    """

    entrants: tuple[str, ...]
    matchups: Sparse
    line_matchups: Indices
    line_shuffles: Indices
    line_counts: Floats
    line_scores: Floats
    line_margins: Floats
    result_counts: Indices
    scores: Floats

    @property
    def shuffle_count(self) -> int:
        return int(self.line_shuffles.max()) + 1 if self.line_shuffles.size else 0

    @property
    def matchup_count(self) -> int:
        return self.matchups.shape[0]

    def by_matchup(self, by_line: Floats) -> Floats:
        """Sums of *by_line* over the lines of each matchup."""
        return np.bincount(self.line_matchups, weights=by_line, minlength=self.matchup_count).astype(np.float64)

    def spread_by_shuffle(self, by_line: Floats) -> Floats:
        """Sum over the shuffles of u uᵀ, u the sum over the shuffle's lines of *by_line* times the matchup's row."""
        shape = (self.shuffle_count, self.matchup_count)
        by_shuffle: Sparse = csr_array((by_line, (self.line_shuffles, self.line_matchups)), shape=shape)
        return gram(csr_array(by_shuffle @ self.matchups), np.ones(self.shuffle_count))

    def shuffles_met(self) -> Indices:
        """Distinct shuffles on which each entrant had a result that tells of its strength."""
        shape = (self.shuffle_count, self.matchup_count)
        ones = np.ones(self.line_matchups.size)
        by_shuffle: Sparse = csr_array((ones, (self.line_shuffles, self.line_matchups)), shape=shape)
        met = (by_shuffle @ abs(self.matchups)).tocoo()
        return np.bincount(met.coords[1][met.data > 0], minlength=len(self.entrants))


def add_up(results: Iterable[RatedResult], entrants: Iterable[str] = ()) -> Tally:
    """Add up *results*; *entrants* are named even if they have none.

    Raises:
        ValueError: a seating without two equal sides, or a score outside 0 to 1.
    """
    seating_numbers: dict[tuple[str, ...], int] = {}
    shuffle_numbers: dict[str, int] = {}
    seatings: list[int] = []
    shuffles: list[int] = []
    scores: list[float] = []
    margins: list[float] = []
    for result in results:
        seatings.append(seating_numbers.setdefault(result.seating, len(seating_numbers)))
        shuffles.append(shuffle_numbers.setdefault(result.shuffle, len(shuffle_numbers)))
        scores.append(result.score)
        margins.append(result.margin)
    lengths = {len(seating) for seating in seating_numbers}
    if len(lengths) > 1 or any(length < 2 or length % 2 for length in lengths):
        raise ValueError(f"all seatings need the same number of seats on two equal sides, got {sorted(lengths)} seats")
    score = np.asarray(scores, dtype=np.float64)
    margin = np.asarray(margins, dtype=np.float64)
    if not (np.all((score >= 0) & (score <= 1)) and np.all(np.isfinite(margin))):
        raise ValueError("a score is from 0 to 1 and a margin finite; a result has another")

    names = tuple(sorted({*entrants, *(name for seating in seating_numbers for name in seating)}))
    pairings, pairing_of_seating, is_turned_seating = _pairings(names, tuple(seating_numbers))
    seating_of = np.asarray(seatings, dtype=np.int64)
    pairing_of = pairing_of_seating[seating_of]
    shuffle_of = _sorted_positions(tuple(shuffle_numbers))[np.asarray(shuffles, dtype=np.int64)]
    is_turned = is_turned_seating[seating_of]
    # Adding 0.0 makes −0.0 into 0.0, which would otherwise depend on the order of equal results.
    score = np.where(is_turned, 1.0 - score, score) + 0.0
    margin = np.where(is_turned, -margin, margin) + 0.0

    # Floating-point sums depend on their order, so it is fixed by the values themselves.
    order = np.lexsort((margin, score, pairing_of, shuffle_of))
    pairing_of, shuffle_of = pairing_of[order], shuffle_of[order]
    starts = np.flatnonzero(_differs(pairing_of) | _differs(shuffle_of))
    return _tally(
        names,
        pairings,
        line_pairings=pairing_of[starts],
        line_shuffles=shuffle_of[starts],
        line_counts=np.diff(np.append(starts, order.size)).astype(np.float64),
        line_scores=_sums(score[order], starts),
        line_margins=_sums(margin[order], starts),
    )


def _pairings(names: tuple[str, ...], seatings: tuple[tuple[str, ...], ...]) -> tuple[Indices, Indices, Facts]:
    """Who met whom, without regard to seats.

    Returns:
        The distinct pairings in order, as the entrants of the first side and of the second; the pairing of each
        seating; whether the seating has the pairing's second side in its even seats.
    """
    seat_count = len(seatings[0]) if seatings else 2
    position = {name: index for index, name in enumerate(names)}
    flat = np.fromiter((position[name] for seating in seatings for name in seating), dtype=np.int64)
    seats = flat.reshape(-1, seat_count)
    even, odd = np.sort(seats[:, 0::2], axis=1), np.sort(seats[:, 1::2], axis=1)
    is_turned = np.zeros(len(seatings), dtype=np.bool_)
    for column in reversed(range(seat_count // 2)):
        is_turned = np.where(even[:, column] == odd[:, column], is_turned, even[:, column] > odd[:, column])
    sides = np.where(is_turned[:, np.newaxis], np.hstack((odd, even)), np.hstack((even, odd)))
    order = np.lexsort(sides.T[::-1])
    is_new = np.zeros(len(seatings), dtype=np.bool_)
    for column in sides[order].T:
        is_new |= _differs(column)
    pairing_of = np.empty(len(seatings), dtype=np.int64)
    pairing_of[order] = np.cumsum(is_new) - 1
    return sides[order][is_new], pairing_of, is_turned


def _tally(
    names: tuple[str, ...],
    pairings: Indices,
    *,
    line_pairings: Indices,
    line_shuffles: Indices,
    line_counts: Floats,
    line_scores: Floats,
    line_margins: Floats,
) -> Tally:
    """Leave out the pairings of equal sides, after counting their results."""
    half = pairings.shape[1] // 2
    pairing_count = len(pairings)
    counts = np.bincount(line_pairings, weights=line_counts, minlength=pairing_count)
    wins = np.bincount(line_pairings, weights=line_scores, minlength=pairing_count)
    result_counts, scores = np.zeros(len(names)), np.zeros(len(names))
    for side, side_wins in ((pairings[:, :half], wins), (pairings[:, half:], counts - wins)):
        for seat in range(half):
            # One entrant in several seats of a side has one result there.
            is_other = side[:, seat] != side[:, seat - 1] if seat else np.ones(pairing_count, dtype=np.bool_)
            members = side[is_other, seat]
            result_counts += np.bincount(members, weights=counts[is_other], minlength=len(names))
            scores += np.bincount(members, weights=side_wins[is_other], minlength=len(names))

    tells = np.any(pairings[:, :half] != pairings[:, half:], axis=1)
    kept = tells[line_pairings]
    return Tally(
        entrants=names,
        matchups=_rows(pairings[tells], len(names)),
        line_matchups=(np.cumsum(tells) - 1)[line_pairings[kept]],
        line_shuffles=np.unique(line_shuffles[kept], return_inverse=True)[1].astype(np.int64),
        line_counts=line_counts[kept],
        line_scores=line_scores[kept],
        line_margins=line_margins[kept],
        result_counts=result_counts.astype(np.int64),
        scores=scores,
    )


def _rows(pairings: Indices, entrant_count: int) -> Sparse:
    pairing_count, seat_count = pairings.shape
    half = seat_count // 2
    weights = np.tile(np.repeat((1.0 / half, -1.0 / half), half), pairing_count)
    starts = np.arange(pairing_count + 1) * seat_count
    rows: Sparse = csr_array((weights, pairings.ravel(), starts), shape=(pairing_count, entrant_count))
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows


def _sorted_positions(names: tuple[str, ...]) -> Indices:
    """Position of each name in the sorted order."""
    positions = np.empty(len(names), dtype=np.int64)
    positions[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return positions


def _differs(values: Indices) -> Facts:
    """Whether each value differs from the one before it."""
    return np.concatenate((np.ones(min(1, values.size), dtype=np.bool_), values[1:] != values[:-1]))


def _sums(values: Floats, starts: Indices) -> Floats:
    return np.add.reduceat(values, starts) if starts.size else np.zeros(0)


# What a design can tell. ------------------------------------------------------------------------------------------


def product(rows: Sparse, values: Floats) -> Floats:
    """Matrix product of *rows* and *values*."""
    return np.asarray(rows @ values, dtype=np.float64)


def gram(rows: Sparse, weights: Floats) -> Floats:
    """Sum over the rows of weight · x xᵀ: entrants × entrants."""
    weighted: Sparse = csr_array(rows.multiply(weights[:, np.newaxis]))
    return np.asarray((rows.T @ weighted).toarray(), dtype=np.float64)


def row_space(rows: Sparse) -> tuple[Floats, Floats]:
    """Orthonormal bases, as columns, of what the rows determine and of what they leave open."""
    values, vectors = np.linalg.eigh(gram(rows, np.ones(rows.shape[0])))
    told = values > _TINY * max(1.0, float(values.max(initial=0.0)))
    return vectors[:, told], vectors[:, ~told]


def comparable_groups(rows: Sparse) -> Indices:
    """Number of the group of each entrant: within a group, and only there, the rows determine every difference.

    The difference of two entrants is determined if its vector lies in the row space, that is, if what the rows
    leave open is the same for both. That they are connected by tables is not enough: of three partnerships that
    never change and play each other, no two entrants can be told apart.
    """
    _, open_space = row_space(rows)
    groups = np.full(rows.shape[1], -1, dtype=np.int64)
    for entrant in range(rows.shape[1]):
        if groups[entrant] < 0:
            same = np.max(np.abs(open_space - open_space[entrant]), axis=1, initial=0.0) < _SAME
            groups[same & (groups < 0)] = entrant
    return groups


def connected_groups(rows: Sparse) -> Indices:
    """Number of the group of each entrant, where those who sat at one table are in one group."""
    touching = abs(rows)
    _, groups = connected_components(csr_array(touching.T @ touching), directed=False)
    return np.asarray(groups, dtype=np.int64)


def largest_group(groups: Indices) -> Facts:
    """Which entrants are in the one largest group of two or more; nobody where several are equally large."""
    numbers, counts = np.unique(groups, return_counts=True)
    largest = numbers[counts == counts.max(initial=0)]
    if largest.size != 1 or counts.max() < 2:
        return np.zeros(groups.shape, dtype=np.bool_)
    return np.asarray(groups == largest[0])


def rows_with_finite_odds(rows: Sparse, counts: Floats, scores: Floats) -> Facts:
    """Which matchups keep finite odds at maximum likelihood without a penalty.

    A direction of ratings that favours the winner of every matchup, and no loser, can be followed for ever. Matchups
    in which both sides scored allow no such direction along them; for the others a linear programme finds the
    largest set that some direction favours.
    """
    is_mixed = (scores > 0) & (scores < counts)
    _, free = row_space(rows[np.flatnonzero(is_mixed)])
    one_sided = np.flatnonzero(~is_mixed)
    along = product(rows[one_sided], free) * np.where(scores[one_sided] > 0, 1.0, -1.0)[:, np.newaxis]
    moves = np.max(np.abs(along), axis=1, initial=0.0) > _TINY
    if not moves.any():
        return np.ones(counts.shape, dtype=np.bool_)
    # Greatest Σ z with 0 ≤ z ≤ 1 and z ≤ (win row) · direction; directions form a cone, so z is 1 or 0 at best.
    along = along[moves]
    row_count, dimensions = along.shape
    found = linprog(
        np.concatenate((np.zeros(dimensions), -np.ones(row_count))),
        A_ub=np.hstack((-along, np.eye(row_count))),
        b_ub=np.zeros(row_count),
        bounds=[(None, None)] * dimensions + [(0.0, 1.0)] * row_count,
        method="highs",
    )
    if found.x is None or not found.success:
        raise ArithmeticError(f"the search for one-sided results failed: {found.message}")
    is_finite = np.ones(counts.shape, dtype=np.bool_)
    is_finite[one_sided[moves]] = found.x[dimensions:] < 0.5
    return is_finite
