"""Tournaments of entrants whose strength is known, played by chance: for tests of what is told of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import logistic, norm

from arena.likelihood import SLOPE
from arena.rated_results import Results

Floats: TypeAlias = NDArray[np.float64]
Seats: TypeAlias = NDArray[np.int64]

LUCK = 0.8
"""Part of the variance of a deal that is in its cards, and so the same at all tables that play them."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """What is played: seats by table, places of entrants in order of play, and the deck of each."""

    seats: Seats
    decks: Seats


Spoil: TypeAlias = Callable[[Seats, Floats, np.random.Generator], Floats]
"""What dishonest entrants make of the scores of tables."""


def name(place: int) -> str:
    """Of an entrant; their order is that of their places."""
    return f"bot {place:02d}"


def of_pairs(entrant_count: int, deck_count: int) -> Tables:
    """Every two on the same decks, each twice with the sides exchanged."""
    met = [(one, other) for other in range(entrant_count) for one in range(other)]
    once = np.asarray([(one, other, one, other) for one, other in met])
    both = np.concatenate((once, np.roll(once, 1, axis=1)))
    return Tables(np.tile(both, (deck_count, 1)), np.repeat(np.arange(deck_count), len(both)))


def of_individual(entrant_count: int, round_count: int, rng: np.random.Generator) -> Tables:
    """Rounds of a deck each, in which all sit at tables of four as it falls out, twice with the sides exchanged."""
    drawn = [rng.permutation(entrant_count)[: entrant_count // 4 * 4].reshape(-1, 4) for _ in range(round_count)]
    both = [np.concatenate((tables, np.roll(tables, 1, axis=1))) for tables in drawn]
    return Tables(np.concatenate(both), np.repeat(np.arange(round_count), len(both[0])))


def played(
    tables: Tables,
    strengths: Floats,
    rng: np.random.Generator,
    *,
    fit: Floats | None = None,
    spoil: Spoil | None = None,
) -> Results:
    """Scores by chance, as the model of the ratings has them, with the luck of a deck shared.

    Args:
        strengths: Elo by place.
        fit: by place and place, Elo of two partners over the mean of both.
    """
    seats, decks = tables.seats, tables.decks
    lead = (strengths[seats] * np.asarray((0.5, -0.5, 0.5, -0.5))).sum(axis=1)
    if fit is not None:
        lead = lead + fit[seats[:, 0], seats[:, 2]] - fit[seats[:, 1], seats[:, 3]]
    cards = rng.standard_normal(int(decks.max()) + 1)[decks]
    luck = np.sqrt(LUCK) * cards + np.sqrt(1 - LUCK) * rng.standard_normal(decks.size)
    scores = (logistic.ppf(norm.cdf(luck)) + SLOPE * lead > 0).astype(np.float64)
    if spoil is not None:
        scores = spoil(seats, scores, rng)
    return Results(
        entrants=tuple(name(place) for place in range(strengths.size)),
        shuffles=tuple(f"{deck:05d}" for deck in range(int(decks.max()) + 1)),
        seats=seats,
        decks=decks,
        scores=scores,
        margins=2 * scores - 1,
    )


def dumping(loser: int, winner: int, share: float) -> Spoil:
    """The *loser* throws away a *share* of what it plays against the *winner*, whoever their partners are."""

    def spoil(seats: Seats, scores: Floats, rng: np.random.Generator) -> Floats:
        on_first = (seats[:, 0::2] == loser).any(axis=1) & (seats[:, 1::2] == winner).any(axis=1)
        on_second = (seats[:, 1::2] == loser).any(axis=1) & (seats[:, 0::2] == winner).any(axis=1)
        thrown = rng.random(scores.size) < share
        return np.where(on_first & thrown, 0.0, np.where(on_second & thrown, 1.0, scores))

    return spoil


def signalling(one: int, other: int, share: float) -> Spoil:
    """The two win a *share* of what they would lose as partners."""

    def spoil(seats: Seats, scores: Floats, rng: np.random.Generator) -> Floats:
        pair = sorted((one, other))
        on_first = (np.sort(seats[:, 0::2], axis=1) == pair).all(axis=1)
        on_second = (np.sort(seats[:, 1::2], axis=1) == pair).all(axis=1)
        saved = rng.random(scores.size) < share
        return np.where(on_first & saved, 1.0, np.where(on_second & saved, 0.0, scores))

    return spoil
