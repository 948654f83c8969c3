"""The count of a schedule finds what is broken, and agrees with a slow and obvious one."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedules import individual
from arena.schedules.balance import balance, pace
from arena.schedules.cycle import Cycle, Table


def whole() -> list[Table]:
    return [table for round_ in individual.cycle(9).rounds for table in round_]


def test_an_exact_schedule_is_said_to_be_so() -> None:
    assert balance(9, whole()).sentences() == (
        "Every two are partners once.",
        "Every two are opponents twice.",
        "Everyone plays at 8 tables.",
        "Everyone has every seat equally often.",
    )


def test_two_players_exchanged_are_found() -> None:
    broken = whole()
    (a, b, c, d), (e, f, g, h) = broken[0], next(table for table in broken[1:] if not set(table) & set(broken[0]))
    at = broken.index((e, f, g, h))
    broken[0], broken[at] = (e, b, c, d), (a, f, g, h)

    assert not balance(9, broken).is_exact


def test_partners_exchanged_for_opponents_are_found() -> None:
    broken = whole()
    north, west, south, east = broken[0]
    broken[0] = (west, north, south, east)

    assert not balance(9, broken).is_exact


def test_a_repeated_table_is_found() -> None:
    broken = whole()
    found = balance(9, [*broken, broken[0]])

    assert not found.is_exact
    assert "2 twice" in found.sentences()[0]


def test_a_missing_table_is_found() -> None:
    found = balance(9, whole()[1:])

    assert not found.is_exact
    assert found.sentences()[0] == "Of 36 pairs, as partners: 2 never, 34 once."
    assert found.sentences()[2] == "Everyone plays at 7 to 8 tables."


def test_a_wrong_seat_is_found() -> None:
    broken = whole()
    broken[0] = broken[0][2:] + broken[0][:2]
    found = balance(9, broken)

    assert found.is_exact
    assert found.seat_spread == 2


def test_an_entrant_twice_in_a_round_is_found() -> None:
    made = individual.cycle(9)
    broken = Cycle(9, ((*made.rounds[0], made.rounds[0][0]), *made.rounds[1:]), "broken")

    with pytest.raises(ValueError, match="sits twice in round 1"):
        pace(broken)


@pytest.mark.parametrize(
    "tables", [[], [(0, 1, 2)], [(0, 1, 2, 3), (0, 1)], [(0, 1, 1, 2)], [(0, 1, 2, 9)], [(-1, 1, 2, 3)]]
)
def test_what_is_no_schedule_is_refused(tables: list[Table]) -> None:
    with pytest.raises(ValueError, match="table"):
        balance(9, tables)


@given(st.lists(st.permutations(range(7)).map(lambda order: tuple(order[:4])), min_size=1, max_size=12))
def test_the_count_agrees_with_a_slow_one(tables: list[Table]) -> None:
    partnered: Counter[tuple[int, int]] = Counter()
    opposed: Counter[tuple[int, int]] = Counter()
    followed: Counter[tuple[int, int]] = Counter()
    for table in tables:
        for one, other in combinations(range(4), 2):
            met = partnered if other - one == 2 else opposed
            met.update([(table[one], table[other]), (table[other], table[one])])
        followed.update((table[seat], table[(seat + 1) % 4]) for seat in range(4))

    found = balance(7, tables)

    for one in range(7):
        assert found.games[one] == sum(one in table for table in tables)
        assert list(found.seats[one]) == [sum(table[seat] == one for table in tables) for seat in range(4)]
        for other in range(7):
            assert found.partnered[one, other] == partnered[one, other]
            assert found.opposed[one, other] == opposed[one, other]
            assert found.followed[one, other] == followed[one, other]
