"""Ratings of greatest likelihood and the errors of such an estimate: the numerical part of `arena.ratings`."""

from __future__ import annotations

from math import log

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit

from arena.matchups import Facts, Floats, Indices, Sparse, Squares, product, row_space
from arena.tally import Tally

SLOPE = log(10) / 400
"""Log-odds of winning per Elo of difference."""

# Newton's method doubles the correct digits each time; far more steps than it takes mean that it does not settle.
_MOST_STEPS = 200
_SETTLED = 1e-9  # Elo
_NO_GAIN = 1e-15
"""Part of the log-likelihood below which a step that is no shorter than the last gains nothing but rounding."""

# Of the correction for few shuffles. From so many on it is less than one in a thousand.
_MANY_SHUFFLES = 1000
_MOST_PRODUCTS = 10_000_000_000
_BLOCK_CELLS = 1 << 21
_MOST_POWERS = 50
_SMALL = 1e-7


def most_likely(tally: Tally, squared: Squares, is_finite: Facts, penalty_sd: float | None) -> Floats:
    """Ratings of greatest penalised likelihood; without a penalty, from the matchups of finite odds alone."""
    kept = np.flatnonzero(is_finite) if penalty_sd is None else np.arange(is_finite.size)
    counts, scores = tally.by_matchup(tally.line_counts)[kept], tally.by_matchup(tally.line_scores)[kept]
    return most_likely_of(tally.matchups[kept], squared[kept], counts, scores, penalty_sd)


def most_likely_of(rows: Sparse, squared: Squares, counts: Floats, scores: Floats, penalty_sd: float | None) -> Floats:
    """The same from results and scores by matchup; some matchups may have none."""
    turned = csr_array(rows.T)
    entrant_count = rows.shape[1]
    basis = _basis(squared, np.ones(counts.shape), penalty_sd)
    weight = _weight(penalty_sd)

    strength = np.zeros(entrant_count)
    last = np.inf
    for _ in range(_MOST_STEPS):
        expected = expit(SLOPE * product(rows, strength))
        slope = SLOPE * product(turned, scores - counts * expected) - weight * strength
        curvature = _information(squared, counts, expected) + weight * np.eye(entrant_count)
        step = basis @ np.linalg.solve(basis.T @ curvature @ basis, basis.T @ slope)
        length = float(np.max(np.abs(step), initial=0.0))
        if length < _SETTLED:
            return np.asarray(strength + step, dtype=np.float64)
        value = _log_likelihood(rows, counts, scores, strength, weight)
        # What a weak penalty alone holds is settled less exactly: rounding moves it by some 1e-6 Elo for ever.
        if length > last / 2 and slope @ step <= _NO_GAIN * abs(value):
            return np.asarray(strength + step, dtype=np.float64)
        last = length
        # Far from the optimum a whole step may overshoot: halve it until the likelihood rises.
        while _log_likelihood(rows, counts, scores, strength + step, weight) < value - 1e-12 * abs(value):
            step = step / 2
        strength = strength + step
    raise ArithmeticError(f"the fit of {entrant_count} entrants over {int(counts.sum())} results does not settle")


def variances(
    tally: Tally,
    squared: Squares,
    shuffles_met: Indices,
    strength: Floats,
    is_finite: Facts,
    *,
    penalty_sd: float | None,
) -> tuple[Floats, Floats]:
    """Variance of the ratings by the sandwich estimator clustered on the shuffle, and by the information matrix.

    The penalty is in the filling as in the bread: it counts as one observation of each rating. So the interval of an
    entrant with hardly a result is as wide as the penalty, not as narrow as the little there is to contradict it.
    """
    counted = is_finite.astype(np.float64) if penalty_sd is None else np.ones(is_finite.shape)
    basis = _basis(squared, counted, penalty_sd)
    penalty = _weight(penalty_sd) * np.eye(len(tally.entrants))
    expected = expit(SLOPE * product(tally.matchups, strength))
    counts = tally.by_matchup(tally.line_counts) * counted
    bread = inverse_on(basis, _information(squared, counts, expected) + penalty)
    at_line = expected[tally.line_matchups]
    kept = counted[tally.line_matchups]
    surprise = SLOPE * (tally.line_scores - tally.line_counts * at_line) * kept
    weights = SLOPE**2 * tally.line_counts * at_line * (1 - at_line) * kept
    pulls = spread(tally, shuffles_met, surprise, weights, bread)
    return np.asarray(bread @ (pulls + penalty) @ bread, dtype=np.float64), bread


def spread(tally: Tally, shuffles_met: Indices, residuals: Floats, weights: Floats, bread: Floats) -> Floats:
    """Sum over the shuffles of u uᵀ, u what the shuffle pulls at the ratings, as if the fit had not followed it.

    The fit follows each shuffle some way, which leaves its residuals too small. If J is the shuffle's part of the
    information and B the inverse of all of it, (I − J B)^−½ undoes that in the mean (the correction known as CR2).
    Where all shuffles are alike it is the factor G / (G − 1) for the square, which is taken where everyone met many.

    Args:
        shuffles_met: by entrant.
        residuals: by line; times the matchup's row, its pull.
        weights: by line; times the square of the row, its part of the information.
        bread: B, entrants × entrants.
    """
    shuffle_count, size = tally.shuffle_count, len(tally.entrants)
    if (
        shuffle_count < 2
        or shuffles_met[shuffles_met > 0].min() >= _MANY_SHUFFLES
        or shuffle_count * size**2 > _MOST_PRODUCTS
    ):
        return tally.spread_by_shuffle(residuals) * (shuffle_count / max(1, shuffle_count - 1))
    total = np.zeros((size, size))
    for block in tally.blocks(_BLOCK_CELLS // max(1, size)):
        # The power series of (1 − x)^−½, of which a term costs what adding up does.
        pulls = term = block.by_shuffle(residuals[block.lines])
        enough = _SMALL * float(np.abs(term).max(initial=0.0))
        for power in range(1, _MOST_POWERS):
            factor = (2 * power - 1) / (2 * power)
            term = factor * block.by_shuffle(weights[block.lines] * block.along(term @ bread))
            pulls = pulls + term
            if float(np.abs(term).max(initial=0.0)) <= enough:
                break
        total += pulls.T @ pulls
    return total


def inverse_on(basis: Floats, curvature: Floats) -> Floats:
    """Inverse of *curvature* on the space of *basis*, zero outside it."""
    return np.asarray(basis @ np.linalg.solve(basis.T @ curvature @ basis, basis.T), dtype=np.float64)


def contrast_errors(variance: Floats, contrasts: Floats) -> Floats:
    """Standard error of each row of *contrasts*, a combination of ratings."""
    squares = np.sum(np.asarray(contrasts @ variance) * contrasts, axis=1)
    return np.asarray(np.sqrt(np.maximum(0.0, squares)), dtype=np.float64)


def pair_errors(variance: Floats) -> Floats:
    """Standard error of every difference of two ratings."""
    own = np.diag(variance)
    # But for rounding the two are the same, and so the error of a difference is the same both ways.
    shared = variance + variance.T
    return np.sqrt(np.maximum(0.0, own[:, np.newaxis] + own - shared))


def _weight(penalty_sd: float | None) -> float:
    return 0.0 if penalty_sd is None else 1.0 / penalty_sd**2


def _basis(squared: Squares, counted: Floats, penalty_sd: float | None) -> Floats:
    """What is to be determined: all ratings with a penalty, else what the rows that are counted tell."""
    return row_space(squared.total(counted))[0] if penalty_sd is None else np.eye(squared.size)


def _information(squared: Squares, counts: Floats, expected: Floats) -> Floats:
    return squared.total(SLOPE**2 * counts * expected * (1 - expected))


def _log_likelihood(rows: Sparse, counts: Floats, scores: Floats, strength: Floats, weight: float) -> float:
    odds = SLOPE * product(rows, strength)
    surprise = scores * np.logaddexp(0.0, -odds) + (counts - scores) * np.logaddexp(0.0, odds)
    return -float(surprise.sum()) - weight / 2 * float((strength**2).sum())
