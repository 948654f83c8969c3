"""How each option's value is read, from a cup file, a question or a canonical text (RULES 10, 12)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeAlias

from referee.rules.levels import PAST_ACE, level_text, parse_level

Reader: TypeAlias = Callable[[object], object]
"""Makes an option's value of what was given, or raises ValueError or TypeError with a sentence that quotes it."""


class BadOption(ValueError):
    """An option that is unknown or impossible, or does not go together with another.

    Attributes:
        key: name of the option.
        reason: what is wrong with it, and what would be right.
    """

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


class Bidding(StrEnum):
    """When bids are asked for (B6)."""

    WHILE_DRAWING = "while_drawing"
    AFTER_DRAWING = "after_drawing"


class NoTrumpRankCards(StrEnum):
    """What cards of the trump rank are without a trump suit (O3)."""

    PLAIN = "plain"
    TRUMP = "trump"


class KittyMultiplier(StrEnum):
    """What multiplies the buried points (S2)."""

    CARDS = "cards"
    LARGEST = "largest"
    POWER = "power"


class NobodyBids(StrEnum):
    """What sets trump in a later deal without bids (B8)."""

    TURN_KITTY = "turn_kitty"
    NO_TRUMP = "no_trump"


class FriendsScoring(StrEnum):
    """What a deal of Finding Friends earns (Z8, Z9)."""

    STANDARD = "standard"
    ACTIVE_PASSIVE = "active_passive"


class FirstDraw(StrEnum):
    """Who draws first in later deals of Finding Friends (Z2, Z9)."""

    BY_RESULT = "by_result"
    ROTATE = "rotate"


class JokerLevel(StrEnum):
    """Whether a level Joker comes after A, and what comes after it (Z9): the 2 with a plus, or the 10 with one."""

    OFF = "off"
    FULL = "full"
    SHORT = "short"


class FailedThrow(StrEnum):
    """What becomes of a throw that fails, in Finding Friends (Z7, Z9)."""

    TEN_POINTS = "ten_points"
    ONE_LEVEL = "one_level"
    FORFEIT_CARDS = "forfeit_cards"
    DEBT = "debt"


def switch(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise TypeError(f"{shown(value)} is neither true nor false")
    return value


def number(allowed: Iterable[int], words: str) -> Reader:
    """One of the *allowed* whole numbers, which *words* describe."""
    numbers = frozenset(allowed)

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in numbers:
            raise ValueError(f"{shown(value)} is not {words}")
        return value

    return read


def word(words: type[StrEnum]) -> Reader:
    """One of a closed list of words."""

    def read(value: object) -> StrEnum:
        if not isinstance(value, str) or value not in list(words):
            raise ValueError(f"{shown(value)} is not one of {', '.join(words)}")
        return words(value)

    return read


def joker_level(value: object) -> JokerLevel:
    """One of the words, or true and false for the full and no level Joker."""
    if isinstance(value, bool):
        return JokerLevel.FULL if value else JokerLevel.OFF
    if not isinstance(value, str) or value not in list(JokerLevel):
        raise ValueError(f"{shown(value)} is not one of {', '.join(JokerLevel)}, true, false")
    return JokerLevel(value)


def level(value: object) -> str:
    """A level that deals are played at, as its letter; 2 to 10 may be numbers."""
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    found = _plain_level(text) if isinstance(text, str) else None
    if found is None or found == level_text(PAST_ACE):
        raise ValueError(f"{shown(value)} is not a level; levels are 2-9 T J Q K A")
    return found


def end_level(value: object) -> str:
    """A level, or ``W`` (``past A``) for the level that only the end of a game has."""
    return level_text(PAST_ACE) if value in ("W", "past A") else level(value)


def levels(value: object) -> tuple[str, ...]:
    """A list of levels, each once, from the lowest."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"{shown(value)} is not a list of levels")
    return tuple(sorted({level(each) for each in value}, key=parse_level))


def shown(value: object) -> str:
    """A value as an error quotes it; what files write as true, false and null, so."""
    text = json.dumps(value) if value is None or isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _plain_level(text: str) -> str | None:
    """The letter of a level from 2 to past A; None for anything else."""
    letter = "T" if text == "10" else text.upper()
    return letter if len(letter) == 1 and letter in "23456789TJQKAW" else None
