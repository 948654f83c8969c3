"""In which order a field enters the places of a schedule: another one in each cycle, and the same for ever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from arena.schedules.cycle import Round


def relabelling(purpose: str, entrant_count: int, number: int) -> tuple[int, ...]:
    """By place in a schedule, who of the field has it in cycle *number*, from 0.

    The order of the SHA-256 digests of `purpose/entrant_count/number/entrant`, in decimal and ASCII: anyone can redo
    it, and no release of any library changes it.
    """
    key = f"{purpose}/{entrant_count}/{number}"
    return tuple(
        sorted(range(entrant_count), key=lambda entrant: hashlib.sha256(f"{key}/{entrant}".encode("ascii")).digest())
    )


def relabelled(rounds: Iterable[Round], entrants: Sequence[int]) -> tuple[Round, ...]:
    """The rounds with each place taken by the entrant that has it."""
    return tuple(tuple(tuple(entrants[place] for place in table) for table in tables) for tables in rounds)
