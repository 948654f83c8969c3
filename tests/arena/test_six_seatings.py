"""Six seatings of tables at which the same four sit oftener than once: no deck comes to one of them again."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

import pytest

from arena.layout import Layout, layout_of
from arena.schedules.cycle import Round, Table
from arena.seatings import Seating, seatings_of_four
from arena.six_seatings import six_seatings
from tests.arena.cups import cup
from tests.arena.scheduled import stage

TOGETHER_AGAIN = (20, 35, 52, 55)
"""All fields to 60 entrants in whose cycles a group of four comes more than once."""

THREE = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2))
"""The same four in all partnerships."""


def layout(bots: int, *, seatings: int = 6, deals: int = 4, more: str = "") -> Layout:
    """Of a stage in blocks of one deal."""
    names = [f"B{number}" for number in range(bots)]
    a_cup = cup(stage("individual", deals, more=f"seatings = {seatings}\n{more}"), names=names)
    return layout_of(a_cup.stages[0], a_cup.names)


def block(of: Layout, number: int, phase: int = 0) -> list[tuple[Seating, ...]]:
    """By table, the seatings in which it plays."""
    played = of.phases()[phase]
    return [
        sitting.seatings
        for in_block in range(played.rounds_in_block)
        for sitting in of.tables(played, number, in_block)
    ]


def seats(tables: list[tuple[Seating, ...]]) -> Counter[tuple[int, int]]:
    """By seat and place in the field, how often it has the seat."""
    return Counter(each for seating in chain.from_iterable(tables) for each in enumerate(seating))


def spread(taken: Counter[tuple[int, int]], bots: int) -> int:
    """The most by which anyone has one seat oftener than another."""
    by_place = ([taken[seat, place] for seat in range(4)] for place in range(bots))
    return max(max(counts) - min(counts) for counts in by_place)


@pytest.mark.slow
@pytest.mark.parametrize("bots", [4, *TOGETHER_AGAIN])
def test_no_table_plays_a_deck_in_a_seating_of_another(bots: int) -> None:
    of = layout(bots)
    for number in range(4):
        played = Counter(chain.from_iterable(block(of, number)))

        assert set(played.values()) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("bots", [4, *TOGETHER_AGAIN])
def test_partners_and_order_of_play_stay_even_in_every_block(bots: int) -> None:
    of = layout(bots)
    for number in range(4):
        played = list(chain.from_iterable(block(of, number)))
        partners = Counter(frozenset(seating[side::2]) for seating in played for side in (0, 1))
        followed = Counter((seating[seat - 1], seating[seat]) for seating in played for seat in range(4))

        assert len(partners) == bots * (bots - 1) // 2
        assert len(set(partners.values())) == len(set(followed.values())) == 1


@pytest.mark.slow
@pytest.mark.parametrize("bots", [4, *TOGETHER_AGAIN])
def test_seats_are_even_within_one_in_a_block_and_exactly_after_four(bots: int) -> None:
    of = layout(bots)
    blocks = [seats(block(of, number)) for number in range(4)]

    assert max(spread(taken, bots) for taken in blocks) <= 1
    assert spread(sum(blocks, Counter[tuple[int, int]]()), bots) == 0


@pytest.mark.parametrize("seatings", [6, 24])
def test_four_play_one_table_in_a_block(seatings: int) -> None:
    """It has all partnerships already; two further rounds would be the same seatings of the same deck."""
    of = layout(4, seatings=seatings)

    assert of.match_count() == of.result_count() == 4 * seatings
    for number in range(4):
        (seated,) = block(of, number)
        assert len(set(seated)) == seatings


@pytest.mark.slow
def test_four_play_one_table_in_the_last_phase_too() -> None:
    of = layout(8, more='schedule = "swiss"\nrounds = 2\n')

    assert [(phase.entrant_count, phase.tables_in_block) for phase in of.phases()] == [(8, 4), (4, 1)]
    assert len(block(of, 0, phase=1)) == 1


def test_in_two_seatings_four_still_play_all_three_rounds() -> None:
    assert layout(4, seatings=2).match_count() == 4 * 3 * 2


@pytest.mark.parametrize("tables", [each for count in (2, 3) for each in combinations(THREE, count)])
def test_tables_of_the_same_four_have_all_partnerships_in_seatings_of_their_own(tables: tuple[Table, ...]) -> None:
    rounds: list[Round] = [(table,) for table in tables]
    found = six_seatings(rounds)
    played = [found.get((number, 0)) or seatings_of_four(table, 6) for number, table in enumerate(tables)]

    assert len(set(chain.from_iterable(played))) == 6 * len(tables)
    for six in played:
        assert Counter(frozenset(seating[0::2]) for seating in six) == Counter(
            map(frozenset, combinations(range(4), 2))
        )


@pytest.mark.parametrize("turns", range(8))
def test_three_tables_of_the_same_four_leave_everyone_the_seats_of_their_own_seatings(turns: int) -> None:
    """Whichever side sits first at each of them."""
    tables = [table[1:] + table[:1] if turns >> at & 1 else table for at, table in enumerate(THREE)]
    own = [seatings_of_four(table, 6) for table in tables]
    found = six_seatings([(table,) for table in tables])

    assert len(found) == 3
    assert seats(list(found.values())) == seats(own)


def test_five_tables_of_the_same_four_play_a_seating_again_only_when_all_were_played() -> None:
    found = six_seatings([((0, 1, 2, 3),)] * 5)
    played = Counter(chain.from_iterable(found.values()))

    assert len(played) == 24
    assert Counter(played.values()) == {1: 18, 2: 6}


def test_tables_of_different_fours_keep_their_own() -> None:
    assert six_seatings([((0, 1, 2, 3), (4, 5, 6, 7)), ((0, 1, 4, 5),)]) == {}
