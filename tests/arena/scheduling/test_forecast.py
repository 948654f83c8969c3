"""What is to be expected of a stage: its time, and the width of its intervals."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest

from arena.layout import Layout, layout_of
from arena.matches import Format
from arena.ratings import RatedResult, fit
from arena.schedule import matches
from arena.scheduling.experience import DEALS_A_GAME, SECONDS_A_START, Luck, Pace
from arena.scheduling.forecast import HEAD_TO_HEAD, deals_a_game, duration, widths
from referee.rules.options import parse_options
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, FRIENDS_GAMES, GAMES, INDIVIDUAL, PAIRS, cup, rules

NO_LUCK = Luck(0.0, 0)
RULES = ruleset(parse_options("tractor"))
PACE = Pace(0.5, 0.25, 1.0, 10, 100)
ALONE = "duplicate = false\n"


def layout(stage: str, names: str = "ABCDEFGH", more: str = "") -> Layout:
    a_cup = cup(stage, names=names, more=more)
    return layout_of(a_cup.stages[0], a_cup.names)


def plus_minus(stage: str, names: str = "ABCDEFGH", luck: Luck = NO_LUCK) -> list[float]:
    return [width.plus_minus for width in widths(layout(stage, names), luck)]


def test_two_sides_need_4637_deals_for_ten_elo() -> None:
    assert round(HEAD_TO_HEAD / 100) == 4637


@pytest.mark.parametrize("v", [2, 5, 8])
def test_a_field_of_pairs_needs_what_the_formula_says(v: int) -> None:
    """4,637 (v − 1)² / (2v) deals for ± 10."""
    (found,) = plus_minus(PAIRS + ALONE, "ABCDEFGH"[:v])

    assert found == pytest.approx(10 * sqrt(4637 * (v - 1) ** 2 / (2 * v) / (4 * v * (v - 1) / 2)), rel=1e-4)


def test_individuals_need_twice_as_many_deals() -> None:
    pairs, individual = plus_minus(PAIRS), plus_minus(INDIVIDUAL)

    # As many deals in all: 28 tables twice, and 14 tables in 4 seatings' worth of decks.
    assert individual[0] == pytest.approx(pairs[0] * sqrt(2) * sqrt(28 / 14))


def test_duplicates_count_for_more_where_luck_decides() -> None:
    (without,), (half,) = plus_minus(PAIRS), plus_minus(PAIRS, luck=Luck(sqrt(0.5), 0))

    assert half == pytest.approx(without * sqrt(0.5))
    assert plus_minus(PAIRS + ALONE, luck=Luck(0.9, 0)) == plus_minus(PAIRS + ALONE)


def test_who_plays_all_phases_is_known_better() -> None:
    first, last = plus_minus(INDIVIDUAL + 'schedule = "swiss"\n')

    assert last < first


def test_a_newcomer_is_held_against_the_mean_of_the_others() -> None:
    (found,) = plus_minus(PAIRS.replace("pairs", "gauntlet") + 'newcomers = ["A"]\n' + ALONE, "ABCDE")

    assert found == pytest.approx(sqrt(HEAD_TO_HEAD / 16))


def test_levels_are_not_foreseen() -> None:
    assert widths(layout(FRIENDS, "ABCDE", rules("finding-friends-5")), NO_LUCK) == ()


@pytest.mark.slow
@pytest.mark.parametrize(("stage", "names"), [(PAIRS, "ABCDE"), (INDIVIDUAL, "ABCDEFGH")])
def test_the_formula_foretells_what_the_fit_finds(stage: str, names: str) -> None:
    """Among equals, with results that owe nothing to the cards: errors of the fit's information, without a penalty."""
    a_cup = cup(stage.replace("4", "60"), names=names)
    luck = np.random.default_rng(5)
    results = [
        RatedResult(match.seating, str(board), float(luck.integers(2)), 0.0)
        for match in matches(a_cup, b"secret")
        for board in match.boards
    ]
    errors = fit(results, penalty_sd=None).information_errors
    (width,) = widths(layout_of(a_cup.stages[0], a_cup.names), NO_LUCK)

    assert 1.959964 * float(errors.mean()) == pytest.approx(width.plus_minus, rel=0.02)


def test_time_is_deals_and_starts_over_the_tables() -> None:
    """28 pairs of matches of four deals; two tables at once."""
    took = duration(layout(PAIRS), PACE, 2, rules=RULES)

    assert took.expected_s == pytest.approx((56 * 4 * 0.5 + 56 * SECONDS_A_START) / 2)
    assert took.low_s < took.expected_s < took.high_s


def test_a_game_takes_as_long_as_twenty_deals() -> None:
    took = duration(layout(GAMES), PACE, 1, rules=RULES)

    assert took.expected_s == pytest.approx(56 * 2 * (DEALS_A_GAME * 0.5 + SECONDS_A_START))


def test_a_game_that_may_be_shorter_takes_as_long_as_all_its_deals() -> None:
    took = duration(layout(GAMES + "deals_per_game = 2\n"), PACE, 1, rules=RULES)

    assert took.expected_s == pytest.approx(56 * 2 * (2 * 0.5 + SECONDS_A_START))


def test_a_game_that_no_level_ends_takes_all_its_deals() -> None:
    """Eight for each of the five (Z9)."""
    more = rules("finding-friends-5", 'joker_level = "full"\n')
    a_cup = cup(FRIENDS_GAMES, names="ABCDE", more=more)

    assert deals_a_game(a_cup.stages[0], ruleset(a_cup.options)) == 40


def test_few_matches_leave_tables_empty() -> None:
    two = layout(PAIRS, "AB")

    assert duration(two, PACE, 50, rules=RULES) == duration(two, PACE, 2, rules=RULES)


def test_six_seats_have_three_bots_in_a_side() -> None:
    six = layout(INDIVIDUAL, "ABCDEFGH", rules("tractor-6-seats"))
    (width,) = widths(six, NO_LUCK)

    assert six.stage.format is Format.INDIVIDUAL
    assert width.plus_minus == pytest.approx(sqrt(HEAD_TO_HEAD * 3 * 49 / 16 / width.result_count))
    assert replace(width, plus_minus=0.0).of == "everyone"
