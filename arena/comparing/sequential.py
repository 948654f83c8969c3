"""A sequential test on duplicate deals: better or not, with stated error rates, as soon as the deals allow it.

Pure. A duplicate deal, the same cards from both sides, scores 0, ½ or 1. Two hypotheses about its mean stand against
each other; the test ends when one is so much likelier than the other that the error rates are kept, however often it
is looked at meanwhile.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import exp, log, log1p, log10, sqrt

from scipy.optimize import brentq
from scipy.special import expit, ndtri

from arena.likelihood import SLOPE

SCORES = (0.0, 0.5, 1.0)

LEAST_COUNT = 0.001
"""Stands for a score that has not come yet, so that one deal does not decide by what has not been seen."""

BETS = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8)
"""Parts of their stakes that gamblers lay on the new bot, from cautious to bold; the e-value is the mean of what they
make of it."""

E_VALUE_REJECTS = 20.0
"""At this e-value it is at most one in twenty that the new bot is not the better, whenever one looks."""

MOST_E_VALUE = 1e300
"""An e-value beyond this is given as this: there are few numbers left above it."""

CONFIDENCE = 0.95


class Verdict(StrEnum):
    """What a comparison comes to."""

    BETTER = "better"
    NOT_BETTER = "not better"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Terms:
    """What is tested, and how surely.

    Attributes:
        elo0: no better than this is "not better"; Elo per duplicate deal, of copies of the one against copies of the
            other.
        elo1: at least this is "better"; above *elo0*.
        alpha: probability of the verdict "better" at *elo0*; above 0 and below ½.
        beta: probability of the verdict "not better" at *elo1*; likewise.
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        """Log-likelihood ratio at which it is not better."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Log-likelihood ratio at which it is better."""
        return log((1 - self.beta) / self.alpha)


@dataclass(frozen=True, slots=True)
class Counts:
    """Duplicate deals that the new bot lost from both sides, split, and won from both."""

    lost: int = 0
    split: int = 0
    won: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.lost + self.split + self.won

    def plus(self, score: float) -> Counts:
        """With one more, whose *score* for the new bot is 0, ½ or 1.

        Raises:
            ValueError: it is another.
        """
        if score not in SCORES:
            raise ValueError(f"a duplicate deal scores 0, 0.5 or 1, not {score!r}")
        return Counts(self.lost + (score == 0), self.split + (score == 0.5), self.won + (score == 1))


@dataclass(frozen=True, slots=True)
class Strength:
    """By how much the new bot is ahead, Elo per duplicate deal, with a 95 % interval.

    The interval is that of a fixed number of deals: of a test that has stopped early it is a little too far from zero.

    Attributes:
        elo: None where all was won, or lost, or nothing was played.
        low: None where that may be, or all deals scored alike and do not tell how much they vary; likewise *high*.
    """

    elo: float | None
    low: float | None
    high: float | None


def log_likelihood_ratio(counts: Counts, terms: Terms) -> float:
    """Logarithm of how much likelier *counts* are at ``elo1`` than at ``elo0``; 0 before the first deal."""
    if not counts.total:
        return 0.0
    parts = _parts(counts)
    one, other = (_constrained(parts, mean_score(elo)) for elo in (terms.elo1, terms.elo0))
    return counts.total * sum(part * log(p1 / p0) for part, p1, p0 in zip(parts, one, other, strict=True))


def verdict(counts: Counts, terms: Terms) -> Verdict:
    """What *counts* allow to be said."""
    ratio = log_likelihood_ratio(counts, terms)
    if ratio >= terms.upper:
        return Verdict.BETTER
    return Verdict.NOT_BETTER if ratio <= terms.lower else Verdict.UNDECIDED


def e_value(counts: Counts) -> float:
    """What gamblers who bet on the new bot have made of their stake: in the mean no more than it, if it is no better.

    It may be looked at after every deal, without penalty. From 0 to `MOST_E_VALUE`.
    """
    # In logarithms, as what a bold gambler wins overflows long before a cautious one has to be left out.
    fortunes = [_log_fortune(counts, bet) for bet in BETS]
    largest = max(fortunes)
    mean = sum(exp(each - largest) for each in fortunes) / len(BETS)
    found = largest + log(mean)
    return exp(found) if found < log(MOST_E_VALUE) else MOST_E_VALUE


def strength(counts: Counts) -> Strength:
    """The running estimate."""
    if not counts.total:
        return Strength(None, None, None)
    mean = (counts.split / 2 + counts.won) / counts.total
    spread = sum(n * (score - mean) ** 2 for n, score in zip(_tuple(counts), SCORES, strict=True))
    error = sqrt(spread / max(1, counts.total - 1) / counts.total)
    reach = float(ndtri((1 + CONFIDENCE) / 2)) * error
    if error == 0.0:
        return Strength(_elo(mean), None, None)
    return Strength(_elo(mean), _elo(mean - reach), _elo(mean + reach))


def mean_score(elo: float) -> float:
    """Mean score of a side that is so much stronger."""
    return float(expit(SLOPE * elo))


def _elo(score: float) -> float | None:
    return 400 * log10(score / (1 - score)) if 0 < score < 1 else None


def _tuple(counts: Counts) -> tuple[int, int, int]:
    return (counts.lost, counts.split, counts.won)


def _parts(counts: Counts) -> tuple[float, ...]:
    floored = [max(float(count), LEAST_COUNT) for count in _tuple(counts)]
    return tuple(count / sum(floored) for count in floored)


def _constrained(parts: tuple[float, ...], mean: float) -> tuple[float, ...]:
    """The likeliest distribution whose mean is *mean*: p = f / (1 + t (score − mean)), with the t that makes it so."""

    def excess(t: float) -> float:
        return sum(part * (score - mean) / (1 + t * (score - mean)) for part, score in zip(parts, SCORES, strict=True))

    # Between these all probabilities are positive, and the excess falls from +∞ to −∞.
    low, high = -1 / (SCORES[-1] - mean), -1 / (SCORES[0] - mean)
    room = 1e-12 * (high - low)
    t = brentq(excess, low + room, high - room, xtol=1e-13)
    return tuple(part / (1 + t * (score - mean)) for part, score in zip(parts, SCORES, strict=True))


def _log_fortune(counts: Counts, bet: float) -> float:
    return sum(count * log1p(bet * (score - 0.5)) for count, score in zip(_tuple(counts), SCORES, strict=True))
