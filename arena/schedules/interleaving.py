"""In which order to play the rounds of a cycle, and how to make rounds of tables that come without."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from arena.schedules.cycle import Round, Table

MOST_ENTRANTS = 200
"""Beyond, comparing every round with every other takes longer than it is worth."""


def interleaved(entrant_count: int, rounds: Sequence[Round]) -> list[Round]:
    """The rounds in an order in which standings at half time mean something.

    Next is always a round after which all have played as equally often as may be; of those, the one whose tables have
    met least so far.
    """
    if entrant_count > MOST_ENTRANTS or len(rounds) < 2:
        return list(rounds)
    places = np.array([table for tables in rounds for table in tables])
    counts = [len(tables) for tables in rounds]
    plays = np.zeros((len(rounds), entrant_count), dtype=np.int64)
    plays[np.repeat(np.arange(len(rounds)), counts)[:, None], places] = 1
    pairs = [np.sort(places[:, seats], axis=1) for seats in combinations(range(places.shape[1]), 2)]
    codes = np.stack([pair[:, 0] * entrant_count + pair[:, 1] for pair in pairs], axis=1).ravel()
    sizes = np.array(counts) * len(pairs)
    starts = np.cumsum(sizes) - sizes
    met = np.zeros(entrant_count * entrant_count, dtype=np.int64)
    games = np.zeros(entrant_count, dtype=np.int64)
    is_left = np.ones(len(rounds), dtype=bool)
    order = []
    for _ in rounds:
        after = games + plays
        apart = after.max(axis=1) - after.min(axis=1)
        company = np.add.reduceat(met[codes], starts) / sizes
        left = np.flatnonzero(is_left)
        chosen = int(left[np.lexsort((company[left], apart[left]))[0]])
        is_left[chosen] = False
        games += plays[chosen]
        met[codes[starts[chosen] : starts[chosen] + sizes[chosen]]] += 1
        order.append(chosen)
    return [rounds[number] for number in order]


def fullest(entrant_count: int, rounds: Sequence[Round], count: int) -> tuple[int, ...]:
    """Indices of *count* rounds with as many tables as may be, in an order in which all play as equally often.

    They depend on who has which place no more than the order of the rounds does.
    """
    sizes = np.array([len(tables) for tables in rounds])
    if sizes.min() == sizes.max():
        # They are in a good order.
        return tuple(range(count))
    plays = np.zeros((len(rounds), entrant_count), dtype=np.int64)
    for number, tables in enumerate(rounds):
        plays[number, [place for table in tables for place in table]] = 1
    games = np.zeros(entrant_count, dtype=np.int64)
    is_left = np.ones(len(rounds), dtype=bool)
    chosen: list[int] = []
    for _ in range(count):
        left = np.flatnonzero(is_left & (sizes == sizes[is_left].max()))
        after = games + plays[left]
        best = int(left[np.argmin(after.max(axis=1) - after.min(axis=1))])
        is_left[best] = False
        games += plays[best]
        chosen.append(best)
    return tuple(chosen)


def packed(entrant_count: int, tables: Sequence[Table], most: int) -> list[Round]:
    """Rounds of at most *most* tables without an entrant in common, in which those who have played least come first."""
    games = [0] * entrant_count
    left = list(tables)
    rounds = []
    while left:
        least = min(games[entrant] for table in left for entrant in table)
        seated: set[int] = set()
        chosen: list[Table] = []
        for table in sorted(left, key=lambda table: sum((games[entrant] - least) ** 2 for entrant in table)):
            if len(chosen) < most and seated.isdisjoint(table):
                chosen.append(table)
                seated.update(table)
        for entrant in seated:
            games[entrant] += 1
        taken = set(chosen)
        left = [table for table in left if table not in taken]
        rounds.append(tuple(chosen))
    return rounds
