"""Results to be rated, and what the fit says of them in short, for tests of ratings."""

from __future__ import annotations

import random

import numpy as np
from scipy.special import expit

from arena.ratings import Fit, RatedResult

SLOPE = np.log(10) / 400

REFERENCE_WINS = {"AB": 55, "AC": 63, "AD": 70, "BC": 58, "BD": 61, "CD": 52}


def pairs_results(wins: dict[str, int], *, of: int = 100) -> list[RatedResult]:
    """*of* results for each two letters, of which the first wins the stated number, each on a shuffle of its own."""
    return [
        RatedResult(tuple(names * 2), f"{names}{number}", float(number < won), 0.0)
        for names, won in wins.items()
        for number in range(of)
    ]


def individual_results(count: int, *, strengths: dict[str, float], seed: int) -> list[RatedResult]:
    """*count* shuffles, each played in two seatings, whose luck is the cards' and not the players'."""
    rng = random.Random(seed)
    names = sorted(strengths)
    results = []
    for shuffle in range(count):
        north, west, south, east = rng.sample(names, 4)
        luck = rng.gauss(0, 250)
        for seating, turned_luck in (((north, west, south, east), luck), ((west, south, east, north), luck)):
            advantage = sum(strengths[name] * sign for name, sign in zip(seating, (0.5, -0.5, 0.5, -0.5), strict=True))
            won = float(rng.random() < expit(SLOPE * (advantage + turned_luck)))
            margin = float(round((advantage + turned_luck) / 150 + rng.gauss(0, 0.5)))
            results.append(RatedResult(seating, str(shuffle), won, margin))
    return results


def design(
    results: list[RatedResult], names: str
) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """What each entrant counts for in each result, a row for each result, and their scores."""
    rows = np.zeros((len(results), len(names)))
    for row, result in zip(rows, results, strict=True):
        for seat, name in enumerate(result.seating):
            row[names.index(name)] += 0.5 if seat % 2 == 0 else -0.5
    return rows, np.array([result.score for result in results])


def ratings(found: Fit) -> list[float | None]:
    return [estimate.rating for estimate in found.estimates]


def statuses(found: Fit) -> str:
    return ", ".join(f"{estimate.name} {estimate.status.value}" for estimate in found.estimates)
