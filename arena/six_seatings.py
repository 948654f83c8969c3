"""Six seatings for tables of four who sit together oftener than once in a cycle, so that none comes again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import TypeAlias

from arena.schedules.cycle import Round, Table
from arena.seatings import Seating, both_ways, seatings_of_four

Place: TypeAlias = tuple[int, int]
"""Of a table in a cycle: its round, and its number in that, both from 0."""

_Both: TypeAlias = tuple[Seating, Seating]
"""A seating, and the same with the sides exchanged."""

WAYS = 4
"""In which four can sit with their partners given, each with the sides exchanged too."""


def six_seatings(rounds: Sequence[Round]) -> Mapping[Place, tuple[Seating, ...]]:
    """The seatings of the tables of a cycle whose four sit together at others too.

    Their own six, unless two of these tables have some in common. As their own do, those that they get then have all
    partnerships, each on both sides, and up to four tables have none in common. At two or three together everyone has
    every seat as often as with their own.
    """
    together: defaultdict[frozenset[int], list[Place]] = defaultdict(list)
    for number, tables in enumerate(rounds):
        for at, table in enumerate(tables):
            together[frozenset(table)].append((number, at))
    found: dict[Place, tuple[Seating, ...]] = {}
    for places in together.values():
        if len(places) > 1:
            seated = [rounds[number][at] for number, at in places]
            first = seated[0]
            by_seats = tuple(tuple(map(first.index, table)) for table in seated)
            for place, six in zip(places, _apart(by_seats), strict=True):
                found[place] = tuple(tuple(first[at] for at in seating) for seating in six)
    return found


@lru_cache(maxsize=1024)
def _apart(tables: tuple[Table, ...]) -> Sequence[tuple[Seating, ...]]:
    """By table of four, who are called by their seats at the first, its seatings: its own six if no other has any."""
    own = [seatings_of_four(table, 6) for table in tables]
    if len(set(chain.from_iterable(own))) == 6 * len(own):
        return own
    choices = list(_choices(tuple(map(_ways, own[0][::2])), len(own)))
    wanted = _seats(own)
    return min(choices, key=lambda each: (_seats(each) - wanted).total())


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
