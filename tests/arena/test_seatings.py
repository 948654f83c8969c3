"""How bots in two sides are seated."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from arena.matches import Format
from arena.seatings import FOUR_SEATINGS, bots_at_a_table, seatings_of_four, turned, ways_to_seat


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


@pytest.mark.parametrize("count", FOUR_SEATINGS)
def test_four_are_seated_in_so_many_different_ways_the_given_one_first(count: int) -> None:
    seatings = seatings_of_four((7, 5, 3, 1), count)

    assert seatings[0] == (7, 5, 3, 1)
    assert len(set(seatings)) == count
    assert all(sorted(seating) == [1, 3, 5, 7] for seating in seatings)


def test_two_seatings_exchange_the_sides() -> None:
    assert seatings_of_four((0, 1, 2, 3), 2) == ((0, 1, 2, 3), (1, 0, 3, 2))


@pytest.mark.parametrize("count", [6, 24])
def test_more_seatings_have_all_partnerships_on_both_sides(count: int) -> None:
    partners = Counter(frozenset(seating[0::2]) for seating in seatings_of_four((0, 1, 2, 3), count))

    assert partners == Counter({frozenset(two): count // 6 for two in combinations(range(4), 2)})


def test_twenty_four_seatings_have_everyone_in_every_seat_equally_often() -> None:
    taken = Counter((bot, seat) for seating in seatings_of_four((0, 1, 2, 3), 24) for seat, bot in enumerate(seating))

    assert set(taken.values()) == {6}


def test_four_are_not_seated_in_other_numbers_of_ways() -> None:
    with pytest.raises(ValueError, match="1, 2, 6, 24 ways, got 4"):
        seatings_of_four((0, 1, 2, 3), 4)


def test_a_table_takes_two_bots_or_one_for_each_seat() -> None:
    assert {format_: bots_at_a_table(format_, 6) for format_ in Format} == {
        Format.PAIRS: 2,
        Format.INDIVIDUAL: 6,
        Format.FRIENDS: 6,
        Format.GAUNTLET: 2,
    }
