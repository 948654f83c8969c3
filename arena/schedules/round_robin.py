"""Tables of two: every two of a field meet once."""

from __future__ import annotations

from arena.schedules.cycle import Cycle, Round
from arena.schedules.relabelling import relabelled


def cycle(entrant_count: int, number: int = 0) -> Cycle:
    """Rounds in which everyone meets at most one, and after which all have met once; *number* counts cycles from 0.

    Made by the circle method: one place stands still, the others go round it. With an odd number of entrants, whoever
    would meet the place that stands still has a bye. Everyone is first at half of its tables, within one.

    Raises:
        ValueError: there are fewer than two entrants, or the number is below 0.
    """
    if number < 0:
        raise ValueError(f"cycles are counted from 0, and {number} is less")
    if entrant_count < 2:
        raise ValueError(f"two entrants can meet, and there are {entrant_count}")
    turning = entrant_count - 1 + entrant_count % 2
    rounds = [_round(turning, turn, has_hub=entrant_count % 2 == 0) for turn in range(turning)]
    return Cycle(entrant_count, relabelled("pairs", entrant_count, rounds, number), "circle method")


def _round(turning: int, turn: int, *, has_hub: bool) -> Round:
    """The hub is the place after the turning ones."""
    tables = [((turn + step) % turning, (turn - step) % turning) for step in range(1, (turning + 1) // 2)]
    if has_hub:
        tables.insert(0, (turning, turn) if turn % 2 else (turn, turning))
    return tuple(tables)
