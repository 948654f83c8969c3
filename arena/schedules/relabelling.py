"""Who of a field has which place of a schedule: another one in each cycle, and the same for ever."""

from __future__ import annotations

from collections.abc import Sequence

from arena.schedules.cycle import Round
from arena.schedules.draws import ordered


def relabelled(purpose: str, entrant_count: int, rounds: Sequence[Round], number: int) -> tuple[Round, ...]:
    """The rounds with entrants in their places, and with tables turned, for cycle *number*, from 0.

    As many cycles as a table has seats go together. In these, an entrant has places that are seated alike, and the
    tables are turned once in every way, so that whatever seats it lacks in one cycle, in all of them it has every seat
    equally often.
    """
    seat_count = len(rounds[0][0])
    together, turn = divmod(number, seat_count)
    # By halves first: with four seats 0, 2, 1, 3.
    start = sorted(range(seat_count), key=lambda seat: (seat % 2, seat))[turn]
    entrants = _in_places(purpose, entrant_count, _seated_alike(entrant_count, seat_count, rounds), together, turn)
    return tuple(
        tuple(tuple(entrants[place] for place in table[start:] + table[:start]) for table in tables)
        for tables in rounds
    )


def _seated_alike(entrant_count: int, seat_count: int, rounds: Sequence[Round]) -> list[list[int]]:
    """Places in groups of those that have every seat equally often."""
    seats = [[0] * seat_count for _ in range(entrant_count)]
    for tables in rounds:
        for table in tables:
            for seat, place in enumerate(table):
                seats[place][seat] += 1
    alike: dict[tuple[int, ...], list[int]] = {}
    for place, counts in enumerate(seats):
        alike.setdefault(tuple(counts), []).append(place)
    return list(alike.values())


def _in_places(purpose: str, entrant_count: int, alike: Sequence[Sequence[int]], together: int, turn: int) -> list[int]:
    """By place, who has it: drawn anew for cycles that go together, and among places seated alike for each of them."""
    key = f"{purpose}/{entrant_count}/{together}"
    field = ordered(key, entrant_count)
    entrants = [0] * entrant_count
    for number, places in enumerate(alike):
        for place, at in zip(places, ordered(f"{key}/{turn}/{number}", len(places)), strict=True):
            entrants[place] = field[places[at]]
    return entrants
