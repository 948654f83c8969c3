"""Round robins and gauntlets: each meets each, one at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedules import gauntlet, round_robin
from arena.schedules.balance import balance, pace


@given(count=st.integers(2, 40), number=st.integers(0, 9))
def test_every_two_of_a_round_robin_meet_once(count: int, number: int) -> None:
    made = round_robin.cycle(count, number)
    found = balance(count, [table for round_ in made.rounds for table in round_])
    paced = pace(made)

    assert made.table_count == count * (count - 1) // 2
    assert found.is_exact
    assert found.seat_spread <= 1
    assert set(paced.byes) == {count % 2}
    assert paced.games_apart <= 1


@given(newcomers=st.integers(1, 9), field=st.integers(1, 9), number=st.integers(0, 9))
def test_every_newcomer_meets_each_of_the_field_once(newcomers: int, field: int, number: int) -> None:
    made = gauntlet.cycle(range(newcomers), range(newcomers, newcomers + field), number)
    met = sorted(tuple(sorted(table)) for round_ in made.rounds for table in round_)

    assert met == [(one, other) for one in range(newcomers) for other in range(newcomers, newcomers + field)]
    assert len(made.rounds) == max(newcomers, field)
    pace(made)


def test_a_round_robin_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="two entrants can meet, and there are 1"):
        round_robin.cycle(1)


@pytest.mark.parametrize(("newcomers", "field"), [([], [0]), ([0], []), ([0], [0]), ([0], [2])])
def test_a_gauntlet_without_two_different_sides_is_refused(newcomers: list[int], field: list[int]) -> None:
    with pytest.raises(ValueError, match="gauntlet"):
        gauntlet.cycle(newcomers, field)


def test_cycles_are_counted_from_nought() -> None:
    with pytest.raises(ValueError, match="counted from 0, and -1 is less"):
        round_robin.cycle(4, -1)
    with pytest.raises(ValueError, match="counted from 0, and -1 is less"):
        gauntlet.cycle([0], [1], -1)
