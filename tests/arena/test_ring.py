"""Tables of Finding Friends: equal seats exactly, and company as even as the document says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from arena.ring import ROUNDS, Ring, ring_for
from tests.sizes import in_ci, scale

MEETINGS_APART = 3
FOLLOWINGS_APART = 4
"""What docs/cups.md says of the format friends."""

FIELDS = [(5, 5), (6, 5), (7, 5), (8, 5), (9, 5), (12, 5), (16, 5), (6, 6), (8, 6), (16, 6), (20, 7), (8, 8), (9, 9)]
FIELDS += [(11, 10), (12, 11), (12, 12), (13, 12), (20, 12), (40, 5), (40, 12)] if in_ci() else [(13, 12)]


@pytest.mark.parametrize(("bots", "seats"), FIELDS)
def test_everyone_sits_in_every_seat_once_a_round(bots: int, seats: int) -> None:
    for number in range(1, 5):
        tables = ring_for(bots, seats).tables(number)

        assert len(tables) == bots
        assert all(len(set(table)) == seats for table in tables)
        for seat in range(seats):
            assert sorted(table[seat] for table in tables) == list(range(bots))


@pytest.mark.slow
@pytest.mark.parametrize(("bots", "seats"), FIELDS)
def test_company_stays_nearly_even(bots: int, seats: int) -> None:
    """Counted after every round over all pairs of bots: how often they met, and how often one followed the other."""
    met: Counter[frozenset[int]] = Counter()
    followed: Counter[tuple[int, int]] = Counter()
    for number in range(1, scale(16, ROUNDS) + 1):
        for table in ring_for(bots, seats).tables(number):
            met.update(map(frozenset, combinations(table, 2)))
            followed.update((table[seat - 1], table[seat]) for seat in range(seats))
        meetings = [met[frozenset(pair)] for pair in combinations(range(bots), 2)]
        followings = [followed[one, other] for one in range(bots) for other in range(bots) if one != other]

        assert max(meetings) - min(meetings) <= (0 if bots == seats else MEETINGS_APART)
        assert max(followings) - min(followings) <= FOLLOWINGS_APART


def test_the_rounds_begin_again() -> None:
    ring = ring_for(7, 5)

    assert ring.places(ROUNDS + 2) == ring.places(2)
    assert ring.places(1) != ring.places(2)


def test_a_round_is_the_same_whichever_was_asked_for_before() -> None:
    one, other = Ring(9, 6), Ring(9, 6)
    other.places(12)

    assert one.places(7) == other.places(7)


def test_fewer_bots_than_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="5 seats need as many bots, and there are 4"):
        ring_for(4, 5)
