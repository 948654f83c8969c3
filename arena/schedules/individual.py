"""Tables of four: everyone partners everyone equally often and opposes everyone twice as often, as nearly as can be."""

from __future__ import annotations

from functools import lru_cache

from arena.schedules.balance import balance, pace
from arena.schedules.cycle import Cycle
from arena.schedules.interleaving import interleaved
from arena.schedules.near import near
from arena.schedules.relabelling import relabelled
from arena.schedules.seats import evened
from arena.schedules.two_fold import two_fold
from arena.schedules.whist import whist

MOST_ENTRANTS = 1_000
"""In one cycle."""

ALL_EXACT = 100
"""Up to so many entrants every cycle is exact; beyond, where a rule makes one that is."""


def cycle(entrant_count: int, number: int = 0) -> Cycle:
    """Rounds of tables of four, seats in order of play, first and third partners; *number* counts cycles from 0.

    The same for the same arguments, always. Each cycle gives the places of the schedule to other entrants, and after
    every fourth all have had every seat equally often.

    Raises:
        ValueError: there are fewer than four entrants, or more than `MOST_ENTRANTS`; or the number is below 0.
    """
    if not 4 <= entrant_count <= MOST_ENTRANTS:
        raise ValueError(f"a cycle of tables of four is for 4 to {MOST_ENTRANTS:,} entrants, not for {entrant_count:,}")
    if number < 0:
        raise ValueError(f"cycles are counted from 0, and {number} is less")
    places = _places(entrant_count)
    made = Cycle(entrant_count, relabelled("individual", entrant_count, places.rounds, number), places.source)
    _check(made)
    return made


def table_of_four(number: int = 0) -> Cycle:
    """The cycle of four who play one table in all partnerships; after every fourth all have had every seat as often.

    Raises:
        ValueError: the number is below 0.
    """
    if number < 0:
        raise ValueError(f"cycles are counted from 0, and {number} is less")
    rounds = relabelled("individual", 4, (((0, 1, 2, 3),),), number)
    return Cycle(4, rounds, "one table, in all partnerships")


def forget() -> None:
    """Forget what was made so far, for who measures how long it takes."""
    _places.cache_clear()
    whist.cache_clear()


@lru_cache(maxsize=16)
def _places(entrant_count: int) -> Cycle:
    """The schedule of which every cycle is made, with places in it for entrants."""
    exact = whist(entrant_count) if entrant_count % 4 in (0, 1) else two_fold(entrant_count)
    made = exact or near(entrant_count)
    rounds = interleaved(entrant_count, made.rounds)
    if balance(entrant_count, (table for tables in rounds for table in tables)).seat_spread > 1:
        rounds = evened(entrant_count, rounds)
    return Cycle(entrant_count, tuple(rounds), made.source)


def _check(made: Cycle) -> None:
    """Count a cycle anew, however it was made."""
    found = balance(made.entrant_count, (table for tables in made.rounds for table in tables))
    pace(made)
    if not found.is_exact and made.entrant_count <= ALL_EXACT:
        raise AssertionError(f"not balanced, for {made.entrant_count} entrants: {' '.join(found.sentences())}")
    if found.seat_spread > (2 if made.entrant_count == 4 else 1):
        raise AssertionError(f"seats are uneven, for {made.entrant_count} entrants")
