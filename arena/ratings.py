"""Strength from results: one maximum-likelihood fit over all of them, with its errors (docs/ratings.md).

A side's strength is the mean of its members' ratings. Pure: the same results give the same numbers, in any order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import log10, sqrt

import numpy as np
from scipy.special import expit, ndtr, stdtr, stdtrit

from arena.likelihood import SLOPE, contrast_errors, inverse_on, most_likely, pair_errors, small_sample, variances
from arena.matchups import (
    Facts,
    Floats,
    Indices,
    RatedResult,
    Tally,
    add_up,
    comparable_groups,
    connected_groups,
    gram,
    largest_group,
    product,
    row_space,
    rows_with_finite_odds,
)

__all__ = [
    "Anchor",
    "Comparison",
    "Estimate",
    "Fit",
    "LevelsEstimate",
    "RatedResult",
    "Status",
    "fit",
    "perfect_score_bound",
    "win_probability",
]

PENALTY_SD = 400.0
"""Elo; standard deviation of the normal penalty that keeps ratings finite."""

CONFIDENCE = 0.95

FEW_SHUFFLES = 20
"""Below this many shuffles, errors estimated from the shuffles themselves come out too small, and the larger of them
and the errors of independent results is taken."""


class Status(StrEnum):
    """Whether an entrant's rating can be told from the results, or why not."""

    ESTIMABLE = "estimable"
    UNBOUNDED = "unbounded"
    SEPARATED = "separated"
    ENTANGLED = "entangled"
    UNCONNECTED = "unconnected"
    NO_RESULTS = "no results"


@dataclass(frozen=True, slots=True)
class Anchor:
    """An entrant whose rating is fixed, so that ratings of several fits can be compared."""

    name: str
    rating: float = 0.0


@dataclass(frozen=True, slots=True)
class LevelsEstimate:
    """Levels gained per result over the mean of the rated entrants, by least squares on means over a shuffle.

    The error and the interval are None where there are too few shuffles to know them.
    """

    per_result: float
    standard_error: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the results tell of one entrant.

    Attributes:
        result_count: all results the entrant took part in.
        shuffle_count: distinct shuffles among those that tell of its strength.
        score: sum of its results: 1 for each won, 0.5 for each drawn.
        rating: Elo in the fit's gauge; None where the status says why not.
        standard_error: in the fit's gauge; None without a rating, and where the status is UNBOUNDED or SEPARATED:
            such a rating is held finite by the penalty alone.
        low: end of the 95 % interval: the rating less the standard error times the quantile of Student's t with
            ``shuffle_count`` − 1 degrees of freedom, or fewer if the anchor met fewer shuffles.
        high: the other end.
        bound: for a perfect score, which has no finite estimate: the side won at least this much (Elo over the other
            side, one-sided 95 %); negative for an entrant that won nothing, whose side was at most that.
        best_rank: from 1, among those with a rating; how far up the entrant may be, as far as comparisons adjusted for
            their number can tell. None without a rating.
        worst_rank: how far down.
    """

    name: str
    status: Status
    result_count: int
    shuffle_count: int
    score: float
    rating: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    bound: float | None
    best_rank: int | None
    worst_rank: int | None
    levels: LevelsEstimate | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two entrants held against each other.

    Attributes:
        difference: Elo of the first over the second.
        superiority: probability that the first is the stronger, as far as the results tell.
        win_probability: of the first's side over the second's, each partnered with its own copy.
    """

    difference: float
    standard_error: float
    superiority: float
    win_probability: float


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """Ratings of all entrants and their errors.

    Attributes:
        estimates: by entrant, sorted by name.
        rank: of the design; one less than the entrants where all can be compared.
        ratings: Elo, by entrant; NaN where there is no rating.
        difference_errors: standard errors of differences of ratings, entrants × entrants; NaN where there is none.
        information_errors: standard errors of the ratings if all results were independent.
    """

    estimates: tuple[Estimate, ...]
    anchor: Anchor | None
    penalty_sd: float | None
    result_count: int
    shuffle_count: int
    rank: int
    ratings: Floats
    difference_errors: Floats
    information_errors: Floats

    def estimate(self, name: str) -> Estimate:
        return self.estimates[self._index(name)]

    def comparison(self, first: str, second: str) -> Comparison | None:
        """*first* against *second*; None where the results cannot compare them."""
        one, other = self._index(first), self._index(second)
        difference = float(self.ratings[one] - self.ratings[other])
        error = float(self.difference_errors[one, other])
        if one == other or np.isnan(difference) or np.isnan(error):
            return None
        return Comparison(difference, error, _superiority(difference, error), win_probability(difference))

    def _index(self, name: str) -> int:
        index = bisect_left(self.estimates, name, key=lambda estimate: estimate.name)
        if index == len(self.estimates) or self.estimates[index].name != name:
            raise KeyError(name)
        return index


def win_probability(difference: float) -> float:
    """Probability that a side wins that is *difference* Elo stronger."""
    return float(expit(SLOPE * difference))


def perfect_score_bound(result_count: int) -> float:
    """Elo by which a side with *result_count* wins and nothing else is the stronger at least (one-sided 95 %).

    The least probability a with which so many wins are not yet unlikely: aⁿ = 0.05. Below five results it says little
    and is negative.
    """
    odds = (1 - CONFIDENCE) ** (1 / result_count)
    return 400 * log10(odds / (1 - odds))


def fit(
    results: Iterable[RatedResult],
    *,
    penalty_sd: float | None = PENALTY_SD,
    anchor: Anchor | None = None,
    entrants: Iterable[str] = (),
) -> Fit:
    """Rate all entrants of *results* together.

    Args:
        results: in any order.
        penalty_sd: Elo; standard deviation of an independent normal penalty on each rating; None for none.
        anchor: fixes one rating; without it the ratings that can be told sum to zero.
        entrants: more names, which may have no results.

    Raises:
        ValueError: the anchor is no entrant, or a result is not as `RatedResult` says.
    """
    tally = add_up(results, entrants)
    if anchor is not None and anchor.name not in tally.entrants:
        raise ValueError(f"the anchor {anchor.name!r} is no entrant")
    if penalty_sd is not None and not penalty_sd > 0:
        raise ValueError(f"the penalty's standard deviation must be positive, got {penalty_sd!r}")
    counts, scores = tally.by_matchup(tally.line_counts), tally.by_matchup(tally.line_scores)
    is_finite = rows_with_finite_odds(tally.matchups, counts, scores)
    finite_groups = comparable_groups(tally.matchups[np.flatnonzero(is_finite)])
    design_groups = comparable_groups(tally.matchups)

    in_design = _reference(design_groups, tally, anchor)
    in_finite = _reference(finite_groups, tally, anchor)
    rated = in_finite if penalty_sd is None else in_design
    statuses = _statuses(tally, in_design, in_finite)
    gauge = _gauge(rated, tally, anchor)

    strength = most_likely(tally, is_finite, penalty_sd)
    ratings = np.where(rated, strength - gauge @ strength + (anchor.rating if anchor else 0.0), np.nan)
    sandwich, information = variances(tally, strength, is_finite, penalty_sd)
    shuffles = tally.shuffles_met()
    is_few = shuffles < FEW_SHUFFLES
    errors = _errors(tally, sandwich, information, gauge, is_cautious=is_few | ~in_finite)
    difference_errors = np.where(rated[:, np.newaxis] & rated, errors.of_differences, np.nan)
    best, worst = _rank_ranges(ratings, difference_errors, _freedom(np.minimum(shuffles[:, np.newaxis], shuffles)))
    quantiles = _quantiles(shuffles)
    levels = _levels(tally, in_design, is_cautious=is_few, quantiles=quantiles)
    if anchor is not None:
        quantiles = np.maximum(quantiles, quantiles[tally.entrants.index(anchor.name)])

    estimates = tuple(
        _estimate(
            name,
            statuses[index],
            result_count=int(tally.result_counts[index]),
            shuffle_count=int(shuffles[index]),
            score=float(tally.scores[index]),
            rating=float(ratings[index]),
            error=float(errors.of_ratings[index]),
            quantile=float(quantiles[index]),
            ranks=(int(best[index]), int(worst[index])),
            levels=levels[index],
        )
        for index, name in enumerate(tally.entrants)
    )
    return Fit(
        estimates=estimates,
        anchor=anchor,
        penalty_sd=penalty_sd,
        result_count=int(tally.line_counts.sum()),
        shuffle_count=tally.shuffle_count,
        rank=row_space(tally.matchups)[0].shape[1],
        ratings=ratings,
        difference_errors=difference_errors,
        information_errors=np.where(rated, errors.if_independent, np.nan),
    )


# Who can be rated. ------------------------------------------------------------------------------------------------


def _reference(groups: Indices, tally: Tally, anchor: Anchor | None) -> Facts:
    """Those who can be compared with the anchor, or without one with most others."""
    if anchor is None:
        return largest_group(groups)
    members = np.asarray(groups == groups[tally.entrants.index(anchor.name)])
    return members if members.sum() > 1 else np.zeros(groups.shape, dtype=np.bool_)


def _gauge(rated: Facts, tally: Tally, anchor: Anchor | None) -> Floats:
    """Weights of the combination of ratings that is held fixed."""
    gauge = np.zeros(len(tally.entrants))
    if anchor is not None:
        gauge[tally.entrants.index(anchor.name)] = 1.0
    elif rated.any():
        gauge[rated] = 1.0 / rated.sum()
    return gauge


def _statuses(tally: Tally, in_design: Facts, in_finite: Facts) -> tuple[Status, ...]:
    connected = connected_groups(tally.matchups)
    main_connected = set(connected[in_design].tolist()) or _main_connected(connected)
    statuses = []
    for index, name in enumerate(tally.entrants):
        has_tables = tally.matchups[:, [index]].nnz > 0
        match (has_tables, bool(in_design[index]), bool(in_finite[index])):
            case (False, _, _):
                statuses.append(Status.NO_RESULTS)
            case (_, True, True):
                statuses.append(Status.ESTIMABLE)
            case (_, True, False):
                statuses.append(Status.UNBOUNDED if _is_perfect(tally, name) else Status.SEPARATED)
            case _:
                is_connected = int(connected[index]) in main_connected
                statuses.append(Status.ENTANGLED if is_connected else Status.UNCONNECTED)
    return tuple(statuses)


def _main_connected(connected: Indices) -> set[int]:
    group = largest_group(connected)
    return set(connected[group].tolist())


def _is_perfect(tally: Tally, name: str) -> bool:
    index = tally.entrants.index(name)
    return bool(tally.scores[index] in (0.0, float(tally.result_counts[index])))


# What follows. ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Errors:
    """Standard errors of ratings in the gauge and of their differences."""

    of_ratings: Floats
    of_differences: Floats
    if_independent: Floats


def _errors(tally: Tally, sandwich: Floats, information: Floats, gauge: Floats, *, is_cautious: Facts) -> _Errors:
    """Errors by the sandwich; for those where it is known to be too small, the larger of both estimates."""
    own = np.eye(len(tally.entrants)) - gauge
    robust, independent = contrast_errors(sandwich, own), contrast_errors(information, own)
    robust_pairs, independent_pairs = pair_errors(sandwich), pair_errors(information)
    # An anchor is one side of every rating.
    is_wary = is_cautious | bool((is_cautious & (gauge == 1.0)).any())
    return _Errors(
        of_ratings=np.where(is_wary, np.maximum(independent, robust), robust),
        of_differences=np.where(
            is_cautious[:, np.newaxis] | is_cautious,
            np.maximum(independent_pairs, robust_pairs),
            robust_pairs,
        ),
        if_independent=independent,
    )


def _freedom(shuffle_counts: Indices) -> Floats:
    """Degrees of freedom of errors that were themselves estimated from so many shuffles."""
    return np.asarray(np.maximum(1.0, shuffle_counts - 1.0), dtype=np.float64)


def _quantiles(shuffle_counts: Indices) -> Floats:
    """Standard errors from an estimate to the end of its interval."""
    return np.asarray(stdtrit(_freedom(shuffle_counts), (1 + CONFIDENCE) / 2), dtype=np.float64)


def _superiority(difference: float, error: float) -> float:
    if error > 0:
        return float(ndtr(difference / error))
    return 0.5 if difference == 0 else float(difference > 0)


def _rank_ranges(ratings: Floats, pair_errors: Floats, freedom: Floats) -> tuple[Indices, Indices]:
    """Best and worst rank of each entrant: those who beat it, or whom it beats, beyond doubt are above or below it.

    Beyond doubt: in comparisons of all pairs by Student's t, adjusted by Holm's method so that with 95 % none of them
    is wrong.
    """
    entrant_count = ratings.size
    rated_count = int(np.isfinite(ratings).sum())
    above = np.zeros((entrant_count, entrant_count), dtype=np.bool_)
    first, second = np.triu_indices(entrant_count, k=1)
    difference, error = ratings[first] - ratings[second], pair_errors[first, second]
    known = np.isfinite(difference) & (error > 0)
    first, second, difference, error = first[known], second[known], difference[known], error[known]
    doubt = 2 * stdtr(freedom[first, second], -np.abs(difference) / error)
    order = np.argsort(doubt, kind="stable")
    passed = doubt[order] <= (1 - CONFIDENCE) / np.arange(order.size, 0, -1)
    for pair in order[np.cumprod(passed, dtype=np.int64) > 0]:
        if difference[pair] > 0:
            above[first[pair], second[pair]] = True
        else:
            above[second[pair], first[pair]] = True
    return 1 + above.sum(axis=0), rated_count - above.sum(axis=1)


def _levels(tally: Tally, rated: Facts, *, is_cautious: Facts, quantiles: Floats) -> tuple[LevelsEstimate | None, ...]:
    """Least squares of the mean margins of each matchup on each shuffle, with errors clustered on the shuffle."""
    line_count = tally.line_matchups.size
    basis = row_space(tally.matchups)[0]
    inverse = inverse_on(basis, gram(tally.matchups, tally.by_matchup(np.ones(line_count))))
    means = tally.line_margins / tally.line_counts
    gains = inverse @ product(tally.matchups.T.tocsr(), tally.by_matchup(means))
    left = means - product(tally.matchups, gains)[tally.line_matchups]
    contrasts = np.eye(len(tally.entrants)) - rated / max(1, rated.sum())
    errors = contrast_errors(inverse @ tally.spread_by_shuffle(left) @ inverse * small_sample(tally), contrasts)
    freedom = line_count - basis.shape[1]
    spread = float(left @ left) / freedom if freedom > 0 else np.nan
    wary = np.maximum(errors, contrast_errors(inverse, contrasts) * sqrt(spread))
    centred = contrasts @ gains
    found: list[LevelsEstimate | None] = []
    for index in range(len(tally.entrants)):
        error = float(wary[index] if is_cautious[index] else errors[index])
        gain = float(centred[index])
        if not rated[index]:
            found.append(None)
        elif np.isnan(error):
            found.append(LevelsEstimate(gain, None, None, None))
        else:
            reach = float(quantiles[index]) * error
            found.append(LevelsEstimate(gain, error, gain - reach, gain + reach))
    return tuple(found)


def _estimate(
    name: str,
    status: Status,
    *,
    result_count: int,
    shuffle_count: int,
    score: float,
    rating: float,
    error: float,
    quantile: float,
    ranks: tuple[int, int],
    levels: LevelsEstimate | None,
) -> Estimate:
    is_rated = not np.isnan(rating)
    is_told = is_rated and status is Status.ESTIMABLE
    bound = None
    if status is Status.UNBOUNDED:
        bound = perfect_score_bound(result_count) * (1 if score > 0 else -1)
    return Estimate(
        name=name,
        status=status,
        result_count=result_count,
        shuffle_count=shuffle_count,
        score=score,
        rating=rating if is_rated else None,
        standard_error=error if is_told else None,
        low=rating - quantile * error if is_told else None,
        high=rating + quantile * error if is_told else None,
        bound=bound,
        best_rank=ranks[0] if is_rated else None,
        worst_rank=ranks[1] if is_rated else None,
        levels=levels,
    )
