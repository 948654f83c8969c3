"""Levels: what a side has reached, and what a gain makes of it (S4)."""

from __future__ import annotations

from typing import TypeAlias

Level: TypeAlias = int
"""2 for the two up to 14 for the ace; 15 is past the ace, the end of the game; 16 is the level Joker (Z9).

Levels with a plus are `ROUND` higher for each plus, so that of two levels the higher is the greater.
"""

PAST_ACE: Level = 15
JOKER: Level = 16
ROUND = 32
MOST_PLUSES = 1000
"""Pluses that are read; no game lasts so long."""

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


def raised(level: Level, gain: int, *, end_level: Level = PAST_ACE) -> Level:
    """The level after a gain of *gain* levels; nothing is above *end_level*, which wins the game (S4)."""
    return min(level + gain, end_level)
