"""Who sits where: tables turned until everyone has had every seat equally often, whoever plays whom as before.

First which two sit north and south, then which of two partners sits first. The second can always be done: partners are
the edges of a graph, and walking along all of them enters every place as often as it leaves it. The first is a search,
which starts from the schedule as it is and turns one table at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from arena.schedules.cycle import Round, Table
from arena.schedules.draws import draws

_TURNS_PER_TABLE = 20
"""Then the search stops where it is."""

_REST = 8
"""Turns before a table is turned again."""


def evened(entrant_count: int, rounds: Sequence[Round]) -> list[Round]:
    """The rounds with tables of four turned, so that nobody has a seat oftener than another by more than one.

    That is, where it can be done: not with four entrants, who play three tables.
    """
    tables = [table for tables in rounds for table in tables]
    tables = _with_first_seats(entrant_count, _with_sides(entrant_count, tables))
    taken = iter(tables)
    return [tuple(next(taken) for _ in round_) for round_ in rounds]


def _with_sides(entrant_count: int, tables: list[Table]) -> list[Table]:
    """Turn tables until everyone sits north or south in half of its tables.

    What is left over, of how often someone was north or south less how often west or east, is made small where it is
    largest, by the table whose turning makes the sum of the squares least.
    """
    over = [0] * entrant_count
    at: list[list[int]] = [[] for _ in range(entrant_count)]
    for number, table in enumerate(tables):
        for seat, entrant in enumerate(table):
            over[entrant] += -1 if seat % 2 else 1
            at[entrant].append(number)

    def gain(number: int) -> int:
        north, west, south, east = tables[number]
        return over[north] + over[south] - over[west] - over[east]

    def turn(number: int) -> None:
        north, west, south, east = tables[number]
        tables[number] = (west, south, east, north)
        for one, change in ((north, -2), (south, -2), (west, 2), (east, 2)):
            over[one] += change

    # Each such turn makes the sum of the squares less, so this comes to an end.
    is_better = True
    while is_better:
        is_better = False
        for number in range(len(tables)):
            if gain(number) > 4:
                turn(number)
                is_better = True
    # With 4n + 2 tables, 2n or 2n + 2 of them are as good as 2n + 1.
    allowed = [(0, 1, 2, 1)[len(numbers) % 4] for numbers in at]
    last_turned = [-_REST] * len(tables)
    chance = draws(f"seats/{entrant_count}")
    for now in range(_TURNS_PER_TABLE * len(tables)):
        uneven = [entrant for entrant in range(entrant_count) if abs(over[entrant]) > allowed[entrant]]
        if not uneven:
            break
        entrant = uneven[next(chance) % len(uneven)]
        side = 0 if over[entrant] > 0 else 1
        found = [
            (gain(number), number)
            for number in at[entrant]
            if entrant in tables[number][side::2] and now - last_turned[number] >= _REST
        ]
        if found:
            best = max(found)[0]
            numbers = [number for gained, number in found if gained == best]
            chosen = numbers[next(chance) % len(numbers)]
            turn(chosen)
            last_turned[chosen] = now
    return tables


def _with_first_seats(entrant_count: int, tables: list[Table]) -> list[Table]:
    norths = _directed(entrant_count, [(table[0], table[2]) for table in tables])
    wests = _directed(entrant_count, [(table[1], table[3]) for table in tables])
    return [(north, west, south, east) for (north, south), (west, east) in zip(norths, wests, strict=True)]


def _directed(entrant_count: int, edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The edges, turned so that everyone comes first as often as second, within one.

    Walks that go on until they come back to where they began, and use every edge once. Who has an odd number of edges
    gets one more, to a place outside.
    """
    outside = entrant_count
    degree = [0] * entrant_count
    for one, other in edges:
        degree[one] += 1
        degree[other] += 1
    joined = edges + [(outside, entrant) for entrant in range(entrant_count) if degree[entrant] % 2]
    at: list[list[int]] = [[] for _ in range(entrant_count + 1)]
    for number, (one, other) in enumerate(joined):
        at[one].append(number)
        at[other].append(number)
    directed: list[tuple[int, int] | None] = [None] * len(joined)
    for start in (outside, *range(entrant_count)):
        place = start
        while at[place]:
            number = at[place].pop()
            if directed[number] is not None:
                continue
            one, other = joined[number]
            directed[number] = (one, other) if place == one else (other, one)
            place = other if place == one else one
    return [edge for edge in directed[: len(edges)] if edge is not None]
