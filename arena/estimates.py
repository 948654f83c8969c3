"""What results tell of entrants, in whatever unit: estimates with their intervals, comparisons and ranges of rank."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from scipy.special import stdtr, stdtrit

from arena.matchups import Floats, Indices

CONFIDENCE = 0.95

FEW_SHUFFLES = 20
"""Below this many shuffles, errors estimated from the shuffles themselves come out too small, and the larger of them
and the errors of independent results is taken."""


FEWEST_SHUFFLES = 2
"""With fewer there is no spread between shuffles to tell an error by, and no interval."""


DIGITS = 9
"""Decimals that are kept: enough for every use, and the last bits of a computation set no equal ones apart."""


class Status(StrEnum):
    """Whether an entrant's rating can be told from the results, or why not."""

    ESTIMABLE = "estimable"
    UNBOUNDED = "unbounded"
    SEPARATED = "separated"
    ENTANGLED = "entangled"
    UNCONNECTED = "unconnected"
    NO_RESULTS = "no results"


@dataclass(frozen=True, slots=True)
class LevelsEstimate:
    """Levels gained per result over the mean of the rated entrants, by least squares.

    The error and the interval are None where there are too few shuffles to know them.

    Attributes:
        is_without_spread: the margins differ by nothing that the estimates leave over, so that there is no error to be
            told, and no interval.
    """

    per_result: float
    standard_error: float | None
    low: float | None
    high: float | None
    is_without_spread: bool = False


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the results tell of one entrant.

    Attributes:
        result_count: all results the entrant took part in.
        shuffle_count: distinct shuffles among those that tell of its strength.
        score: sum of its results: 1 for each won, 0.5 for each drawn.
        rating: Elo in the fit's gauge, or in ``friends`` levels per result; None where the status says why not.
        standard_error: in the fit's gauge; None without a rating, with fewer than two shuffles, and where the status is
            UNBOUNDED or SEPARATED: such a rating is held finite by the penalty alone.
        low: end of the 95 % interval: the rating less the standard error times the quantile of Student's t with
            ``shuffle_count`` − 1 degrees of freedom, or fewer if the anchor met fewer shuffles.
        high: the other end.
        bound: for a perfect score, which has no finite estimate: the side won at least this much (Elo over the other
            side, one-sided 95 %); negative for an entrant that won nothing, whose side was at most that. None of fewer
            than five results, where plays of one deck count as two at most.
        best_rank: from 1, among those that are compared: who have a rating, or without a penalty would have one if the
            anchor had not won or lost everything. How far up the entrant may be, as far as comparisons adjusted for
            their number can tell. None for others.
        worst_rank: how far down.
        levels: in ``friends`` the rating once more.
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

    @property
    def is_unbounded(self) -> bool:
        """Whether it won all its results, or lost all."""
        return self.status is Status.UNBOUNDED


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Estimates:
    """Ratings of all entrants and their errors.

    Attributes:
        estimates: by entrant, sorted by name.
        result_count: all results.
        shuffle_count: distinct shuffles among those that tell of strength.
        ratings: by entrant; NaN where there is no rating.
        difference_errors: standard errors of differences of ratings, entrants × entrants; NaN where there is none.
    """

    estimates: tuple[Estimate, ...]
    result_count: int
    shuffle_count: int
    ratings: Floats
    difference_errors: Floats

    def estimate(self, name: str) -> Estimate:
        """What the results tell of an entrant."""
        return self.estimates[self.index(name)]

    def superiority(self, first: str, second: str) -> float | None:
        """Probability that *first* is the stronger; None where the results cannot compare the two."""
        return self.superiority_at(self.index(first), self.index(second))

    def superiority_at(self, one: int, other: int) -> float | None:
        """`superiority` of two entrants given by place."""
        difference = float(self.ratings[one] - self.ratings[other])
        error = float(self.difference_errors[one, other])
        if one == other or np.isnan(difference) or np.isnan(error):
            return None
        return superiority(difference, error, self.degrees(one, other))

    def degrees(self, one: int, other: int) -> float:
        """Degrees of freedom of what is told of two entrants, given by place: those of who met fewer shuffles."""
        fewer = min(self.estimates[one].shuffle_count, self.estimates[other].shuffle_count)
        return float(freedom(np.asarray(fewer)))

    def index(self, name: str) -> int:
        """Place of an entrant in all that is by entrant.

        Raises:
            KeyError: there is none of this name.
        """
        index = bisect_left(self.estimates, name, key=lambda estimate: estimate.name)
        if index == len(self.estimates) or self.estimates[index].name != name:
            raise KeyError(name)
        return index


def settled(value: float) -> float:
    """*value* as it is kept, to `DIGITS`; never −0. Whoever prints it rounds it from there, once."""
    return round(value, DIGITS) + 0.0


def freedom(shuffle_counts: Indices) -> Floats:
    """Degrees of freedom of errors that were themselves estimated from so many shuffles."""
    return np.asarray(np.maximum(1.0, shuffle_counts - 1.0), dtype=np.float64)


def where_told(errors: Floats, shuffle_counts: Indices) -> Floats:
    """*errors* where enough shuffles tell of them, else NaN."""
    return np.where(shuffle_counts >= FEWEST_SHUFFLES, errors, np.nan)


def quantiles_of(shuffle_counts: Indices) -> Floats:
    """Standard errors from an estimate to the end of its interval."""
    return np.asarray(stdtrit(freedom(shuffle_counts), (1 + CONFIDENCE) / 2), dtype=np.float64)


def superiority(difference: float, error: float, degrees: float) -> float:
    """Probability that who is so much ahead, with such an error, is the stronger: by Student's t, as the intervals."""
    if error > 0:
        return float(stdtr(degrees, difference / error))
    return 0.5 if difference == 0 else float(difference > 0)


def rank_ranges(ratings: Floats, pair_errors: Floats, degrees: Floats) -> tuple[Indices, Indices]:
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
    doubt = 2 * stdtr(degrees[first, second], -np.abs(difference) / error)
    order = np.argsort(doubt, kind="stable")
    passed = doubt[order] <= (1 - CONFIDENCE) / np.arange(order.size, 0, -1)
    for pair in order[np.cumprod(passed, dtype=np.int64) > 0]:
        if difference[pair] > 0:
            above[first[pair], second[pair]] = True
        else:
            above[second[pair], first[pair]] = True
    return 1 + above.sum(axis=0), rated_count - above.sum(axis=1)
