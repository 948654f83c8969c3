"""Stages and the matches that are scheduled for them, for tests of schedules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from arena.matches import Match
from arena.schedule import matches
from tests.arena.cups import SECRET, cup, rules

SIX = rules("tractor-6-seats")
FIVE = rules("finding-friends-5")

EVERY_TABLE = 'schedule = "every-table"\n'


def stage(format_: str, deals: int, *, per_match: int = 1, duplicate: bool = True, more: str = "") -> str:
    return (
        f'[[stage]]\nformat = "{format_}"\ndeals = {deals}\ndeals_per_match = {per_match}\n'
        f"duplicate = {str(duplicate).lower()}\n{more}"
    )


def schedule(*stages: str, names: str = "ABCD", more: str = "") -> list[Match]:
    return list(matches(cup(*stages, names=names, more=more), SECRET))


def seats_taken(played: Iterable[Match]) -> Counter[tuple[str, int]]:
    return Counter((name, seat) for match in played for seat, name in enumerate(match.seating) for _ in match.boards)
