"""The fit: reference values, an independent optimiser, cases by hand, what changes nothing and what is refused."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from arena.ratings import Anchor, RatedResult, Results, fit, win_probability
from tests.arena.rated import REFERENCE_WINS, SLOPE, design, individual_results, pairs_results, ratings, statuses


def test_ratings_of_the_reference_are_found() -> None:
    found = fit(pairs_results(REFERENCE_WINS), penalty_sd=None)

    assert ratings(found) == pytest.approx([68.125, 24.801, -33.840, -59.085], abs=0.001)
    assert found.information_errors == pytest.approx([15.632, 15.301, 15.343, 15.534], abs=0.001)
    comparison = found.comparison("A", "D")
    assert comparison is not None
    assert comparison.win_probability == pytest.approx(0.67531, abs=0.00001)


@pytest.mark.parametrize("penalty_sd", [None, 400.0, 50.0])
def test_fit_agrees_with_an_independent_optimiser(penalty_sd: float | None) -> None:
    names = "ABCDEF"
    results = individual_results(100, strengths=dict(zip(names, (90, 40, 10, -10, -50, -80), strict=True)), seed=1)
    rows, scores = design(results, names)

    def loss(strength: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        odds = SLOPE * (rows @ strength)
        held = np.sum(strength**2) / (2 * penalty_sd**2) if penalty_sd else np.sum(strength) ** 2 / 1e6
        return float(np.sum(np.logaddexp(0, odds) - scores * odds) + held)

    best = minimize(loss, np.zeros(len(names)), method="BFGS", options={"gtol": 1e-9, "xrtol": 1e-12}).x
    assert ratings(fit(results, penalty_sd=penalty_sd)) == pytest.approx((best - best.mean()).tolist(), abs=0.01)


def test_order_of_results_changes_no_byte() -> None:
    results = individual_results(60, strengths=dict.fromkeys("ABCDEFG", 0.0), seed=2)
    results += [RatedResult(("A", "B", "A", "B"), "z", score / 7, score / 3) for score in range(8)]
    first = fit(results)

    for seed in range(3):
        random.Random(seed).shuffle(results)
        again = fit(results)
        assert repr(again.estimates) == repr(first.estimates)
        assert again.difference_errors.tobytes() == first.difference_errors.tobytes()


def test_seats_and_sides_of_a_matchup_do_not_matter() -> None:
    results = individual_results(50, strengths=dict.fromkeys("ABCDE", 0.0), seed=3)
    turned = [
        RatedResult((*result.seating[1:], result.seating[0]), result.shuffle, 1 - result.score, -result.margin)
        for result in results
    ]

    assert repr(fit(turned).estimates) == repr(fit(results).estimates)


def test_anchor_fixes_its_rating_and_moves_all_others_with_it() -> None:
    results = pairs_results(REFERENCE_WINS)
    free, anchored = fit(results), fit(results, anchor=Anchor("C", 1500.0))

    shift = 1500.0 - free.ratings[2]
    assert anchored.ratings == pytest.approx(free.ratings + shift)
    assert anchored.estimate("C").standard_error == 0.0
    comparison = free.comparison("A", "C")
    assert comparison is not None
    assert anchored.estimate("A").standard_error == pytest.approx(comparison.standard_error)


def test_levels_are_least_squares_of_means_over_a_shuffle() -> None:
    """Two tables of one shuffle are one observation: (3 − 1)/2 and 3 give a mean of 2 levels between A and B."""
    results = [
        RatedResult(("A", "B", "A", "B"), "1", 1.0, 3.0),
        RatedResult(("B", "A", "B", "A"), "1", 1.0, 1.0),
        RatedResult(("A", "B", "A", "B"), "2", 1.0, 3.0),
    ]
    levels = fit(results).estimate("A").levels

    assert levels is not None
    assert levels.per_result == pytest.approx(1.0)
    # One degree of freedom: residuals ±1, error of the mean 1, half of it in the centred gauge.
    assert levels.standard_error == pytest.approx(0.5)


def test_no_results_give_an_empty_fit() -> None:
    assert fit([]).estimates == ()
    alone = fit([], entrants=["A", "B"])
    assert statuses(alone) == "A no results, B no results"
    assert ratings(alone) == [None, None]
    assert alone.comparison("A", "B") is None


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ([RatedResult(("A", "B", "C"), "1", 1.0, 0.0)], "two equal sides"),
        ([RatedResult(("A", "B"), "1", 1.0, 0.0), RatedResult(("A",) * 4, "1", 1.0, 0.0)], "same number of seats"),
        ([RatedResult(("A", "B"), "1", 1.5, 0.0)], "score"),
        ([RatedResult(("A", "B"), "1", float("nan"), 0.0)], "score"),
        ([RatedResult(("A", "B"), "1", 1.0, float("inf"))], "margin"),
    ],
)
def test_impossible_results_are_refused(results: list[RatedResult], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fit(results)


def test_unknown_anchor_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'X' is no entrant"):
        fit(pairs_results({"AB": 60}), anchor=Anchor("X"))


@pytest.mark.parametrize("penalty_sd", [0.0, -1.0, float("inf"), float("nan")])
def test_a_penalty_that_is_none_is_refused(penalty_sd: float) -> None:
    with pytest.raises(ValueError, match="positive and finite"):
        fit([], penalty_sd=penalty_sd)


@pytest.mark.parametrize("rating", [float("inf"), float("nan")])
def test_an_anchor_at_no_finite_rating_is_refused(rating: float) -> None:
    with pytest.raises(ValueError, match="must be finite"):
        fit([RatedResult(("A", "B"), "1", 1.0, 0.0)], anchor=Anchor("A", rating))


@pytest.mark.parametrize("penalty_sd", [1.0, 1e5, 1e6])
def test_a_fit_settles_however_strong_or_weak_the_penalty_is(penalty_sd: float) -> None:
    """Where a weak one alone holds a rating, its likelihood is so flat that rounding moves it a little for ever."""
    results = [RatedResult(("A", "B", "A", "B"), str(deck), 1.0, 1.0) for deck in range(2)]
    results += [RatedResult(("B", "C", "B", "C"), str(deck), score, 0.0) for deck, score in enumerate((0.5, 1.0, 0.0))]

    a, b, c = fit(results, penalty_sd=penalty_sd).ratings

    assert a > b
    assert b == pytest.approx(c, abs=5)


def test_errors_of_a_difference_are_the_same_both_ways() -> None:
    names = "ABCDEFGH"
    errors = fit(individual_results(3, strengths=dict.fromkeys(names, 0.0), seed=6), penalty_sd=1e6).difference_errors

    assert errors.tobytes() == errors.T.copy().tobytes()


@pytest.mark.slow
def test_a_hundred_thousand_results_of_a_cup_fit_at_once() -> None:
    rng = random.Random(6)
    names = [f"bot {number:02}" for number in range(16)]
    tables = [tuple(rng.sample(names, 4)) for _ in range(240)]
    results = [
        RatedResult(tables[number % 240], str(number // 240), float(rng.random() < 0.5), float(rng.randint(-3, 3)))
        for number in range(100_000)
    ]

    started = time.process_time()
    found = fit(results)

    assert found.result_count == 100_000
    assert time.process_time() - started < 5.0  # about 0.3 s on a quiet machine


# --- Cases that can be checked by hand


def test_two_entrants_differ_by_the_log_of_the_odds() -> None:
    """70 of 100 is 400 log10(7/3), half of it on each side of zero; ½ √(1 / (n p q)) / slope is its error."""
    found = fit(pairs_results({"AB": 70}), penalty_sd=None)

    gap = 400 * np.log10(7 / 3)
    assert ratings(found) == pytest.approx([gap / 2, -gap / 2], abs=0.001)
    assert found.information_errors == pytest.approx([0.5 / (SLOPE * np.sqrt(21.0))] * 2, abs=0.001)
    anchored = fit(pairs_results({"AB": 70}), penalty_sd=None, anchor=Anchor("B", -50.0))
    assert ratings(anchored) == pytest.approx([gap - 50.0, -50.0], abs=0.001)
    assert anchored.information_errors == pytest.approx([1 / (SLOPE * np.sqrt(21.0)), 0.0], abs=0.001)


def test_an_entrant_on_both_sides_of_a_table_counts_for_neither() -> None:
    """A + B against A + C differ by half of what B and C do, and tell nothing of A."""
    results = [RatedResult(("A", "A", "B", "C"), str(deal), float(deal < 60), 0.0) for deal in range(100)]
    found = fit(results, penalty_sd=None)

    assert statuses(found) == "A no results, B estimable, C estimable"
    comparison = found.comparison("B", "C")
    assert comparison is not None
    assert comparison.difference == pytest.approx(2 * 400 * np.log10(6 / 4), abs=0.001)
    assert [estimate.result_count for estimate in found.estimates] == [200, 100, 100]


def test_a_table_of_copies_of_one_entrant_changes_no_rating() -> None:
    results = pairs_results(REFERENCE_WINS)
    copies = [RatedResult(("A",) * 4, str(deal), 1.0, 3.0) for deal in range(50)]

    assert ratings(fit(results + copies)) == ratings(fit(results))


# --- Columns


def as_columns(results: list[RatedResult]) -> Results:
    names = sorted({name for result in results for name in result.seating}, reverse=True)
    shuffles = sorted({result.shuffle for result in results}, key=lambda name: name[::-1])
    return Results(
        entrants=tuple(names),
        shuffles=tuple(shuffles),
        seats=np.array([[names.index(name) for name in result.seating] for result in results]),
        decks=np.array([shuffles.index(result.shuffle) for result in results]),
        scores=np.array([result.score for result in results]),
        margins=np.array([result.margin for result in results]),
    )


def test_columns_and_objects_give_the_same_bytes() -> None:
    """Whatever the order of names and decks in the columns."""
    results = individual_results(40, strengths=dict.fromkeys("ABCDEFG", 0.0), seed=7)
    one, other = fit(results), fit(as_columns(results))

    assert repr(one.estimates) == repr(other.estimates)
    assert one.difference_errors.tobytes() == other.difference_errors.tobytes()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"decks": np.array([0, 1])}, "one length"),
        ({"decks": np.array([7])}, "outside the 1 names"),
        ({"entrants": ("A", "A")}, "twice"),
        ({"seats": np.zeros((1, 3), dtype=np.int64)}, "two equal sides"),
    ],
)
def test_columns_that_do_not_fit_together_are_refused(change: dict[str, Any], message: str) -> None:
    columns = as_columns([RatedResult(("A", "B", "A", "B"), "1", 1.0, 0.0)])

    with pytest.raises(ValueError, match=message):
        fit(replace(columns, **change))


# --- Six seats


def test_three_copies_on_a_side_are_as_strong_as_two() -> None:
    """A side is the mean of its members, however many (docs/ratings.md)."""
    scores = [("A", "B", 1.0), ("B", "A", 0.0), ("A", "B", 0.0), ("A", "C", 1.0), ("C", "B", 1.0), ("C", "A", 1.0)]
    of_two, of_three = (
        fit([RatedResult((one, other) * size, str(deck), score, 1) for deck, (one, other, score) in enumerate(scores)])
        for size in (2, 3)
    )

    assert of_three.estimates == of_two.estimates


def test_of_six_different_bots_each_is_a_third_of_its_side() -> None:
    """One bot that is exchanged for another, the rest being the same, moves its side by a third of the difference."""
    results = []
    for deck, (first, wins) in enumerate((("A", 70), ("B", 50))):
        for number in range(100):
            seating = (first, "X", "P", "Y", "Q", "Z")
            results.append(RatedResult(seating, f"{deck} {number}", float(number < wins), 1))
            turned = ("X", first, "Y", "P", "Z", "Q")
            results.append(RatedResult(turned, f"{deck} {number}", float(number >= wins), -1))
    fitted = fit(results, penalty_sd=4000.0)
    gap = fitted.ratings[0] - fitted.ratings[1]

    assert win_probability(gap / 3) == pytest.approx(0.70, abs=0.005)
