"""What results add up to by who met whom on which deck: no ratings yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from arena.matchups import Facts, Floats, Indices, Sparse, gram
from arena.rated_results import RatedResult, Results, columns


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

    def by_shuffle(self, by_line: Floats) -> Sparse:
        """Sums over the lines of each shuffle of *by_line* times the matchup's row: shuffles × entrants."""
        lines = self.matchups[self.line_matchups]
        starts = np.searchsorted(self.line_shuffles, np.arange(self.shuffle_count + 1))
        values = lines.data * np.repeat(by_line, np.diff(lines.indptr))
        shape = (self.shuffle_count, len(self.entrants))
        sums: Sparse = csr_array((values, lines.indices, lines.indptr[starts]), shape=shape)
        sums.sum_duplicates()
        return sums

    def spread_by_shuffle(self, by_line: Floats) -> Floats:
        """Sum over the shuffles of u uᵀ, u the shuffle's row of `by_shuffle`."""
        return gram(self.by_shuffle(by_line))

    def blocks(self, shuffle_count: int) -> Iterator[Block]:
        """All lines, those of so many shuffles at a time."""
        starts = np.searchsorted(self.line_shuffles, np.arange(self.shuffle_count + 1))
        for first in range(0, self.shuffle_count, max(1, shuffle_count)):
            last = min(first + max(1, shuffle_count), self.shuffle_count)
            lines = slice(int(starts[first]), int(starts[last]))
            rows = self.matchups[self.line_matchups[lines]]
            lengths = np.diff(rows.indptr)
            yield Block(
                lines=lines,
                shape=(last - first, len(self.entrants)),
                values=rows.data,
                line_of=np.repeat(np.arange(lengths.size), lengths),
                cells=np.repeat((self.line_shuffles[lines] - first) * len(self.entrants), lengths) + rows.indices,
            )

    def shuffles_met(self) -> Indices:
        """Distinct shuffles on which each entrant had a result that tells of its strength."""
        # None of the entries is zero, but their sums may be.
        met = self.by_shuffle(np.ones(self.line_matchups.size))
        return np.bincount(met.indices, minlength=len(self.entrants)).astype(np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The lines of some shuffles, as the entries of their matchups' rows that are not zero.

    Attributes:
        lines: where they are among all.
        shape: shuffles × entrants.
        values: by entry.
        line_of: line of each entry, from the first of the block.
        cells: place of each entry in a flat array of *shape*.
    """

    lines: slice
    shape: tuple[int, int]
    values: Floats
    line_of: Indices
    cells: Indices

    def by_shuffle(self, by_line: Floats) -> Floats:
        """Sums over the lines of each shuffle of *by_line* times the matchup's row."""
        weights = self.values * by_line[self.line_of]
        sums = np.bincount(self.cells, weights=weights, minlength=self.shape[0] * self.shape[1])
        return sums.astype(np.float64).reshape(self.shape)

    def along(self, by_shuffle: Floats) -> Floats:
        """By line, the product of its matchup's row and its shuffle's row of *by_shuffle*."""
        weights = self.values * by_shuffle.ravel()[self.cells]
        count = self.lines.stop - self.lines.start
        return np.bincount(self.line_of, weights=weights, minlength=count).astype(np.float64)


def add_up(results: Results | Iterable[RatedResult], entrants: Iterable[str] = ()) -> Tally:
    """Add up *results*; *entrants* are named even if they have none.

    Raises:
        ValueError: seats that are not two equal sides, a score outside 0 to 1, a margin that is not finite, or columns
            of different lengths or with places outside the names.
    """
    given = results if isinstance(results, Results) else columns(results)
    _check(given)
    names = tuple(sorted({*entrants, *given.entrants}))
    position = {name: index for index, name in enumerate(names)}
    entrant_places = np.asarray([position[name] for name in given.entrants], dtype=np.int64)
    pairings, pairing_of, is_turned = _pairings(entrant_places[given.seats])
    shuffle_of = _sorted_places(given.shuffles)[given.decks]
    # Adding 0.0 makes −0.0 into 0.0, which would otherwise depend on the order of equal results.
    score = np.where(is_turned, 1.0 - given.scores, given.scores) + 0.0
    margin = np.where(is_turned, -given.margins, given.margins) + 0.0

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


def matchups_of(seatings: Indices, entrant_count: int) -> tuple[Sparse, Indices, Facts]:
    """Who meets whom in *seatings*, which are rows of entrants' indices, without regard to seats.

    Returns:
        Rows of the distinct matchups as in `Tally`, that of equal sides being empty; the matchup of each seating;
        whether its even seats are the matchup's second side.
    """
    pairings, pairing_of, is_turned = _pairings(seatings)
    return _rows(pairings, entrant_count), pairing_of, is_turned


def _check(results: Results) -> None:
    count, seat_count = results.seats.shape
    if seat_count < 2 or seat_count % 2:
        raise ValueError(f"a seating needs two equal sides, got {seat_count} seats")
    lengths = {results.decks.size, results.scores.size, results.margins.size}
    if lengths != {count}:
        raise ValueError(f"all columns need one length, got {sorted({count, *lengths})}")
    for places, known in ((results.seats, results.entrants), (results.decks, results.shuffles)):
        if len(set(known)) < len(known):
            raise ValueError("a name is there twice")
        if places.size and not 0 <= places.min() <= places.max() < len(known):
            raise ValueError(f"a place is outside the {len(known)} names")
    if not np.all((results.scores >= 0) & (results.scores <= 1)):
        raise ValueError("a score is from 0 to 1; a result has another")
    if not np.all(np.isfinite(results.margins)):
        raise ValueError("a margin is finite; a result has another")


def _pairings(seats: Indices) -> tuple[Indices, Indices, Facts]:
    """Who met whom, without regard to seats.

    Returns:
        The distinct pairings in order, as the entrants of the first side and of the second; the pairing of each
        result; whether the result has the pairing's second side in its even seats.
    """
    even, odd = _side(seats[:, 0::2]), _side(seats[:, 1::2])
    is_turned = np.zeros(len(seats), dtype=np.bool_)
    for one, other in zip(reversed(even), reversed(odd), strict=True):
        is_turned = np.where(one == other, is_turned, one > other)
    first = [np.where(is_turned, other, one) for one, other in zip(even, odd, strict=True)]
    second = [np.where(is_turned, one, other) for one, other in zip(even, odd, strict=True)]
    members = (*first, *second)
    key = np.zeros(len(seats), dtype=np.int64)
    places = key
    for column in members:
        # Keys are numbered anew with each seat, so that they never outgrow an integer.
        base = int(column.max(initial=0)) + 1
        _, places, key = np.unique(key * base + column, return_index=True, return_inverse=True)
    return np.stack([column[places] for column in members], axis=1), key.astype(np.int64), is_turned


def _side(seats: Indices) -> list[Indices]:
    """Members of each side in order, a column for each."""
    return list(np.ascontiguousarray(np.sort(seats, axis=1).T))


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


def _sorted_places(names: tuple[str, ...]) -> Indices:
    """Place of each name in the sorted order."""
    places = np.empty(len(names), dtype=np.int64)
    places[sorted(range(len(names)), key=names.__getitem__)] = np.arange(len(names))
    return places


def _differs(values: Indices) -> Facts:
    """Whether each value differs from the one before it."""
    return np.concatenate((np.ones(min(1, values.size), dtype=np.bool_), values[1:] != values[:-1]))


def _sums(values: Floats, starts: Indices) -> Floats:
    return np.add.reduceat(values, starts) if starts.size else np.zeros(0)
