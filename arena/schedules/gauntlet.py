"""Tables of two: newcomers meet a field that does not play among itself."""

from __future__ import annotations

from collections.abc import Sequence

from arena.schedules.cycle import Cycle
from arena.schedules.draws import ordered


def cycle(newcomers: Sequence[int], field: Sequence[int], number: int = 0) -> Cycle:
    """Rounds in which each newcomer meets another of the field, until it has met all; *number* counts cycles from 0.

    The places in *newcomers* and *field* are together all from 0.

    Raises:
        ValueError: one of the two is empty, or they are not all places from 0, each once; or the number is below 0.
    """
    if number < 0:
        raise ValueError(f"cycles are counted from 0, and {number} is less")
    if not newcomers or not field:
        raise ValueError("a gauntlet needs a newcomer and a field that it meets")
    entrant_count = len(newcomers) + len(field)
    if sorted([*newcomers, *field]) != list(range(entrant_count)):
        raise ValueError("newcomers and field of a gauntlet are together all places from 0, each once")
    place = {entrant: at for at, entrant in enumerate(ordered(f"gauntlet/{entrant_count}/{number}", entrant_count))}
    fewer, more = sorted((sorted(newcomers, key=place.__getitem__), sorted(field, key=place.__getitem__)), key=len)
    # Latin: in each round the fewer meet neighbours in the ring of the more, who move on by one.
    rounds = []
    for turn in range(len(more)):
        met = [(one, more[(at + turn) % len(more)]) for at, one in enumerate(fewer)]
        rounds.append(tuple((other, one) if (at + turn) % 2 else (one, other) for at, (one, other) in enumerate(met)))
    return Cycle(entrant_count, tuple(rounds), "each newcomer against each of the field")
