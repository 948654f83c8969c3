"""Tables of four: everyone partners everyone, and opposes everyone twice as often."""

from __future__ import annotations

from arena.schedules.cycle import Cycle, Round
from arena.schedules.relabelling import relabelled, relabelling

MOST_ENTRANTS = 1_000
"""In one cycle."""


def cycle(entrant_count: int, number: int = 0) -> Cycle:
    """Rounds of tables of four, seats in order of play, first and third partners; *number* counts cycles from 0.

    Raises:
        ValueError: there are fewer than four entrants, or more than `MOST_ENTRANTS`.
    """
    if not 4 <= entrant_count <= MOST_ENTRANTS:
        raise ValueError(f"a cycle is for 4 to {MOST_ENTRANTS:,} entrants, and there are {entrant_count}")
    turning = entrant_count - 1 + entrant_count % 2
    rounds = [_round(entrant_count, turning, turn) for turn in range(turning)]
    entrants = relabelling("individual", entrant_count, number)
    return Cycle(entrant_count, relabelled(rounds, entrants), "circle method")


def _round(entrant_count: int, turning: int, turn: int) -> Round:
    pairs = [((turn + step) % turning, (turn - step) % turning) for step in range(1, (turning + 1) // 2)]
    if entrant_count % 2 == 0:
        pairs.insert(turn % (len(pairs) + 1), (turning, turn))
    return tuple(
        (one, other, partner_of_one, partner_of_other)
        for (one, partner_of_one), (other, partner_of_other) in zip(pairs[::2], pairs[1::2], strict=False)
    )
