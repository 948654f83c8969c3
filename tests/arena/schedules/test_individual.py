"""Cycles of tables of four: exact for every field to 100 entrants, even in seats, and fair at any time."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.schedules import individual
from arena.schedules.balance import balance, pace
from arena.schedules.cycle import Cycle, Table
from arena.seatings import both_ways
from tests.sizes import in_ci

FIELDS = range(4, 101) if in_ci() else (*range(4, 30), 49, 64, 69, 72, 76, 84, 96, 98, 99)
LARGE = (101, 102, 103, 104, 108, 124, 199)


def tables(made: Cycle) -> list[Table]:
    return [table for round_ in made.rounds for table in round_]


@pytest.mark.slow
@pytest.mark.parametrize("count", FIELDS)
def test_everyone_partners_everyone_equally_often_and_opposes_everyone_twice_as_often(count: int) -> None:
    """Once and twice where there are whist tournaments, in which at most one has a bye; else twice that."""
    times = 1 if count % 4 in (0, 1) else 2

    made = individual.cycle(count)
    found = balance(count, tables(made))
    paced = pace(made)

    assert made.table_count == times * count * (count - 1) // 4
    assert all(found.partnered[one, other] == times for one in range(count) for other in range(one))
    assert found.is_exact
    assert found.seat_spread <= {4: 2}.get(count, 1)
    assert max(paced.byes) == min(paced.byes)
    if times == 1:
        assert paced.games_apart == count % 4
        assert set(paced.byes) == {count % 4}
    else:
        assert paced.games_apart <= (3 if count < 50 else 7)


@pytest.mark.slow
@pytest.mark.parametrize("count", FIELDS)
def test_no_table_of_a_cycle_comes_again(count: int) -> None:
    """With the sides exchanged or not: what plays each deck so plays none twice in the same seats."""
    seated = Counter(each for table in tables(individual.cycle(count)) for each in both_ways(table))

    assert set(seated.values()) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("count", [8, 13, 16])
def test_the_designs_of_an_exact_cycle_add_up_to_a_known_matrix(count: int) -> None:
    """Each table as the half sum of one side less that of the other: its products add up to (v I − J) / 4."""
    total = np.zeros((count, count))
    for north, west, south, east in tables(individual.cycle(count)):
        sides = np.zeros(count)
        sides[[north, south]], sides[[west, east]] = 0.5, -0.5
        total += np.outer(sides, sides)

    assert np.allclose(total, (count * np.eye(count) - np.ones((count, count))) / 4)


@pytest.mark.slow
@pytest.mark.parametrize("count", LARGE)
def test_large_fields_are_nearly_balanced(count: int) -> None:
    """All are partners once, but two entrants at most; four of five pairs are opponents twice or once from it."""
    found = balance(count, tables(made := individual.cycle(count)))
    pairs = np.triu_indices(count, 1)
    opposed = found.opposed[pairs]

    assert int((found.partnered[pairs] != 1).sum()) <= 1
    assert opposed.max() <= 5
    assert (abs(opposed - 2) <= 1).mean() > 0.75
    assert found.seat_spread <= 1
    assert pace(made).games_apart <= 3


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(count=st.integers(4, 40), together=st.integers(0, 30))
def test_after_every_fourth_cycle_all_have_had_every_seat_equally_often(count: int, together: int) -> None:
    cycles = [individual.cycle(count, 4 * together + turn) for turn in range(4)]
    found = balance(count, [table for made in cycles for table in tables(made)])

    assert found.seat_spread == 0
    assert found.is_exact


@pytest.mark.parametrize("count", [8, 9, 14])
def test_a_cycle_is_another_one_each_time_and_the_same_when_asked_again(count: int) -> None:
    made = [individual.cycle(count, number).rounds for number in range(6)]

    assert len(set(made)) == 6
    assert made[3] == individual.cycle(count, 3).rounds


def test_cycles_stay_what_they_are() -> None:
    """A cup that goes on after an update must find the tables that it began with."""
    assert individual.cycle(5, 1).rounds[0] == ((3, 0, 2, 4),)


@pytest.mark.slow
def test_standings_at_half_time_compare_like_with_like() -> None:
    """After half of the rounds of a whist tournament all have played equally often, and most pairs have met."""
    made = individual.cycle(32)
    half = balance(32, [table for round_ in made.rounds[:16] for table in round_])
    met = (half.partnered + half.opposed)[np.triu_indices(32, 1)]

    assert Counter(half.games) == {16: 32}
    assert (met > 0).mean() > 0.7


@pytest.mark.parametrize("count", [0, 3, 1_001])
def test_a_field_that_is_too_small_or_too_large_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match="for 4 to 1,000 entrants"):
        individual.cycle(count)
