"""Strength alone, with partners and with one's own copy: told apart where results can, and not where they cannot."""

from __future__ import annotations

import numpy as np
import pytest

from arena.own_copies import own_copies
from arena.partnerships import Partnerships, in_general, partnerships
from arena.rated_results import Results
from arena.ratings import Anchor, Fit, RatedResult, fit
from arena.tally import add_up
from tests.arena.simulated import Floats, name, of_individual, of_pairs, played

SPREAD = 30.0


def pair_effects(count: int, spread: float, rng: np.random.Generator) -> Floats:
    half = np.triu(rng.normal(0, spread, (count, count)), 1)
    return np.asarray(half + half.T, dtype=np.float64)


def found(results: Results | list[RatedResult]) -> tuple[Fit, Partnerships]:
    fitted = fit(results)
    partners = partnerships(add_up(results), fitted)
    assert partners is not None
    return fitted, partners


@pytest.mark.slow
@pytest.mark.parametrize("spread", [SPREAD, 0.0])
def test_intervals_for_partners_in_general_cover_between_93_and_97_percent(spread: float) -> None:
    """Those for this field of partners cover far less where pairs differ."""
    rng = np.random.default_rng(3)
    covered, plain, spreads = [], [], []
    for _ in range(60):
        strengths = rng.normal(0, 60, 12)
        strengths -= strengths.mean()
        tables = of_individual(12, 250, rng)
        fitted, partners = found(played(tables, strengths, rng, fit=pair_effects(12, spread, rng)))
        general = in_general(fitted, partners)
        assert partners.spread is not None
        spreads.append(partners.spread)
        for place, estimate in enumerate(fitted.estimates):
            assert estimate.low is not None
            assert estimate.high is not None
            covered.append(general[estimate.name].low <= strengths[place] <= general[estimate.name].high)
            plain.append(estimate.low <= strengths[place] <= estimate.high)

    assert 0.93 <= np.mean(covered) <= 0.97
    if spread:
        assert np.mean(plain) < 0.88
        assert np.mean(spreads) == pytest.approx(SPREAD, abs=3)
    else:
        assert np.mean(plain) > 0.93


@pytest.mark.slow
def test_pair_effects_cover_what_is_left_beside_the_ratings_and_marks_are_seldom_wrong() -> None:
    rng = np.random.default_rng(4)
    within, marked_by_chance = [], []
    for spread in (SPREAD, 0.0):
        for _ in range(20):
            effects = pair_effects(12, spread, rng)
            _, partners = found(played(of_individual(12, 250, rng), rng.normal(0, 60, 12), rng, fit=effects))
            truth = beside_ratings(effects, partners)
            for pair, effect in partners.effects.items():
                assert effect.size is not None
                assert effect.standard_error is not None
                within.append(abs(effect.size - truth[pair]) < 2 * effect.standard_error)
            if not spread:
                marked_by_chance.append(any(effect.is_marked for effect in partners.effects.values()))

    assert 0.93 <= np.mean(within) <= 0.97
    assert np.mean(marked_by_chance) < 0.15


def beside_ratings(effects: Floats, partners: Partnerships) -> dict[tuple[int, int], float]:
    """Pair effects less what an amount for each entrant explains of them, by least squares."""
    pairs = list(partners.effects)
    sums = np.zeros((len(pairs), len(effects)))
    for line, pair in enumerate(pairs):
        sums[line, list(pair)] = 1.0
    values = np.asarray([effects[pair] for pair in pairs])
    left = values - sums @ np.linalg.lstsq(sums, values, rcond=None)[0]
    return dict(zip(pairs, left.tolist(), strict=True))


def test_a_pair_that_fits_is_marked_and_its_effect_is_over_the_mean_of_the_two() -> None:
    rng = np.random.default_rng(5)
    effects = np.zeros((12, 12))
    effects[2, 5] = effects[5, 2] = 200.0
    _, partners = found(played(of_individual(12, 300, rng), np.zeros(12), rng, fit=effects))
    effect = partners.effects[2, 5]

    assert effect.is_marked
    assert effect.size is not None
    assert effect.shrunk is not None
    # Of 200 Elo in one of the eleven pairs of each, a part is in the ratings of both.
    assert 110 < effect.size < 200
    assert 0 < effect.shrunk < effect.size
    assert sum(each.is_marked for each in partners.effects.values()) <= 3


def test_effects_sum_to_zero_over_the_partners_of_each() -> None:
    rng = np.random.default_rng(6)
    effects = pair_effects(8, SPREAD, rng)
    _, partners = found(played(of_individual(8, 200, rng), np.zeros(8), rng, fit=effects))

    for place in range(8):
        assert sum(each.size or 0.0 for pair, each in partners.effects.items() if place in pair) == pytest.approx(
            0.0, abs=1e-3
        )


def cycle_of_eight() -> list[tuple[int, int, int, int]]:
    """Everyone partners everyone once and opposes everyone twice: two tables a round, over seven rounds."""
    base = ((7, 1, 0, 3), (2, 4, 6, 5))
    return [
        tuple(place if place == 7 else (place + turn) % 7 for place in table)  # type: ignore[misc]  # four of them
        for turn in range(7)
        for table in base
    ]


def test_one_cycle_cannot_tell_who_fits_with_whom() -> None:
    """Fourteen tables are fewer than the twenty pair effects that the ratings of eight leave open."""
    rng = np.random.default_rng(7)
    results = [
        RatedResult(tuple(name(place) for place in seats), str(deck), float(rng.integers(2)), 0.0)
        for deck in range(40)
        for seats in cycle_of_eight()
    ]
    fitted, partners = found(results)

    assert (partners.spread, partners.told_count, partners.freedom) == (None, 0, 20)
    assert {effect.size for effect in partners.effects.values()} == {None}
    assert in_general(fitted, partners) == {}


def test_four_entrants_never_tell_it() -> None:
    rng = np.random.default_rng(8)
    _, partners = found(played(of_individual(4, 200, rng), np.zeros(4), rng))

    assert (partners.spread, partners.freedom) == (None, 2)


def test_pairs_that_never_partnered_have_no_data() -> None:
    """Of twelve, the first two always sit apart."""
    rng = np.random.default_rng(9)
    tables = of_individual(12, 300, rng)
    together = np.asarray([{0, 1} in ({a, c}, {b, d}) for a, b, c, d in tables.seats.tolist()])
    given = played(tables, np.zeros(12), rng)
    kept = Results(
        given.entrants, given.shuffles, given.seats[~together], given.decks[~together], given.scores[~together],
        given.margins[~together],
    )  # fmt: skip
    _, partners = found(kept)

    assert (0, 1) not in partners.effects
    assert partners.told_count == 65


def test_copies_of_one_entrant_as_a_side_are_no_partnership() -> None:
    rng = np.random.default_rng(10)
    results = played(of_pairs(6, 30), np.zeros(6), rng)

    assert partnerships(add_up(results), fit(results)) is None


# --- Its own copy


def both_sections(bonus: Floats, rng: np.random.Generator, anchor: Anchor | None = None) -> tuple[Fit, Fit]:
    pairs = played(of_pairs(8, 150), bonus, rng)
    individual = played(of_individual(8, 150, rng), np.zeros(8), rng)
    return fit(pairs, anchor=anchor), fit(individual, anchor=anchor)


@pytest.mark.slow
def test_own_copy_bonus_is_told_with_an_interval_that_covers() -> None:
    rng = np.random.default_rng(11)
    bonus = np.asarray((80.0, -30, 0, 0, -20, 10, -40, 0))
    within = []
    for _ in range(50):
        copies = own_copies(*both_sections(bonus, rng), None)
        assert copies is not None
        for place, each in enumerate(copies.entrants):
            assert each.low is not None
            assert each.high is not None
            within.append(each.low <= bonus[place] <= each.high)

    assert 0.93 <= np.mean(within) <= 0.97


def test_own_copy_bonus_is_measured_from_the_mean_of_those_that_both_rate() -> None:
    copies = own_copies(*both_sections(np.zeros(8), np.random.default_rng(12)), None)

    assert copies is not None
    assert copies.anchor is None
    assert sum(each.bonus for each in copies.entrants) == pytest.approx(0.0, abs=1e-3)


def test_own_copy_bonus_is_measured_from_the_anchor_of_the_cup() -> None:
    """It has none itself; whether its rating is 0 or 1,500 makes no difference."""
    bonus = np.asarray((80.0, -30, 0, 0, -20, 10, -40, 0))
    by_rating = [
        own_copies(*both_sections(bonus, np.random.default_rng(13), Anchor(name(3), rating)), None)
        for rating in (0.0, 1500.0)
    ]

    low, high = by_rating
    assert low is not None
    assert high is not None
    assert low.anchor == name(3)
    assert name(3) not in {each.name for each in low.entrants}
    assert [each.bonus for each in low.entrants] == pytest.approx([each.bonus for each in high.entrants], abs=1e-3)


def test_what_partners_add_makes_an_own_copy_bonus_less_sure() -> None:
    rng = np.random.default_rng(14)
    results = played(of_individual(12, 250, rng), np.zeros(12), rng, fit=pair_effects(12, 60, rng))
    individual, partners = found(results)
    pairs = fit(played(of_pairs(12, 60), np.zeros(12), rng))
    without, with_partners = own_copies(pairs, individual, None), own_copies(pairs, individual, partners)

    assert without is not None
    assert with_partners is not None
    for one, other in zip(without.entrants, with_partners.entrants, strict=True):
        assert one.standard_error is not None
        assert other.standard_error is not None
        assert other.standard_error > one.standard_error
