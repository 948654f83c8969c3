"""Twice a whist tournament, where there is none: everyone partners everyone twice and opposes everyone four times."""

from __future__ import annotations

from arena.schedules.base_tables import base_tables
from arena.schedules.cycle import Cycle
from arena.schedules.groups import Group, developed
from arena.schedules.interleaving import packed


def two_fold(entrant_count: int) -> Cycle | None:
    """A two-fold cycle for 4n + 2 or 4n + 3 entrants, or none if no base tables are known; rounds in no special order.

    In most rounds all play but two, or three. What one table becomes is left over, and played in rounds of its own.
    """
    known = base_tables().two_fold.get(entrant_count)
    if known is None:
        return None
    group = Group(known.group)
    *full, single = known.base
    rounds = [round_ for base in full for round_ in developed(group, base, entrant_count)]
    left = [table for tables in developed(group, single, entrant_count) for table in tables]
    rounds += packed(entrant_count, left, entrant_count // 4)
    return Cycle(entrant_count, tuple(rounds), f"two-fold base tables, modulo {known.group[0]}")
