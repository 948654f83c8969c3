"""Of simulated tournaments with known strengths, 95 % intervals hold the truth in 93 to 97 of 100 (docs/ratings.md).

A deck's luck is a part of what decides each of its tables, and is the same for the same seats. It leaves the odds of a
single result exactly those of the model, so that the strengths are known and not flattened by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.special import ndtr, stdtrit

from arena.matchups import Facts, Floats, Indices
from arena.ratings import Fit, Results, fit, win_probability
from tests.sizes import scale

pytestmark = pytest.mark.slow

ENTRANTS = 8
SEATINGS = np.array([(0, 1, 2, 3), (1, 2, 3, 0), (0, 2, 1, 3), (2, 1, 3, 0), (0, 1, 3, 2), (1, 3, 2, 0)])
"""Of four at a table, in which everyone partners everyone on both sides."""

LUCK = 0.5
"""Part of the variance of what decides a table that is the deck's."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A kind of tournament.

    Attributes:
        seating_count: how often four entrants play a deck; 0 for pairs, where every two play every deck both ways.
        table_count: tables of four at which a deck is played.
        spread: Elo; strengths are from −spread to +spread.
    """

    deck_count: int
    seating_count: int
    table_count: int
    spread: float
    penalty_sd: float | None = 400.0

    def seats(self, rng: np.random.Generator) -> tuple[Indices, Indices]:
        """Who sits where, and the deck of each result."""
        if self.seating_count == 0:
            one, other = np.triu_indices(ENTRANTS, k=1)
            both = np.stack((one, other, one, other), axis=1)
            of_a_deck = np.concatenate((both, both[:, ::-1]))
            return np.tile(of_a_deck, (self.deck_count, 1)), np.repeat(np.arange(self.deck_count), len(of_a_deck))
        orders = np.argsort(rng.random((self.deck_count, ENTRANTS)), axis=1)[:, : 4 * self.table_count]
        tables = orders.reshape(-1, 4)
        seats = tables[:, SEATINGS[: self.seating_count]].reshape(-1, 4)
        return seats, np.repeat(np.arange(self.deck_count), self.table_count * self.seating_count)


def simulated(setting: Setting, rng: np.random.Generator) -> Fit:
    seats, decks = setting.seats(rng)
    lead = strengths(setting)[seats] @ np.array([0.5, -0.5, 0.5, -0.5])
    luck = rng.standard_normal(setting.deck_count)[decks]
    decisive = ndtr(np.sqrt(LUCK) * luck + np.sqrt(1 - LUCK) * rng.standard_normal(len(decks)))
    won = decisive < np.vectorize(win_probability)(lead)
    names = tuple(f"{number}" for number in range(ENTRANTS))
    shuffles = tuple(map(str, range(setting.deck_count)))
    columns = Results(names, shuffles, seats, decks, won.astype(np.float64), np.zeros(len(decks)))
    return fit(columns, penalty_sd=setting.penalty_sd)


def strengths(setting: Setting) -> Floats:
    return np.linspace(-setting.spread, setting.spread, ENTRANTS)


def ratings_covered(found: Fit, truth: Floats) -> Facts:
    ends = np.array([(each.low, each.high) for each in found.estimates], dtype=np.float64)
    return np.asarray((ends[:, 0] <= truth) & (truth <= ends[:, 1]))


def differences_covered(found: Fit, truth: Floats) -> Facts:
    one, other = np.triu_indices(ENTRANTS, k=1)
    degrees = np.array(
        [found.degrees(first, second) for first, second in zip(one.tolist(), other.tolist(), strict=True)]
    )
    missed = np.abs((found.ratings[one] - found.ratings[other]) - (truth[one] - truth[other]))
    return np.asarray(missed <= stdtrit(degrees, 0.975) * found.difference_errors[one, other])


SETTINGS = {
    "pairs, 24 decks": Setting(24, 0, 0, 150.0),
    "pairs, 200 decks": Setting(200, 0, 0, 150.0),
    "two seatings, 24 decks, no penalty": Setting(24, 2, 2, 0.0, None),
    "two seatings, 24 decks": Setting(24, 2, 2, 150.0),
    "six seatings, 24 decks": Setting(24, 6, 2, 150.0),
    "two seatings, 200 decks": Setting(200, 2, 1, 150.0),
    "independent, 200 decks": Setting(200, 1, 1, 150.0),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_intervals_and_differences_cover_the_known_strengths(name: str) -> None:
    """The shares are looked at together with their own errors, told by their spread over the tournaments."""
    setting, truth = SETTINGS[name], strengths(SETTINGS[name])
    tournament_count = scale(80, 300)
    fits = [simulated(setting, np.random.default_rng(seed)) for seed in range(tournament_count)]

    for covered in (ratings_covered, differences_covered):
        shares = np.array([np.mean(covered(found, truth)) for found in fits])
        error = shares.std() / np.sqrt(tournament_count)
        assert 0.93 - 2 * error <= shares.mean() <= 0.97 + 2 * error
        assert error < scale(15, 8) / 1000
