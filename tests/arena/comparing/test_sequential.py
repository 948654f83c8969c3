"""The sequential test ends with the error rates that it states, and its numbers are those of its formulas."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from arena.comparing.sequential import (
    E_VALUE_REJECTS,
    MOST_E_VALUE,
    Counts,
    Strength,
    Terms,
    Verdict,
    e_value,
    log_likelihood_ratio,
    mean_score,
    strength,
    verdict,
)

TOURNAMENTS = 200
MOST_DEALS = 1600
SPLIT = 0.6
FAR = Terms(elo0=0.0, elo1=80.0)
"""Hypotheses so far apart that a test of them is short."""


def test_reference_values() -> None:
    """30 deals lost, 140 split, 30 won, between 0 and 10 Elo."""
    counts = Counts(lost=30, split=140, won=30)

    assert log_likelihood_ratio(counts, Terms()) == pytest.approx(-0.275485, abs=1e-6)
    assert e_value(counts) == pytest.approx(0.657498, abs=1e-6)


def test_bounds_of_equal_error_rates() -> None:
    assert (Terms().lower, Terms().upper) == pytest.approx((-2.944439, 2.944439), abs=1e-6)


def test_bounds_follow_the_error_rates() -> None:
    terms = Terms(alpha=0.01, beta=0.2)

    assert (terms.lower, terms.upper) == (log(0.2 / 0.99), log(0.8 / 0.01))


def test_nothing_played_says_nothing() -> None:
    assert log_likelihood_ratio(Counts(), Terms()) == 0.0
    assert e_value(Counts()) == 1.0
    assert strength(Counts()).elo is None
    assert verdict(Counts(), Terms()) is Verdict.UNDECIDED


def test_the_ratio_is_that_of_a_search_over_all_distributions() -> None:
    """The likelihood under a mean is the greatest over a fine grid of distributions with that mean."""
    counts, terms = Counts(lost=5, split=11, won=9), Terms(elo0=0.0, elo1=100.0)
    grid = np.linspace(0.0, 1.0, 200_001)[1:-1]

    def best(mean: float) -> float:
        split = 2 * (mean - grid)  # with *grid* the probability of a deal won
        lost = 1 - split - grid
        fits = (split > 0) & (lost > 0)
        value = counts.lost * np.log(lost[fits]) + counts.split * np.log(split[fits]) + counts.won * np.log(grid[fits])
        return float(value.max())

    searched = best(mean_score(terms.elo1)) - best(mean_score(terms.elo0))
    assert log_likelihood_ratio(counts, terms) == pytest.approx(searched, abs=1e-6)


def test_the_e_value_of_a_long_comparison() -> None:
    """After thousands of deals won and lost, where what a bold gambler has won and then lost fits no float."""
    assert e_value(Counts(lost=3000, split=14_000, won=3000)) == pytest.approx(0.149103, abs=1e-6)


def test_an_e_value_beyond_all_numbers_is_given_as_the_largest() -> None:
    assert e_value(Counts(won=1_000_000)) == MOST_E_VALUE
    assert e_value(Counts(lost=1_000_000)) == 0.0


@pytest.mark.parametrize("score", [0.0, 0.5, 1.0])
def test_one_deal_does_not_decide(score: float) -> None:
    assert verdict(Counts().plus(score), Terms()) is Verdict.UNDECIDED


@pytest.mark.parametrize(("won", "lost", "told"), [(110, 0, Verdict.BETTER), (0, 110, Verdict.NOT_BETTER)])
def test_a_clear_case_is_decided_soon(won: int, lost: int, told: Verdict) -> None:
    assert verdict(Counts(lost=lost, won=won), Terms()) is told


def test_exchanging_the_bots_changes_the_sign() -> None:
    counts, turned = Counts(lost=7, split=20, won=12), Counts(lost=12, split=20, won=7)
    terms = Terms(elo0=-10.0, elo1=10.0)

    assert log_likelihood_ratio(counts, terms) == pytest.approx(-log_likelihood_ratio(turned, terms), abs=1e-9)
    found, other = strength(counts), strength(turned)
    assert (found.elo, found.low, found.high) == pytest.approx(
        (-(other.elo or 0), -(other.high or 0), -(other.low or 0))
    )


def test_a_perfect_score_has_no_finite_strength() -> None:
    assert strength(Counts(won=9)).elo is None


def test_deals_that_are_all_split_do_not_tell_how_much_deals_vary() -> None:
    assert strength(Counts(split=9)) == Strength(elo=0.0, low=None, high=None)


def test_a_score_that_no_deal_has_is_refused() -> None:
    with pytest.raises(ValueError, match=r"not 0\.25"):
        Counts().plus(0.25)


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "wrong"), [(FAR.elo0, Verdict.BETTER), (FAR.elo1, Verdict.NOT_BETTER)])
def test_wrong_verdicts_are_no_more_than_stated(elo: float, wrong: Verdict) -> None:
    """Over many simulated comparisons, within three standard errors of the stated 5 %, and nearly all are decided."""
    told = [_simulated(elo, seed) for seed in range(TOURNAMENTS)]

    allowed = 0.05 + 3 * (0.05 * 0.95 / TOURNAMENTS) ** 0.5
    assert sum(each is wrong for each in told) / TOURNAMENTS <= allowed
    assert sum(each is Verdict.UNDECIDED for each in told) / TOURNAMENTS < 0.02


@pytest.mark.slow
def test_the_e_value_seldom_rejects_what_is_so() -> None:
    """Among equal bots it reaches its bound, at whatever deal, in no more than one comparison of twenty."""
    reached = sum(max(map(e_value, _way(0.0, seed, deals=500))) >= E_VALUE_REJECTS for seed in range(200))

    assert reached / 200 <= 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5


def _simulated(elo: float, seed: int) -> Verdict:
    for counts in _way(elo, seed, deals=MOST_DEALS):
        # A comparison looks after every deal; here after every sixteenth, which is as honest.
        if counts.total % 16 == 0 and (told := verdict(counts, FAR)) is not Verdict.UNDECIDED:
            return told
    return Verdict.UNDECIDED


def _way(elo: float, seed: int, *, deals: int) -> list[Counts]:
    """Counts after each of so many deals."""
    mean = mean_score(elo)
    won = mean - SPLIT / 2
    scores = np.random.default_rng(seed).choice([0.0, 0.5, 1.0], size=deals, p=[1 - SPLIT - won, SPLIT, won])
    way, counts = [], Counts()
    for score in scores:
        counts = counts.plus(float(score))
        way.append(counts)
    return way
