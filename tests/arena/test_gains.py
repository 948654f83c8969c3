"""The rating of players by the levels that they gained."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from arena.estimates import Estimates, Status
from arena.gains import GainedResult, fit_gains
from tests.sizes import scale

NAMES = ("Ada", "Ben", "Cy", "Dot", "Eve", "Flo", "Gus", "Hal")


def gained(seating: str, gains: Sequence[int], deck: int = 1) -> GainedResult:
    """A result of bots with names of one letter; who gained anything has won."""
    return GainedResult(tuple(seating), str(deck), tuple(gains), tuple(gain > 0 for gain in gains))


def played(seed: int, *, deck_count: int = 60, tables: int = 4, strength: float = 0.15) -> list[GainedResult]:
    """Tables of five, all tables of a deck with its luck, in which each named bot is better than the one before."""
    rng = random.Random(seed)
    results = []
    for deck in range(deck_count):
        luck = [rng.gauss(0, 1.5) for _ in range(5)]
        for _ in range(tables):
            seating = tuple(rng.sample(NAMES, 5))
            gains = [
                round(strength * NAMES.index(name) + luck[seat] + rng.gauss(0, 0.7))
                for seat, name in enumerate(seating)
            ]
            results.append(GainedResult(seating, str(deck), tuple(gains), tuple(gain > 0 for gain in gains)))
    return results


def ratings(fitted: Estimates) -> dict[str, float | None]:
    return {estimate.name: estimate.rating for estimate in fitted.estimates}


def test_at_one_table_the_rating_is_the_mean_gain_over_the_table() -> None:
    """Everyone meets everyone always: nothing else is to be told apart."""
    fitted = fit_gains([gained("ABCDE", (2, 0, 2, 0, 0)), gained("EDCBA", (0, 0, 0, 1, 1), deck=2)])

    # A gained 3, B 1, C 2, D and E nothing; six in all, of two deals and five players.
    assert ratings(fitted) == pytest.approx({"A": 0.9, "B": -0.1, "C": 0.4, "D": -0.6, "E": -0.6})
    assert [each.score for each in fitted.estimates] == [2, 1, 1, 0, 0]
    assert {each.result_count for each in fitted.estimates} == {2}


def test_weak_company_counts_for_less() -> None:
    """C and D are one level from the bot that they met, and A, whom C met, is two levels over B, whom D met."""
    fitted = fit_gains([gained("AB", (2, 0)), gained("AC", (1, 0), deck=2), gained("BD", (0, 1), deck=3)])
    found = ratings(fitted)

    assert found["A"] - found["B"] == pytest.approx(2)  # type: ignore[operator]  # all are rated
    assert found["A"] - found["C"] == pytest.approx(1)  # type: ignore[operator]  # all are rated
    assert found["D"] - found["B"] == pytest.approx(1)  # type: ignore[operator]  # all are rated
    assert sum(value for value in found.values() if value is not None) == pytest.approx(0)


def test_the_fit_is_that_of_a_general_solver() -> None:
    """Least squares on all seats at once, with an indicator for each bot and each table."""
    results = played(1, deck_count=12)
    rows, gains = [], []
    for index, result in enumerate(results):
        for name, gain in zip(result.seating, result.gains, strict=True):
            row = np.zeros(len(NAMES) + len(results))
            row[NAMES.index(name)] = row[len(NAMES) + index] = 1
            rows.append(row)
            gains.append(gain)
    solved = np.linalg.lstsq(np.array(rows), np.array(gains), rcond=None)[0][: len(NAMES)]

    assert list(ratings(fit_gains(results)).values()) == pytest.approx(list(solved - solved.mean()))


def test_the_errors_are_those_of_the_sandwich() -> None:
    """By its formula, with pseudo-inverses and a loop over the decks, of which there are enough for nothing else."""
    results = played(2, deck_count=25)
    fitted = fit_gains(results)
    strength = np.array([each.rating for each in fitted.estimates], dtype=float)
    curvature = np.zeros((len(NAMES), len(NAMES)))
    pulls: dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]] = {}
    for result in results:
        centre = np.zeros((5, len(NAMES)))
        centre[range(5), [NAMES.index(name) for name in result.seating]] = 1
        centre -= centre.mean(axis=0)
        curvature += centre.T @ centre
        left = np.array(result.gains) - np.mean(result.gains) - centre @ strength
        pulls[result.shuffle] = pulls.get(result.shuffle, np.zeros(len(NAMES))) + centre.T @ left
    inverse = np.linalg.pinv(curvature, rcond=1e-9)
    variance = inverse @ sum(np.outer(pull, pull) for pull in pulls.values()) @ inverse * 25 / 24

    assert [each.standard_error for each in fitted.estimates] == pytest.approx(list(np.sqrt(np.diag(variance))))
    difference = variance[0, 0] + variance[3, 3] - 2 * variance[0, 3]
    assert fitted.difference_errors[0, 3] == pytest.approx(np.sqrt(difference))


@pytest.mark.slow
def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    truth = {name: 0.15 * (place - (len(NAMES) - 1) / 2) for place, name in enumerate(NAMES)}
    count = scale(60, 300)
    held = sum(
        each.low is not None and each.high is not None and each.low <= truth[each.name] <= each.high
        for seed in range(count)
        for each in fit_gains(played(seed)).estimates
    )

    assert 0.92 < held / (count * len(NAMES)) < 0.98


def test_few_decks_are_not_taken_for_certain() -> None:
    """Two decks at many tables may have no spread between them, and no narrow interval for that."""
    seatings = ["".join(seating) for seating in list(permutations("ABCDE"))[:20]]
    fitted = fit_gains([gained(seating, (3, 0, 3, 0, 0), deck) for seating in seatings for deck in (1, 2)])

    assert all(each.standard_error and each.standard_error > 0.1 for each in fitted.estimates)


def test_one_deck_gives_a_rating_and_no_interval() -> None:
    """At however many tables; nor is anyone compared."""
    seatings = ["".join(seating) for seating in list(permutations("ABCDE"))[:20]]
    fitted = fit_gains([gained(seating, (3, 0, 3, 0, 0)) for seating in seatings])

    assert all(each.rating is not None and each.low is each.high is None for each in fitted.estimates)
    assert all(each.levels is not None and each.levels.low is None for each in fitted.estimates)
    assert {(each.best_rank, each.worst_rank) for each in fitted.estimates} == {(1, 5)}
    assert fitted.superiority("A", "E") is None


def test_a_table_that_is_repeated_makes_nothing_more_certain() -> None:
    once = played(3, deck_count=30)
    errors = [each.standard_error for each in fit_gains(once).estimates]

    assert [each.standard_error for each in fit_gains(once * 4).estimates] == pytest.approx(errors)


def test_ranks_are_told_as_far_as_they_are_certain() -> None:
    fitted = fit_gains(played(4, deck_count=200, strength=1.0))

    assert [(each.best_rank, each.worst_rank) for each in fitted.estimates] == [
        (rank, rank) for rank in range(8, 0, -1)
    ]
    assert fitted.superiority("Hal", "Ada") == pytest.approx(1.0)
    close = fit_gains(played(4, deck_count=5, strength=0.0))
    assert {(each.best_rank, each.worst_rank) for each in close.estimates} == {(1, 8)}


def test_three_decks_make_nobody_sure() -> None:
    """With two degrees of freedom the probability at z standard errors is ½ + z / 2√(2 + z²): 98 % at five."""
    decks = [gained("ABC", (3, 1, 0)), gained("ABC", (3, 0, 0), 2), gained("ABC", (3, 0, 1), 3)]
    fitted = fit_gains(decks)
    lead = float(fitted.ratings[0] - fitted.ratings[2])
    standing = lead / float(fitted.difference_errors[0, 2])

    assert standing > 5
    assert fitted.superiority("A", "C") == pytest.approx(0.5 + standing / (2 * (2 + standing**2) ** 0.5))
    assert {(each.best_rank, each.worst_rank) for each in fitted.estimates} == {(1, 3)}


def test_intervals_end_where_no_rating_can_be() -> None:
    """The rating itself is always within, and errors are as they are."""
    decks = [gained("ABC", (6, 0, 0)), gained("ABC", (0, 3, 0), 2), gained("ABC", (0, 3, 0), 3)]
    free, limited, tight = fit_gains(decks), fit_gains(decks, widest_lead=6), fit_gains(decks, widest_lead=0)
    reach = [(each.low or 0, each.high or 0) for each in free.estimates]

    assert min(low for low, _ in reach) < -6
    assert max(high for _, high in reach) > 6
    assert [(each.low, each.high) for each in limited.estimates] == [
        (max(-6, low), min(6, high)) for low, high in reach
    ]
    assert limited.estimates[0].levels is not None
    assert limited.estimates[0].levels.high == 6
    assert [each.standard_error for each in limited.estimates] == [each.standard_error for each in free.estimates]
    assert all(each.low <= each.rating <= each.high for each in tight.estimates)  # type: ignore[operator]  # all rated


def test_the_order_of_results_changes_nothing() -> None:
    results = played(5, deck_count=10)
    backwards = fit_gains(reversed(results))

    assert fit_gains(results).estimates == backwards.estimates


def test_bots_that_met_nobody_rated_have_no_rating() -> None:
    """Of two groups that never met only the larger is rated."""
    fitted = fit_gains([gained("ABC", (1, 0, 0)), gained("CBD", (1, 0, 0), deck=2), gained("XYZ", (1, 0, 0))], ["W"])
    statuses = {each.name: each.status for each in fitted.estimates}

    assert {name for name, status in statuses.items() if status is Status.ESTIMABLE} == set("ABCD")
    assert {name for name, status in statuses.items() if status is Status.UNCONNECTED} == set("XYZ")
    assert statuses["W"] is Status.NO_RESULTS
    assert fitted.superiority("A", "X") is None
    assert all(fitted.estimate(name).rating is None for name in "WXYZ")


def test_too_few_results_have_a_rating_and_no_interval() -> None:
    fitted = fit_gains([gained("AB", (1, 0))])

    assert fitted.estimate("A").rating == 0.5
    assert fitted.estimate("A").low is None
    assert fitted.superiority("A", "B") is None


def test_gains_that_are_always_the_same_make_nobody_sure() -> None:
    """Of three decks that all went alike, none says how much decks differ."""
    fitted = fit_gains([gained("ABCDE", (2, 0, 2, 0, 0), deck=deck) for deck in (1, 2, 3)])

    assert {(each.status, each.standard_error, each.low, each.high) for each in fitted.estimates} == {
        (Status.ESTIMABLE, None, None, None)
    }
    assert fitted.superiority("A", "B") is None


def test_without_results_nobody_is_rated() -> None:
    assert {each.status for each in fit_gains([], NAMES).estimates} == {Status.NO_RESULTS}
    assert fit_gains([]).estimates == ()


def test_tables_must_be_alike() -> None:
    with pytest.raises(ValueError, match="same number of seats"):
        fit_gains([gained("ABC", (1, 0, 0)), gained("ABCD", (1, 0, 0, 0))])
    with pytest.raises(ValueError, match="another entrant"):
        fit_gains([replace(gained("ABC", (1, 0, 0)), seating=("A", "A", "B"))])
