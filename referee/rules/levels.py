"""Levels: what a side has reached, and what a gain makes of it (S4)."""

from __future__ import annotations

from typing import TypeAlias

Level: TypeAlias = int
"""2 for the two up to 14 for the ace; 15 is past the ace, the end of the game."""

PAST_ACE: Level = 15


def level_text(level: Level) -> str:
    """``2``–``9 T J Q K A``; past A is ``W``."""
    return "23456789TJQKAW"[level - 2]


def parse_level(text: str) -> Level:
    """The level that a text names; ``10`` is read as ``T``.

    Raises:
        ValueError: it names none.
    """
    plain = "T" if text == "10" else text.upper()
    at = "23456789TJQKAW".find(plain) if len(plain) == 1 else -1
    if at < 0:
        raise ValueError(f"{text[:40]!r} is not a level; levels are 2-9 T J Q K A")
    return at + 2


def raised(level: Level, gain: int, *, end_level: Level = PAST_ACE) -> Level:
    """The level after a gain of *gain* levels; nothing is above *end_level*, which wins the game (S4)."""
    return min(level + gain, end_level)
