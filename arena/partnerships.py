"""Who fits with whom: how much better a pair of partners does together than the mean of its two ratings says.

For tables of four different entrants (`individual`). The strength of a side is the mean of its two ratings and a pair
effect. All pair effects are found together by one step from the fitted ratings; they sum to zero over the partners of
each entrant, since what it gains with all of them is its rating. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

from arena.companies import Pair, partners
from arena.estimates import CONFIDENCE, FEW_SHUFFLES, FEWEST_SHUFFLES, Status
from arena.matchups import Facts, Floats, Sparse
from arena.ratings import Fit
from arena.residuals import (
    Leftovers,
    column_sums,
    cross,
    discoveries,
    inverse_information,
    of_sides,
    shuffles_met,
)
from arena.tally import Tally

MOST_PAIRS = 2000
"""Pairs of partners that are worked out, those of 63 entrants: the time grows with the cube of their number."""

FALSE_DISCOVERIES = 0.05
"""Part of the marked pairs that is chance, at most."""

DIGITS = 6
"""Decimals that are kept. Where pairs are hardly told apart, the last bits of a computation reach further than those of
ratings do."""

_TINY = 1e-6
"""Part of the largest eigenvalue of an information matrix below which nothing can be told."""

_SAME = 1e-6


@dataclass(frozen=True, slots=True)
class PairEffect:
    """How two entrants do as partners.

    Attributes:
        size: Elo over the mean of the two; None where the results cannot tell it from other pairs', as all that
            follows.
        standard_error: clustered on the shuffle.
        shrunk: the size, drawn to zero as far as it may be chance: the best guess of what is behind it.
        is_marked: not chance, as far as such marks can be trusted: one of twenty may be.
    """

    result_count: int
    size: float | None
    standard_error: float | None
    shrunk: float | None
    is_marked: bool


@dataclass(frozen=True, slots=True)
class InGeneral:
    """A rating's error and 95 % interval, if its partners count as drawn from many."""

    standard_error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Partnerships:
    """The pairs of one section.

    Attributes:
        effects: by the places of two entrants in the fit, the lower first; no pair that never partnered.
        spread: standard deviation of pair effects, Elo, by the method of moments; None where it cannot be told.
        freedom: pair effects that ratings leave to be told, with all pairs: v (v − 1) / 2 − v of v entrants.
        told_count: pairs whose effect is told.
        pair_variance: mean square of the errors of pair effects, Elo².
        variance: entrants × entrants, by which the pair effects of this field make ratings vary, Elo²; in no gauge.
    """

    effects: dict[Pair, PairEffect]
    spread: float | None
    freedom: int
    told_count: int
    pair_variance: float
    variance: Floats

    def variance_of(self, contrast: Floats) -> float:
        """Elo²; by how much pair effects make a combination of ratings vary."""
        return max(0.0, float(contrast @ self.variance @ contrast))


def partnerships(tally: Tally, fit: Fit) -> Partnerships | None:
    """The pairs of a section of tables of four; None where sides are not two different entrants each."""
    company = partners(tally.matchups)
    if not company.pairs or not np.all(np.diff(company.probes.indptr) == 2):
        return None
    left = of_sides(tally, fit.ratings)
    counts = np.asarray(abs(company.probes).T @ tally.by_matchup(tally.line_counts), dtype=np.float64)
    entrant_count = len(tally.entrants)
    freedom = entrant_count * (entrant_count - 1) // 2 - entrant_count
    if len(company.pairs) > MOST_PAIRS:
        return _untold(company.pairs, counts, freedom, entrant_count)

    found = _found_together(left, company.probes, company.pairs, entrant_count)
    if not found.is_told.any():
        return _untold(company.pairs, counts, freedom, entrant_count)
    told = np.flatnonzero(found.is_told)
    squares = found.errors[told] ** 2
    # By how much the squares of the effects exceed those of their errors, as they are and not as caution has them.
    # Weights that came of the results would weigh what is large by chance more than what is not.
    weights = 1 / found.independent[told]
    excess = float(weights @ (found.sizes[told] ** 2 - found.robust[told])) / float(weights @ found.parts[told])
    spread = sqrt(max(0.0, excess))
    is_marked = discoveries(np.where(found.is_told, found.doubts, np.nan), rate=FALSE_DISCOVERIES)
    return Partnerships(
        effects={
            pair: _effect(found, place, int(counts[place]), spread, is_marked=bool(is_marked[place]))
            for place, pair in enumerate(company.pairs)
        },
        spread=kept(spread),
        freedom=freedom,
        told_count=told.size,
        pair_variance=float(squares.mean()),
        variance=spread**2 * found.shifts @ found.shifts.T,
    )


def in_general(fit: Fit, found: Partnerships) -> dict[str, InGeneral]:
    """For each entrant with an interval, the one for partners in general; nobody where the spread cannot be told.

    What partners add is as uncertain as their spread is, which has its own degrees of freedom (Satterthwaite).
    """
    if found.spread is None:
        return {}
    rated = np.asarray([estimate.rating is not None for estimate in fit.estimates])
    gauge = rated / max(1, rated.sum())
    if fit.anchor is not None:
        gauge = np.zeros(rated.shape)
        gauge[fit.index(fit.anchor.name)] = 1.0
    told = {}
    for place, estimate in enumerate(fit.estimates):
        if estimate.rating is None or estimate.standard_error is None or estimate.status is not Status.ESTIMABLE:
            continue
        contrast = -gauge
        contrast[place] += 1.0
        own, added = estimate.standard_error**2, found.variance_of(contrast)
        error, reach = joint_reach(own, max(1, estimate.shuffle_count - 1), added, found)
        told[estimate.name] = InGeneral(kept(error), kept(estimate.rating - reach), kept(estimate.rating + reach))
    return told


def kept(value: float) -> float:
    """*value* to `DIGITS`; never −0."""
    return round(value, DIGITS) + 0.0


def joint_reach(own: float, degrees: float, added: float, found: Partnerships | None) -> tuple[float, float]:
    """Standard error, and what it reaches at 95 %, of a variance and of what pair effects add to it, Elo²."""
    total = own + added
    if total <= 0:
        return 0.0, 0.0
    wobble = own**2 / degrees
    if found is not None and found.spread:
        share = added * (1 + found.pair_variance / found.spread**2)
        wobble += share**2 / max(1, min(found.freedom, found.told_count))
    quantile = float(stdtrit(total**2 / wobble, (1 + CONFIDENCE) / 2))
    return sqrt(total), quantile * sqrt(total)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """By pair; effects in Elo.

    Attributes:
        robust: squares of the errors, clustered on the shuffle.
        independent: the same, if all results were independent.
        parts: how much of an effect's variance is left beside the ratings.
        shifts: unknowns × pairs, by how much a rating moves with an effect.
    """

    sizes: Floats
    errors: Floats
    doubts: Floats
    robust: Floats
    independent: Floats
    is_told: Facts
    parts: Floats
    shifts: Floats


def _found_together(left: Leftovers, probes: Sparse, pairs: tuple[Pair, ...], entrant_count: int) -> _Found:
    design, weights = left.design, left.weights
    weighted: Sparse = csr_array(probes.multiply(weights[:, np.newaxis]))
    common = cross(design, weighted)
    shifts = inverse_information(left) @ common
    information: Floats = cross(probes, weighted) - common.T @ shifts
    values, vectors = np.linalg.eigh(information)
    is_known = values > _TINY * max(1e-30, float(values.max(initial=0.0)))
    known, unknown = vectors[:, is_known], vectors[:, ~is_known]

    # Effects are measured from what ratings can take up: an amount for each entrant in all its pairs.
    additive = np.zeros((len(pairs), entrant_count))
    for place, pair in enumerate(pairs):
        additive[place, list(pair)] = 1.0
    centring = np.eye(len(pairs)) - additive @ np.linalg.pinv(additive)
    is_told = np.max(np.abs(centring @ unknown), axis=1, initial=0.0) < _SAME
    solving = centring @ (known / values[is_known]) @ known.T

    by_pair, by_unknown = csr_array(left.pulls @ probes), csr_array(left.pulls @ design)
    mixed = cross(by_unknown, by_pair)
    pulls = column_sums(by_pair) - column_sums(by_unknown) @ shifts
    spread = cross(by_pair, by_pair) - mixed.T @ shifts - shifts.T @ mixed
    spread += shifts.T @ cross(by_unknown, by_unknown) @ shifts
    shuffles = shuffles_met(left, probes)
    sizes = solving @ pulls
    # The spread around the effect itself, which is the same on every shuffle.
    several = np.maximum(2, shuffles)
    around = np.sum((solving @ spread) * solving, axis=1) - sizes**2 / several
    robust = np.maximum(0.0, around) * several / (several - 1)
    independent = np.sum((centring @ (known / values[is_known])) * (centring @ known), axis=1)
    squares = np.where(shuffles < FEW_SHUFFLES, np.maximum(robust, independent), robust)
    is_told &= (shuffles >= FEWEST_SHUFFLES) & (squares > 0)
    errors = np.sqrt(squares)
    ratio = np.abs(sizes) / np.where(is_told, errors, 1.0)
    return _Found(
        sizes=sizes,
        errors=errors,
        doubts=2 * stdtr(np.maximum(1, shuffles - 1), -ratio),
        robust=robust,
        independent=independent,
        is_told=is_told,
        parts=np.diag(centring),
        shifts=shifts,
    )


def _effect(found: _Found, place: int, count: int, spread: float, *, is_marked: bool) -> PairEffect:
    if not found.is_told[place]:
        return PairEffect(count, None, None, None, is_marked=False)
    size, error = float(found.sizes[place]), float(found.errors[place])
    real = spread**2 / (spread**2 + error**2)
    return PairEffect(count, kept(size), kept(error), kept(real * size), is_marked=is_marked)


def _untold(pairs: tuple[Pair, ...], counts: Floats, freedom: int, entrant_count: int) -> Partnerships:
    return Partnerships(
        effects={
            pair: PairEffect(int(count), None, None, None, is_marked=False)
            for pair, count in zip(pairs, counts, strict=True)
        },
        spread=None,
        freedom=freedom,
        told_count=0,
        pair_variance=0.0,
        variance=np.zeros((entrant_count, entrant_count)),
    )
