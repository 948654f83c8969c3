"""Numbers with what they count, in words."""

from __future__ import annotations


def counted(number: int, noun: str, plural: str = "") -> str:
    """So many of *noun*: ``1 deal``, ``1,200 deals``; *plural* where it is not the noun with an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def how_often(number: int) -> str:
    """``never``, ``once``, ``twice``, ``3 times``."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number:,} times")
