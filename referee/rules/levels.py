"""Levels: what a side has reached, and what a gain makes of it (S4, Z9)."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TypeAlias

from referee.rules.cards import Rank

Level: TypeAlias = int
"""2 for the two up to 14 for the ace; 15 is past the ace, the end of the game; 16 is the level Joker (Z9).

Levels with a plus are `ROUND` higher for each plus, so that of two levels the higher is the greater.
"""

PAST_ACE: Level = 15
JOKER: Level = 16
ROUND = 32
MOST_PLUSES = 1000
"""Pluses that are read; no game lasts so long."""

NO_END: Level = ROUND * (MOST_PLUSES + 1)
"""Above all levels: the end level of games that go on for an agreed number of deals."""

_TEXTS = ("2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "W", "Jo")


def level_text(level: Level) -> str:
    """``2``–``9 T J Q K A``; past A is ``W``, Joker is ``Jo``; with a plus for each new round of levels."""
    pluses, base = divmod(level, ROUND)
    return _TEXTS[base - 2] + "+" * pluses


def parse_level(text: str) -> Level:
    """The level that a text names; ``10`` is read as ``T``.

    Raises:
        ValueError: it names none.
    """
    plain = text.rstrip("+")
    pluses = len(text) - len(plain)
    plain = "T" if plain == "10" else "Jo" if plain.lower() == "jo" else plain.upper()
    if plain not in _TEXTS or pluses > MOST_PLUSES:
        raise ValueError(f"{text[:40]!r} is not a level; levels are 2-9 T J Q K A")
    return _TEXTS.index(plain) + 2 + ROUND * pluses


def rank_at(level: Level) -> Rank | None:
    """The rank of a level's trumps, with and without pluses; None at level Joker (Z9).

    Raises:
        ValueError: the level is past A, where no deal is played.
    """
    base = level % ROUND
    return None if base == JOKER else Rank(base)


def raised(
    level: Level,
    gain: int,
    *,
    end_level: Level = PAST_ACE,
    stops: AbstractSet[Level] = frozenset(),
    after_joker: Level | None = None,
) -> Level:
    """The level after a gain of *gain* levels, 0 or more.

    Args:
        level: before the gain, at most *end_level*.
        gain: levels.
        end_level: wins the game, and nothing is above it (S4).
        stops: levels from 2 to A that no gain passes over; with a plus they stop just so **(choice)**.
        after_joker: the level that follows the first level Joker; None in games without one.
    """
    for _ in range(gain):
        if level >= end_level:
            break
        level = _next(level, after_joker)
        if level % ROUND in stops:
            break
    return level


def _next(level: Level, after_joker: Level | None) -> Level:
    if after_joker is None:
        return level + 1
    pluses, base = divmod(level, ROUND)
    if base == JOKER:
        return ROUND * pluses + after_joker
    return level + (JOKER - base if base == Rank.ACE else 1)
