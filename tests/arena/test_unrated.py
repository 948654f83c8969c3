"""Entrants whose rating cannot be told: those that met nobody, never lost, or always came together."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import csr_array
from scipy.special import expit

from arena.matchups import rows_with_finite_odds, squares
from arena.ratings import Anchor, RatedResult, Results, Status, fit, perfect_score_bound, win_probability
from tests.arena.rated import REFERENCE_WINS, pairs_results, ratings, statuses
from tests.sizes import scale


def test_entrant_that_met_only_itself_is_not_rated() -> None:
    found = fit([RatedResult(("A", "A", "A", "A"), "1", 1.0, 1.0)])

    assert statuses(found) == "A no results"
    assert found.estimates[0].result_count == 2


def test_newcomer_without_results_leaves_the_others_rated() -> None:
    with_newcomer = fit(pairs_results(REFERENCE_WINS), entrants=["E"])

    assert statuses(with_newcomer) == "A estimable, B estimable, C estimable, D estimable, E no results"
    assert with_newcomer.ratings[:4] == pytest.approx(fit(pairs_results(REFERENCE_WINS)).ratings)
    newcomer = with_newcomer.estimate("E")
    assert (newcomer.best_rank, newcomer.worst_rank) == (None, None)
    assert with_newcomer.estimate("D").worst_rank == 4


def test_groups_that_never_met_are_not_put_on_one_scale() -> None:
    found = fit(pairs_results({"AB": 60, "CD": 60}))

    assert statuses(found) == "A unconnected, B unconnected, C unconnected, D unconnected"
    assert ratings(found) == [None] * 4
    assert found.comparison("A", "B") is None


def test_smaller_group_is_left_out_of_the_scale_of_the_larger() -> None:
    found = fit(pairs_results({"AB": 60, "BC": 55, "DE": 60}))

    assert statuses(found) == "A estimable, B estimable, C estimable, D unconnected, E unconnected"
    assert np.nansum(found.ratings) == pytest.approx(0.0, abs=1e-9)


def test_anchor_decides_which_group_is_on_the_scale() -> None:
    found = fit(pairs_results({"AB": 60, "BC": 55, "DE": 60}), anchor=Anchor("D"))

    assert statuses(found) == "A unconnected, B unconnected, C unconnected, D estimable, E estimable"


def test_partnerships_that_never_change_have_no_ratings_of_their_members() -> None:
    """Three fixed partnerships are connected by their tables and have rank 2 of 5."""
    tables = [("A", "C", "B", "D"), ("C", "E", "D", "F"), ("E", "A", "F", "B")]
    found = fit([RatedResult(seating, str(deal), deal % 2, 0) for deal in range(40) for seating in tables])

    assert found.rank == 2
    assert {estimate.status for estimate in found.estimates} == {Status.ENTANGLED}
    assert ratings(found) == [None] * 6


# --- Perfect scores


def test_bound_of_a_perfect_score_is_that_of_the_reference() -> None:
    bound = perfect_score_bound(7, 7)

    assert perfect_score_bound(20, 20) == pytest.approx(316.6, abs=0.05)
    assert bound is not None
    assert win_probability(bound) ** 7 == pytest.approx(0.05)


def test_bound_counts_no_more_than_two_plays_of_a_deck() -> None:
    assert perfect_score_bound(20, 10) == perfect_score_bound(20, 20) == perfect_score_bound(300, 10)
    assert perfect_score_bound(300, 3) == perfect_score_bound(6, 6)
    assert perfect_score_bound(300, 1) is None


def test_fewer_than_five_wins_have_no_bound() -> None:
    assert perfect_score_bound(4, 4) is None
    assert (perfect_score_bound(5, 5) or 0.0) > 0


def test_one_deck_played_many_times_has_no_bound() -> None:
    found = fit([RatedResult(("A", "B", "A", "B"), "deck", 1.0, 1.0)] * 300)

    assert statuses(found) == "A unbounded, B unbounded"
    assert [estimate.bound for estimate in found.estimates] == [None, None]


@pytest.mark.parametrize("penalty_sd", [None, 400.0])
def test_perfect_score_is_unbounded_and_the_rest_is_rated(penalty_sd: float | None) -> None:
    results = pairs_results({"AB": 20, "AC": 20}, of=20) + pairs_results({"BC": 12}, of=20)
    found = fit(results, penalty_sd=penalty_sd)

    winner = found.estimate("A")
    assert winner.status is Status.UNBOUNDED
    assert winner.bound == pytest.approx(perfect_score_bound(40, 40))
    assert (winner.standard_error, winner.low, winner.high) == (None, None, None)
    assert (winner.rating is None) == (penalty_sd is None)
    assert found.estimate("B").status is Status.ESTIMABLE
    comparison = found.comparison("B", "C")
    assert comparison is not None
    if penalty_sd is None:
        assert comparison.difference == pytest.approx(400 * np.log10(12 / 8), abs=1e-6)
        assert found.comparison("A", "B") is None


def test_entrant_that_lost_everything_has_an_upper_bound() -> None:
    found = fit(pairs_results({"AB": 20}, of=20))

    assert [estimate.bound for estimate in found.estimates] == pytest.approx([316.638, -316.638], abs=0.001)


@pytest.mark.parametrize("penalty_sd", [None, 400.0])
def test_an_anchor_that_won_everything_takes_no_comparison_of_the_others_away(penalty_sd: float | None) -> None:
    results = pairs_results({"AB": 20, "AC": 20, "AD": 20}, of=20)
    results += pairs_results({"BC": 65, "BD": 70, "CD": 55}, of=100)
    free, anchored = fit(results, penalty_sd=penalty_sd), fit(results, penalty_sd=penalty_sd, anchor=Anchor("A", 100.0))

    assert anchored.is_adrift
    assert not free.is_adrift
    assert statuses(anchored) == "A unbounded, B separated, C separated, D separated"
    assert [each.rating is None for each in anchored.estimates] == [penalty_sd is None] * 4
    for one, other in zip(free.estimates, anchored.estimates, strict=True):
        assert (other.best_rank, other.worst_rank) == (one.best_rank, one.worst_rank)
        assert (other.standard_error, other.low, other.high) == (None, None, None)
        for name in "ABCD":
            sure = free.superiority(one.name, name)
            assert anchored.superiority(one.name, name) == (sure if sure is None else pytest.approx(sure))


def test_the_mean_of_all_ratings_is_zero_with_those_that_the_penalty_holds() -> None:
    found = fit(pairs_results({"AB": 20, "AC": 20}, of=20) + pairs_results({"BC": 12}, of=20))

    assert found.is_held_by_penalty
    assert not fit(pairs_results({"AB": 12}, of=20)).is_held_by_penalty
    assert np.sum(found.ratings) == pytest.approx(0.0, abs=1e-9)


# --- One-sided results


def test_group_that_won_everything_against_the_rest_is_separated() -> None:
    """Nobody has a perfect score, and yet no finite difference between {A, B} and {C, D} is the likeliest."""
    results = pairs_results({"AC": 9, "AD": 9, "BC": 9, "BD": 9}, of=9) + pairs_results({"AB": 4, "CD": 5}, of=9)

    assert statuses(fit(results, penalty_sd=None)) == "A separated, B separated, C separated, D separated"
    penalised = fit(results)
    assert all(estimate.rating is not None and estimate.low is None for estimate in penalised.estimates)
    # One loss across the gap closes it.
    closed = fit([*results, RatedResult(("C", "A", "C", "A"), "upset", 1.0, 1.0)], penalty_sd=None)
    assert {estimate.status for estimate in closed.estimates} == {Status.ESTIMABLE}


def favoured_by_a_plain_search(rows: np.ndarray[Any, Any], outcomes: np.ndarray[Any, Any]) -> list[bool]:
    """Of each matchup, whether some direction favours its winner and nobody's loser: a programme for each."""
    found = []
    for row, outcome in zip(rows, outcomes, strict=True):
        best = linprog(
            -(outcome * row),
            A_ub=-(outcomes[:, None] * rows)[outcomes != 0],
            b_ub=np.zeros(int((outcomes != 0).sum())),
            A_eq=rows[outcomes == 0] if (outcomes == 0).any() else None,
            b_eq=np.zeros(int((outcomes == 0).sum())) if (outcomes == 0).any() else None,
            bounds=(-1, 1),
        )
        found.append(bool(best.fun is not None and best.fun < -1e-6))
    return found


@pytest.mark.slow
def test_one_sided_matchups_are_those_that_a_plain_search_finds() -> None:
    rng = np.random.default_rng(4)
    kinds = set()
    for _ in range(scale(30, 100)):
        seats = rng.integers(0, 6, (int(rng.integers(1, 20)), 4))
        rows = np.zeros((len(seats), 6))
        for seat, sign in enumerate((0.5, -0.5, 0.5, -0.5)):
            rows[np.arange(len(seats)), seats[:, seat]] += sign
        rows = np.unique(rows[np.any(rows != 0, axis=1)], axis=0)
        if not rows.size:
            continue
        counts = rng.integers(1, 4, len(rows)).astype(float)
        strengths = rng.normal(0, 4, 6)
        scores = rng.binomial(counts.astype(int), expit(rows @ strengths)).astype(float)
        design_rows = csr_array(rows)

        is_finite = rows_with_finite_odds(design_rows, squares(design_rows), counts, scores)

        outcomes = np.where(scores == counts, 1.0, np.where(scores == 0, -1.0, 0.0))
        assert (~is_finite).tolist() == favoured_by_a_plain_search(rows, outcomes)
        kinds.add((bool(is_finite.all()), bool(is_finite.any())))
    assert kinds == {(True, True), (False, True), (False, False)}


@pytest.mark.slow
def test_a_hundred_entrants_of_whom_some_never_lose_to_the_rest_are_fitted() -> None:
    """A tenth of the field wins every table that the two parts have with different strength."""
    rng = np.random.default_rng(5)
    seats = np.argsort(rng.random((1000, 100)), axis=1)[:, :4]
    lead = (seats[:, 0::2] < 10).sum(axis=1) - (seats[:, 1::2] < 10).sum(axis=1)
    scores = np.where(lead == 0, rng.random(1000) < 0.5, lead > 0).astype(float)
    names = tuple(f"{number:03}" for number in range(100))
    results = Results(names, tuple(map(str, range(1000))), seats, np.arange(1000), scores, np.zeros(1000))

    found = fit(results)

    of_all = [estimate.status for estimate in found.estimates]
    assert set(of_all[:10]) <= {Status.SEPARATED, Status.UNBOUNDED}
    assert of_all[10:].count(Status.ESTIMABLE) > 80
