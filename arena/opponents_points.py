"""At which of the opponents' points what a deal earns changes, as the rules say (S3, Z8, Z9)."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from referee.rules.friends_scoring import earned_by
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Role, levels_earned

_CARD_POINTS = 5
"""The points of every card are a multiple of this."""

_POINTS_OF_A_PACK = 100


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Totals from which on a deal earns something else than below.

    Attributes:
        rising: all of them up to the points of all cards, or further up to the highest total that was asked for. Beyond
            twice the points of all cards, where buried points are multiplied many times, they just go on.
        win_from: the one from which on the opponents win; in Finding Friends those who are not on the maker's side.
    """

    rising: tuple[int, ...]
    win_from: int


def thresholds(rules: Ruleset, *, highest: int = 0) -> Thresholds:
    """The thresholds of deals under *rules*, of which none had more points than *highest*."""
    # Fines move whole multiples of what a card costs.
    unit = gcd(_CARD_POINTS, rules.failed_throw_fine)
    of_all_cards = _POINTS_OF_A_PACK * rules.packs
    totals = range(0, min(max(highest, of_all_cards), 2 * of_all_cards) + 1, unit)
    earned = [_earned(rules, total) for total in totals]
    return Thresholds(
        rising=tuple(
            total for total, before, now in zip(totals[1:], earned, earned[1:], strict=False) if before != now
        ),
        win_from=next(total for total, (winner, _) in zip(totals, earned, strict=True) if winner is Role.OPPONENTS),
    )


def _earned(rules: Ruleset, total: int) -> tuple[Role | None, int]:
    """Who wins with this total, and levels for each of them; of makers' sides that of the greatest size."""
    if rules.friends is None:
        winner = Role.DECLARERS if total < rules.threshold else Role.OPPONENTS
        return winner, levels_earned(rules, total)
    earned = earned_by(rules, total, makers_side_size=rules.makers_side_max)
    return earned.winner, earned.gain
