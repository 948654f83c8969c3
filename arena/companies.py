"""Who sat with whom and against whom, as probes of what results leave over (`arena.residuals`). Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise, product

import numpy as np
from scipy.sparse import csr_array

from arena.matchups import Indices, Sparse

Pair = tuple[int, int]
"""Two entrants by their places, the lower first."""


@dataclass(frozen=True, slots=True, eq=False)
class Company:
    """Pairs of entrants that were somewhere together.

    Attributes:
        pairs: in order.
        probes: rows × pairs. Opponents: 1 where the first of a pair is on a row's first side and the second on the
            other, −1 where they sit the other way round. Partners: 1 where both are on the first side, −1 on the
            second.
    """

    pairs: tuple[Pair, ...]
    probes: Sparse


def opponents(matchups: Sparse) -> Company:
    """Pairs on different sides of *matchups*, rows as of `arena.matchups.Tally`."""
    return _company(
        matchups.shape[0],
        (
            (row, (min(one, other), max(one, other)), 1.0 if one < other else -1.0)
            for row, (first, second) in enumerate(_sides(matchups))
            for one, other in product(first, second)
        ),
    )


def partners(matchups: Sparse) -> Company:
    """Pairs on one side of *matchups*."""
    return _company(
        matchups.shape[0],
        (
            (row, pair, sign)
            for row, sides in enumerate(_sides(matchups))
            for side, sign in zip(sides, (1.0, -1.0), strict=True)
            for pair in combinations(side, 2)
        ),
    )


def _sides(matchups: Sparse) -> Iterable[tuple[list[int], list[int]]]:
    """The entrants of both sides of each row, in order of their places."""
    starts, members, weights = matchups.indptr.tolist(), matchups.indices.tolist(), matchups.data.tolist()
    for start, end in pairwise(starts):
        row = sorted(zip(members[start:end], weights[start:end], strict=True))
        yield [place for place, weight in row if weight > 0], [place for place, weight in row if weight < 0]


def _company(row_count: int, entries: Iterable[tuple[int, Pair, float]]) -> Company:
    found = list(entries)
    pairs = tuple(sorted({pair for _, pair, _ in found}))
    column = {pair: place for place, pair in enumerate(pairs)}
    rows = np.asarray([row for row, _, _ in found], dtype=np.int64)
    columns = np.asarray([column[pair] for _, pair, _ in found], dtype=np.int64)
    values = np.asarray([value for _, _, value in found], dtype=np.float64)
    probes: Sparse = csr_array((values, (rows, columns)), shape=(row_count, len(pairs)))
    return Company(pairs, probes)


def together(seats: Indices, entrant_count: int) -> Company:
    """Pairs at one table.

    Args:
        seats: tables × seats, places of entrants, all different at a table.
        entrant_count: of all.

    Returns:
        Rows are the seats, table by table; 1 at the seats of both, less the mean of the table.
    """
    table_count, seat_count = seats.shape
    first, second = np.triu_indices(seat_count, k=1)
    low, high = np.minimum(seats[:, first], seats[:, second]), np.maximum(seats[:, first], seats[:, second])
    numbers, columns = np.unique((low * entrant_count + high).ravel(), return_inverse=True)
    is_of_pair = np.zeros((seat_count, first.size))
    is_of_pair[first, np.arange(first.size)] = is_of_pair[second, np.arange(first.size)] = 1.0
    values = np.tile((is_of_pair - 2 / seat_count).ravel(), table_count)
    by_seat = np.repeat(columns.reshape(table_count, -1), seat_count, axis=0)
    starts = np.arange(table_count * seat_count + 1) * first.size
    shape = (table_count * seat_count, numbers.size)
    probes: Sparse = csr_array((values, by_seat.ravel(), starts), shape=shape)
    return Company(tuple((int(each) // entrant_count, int(each) % entrant_count) for each in numbers), probes)
