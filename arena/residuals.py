"""What results leave over once ratings are fitted, and whether something asked of them has more of it than chance.

A *probe* is a column of numbers beside the results: by how much something would move each of them. Its excess is what
a fit would find for it that had it as one more unknown beside the ratings, to first order. So the ratings are, to the
same order, those that would be fitted if the results that the probe speaks of told nothing of strength: what two
entrants do to each other cannot hide in their ratings. Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_array, hstack
from scipy.special import expit, stdtr

from arena.estimates import FEW_SHUFFLES, FEWEST_SHUFFLES
from arena.likelihood import SLOPE
from arena.matchups import Facts, Floats, Indices, Sparse, product
from arena.tally import Tally

_COLUMNS_AT_ONCE = 4096
"""Probes worked on together: what they need grows with the entrants times these."""

_LEAST_SPREAD = 1 / 5
"""Part of the variance of independent results that is left where decks are played again with the sides exchanged. Less
is no surety: two of whom one always wins have no spread at all."""

_TINY = 1e-10
"""Part of the largest eigenvalue of an information matrix below which there is none but for rounding."""

_LEAST_TOLD = 1e-6
"""Part of a probe's information that has to be left beside the ratings; below it is none but for rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Leftovers:
    """What a fit of ratings leaves over.

    Attributes:
        design: rows × unknowns that were fitted, by row how much each moves it.
        weights: by row, information about what moves it, summed over its results.
        pulls: shuffles × rows, what is left of the results, in the unit of the unknowns times their information.
        is_there: shuffles × rows, 1 where there is a result.
        spread: variance of what is left in units of information; 1 where results have a known variance.
    """

    design: Sparse
    weights: Floats
    pulls: Sparse
    is_there: Sparse
    spread: float = 1.0

    def beside(self, probes: Sparse, taken: Sequence[int]) -> Leftovers:
        """The same with some probes among what is fitted."""
        if not taken:
            return self
        joined: Sparse = csr_array(hstack((self.design, probes[:, list(taken)])))
        return replace(self, design=joined)


@dataclass(frozen=True, slots=True, eq=False)
class Excess:
    """By probe, what it has beyond what is fitted.

    Attributes:
        sizes: in the unit of the ratings.
        errors: their standard errors, clustered on the shuffle; NaN, as all else, where nothing can be told.
        doubts: probability that chance does as much, either way; by Student's t.
        shuffle_counts: distinct shuffles that a probe speaks of.
        shifts: unknowns × probes, by how much an unknown moves if a probe is fitted too.
    """

    sizes: Floats
    errors: Floats
    doubts: Floats
    shuffle_counts: Indices
    shifts: Floats

    @property
    def is_told(self) -> Facts:
        return np.isfinite(self.doubts)


def of_sides(tally: Tally, ratings: Floats) -> Leftovers:
    """What ratings in Elo leave of results of two sides; matchups with an unrated entrant are left out.

    Args:
        ratings: by entrant of the tally; NaN where there is none.
    """
    is_open = np.isnan(ratings)
    unrated = product(csr_array(abs(tally.matchups)), is_open.astype(np.float64)) > 0
    expected = expit(SLOPE * product(tally.matchups, np.where(is_open, 0.0, ratings)))
    counts = np.where(unrated, 0.0, tally.by_matchup(tally.line_counts))
    lines = tally.line_matchups
    left = np.where(unrated[lines], 0.0, tally.line_scores - tally.line_counts * expected[lines])
    return Leftovers(
        design=tally.matchups,
        weights=SLOPE**2 * counts * expected * (1 - expected),
        pulls=_by_shuffle(SLOPE * left, tally),
        is_there=_by_shuffle(np.where(unrated[lines], 0.0, 1.0), tally),
    )


def excess(left: Leftovers, probes: Sparse) -> Excess:
    """What each of *probes*, rows × probes, has beyond what is fitted, each by itself."""
    parts = [
        _excess(left, csr_array(probes[:, start : start + _COLUMNS_AT_ONCE]))
        for start in range(0, max(1, probes.shape[1]), _COLUMNS_AT_ONCE)
    ]
    return Excess(
        sizes=np.concatenate([part.sizes for part in parts]),
        errors=np.concatenate([part.errors for part in parts]),
        doubts=np.concatenate([part.doubts for part in parts]),
        shuffle_counts=np.concatenate([part.shuffle_counts for part in parts]),
        shifts=np.concatenate([part.shifts for part in parts], axis=1),
    )


def discoveries(doubts: Floats, *, rate: float) -> Facts:
    """Which of many doubts are small enough that of those chosen a part of *rate* is chance (Benjamini–Hochberg).

    NaN is never chosen and does not count.
    """
    known = np.flatnonzero(np.isfinite(doubts))
    order = known[np.argsort(doubts[known], kind="stable")]
    passed = np.flatnonzero(doubts[order] <= rate * np.arange(1, order.size + 1) / max(1, order.size))
    chosen = np.zeros(doubts.shape, dtype=np.bool_)
    if passed.size:
        chosen[order[: passed[-1] + 1]] = True
    return chosen


def inverse_information(left: Leftovers) -> Floats:
    """Variance of what was fitted, as far as it is told, if all results were independent."""
    weighted: Sparse = csr_array(left.design.multiply(left.weights[:, np.newaxis]))
    return np.asarray(np.linalg.pinv(cross(left.design, weighted), rcond=_TINY, hermitian=True), dtype=np.float64)


def shuffles_met(left: Leftovers, probes: Sparse) -> Indices:
    """Distinct shuffles that each probe speaks of."""
    met: Sparse = csr_array(left.is_there @ abs(probes))
    met.eliminate_zeros()
    return np.bincount(met.indices, minlength=probes.shape[1]).astype(np.int64)


def cross(one: Sparse, other: Sparse) -> Floats:
    """Sums over the rows of the products of each column of *one* with each of *other*."""
    return np.asarray((one.T @ other).toarray(), dtype=np.float64)


def column_sums(rows: Sparse) -> Floats:
    """Sum of each column."""
    return np.asarray(rows.sum(axis=0), dtype=np.float64).ravel()


def _by_shuffle(by_line: Floats, tally: Tally) -> Sparse:
    shape = (tally.shuffle_count, tally.matchup_count)
    found: Sparse = csr_array((by_line, (tally.line_shuffles, tally.line_matchups)), shape=shape)
    return found


def _excess(left: Leftovers, probes: Sparse) -> Excess:
    design, weights = left.design, left.weights
    weighted: Sparse = csr_array(probes.multiply(weights[:, np.newaxis]))
    common = cross(design, weighted)
    shifts = inverse_information(left) @ common
    raw = column_sums(csr_array(probes.multiply(weighted)))
    information = raw - np.sum(common * shifts, axis=0)

    by_probe, by_unknown = csr_array(left.pulls @ probes), csr_array(left.pulls @ design)
    totals = column_sums(by_probe) - column_sums(by_unknown) @ shifts
    squares = (
        column_sums(csr_array(by_probe.multiply(by_probe)))
        - 2 * np.sum(cross(by_unknown, by_probe) * shifts, axis=0)
        + np.sum((cross(by_unknown, by_unknown) @ shifts) * shifts, axis=0)
    )
    counts = shuffles_met(left, probes)
    # The spread of the sums over the shuffles around their mean; with few of them, not less than that of chance.
    several = np.maximum(2, counts)
    variances = (squares - totals**2 / several) * several / (several - 1)
    least = np.where(counts < FEW_SHUFFLES, 1.0, _LEAST_SPREAD) * left.spread * information
    variances = np.maximum(variances, least)
    # Results that ratings explain to the last bit leave nothing to tell chance by.
    is_told = (counts >= FEWEST_SHUFFLES) & (information > _LEAST_TOLD * raw) & (variances > 0)
    safe = np.where(is_told, information, 1.0)
    deviations = np.sqrt(np.where(is_told, variances, 1.0))
    doubts = 2 * stdtr(np.maximum(1, counts - 1), -np.abs(totals) / deviations)
    return Excess(
        sizes=np.where(is_told, totals / safe, np.nan),
        errors=np.where(is_told, deviations / safe, np.nan),
        doubts=np.where(is_told, doubts, np.nan),
        shuffle_counts=counts,
        shifts=shifts,
    )
