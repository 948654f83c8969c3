"""How bots in two sides are seated."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from arena.matches import Format
from arena.schedule import turned
from arena.seatings import bots_at_a_table, tables_in_a_round, ways_to_seat


@pytest.mark.parametrize("seats", [4, 6])
def test_sides_are_formed_in_all_ways_once(seats: int) -> None:
    sides = [frozenset(seating[0::2]) for both in ways_to_seat(Format.INDIVIDUAL, seats) for seating in both]

    assert Counter(sides) == Counter(map(frozenset, combinations(range(seats), seats // 2)))


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("format_", [Format.PAIRS, Format.INDIVIDUAL])
def test_the_second_seating_exchanges_the_sides(format_: Format, seats: int) -> None:
    for one, other in ways_to_seat(format_, seats):
        assert sorted(one[0::2]) == sorted(other[1::2])
        assert sorted(one[1::2]) == sorted(other[0::2])


def test_bots_sit_alternately_in_pairs() -> None:
    assert ways_to_seat(Format.PAIRS, 6) == (((0, 1, 0, 1, 0, 1), (1, 0, 1, 0, 1, 0)),)


@pytest.mark.parametrize("seats", [4, 6])
def test_over_all_turns_everyone_sits_in_every_seat_equally_often(seats: int) -> None:
    taken = Counter(
        (bot, seat)
        for both in ways_to_seat(Format.INDIVIDUAL, seats)
        for seating in both
        for turns in range(seats // 2)
        for seat, bot in enumerate(turned(seating, turns))
    )

    assert len(taken) == seats**2
    assert len(set(taken.values())) == 1


@pytest.mark.parametrize(("seats", "times"), [(4, 2), (6, 4)])
def test_everyone_follows_everyone_equally_often(seats: int, times: int) -> None:
    followed = Counter(
        (seating[seat - 1], seating[seat])
        for both in ways_to_seat(Format.INDIVIDUAL, seats)
        for seating in both
        for seat in range(seats)
    )

    assert followed == Counter({(a, b): times for a in range(seats) for b in range(seats) if a != b})


def test_players_have_no_sides_to_be_seated_in() -> None:
    with pytest.raises(ValueError, match="form their sides themselves"):
        ways_to_seat(Format.FRIENDS, 6)


def test_tables_of_a_round_are_counted() -> None:
    assert tables_in_a_round(Format.PAIRS, 6, 5, is_duplicate=True) == 20
    assert tables_in_a_round(Format.INDIVIDUAL, 6, 8, is_duplicate=False) == comb(8, 6) * 10
    assert tables_in_a_round(Format.FRIENDS, 5, 8, is_duplicate=True) == 8
    assert [bots_at_a_table(format_, 6) for format_ in Format] == [2, 6, 6]
