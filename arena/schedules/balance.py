"""How balanced a schedule is: every meeting counted anew from its tables, whatever rule made them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.counts import how_often
from arena.schedules.cycle import Cycle, Table


@dataclass(frozen=True, slots=True, eq=False)
class Balance:
    """What a number of tables adds up to.

    Attributes:
        partnered: symmetric, for every two entrants at how many tables they were on one side.
        opposed: symmetric, at how many tables they were on different sides.
        followed: at `[one, other]`, at how many tables the other played right after the one.
        seats: at `[entrant, seat]`, at how many tables the entrant had the seat.
    """

    entrant_count: int
    seat_count: int
    table_count: int
    partnered: NDArray[np.int64]
    opposed: NDArray[np.int64]
    followed: NDArray[np.int64]
    seats: NDArray[np.int64]

    @property
    def games(self) -> tuple[int, ...]:
        """By entrant, the tables it sat at."""
        return tuple(self.seats.sum(axis=1).tolist())

    @property
    def seat_spread(self) -> int:
        """The most by which an entrant had one seat oftener than another."""
        return int((self.seats.max(axis=1) - self.seats.min(axis=1)).max())

    @property
    def is_exact(self) -> bool:
        """Whether every two entrants were partners equally often and opponents twice as often; of two seats, met."""
        partnered, opposed = self._of_pairs(self.partnered), self._of_pairs(self.opposed)
        times = int(opposed[0])
        if times == 0 or not bool((opposed == times).all()):
            return False
        return self.seat_count == 2 or bool((2 * partnered == times).all())

    def sentences(self) -> tuple[str, ...]:
        """The balance in words, with all that is uneven in numbers."""
        said = []
        if self.seat_count > 2:
            said.append(_said(self._of_pairs(self.partnered), "partners"))
        said.append(_said(self._of_pairs(self.opposed), "opponents"))
        games = Counter(self.games)
        said.append(f"Everyone plays at {_range(games)} table{'s' if max(games) > 1 else ''}.")
        if self.seat_spread:
            said.append(f"Nobody has a seat oftener than another by more than {self.seat_spread}.")
        else:
            said.append("Everyone has every seat equally often.")
        return tuple(said)

    def _of_pairs(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        return counts[np.triu_indices(self.entrant_count, 1)]


def balance(entrant_count: int, tables: Iterable[Table]) -> Balance:
    """Count who partnered, opposed and followed whom, and who sat where.

    Raises:
        ValueError: there is no table, or tables differ in their seats or have an odd number of them, or an entrant is
            not of the field or sits twice at one table.
    """
    seated = list(tables)
    seat_count = len(seated[0]) if seated else 0
    if seat_count < 2 or seat_count % 2 or any(len(table) != seat_count for table in seated):
        raise ValueError("all tables of a schedule have the same even number of seats, and there is at least one")
    for table in seated:
        if len(set(table)) < seat_count:
            raise ValueError(f"an entrant sits twice at table {table}")
    places = np.array(seated, dtype=np.int64)
    if places.min() < 0 or places.max() >= entrant_count:
        raise ValueError(f"a table has an entrant that is not among {entrant_count}")

    def counted(one: NDArray[np.int64], other: NDArray[np.int64], size: int) -> NDArray[np.int64]:
        return np.bincount(one * size + other, minlength=entrant_count * size).reshape(entrant_count, size)

    partnered, opposed, followed = (np.zeros((entrant_count, entrant_count), dtype=np.int64) for _ in range(3))
    seats = np.zeros((entrant_count, seat_count), dtype=np.int64)
    for one in range(seat_count):
        seats[:, one] = np.bincount(places[:, one], minlength=entrant_count)
        followed += counted(places[:, one], places[:, (one + 1) % seat_count], entrant_count)
        for other in range(seat_count):
            if one != other:
                met = partnered if (one - other) % 2 == 0 else opposed
                met += counted(places[:, one], places[:, other], entrant_count)
    return Balance(entrant_count, seat_count, len(seated), partnered, opposed, followed, seats)


@dataclass(frozen=True, slots=True)
class Pace:
    """How evenly the rounds of a cycle let everyone play.

    Attributes:
        byes: by entrant, the rounds in which it sat at no table.
        games_apart: the most by which, after any of the rounds, one entrant had played oftener than another.
    """

    byes: tuple[int, ...]
    games_apart: int


def pace(cycle: Cycle) -> Pace:
    """Count who plays in which round.

    Raises:
        ValueError: an entrant sits twice in one round.
    """
    games = [0] * cycle.entrant_count
    apart = 0
    for number, tables in enumerate(cycle.rounds, start=1):
        seated = [entrant for table in tables for entrant in table]
        if len(set(seated)) < len(seated):
            twice = min(entrant for entrant, count in Counter(seated).items() if count > 1)
            raise ValueError(f"entrant {twice} sits twice in round {number}")
        for entrant in seated:
            games[entrant] += 1
        apart = max(apart, max(games) - min(games))
    return Pace(tuple(len(cycle.rounds) - count for count in games), apart)


def _range(counts: Counter[int]) -> str:
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _said(counts: NDArray[np.int64], what: str) -> str:
    found = Counter(counts.tolist())
    if len(found) == 1:
        return f"Every two are {what} {how_often(next(iter(found)))}."
    parts = ", ".join(f"{pairs:,} {how_often(number)}" for number, pairs in sorted(found.items()))
    return f"Of {len(counts):,} pairs, as {what}: {parts}."
