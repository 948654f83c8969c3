"""Strength from results: one maximum-likelihood fit over all of them, with its errors (docs/ratings.md).

A side's strength is the mean of its members' ratings. Pure: the same results give the same numbers, in any order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, log10, sqrt

import numpy as np
from scipy.special import expit

from arena.estimates import (
    CONFIDENCE,
    FEW_SHUFFLES,
    Estimate,
    Estimates,
    LevelsEstimate,
    Status,
    freedom,
    quantiles_of,
    rank_ranges,
    settled,
    superiority,
    where_told,
)
from arena.likelihood import (
    SLOPE,
    contrast_errors,
    inverse_on,
    most_likely,
    most_likely_of,
    pair_errors,
    spread,
    variances,
)
from arena.matchups import (
    Facts,
    Floats,
    Indices,
    Sparse,
    Squares,
    comparable_groups,
    connected_groups,
    largest_group,
    product,
    row_space,
    rows_with_finite_odds,
    squares,
)
from arena.rated_results import RatedResult, Results
from arena.tally import Tally, add_up

__all__ = [
    "FEWEST_WINS",
    "Anchor",
    "Comparison",
    "Estimate",
    "Fit",
    "LevelsEstimate",
    "RatedResult",
    "Results",
    "Status",
    "fit",
    "perfect_score_bound",
    "ratings_alone",
    "win_probability",
]

PENALTY_SD = 400.0
"""Elo; standard deviation of the normal penalty that keeps ratings finite."""

FEWEST_WINS = 5
"""With fewer and no loss, not even that the side is the stronger is sure."""

_ROUNDING = 1e-9
"""Of a standard error: what is less, next to the widest mean margin in levels, is none."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """An entrant whose rating is fixed, so that ratings of several fits can be compared."""

    name: str
    rating: float = 0.0


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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Fit(Estimates):
    """Ratings in Elo of all entrants and their errors.

    Attributes:
        is_adrift: whether the results set the anchor's distance from all others no limit, so that no rating can be told
            from it. Then the entrants are compared as without an anchor; without a penalty they have no ratings, and
            `ratings` has zero at the mean of those that are compared.
        rank: of the design; one less than the entrants where all can be compared.
        information_errors: standard errors of the ratings if all results were independent.
    """

    anchor: Anchor | None
    penalty_sd: float | None
    is_adrift: bool
    rank: int
    information_errors: Floats

    @property
    def is_held_by_penalty(self) -> bool:
        """Whether some have a rating that the penalty alone keeps finite."""
        return any(each.rating is not None and each.status is not Status.ESTIMABLE for each in self.estimates)

    def comparison(self, first: str, second: str) -> Comparison | None:
        """*first* against *second*; None where the results cannot compare them."""
        one, other = self.index(first), self.index(second)
        difference = float(self.ratings[one] - self.ratings[other])
        error = float(self.difference_errors[one, other])
        if one == other or np.isnan(difference) or np.isnan(error):
            return None
        surety = superiority(difference, error, self.degrees(one, other))
        return Comparison(difference, error, surety, win_probability(difference))


def win_probability(difference: float) -> float:
    """Probability that a side wins that is *difference* Elo stronger."""
    return float(expit(SLOPE * difference))


def perfect_score_bound(result_count: int, shuffle_count: int) -> float | None:
    """Elo by which a side with *result_count* wins and nothing else is the stronger at least (one-sided 95 %).

    The least probability a with which so many wins are not yet unlikely: aⁿ = 0.05. Plays of one of the *shuffle_count*
    decks are no more than two, one from either side: more of them say the same again. None below five, which say
    nothing.
    """
    count = min(result_count, 2 * shuffle_count)
    if count < FEWEST_WINS:
        return None
    odds = (1 - CONFIDENCE) ** (1 / count)
    return 400 * log10(odds / (1 - odds))


def fit(
    results: Results | Iterable[RatedResult],
    *,
    penalty_sd: float | None = PENALTY_SD,
    anchor: Anchor | None = None,
    entrants: Iterable[str] = (),
) -> Fit:
    """Rate all entrants of *results* together.

    Args:
        results: in any order.
        penalty_sd: Elo, above 0; standard deviation of an independent normal penalty on each rating; None for none.
        anchor: fixes one rating; without it zero is the mean of all that have one, those held by the penalty included.
        entrants: more names, which may have no results.

    Raises:
        ValueError: the anchor is no entrant, its rating or the penalty is no finite number, or the results are not as
            `add_up` asks for.
    """
    tally = add_up(results, entrants)
    if anchor is not None and anchor.name not in tally.entrants:
        raise ValueError(f"the anchor {anchor.name!r} is no entrant")
    if anchor is not None and not isfinite(anchor.rating):
        raise ValueError(f"the anchor's rating must be finite, got {anchor.rating!r}")
    if penalty_sd is not None and not 0 < penalty_sd < inf:
        raise ValueError(f"the penalty's standard deviation must be positive and finite, got {penalty_sd!r}")
    counts, scores = tally.by_matchup(tally.line_counts), tally.by_matchup(tally.line_scores)
    squared = squares(tally.matchups)
    is_finite = rows_with_finite_odds(tally.matchups, squared, counts, scores)
    determined, left_open = row_space(squared.total(np.ones(counts.shape)))
    design_groups = comparable_groups(left_open)
    if not is_finite.all():
        _, left_open = row_space(squared.total(is_finite.astype(np.float64)))
    finite_groups = comparable_groups(left_open)

    in_design = _reference(design_groups, tally.entrants, anchor)
    in_finite = _reference(finite_groups, tally.entrants, anchor)
    statuses = _statuses(tally, squared, in_design, in_finite)
    # An anchor that won or lost everything is at no finite distance from anybody; the others are compared without it.
    is_adrift = anchor is not None and bool(in_design.any()) and not in_finite.any()
    if is_adrift:
        in_finite = largest_group(np.where(in_design, finite_groups, -1 - np.arange(in_design.size)))
    rated = in_finite if penalty_sd is None else in_design
    is_told = rated & (not is_adrift or penalty_sd is not None)
    fixed = anchor if is_told.any() else None
    gauge = _gauge(rated, tally.entrants, fixed)

    shuffles = tally.shuffles_met()
    ratings = _gauged(strength := most_likely(tally, squared, is_finite, penalty_sd), rated, gauge, fixed)
    sandwich, information = variances(tally, squared, shuffles, strength, is_finite, penalty_sd=penalty_sd)
    is_few = shuffles < FEW_SHUFFLES
    errors = _errors(tally, sandwich, information, gauge, is_cautious=is_few | ~in_finite)
    fewer = np.minimum(shuffles[:, np.newaxis], shuffles)
    difference_errors = where_told(np.where(rated[:, np.newaxis] & rated, errors.of_differences, np.nan), fewer)
    best, worst = rank_ranges(ratings, difference_errors, freedom(fewer))
    levels = _levels(tally, squared, determined, in_design, shuffles)
    # An anchor is one side of every rating.
    telling = shuffles if anchor is None else fewer[tally.entrants.index(anchor.name)]
    rating_errors, quantiles = where_told(errors.of_ratings, telling), quantiles_of(telling)

    estimates = tuple(
        _estimate(
            name,
            statuses[index],
            result_count=int(tally.result_counts[index]),
            shuffle_count=int(shuffles[index]),
            score=float(tally.scores[index]),
            rating=float(ratings[index]) if is_told[index] else None,
            error=float(rating_errors[index]),
            quantile=float(quantiles[index]),
            ranks=(int(best[index]), int(worst[index])) if rated[index] else (None, None),
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
        is_adrift=is_adrift,
        rank=determined.shape[1],
        ratings=ratings,
        difference_errors=difference_errors,
        information_errors=np.where(is_told, errors.if_independent, np.nan),
    )


def ratings_alone(
    entrants: Sequence[str], rows: Sparse, squared: Squares, counts: Floats, scores: Floats, *, anchor: Anchor | None
) -> Floats:
    """The ratings that `fit` gives with its usual penalty, from results and scores by matchup, and nothing else of it.

    Args:
        entrants: all names, sorted.
        rows: the matchups, as in `arena.tally.Tally`; some may have no results.
        squared: the squares of *rows*.

    Returns:
        By entrant; NaN where there is none.
    """
    _, left_open = row_space(squared.total((counts > 0).astype(np.float64)))
    rated = _reference(comparable_groups(left_open), entrants, anchor)
    fixed = anchor if rated.any() else None
    strength = most_likely_of(rows, squared, counts, scores, PENALTY_SD)
    return _gauged(strength, rated, _gauge(rated, entrants, fixed), fixed)


# Who can be rated. ------------------------------------------------------------------------------------------------


def _reference(groups: Indices, entrants: Sequence[str], anchor: Anchor | None) -> Facts:
    """Those who can be compared with the anchor, or without one with most others."""
    if anchor is None:
        return largest_group(groups)
    members = np.asarray(groups == groups[entrants.index(anchor.name)])
    return members if members.sum() > 1 else np.zeros(groups.shape, dtype=np.bool_)


def _gauge(rated: Facts, entrants: Sequence[str], anchor: Anchor | None) -> Floats:
    """Weights of the combination of ratings that is held fixed."""
    gauge = np.zeros(len(entrants))
    if anchor is not None:
        gauge[entrants.index(anchor.name)] = 1.0
    elif rated.any():
        gauge[rated] = 1.0 / rated.sum()
    return gauge


def _gauged(strength: Floats, rated: Facts, gauge: Floats, anchor: Anchor | None) -> Floats:
    """Ratings in the gauge, of those who are rated."""
    return np.where(rated, strength - gauge @ strength + (anchor.rating if anchor else 0.0), np.nan)


def _statuses(tally: Tally, squared: Squares, in_design: Facts, in_finite: Facts) -> tuple[Status, ...]:
    connected = connected_groups(squared.touching())
    tables = np.bincount(tally.matchups.indices, minlength=len(tally.entrants))
    main_connected = set(connected[in_design].tolist()) or _main_connected(connected)
    statuses = []
    for index, name in enumerate(tally.entrants):
        match (bool(tables[index]), bool(in_design[index]), bool(in_finite[index])):
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


def _levels(
    tally: Tally, squared: Squares, basis: Floats, rated: Facts, shuffles: Indices
) -> tuple[LevelsEstimate | None, ...]:
    """Least squares of the mean margins of each matchup on each shuffle, with errors clustered on the shuffle.

    Args:
        basis: what the matchups determine.
    """
    line_count = tally.line_matchups.size
    inverse = inverse_on(basis, squared.total(tally.by_matchup(np.ones(line_count))))
    means = tally.line_margins / tally.line_counts
    gains = inverse @ product(tally.matchups.T.tocsr(), tally.by_matchup(means))
    left = means - product(tally.matchups, gains)[tally.line_matchups]
    contrasts = np.eye(len(tally.entrants)) - rated / max(1, rated.sum())
    errors = contrast_errors(inverse @ spread(tally, shuffles, left, np.ones(line_count), inverse) @ inverse, contrasts)
    freedom = line_count - basis.shape[1]
    scatter = float(left @ left) / freedom if freedom > 0 else np.nan
    wary = np.maximum(errors, contrast_errors(inverse, contrasts) * sqrt(scatter))
    errors = where_told(np.where(shuffles < FEW_SHUFFLES, wary, errors), shuffles)
    quantiles = quantiles_of(shuffles)
    centred = contrasts @ gains
    least = _ROUNDING * max(1.0, float(np.max(np.abs(means), initial=0.0)))
    found: list[LevelsEstimate | None] = []
    for index in range(len(tally.entrants)):
        error = float(errors[index])
        gain = float(centred[index])
        if not rated[index]:
            found.append(None)
        elif np.isnan(error) or error <= least:
            is_without_spread = bool(error <= least)
            found.append(LevelsEstimate(settled(gain), None, None, None, is_without_spread))
        else:
            reach = float(quantiles[index]) * error
            low, high = settled(gain - reach), settled(gain + reach)
            found.append(LevelsEstimate(settled(gain), settled(error), low, high))
    return tuple(found)


def _estimate(
    name: str,
    status: Status,
    *,
    result_count: int,
    shuffle_count: int,
    score: float,
    rating: float | None,
    error: float,
    quantile: float,
    ranks: tuple[int | None, int | None],
    levels: LevelsEstimate | None,
) -> Estimate:
    reach = None
    if rating is not None and status is Status.ESTIMABLE and not np.isnan(error):
        reach = quantile * error
    bound = perfect_score_bound(result_count, shuffle_count) if status is Status.UNBOUNDED else None
    return Estimate(
        name=name,
        status=status,
        result_count=result_count,
        shuffle_count=shuffle_count,
        score=score,
        rating=None if rating is None else settled(rating),
        standard_error=None if reach is None else settled(error),
        low=None if rating is None or reach is None else settled(rating - reach),
        high=None if rating is None or reach is None else settled(rating + reach),
        bound=None if bound is None else settled(bound if score > 0 else -bound),
        best_rank=ranks[0],
        worst_rank=ranks[1],
        levels=levels,
    )
