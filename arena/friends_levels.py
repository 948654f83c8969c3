"""Levels of Finding Friends: how many a player climbed, and how many can lie between two."""

from __future__ import annotations

from arena.matches import Unit
from referee.rules.friends_scoring import OFFENDER_OWES
from referee.rules.levels import NO_END, Level, raised
from referee.rules.option_values import FailedThrow
from referee.rules.ruleset import Ruleset

OTHERS_GAIN_AT_MOST = 3
"""Levels that those who are not on the maker's side can gain in a deal (Z8, Z9)."""


def climbed(level: Level, rules: Ruleset) -> int:
    """How many levels it takes from the start of a game to *level*, which a game has reached."""
    count, reached = 0, rules.start_level
    while reached < level:
        reached = raised(reached, 1, end_level=rules.end_level, after_joker=rules.after_joker)
        count += 1
    return count


def widest_lead(unit: Unit, rules: Ruleset) -> int | None:
    """Levels by which one player can end a deal, or game, ahead of another; None where no level ends a game (Z9)."""
    if unit is Unit.GAMES:
        return None if rules.end_level >= NO_END else climbed(rules.end_level, rules)
    owed = OFFENDER_OWES if rules.failed_throw is FailedThrow.DEBT else 0
    return max(rules.widest_margin, OTHERS_GAIN_AT_MOST) + owed
