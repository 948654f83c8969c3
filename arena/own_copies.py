"""How much better an entrant does beside its own copy than its strength beside others says. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arena.estimates import Status
from arena.matchups import Facts, Floats
from arena.partnerships import Partnerships, joint_reach, kept
from arena.ratings import Fit


@dataclass(frozen=True, slots=True)
class OwnCopy:
    """What one entrant has of its own copy as partner.

    Attributes:
        bonus: Elo, its rating in ``pairs`` less that in ``individual``, both from the same zero.
        standard_error: of both together, and of what the partners that it had in ``individual`` add. None, as the
            ends of the 95 % interval, where one of them is not known.
    """

    name: str
    bonus: float
    standard_error: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class OwnCopies:
    """The bonuses of all that both sections rate.

    Attributes:
        anchor: whose rating is fixed in both; None where both are measured from the mean of those that both rate, and
            the bonuses sum to zero.
        entrants: in the order of their names.
    """

    anchor: str | None
    entrants: tuple[OwnCopy, ...]


def own_copies(pairs: Fit, individual: Fit, partners: Partnerships | None) -> OwnCopies | None:
    """Compare the ratings of two sections; None where they rate fewer than two entrants in common."""
    names = sorted(_rated(pairs) & _rated(individual))
    anchor = pairs.anchor.name if pairs.anchor == individual.anchor and pairs.anchor else None
    if len(names) < 2 or (anchor is not None and anchor not in names):
        return None
    zero = [anchor] if anchor is not None else names
    return OwnCopies(
        anchor=anchor,
        entrants=tuple(_own_copy(name, zero, pairs, individual, partners) for name in names if name != anchor),
    )


def _rated(fit: Fit) -> set[str]:
    return {each.name for each in fit.estimates if each.rating is not None and each.status is Status.ESTIMABLE}


def _own_copy(name: str, zero: list[str], pairs: Fit, individual: Fit, partners: Partnerships | None) -> OwnCopy:
    beside_itself, beside_others = _contrast(pairs, name, zero), _contrast(individual, name, zero)
    bonus = float(_combined(pairs, beside_itself) - _combined(individual, beside_others))
    own = _variance(pairs, beside_itself) + _variance(individual, beside_others)
    if np.isnan(own):
        return OwnCopy(name, kept(bonus), None, None, None)
    shuffles = min(fit.estimate(each).shuffle_count for fit in (pairs, individual) for each in {name, *zero})
    added = 0.0 if partners is None else partners.variance_of(beside_others)
    error, reach = joint_reach(own, max(1, shuffles - 1), added, partners)
    return OwnCopy(name, *map(kept, (bonus, error, bonus - reach, bonus + reach)))


def _contrast(fit: Fit, name: str, zero: list[str]) -> Floats:
    weights = np.zeros(len(fit.estimates))
    weights[fit.index(name)] = 1.0
    for each in zero:
        weights[fit.index(each)] -= 1.0 / len(zero)
    return weights


def _combined(fit: Fit, weights: Floats) -> float:
    used: Facts = weights != 0
    return float(fit.ratings[used] @ weights[used])


def _variance(fit: Fit, weights: Floats) -> float:
    """Of a combination of ratings whose weights sum to zero, from the errors of differences; NaN if one is unknown."""
    used: Facts = weights != 0
    squares = np.where(np.eye(int(used.sum()), dtype=np.bool_), 0.0, fit.difference_errors[np.ix_(used, used)] ** 2)
    return max(0.0, -float(weights[used] @ squares @ weights[used]) / 2) if np.isfinite(squares).all() else float("nan")
