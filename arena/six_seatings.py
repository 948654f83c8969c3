"""Six seatings for tables of four who sit together oftener than once in a cycle, so that none comes again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, product
from typing import TypeAlias

from arena.schedules.cycle import Round
from arena.seatings import Seating, both_ways, seatings_of_four

Place: TypeAlias = tuple[int, int]
"""Of a table in a cycle: its round, and its number in that, both from 0."""

_Both: TypeAlias = tuple[Seating, Seating]
"""A seating, and the same with the sides exchanged."""

WAYS = 4
"""In which four can sit with their partners given, each with the sides exchanged too."""


def six_seatings(rounds: Sequence[Round]) -> Mapping[Place, tuple[Seating, ...]]:
    """The seatings of the tables of a cycle whose own six would have one in common with another table of the same four.

    As their own six do, those that they get have all partnerships, each on both sides; and at these tables together
    everyone has every seat as often as with their own. Up to four tables of the same four have no seating in common.
    """
    together: defaultdict[frozenset[int], list[Place]] = defaultdict(list)
    for number, tables in enumerate(rounds):
        for at, table in enumerate(tables):
            together[frozenset(table)].append((number, at))
    found: dict[Place, tuple[Seating, ...]] = {}
    for places in together.values():
        if len(places) > 1:
            own = [seatings_of_four(rounds[number][at], 6) for number, at in places]
            if len(set(chain.from_iterable(own))) < 6 * len(own):
                found.update(zip(places, _apart(own), strict=True))
    return found


def _apart(own: Sequence[Sequence[Seating]]) -> Sequence[tuple[Seating, ...]]:
    """By table, instead of its own six seatings six that no other has, with everyone in every seat as often."""
    ways = tuple(map(_ways, own[0][::2]))
    wanted = _seats(own)
    return min(_choices(ways, len(own)), key=lambda each: (_seats(each) - wanted).total())


def _ways(seating: Seating) -> tuple[_Both, ...]:
    """All ways to sit with the partners of a seating."""
    north, west, south, east = seating
    firsts = ((north, west, south, east), (north, east, south, west), (south, west, north, east))
    return tuple(map(both_ways, (*firsts, (south, east, north, west))))


def _choices(ways: Sequence[Sequence[_Both]], count: int) -> Iterator[tuple[tuple[Seating, ...], ...]]:
    """By table, the six seatings of so many tables: of each partnership as many ways, once more only when all are."""
    whole, rest = divmod(count, WAYS)
    of_one = [tuple(range(WAYS)) * whole + more for more in combinations(range(WAYS), rest)]
    for by_partnership in product(of_one, repeat=len(ways)):
        yield tuple(
            tuple(seating for way, taken in zip(ways, by_partnership, strict=True) for seating in way[taken[table]])
            for table in range(count)
        )


def _seats(by_table: Sequence[Sequence[Seating]]) -> Counter[tuple[int, int]]:
    """By seat and entrant, how often the one has the other."""
    return Counter(each for six in by_table for seating in six for each in enumerate(seating))
