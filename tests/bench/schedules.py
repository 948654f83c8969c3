"""How long a cycle for a large field takes, made and counted: seconds."""

from __future__ import annotations

from time import perf_counter

from arena.schedules import individual, round_robin
from arena.schedules.balance import balance
from arena.schedules.cycle import Cycle


def measure() -> dict[str, object]:
    """A cycle of tables of four, and one of tables of two, for 200 entrants, with nothing remembered of any."""
    individual.forget()
    start = perf_counter()
    made = individual.cycle(200)
    schedule_s = perf_counter() - start
    assert made.table_count == 9_950

    start = perf_counter()
    paired = round_robin.cycle(200)
    assert _is_exact(paired)
    round_robin_s = perf_counter() - start
    return {"schedule_200_s": round(schedule_s, 3), "round_robin_200_s": round(round_robin_s, 3)}


def _is_exact(made: Cycle) -> bool:
    return balance(made.entrant_count, (table for tables in made.rounds for table in tables)).is_exact
