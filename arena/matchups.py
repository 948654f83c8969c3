"""Who met whom, as rows of a matrix, and what can be told from such a design: no ratings yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components
from scipy.special import expit

Floats: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int64]
Facts: TypeAlias = NDArray[np.bool_]
Sparse: TypeAlias = "csr_array[np.float64, tuple[int, int]]"

# Eigenvalues and distances of designs are multiples of simple fractions, far from this.
_TINY = 1e-9
_SAME = 1e-6

# Above this part of entries that are not zero, multiplying whole blocks is the faster way to a sum of squares.
_DENSE = 1 / 8
_BLOCK_CELLS = 1 << 21


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """x xᵀ of each row x of a design, made once for many weighted sums of them.

    Attributes:
        size: columns of the design.
        cells: rows × size²: the upper triangle of each square.
    """

    size: int
    cells: Sparse

    def total(self, weights: Floats) -> Floats:
        """Sum over the rows of weight · x xᵀ: size × size."""
        upper = np.asarray(self.cells.T @ weights, dtype=np.float64).reshape(self.size, self.size)
        return upper + upper.T - np.diag(np.diag(upper))

    def touching(self) -> Facts:
        """Whether some row has two columns, the first not after the second: size × size."""
        return np.bincount(self.cells.indices, minlength=self.size**2).reshape(self.size, self.size) > 0

    def __getitem__(self, kept: Indices) -> Squares:
        return Squares(self.size, self.cells[kept])


def squares(rows: Sparse) -> Squares:
    """The squares of *rows*, which are in canonical format."""
    row_count, size = rows.shape
    lengths = np.diff(rows.indptr).astype(np.int64)
    # Each entry goes with itself and with those after it in its row, which are of higher columns.
    partners = np.repeat(rows.indptr[1:], lengths) - np.arange(rows.nnz)
    first = np.repeat(np.arange(rows.nnz), partners)
    second = first + np.arange(first.size) - np.repeat(np.cumsum(partners) - partners, partners)
    cells: Sparse = csr_array(
        (
            rows.data[first] * rows.data[second],
            rows.indices[first].astype(np.int64) * size + rows.indices[second],
            np.concatenate(((0,), np.cumsum(lengths * (lengths + 1) // 2))),
        ),
        shape=(row_count, size * size),
    )
    return Squares(size, cells)


def product(rows: Sparse, values: Floats) -> Floats:
    """Matrix product of *rows* and *values*."""
    return np.asarray(rows @ values, dtype=np.float64)


def gram(rows: Sparse) -> Floats:
    """Sum over the rows of x xᵀ: size × size."""
    row_count, size = rows.shape
    if rows.nnz <= _DENSE * row_count * size:
        return squares(rows).total(np.ones(row_count))
    height = max(1, _BLOCK_CELLS // max(1, size))
    total = np.zeros((size, size))
    for start in range(0, row_count, height):
        block = rows[start : start + height].toarray()
        total += block.T @ block
    return total


def row_space(normal: Floats) -> tuple[Floats, Floats]:
    """Orthonormal bases, as columns, of what rows determine and of what they leave open.

    Args:
        normal: sum over the rows of x xᵀ.
    """
    values, vectors = np.linalg.eigh(normal)
    told = values > _TINY * max(1.0, float(values.max(initial=0.0)))
    return vectors[:, told], vectors[:, ~told]


def comparable_groups(open_space: Floats) -> Indices:
    """Number of the group of each entrant: within a group, and only there, the rows determine every difference.

    The difference of two entrants is determined if its vector lies in the row space, that is, if what the rows
    leave open is the same for both. That they are connected by tables is not enough: of three partnerships that
    never change and play each other, no two entrants can be told apart.

    Args:
        open_space: what the rows leave open, as `row_space` gives it.
    """
    groups = np.full(len(open_space), -1, dtype=np.int64)
    for entrant in range(len(open_space)):
        if groups[entrant] < 0:
            same = np.max(np.abs(open_space - open_space[entrant]), axis=1, initial=0.0) < _SAME
            groups[same & (groups < 0)] = entrant
    return groups


def connected_groups(touching: Facts) -> Indices:
    """Number of the group of each entrant, where those who sat at one table are in one group."""
    graph: Sparse = csr_array(touching.astype(np.float64))
    _, groups = connected_components(graph, directed=False)
    return np.asarray(groups, dtype=np.int64)


def largest_group(groups: Indices) -> Facts:
    """Which entrants are in the one largest group of two or more; nobody where several are equally large."""
    numbers, counts = np.unique(groups, return_counts=True)
    largest = numbers[counts == counts.max(initial=0)]
    if largest.size != 1 or counts.max() < 2:
        return np.zeros(groups.shape, dtype=np.bool_)
    return np.asarray(groups == largest[0])


# One-sided results. -----------------------------------------------------------------------------------------------


def rows_with_finite_odds(rows: Sparse, squared: Squares, counts: Floats, scores: Floats) -> Facts:
    """Which matchups, *rows* and *squared* the same, keep finite odds at maximum likelihood without a penalty.

    A direction of ratings that favours the winner of every matchup, and no loser, can be followed for ever, and the
    odds of the matchups that it favours have no end. Matchups in which both sides scored allow no such direction along
    them. The search is the dearer the less is left to look at: whoever won or lost everything is a direction alone;
    ratings of greatest likelihood, if they can be found, prove that there is no other; else a linear programme finds
    the largest set that some direction favours.
    """
    # Which side won all: +1 the first, −1 the second, 0 neither.
    outcomes = np.where(scores >= counts, 1.0, np.where(scores <= 0, -1.0, 0.0))
    mixed = squared.total((outcomes == 0).astype(np.float64))
    if row_space(mixed)[1].shape[1] == row_space(squared.total(np.ones(counts.shape)))[1].shape[1]:
        return np.ones(counts.shape, dtype=np.bool_)
    is_finite = _without_perfect_scores(rows, outcomes)
    left = np.flatnonzero(is_finite)
    if not _has_greatest_likelihood(rows[left], squared[left], counts[left], scores[left]):
        is_finite[left] = ~_favoured(rows[left], outcomes[left])
    return is_finite


def _without_perfect_scores(rows: Sparse, outcomes: Floats) -> Facts:
    """Leave out all matchups of whoever won or lost every one of them, and again among the rest until there is none."""
    numbers = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    outcome = np.sign(rows.data) * outcomes[numbers]
    is_left = np.ones(rows.shape[0], dtype=np.bool_)
    while True:
        here = is_left[numbers]
        met, won, lost = (
            np.bincount(rows.indices[here & is_such], minlength=rows.shape[1])
            for is_such in (np.ones(outcome.shape, dtype=np.bool_), outcome > 0, outcome < 0)
        )
        is_perfect = (met > 0) & ((won == met) | (lost == met))
        if not is_perfect.any():
            return is_left
        is_left[numbers[is_perfect[rows.indices]]] = False


def _has_greatest_likelihood(rows: Sparse, squared: Squares, counts: Floats, scores: Floats) -> bool:
    """Whether ratings were found whose surprises prove that no direction favours every winner.

    At the greatest likelihood the surprises, each times its row, add up to zero. Along a direction that favours
    every winner and no loser each of these terms is at least zero, so that all are.
    """
    plain = squared.total(np.ones(counts.shape))
    basis, _ = row_space(plain)
    turned = csr_array(rows.T)
    strength, surprises = np.zeros(rows.shape[1]), np.zeros(counts.shape)
    for _ in range(_MOST_STEPS):
        odds = product(rows, strength)
        if np.max(np.abs(odds), initial=0.0) > _LONGEST_ODDS:
            return False
        expected = expit(odds)
        surprises = scores - counts * expected
        information = basis.T @ squared.total(counts * expected * (1 - expected)) @ basis
        step = basis @ np.linalg.solve(information, basis.T @ product(turned, surprises))
        if np.max(np.abs(step), initial=0.0) < _SETTLED:
            break
        strength += step
    # What is left of the sum is taken out of them exactly; none of a one-sided matchup may change its sign by that.
    change = product(rows, basis @ np.linalg.solve(basis.T @ plain @ basis, basis.T @ product(turned, surprises)))
    is_one_sided = (scores <= 0) | (scores >= counts)
    return bool(np.all(np.abs(change)[is_one_sided] < np.abs(surprises)[is_one_sided] / 2))


# Of Newton's method in log-odds. It settles in five to ten steps, or follows a direction a unit each step.
_MOST_STEPS = 20
_LONGEST_ODDS = 25.0
_SETTLED = 1e-8


def _favoured(rows: Sparse, outcomes: Floats) -> Facts:
    """The largest set of one-sided matchups that some direction favours, by linear programmes.

    Each finds, of directions of bounded length, the one that favours winners most in all. What it favours is left out,
    since enough of that direction outweighs whatever another takes from it, until nothing more is found.
    """
    is_favoured = np.zeros(outcomes.shape, dtype=np.bool_)
    won: Sparse = csr_array(rows.multiply(np.where(outcomes == 0, 1.0, outcomes)[:, np.newaxis]))
    most = np.where(outcomes == 0, 0.0, np.inf)
    while True:
        left = np.flatnonzero(~is_favoured)
        gain = product(csr_array(won[left].T), np.abs(outcomes[left]))
        found = milp(-gain, constraints=LinearConstraint(won[left], 0.0, most[left]), bounds=Bounds(-1.0, 1.0))
        if found.x is None or not found.success:
            raise ArithmeticError(f"the search for one-sided results failed: {found.message}")
        favoured = left[(product(won[left], found.x) > _SAME) & (outcomes[left] != 0)]
        if not favoured.size:
            return is_favoured
        is_favoured[favoured] = True
