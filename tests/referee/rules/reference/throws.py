"""What becomes of a throw (L6, RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.referee.rules.reference.order import PRINTED, Deal, printed, top
from tests.referee.rules.reference.shapes import components, higher_plays, kind


class Verdict(NamedTuple):
    """What is led in the end, how many cards are withdrawn, the fine, and which of the others must beat it."""

    lead: list[str]
    withdrawn_count: int
    fine: int
    must_beat: int | None


def judge(lead: Sequence[str], others: Sequence[Sequence[str]], deal: Deal) -> Verdict:
    """Whether a lead stands against the other hands, given in order of play (L6, T1–T3).

    Who can beat what is forced is asked as L6 asks it: bound is the first with a higher component of the same shape,
    not one who has a bomb alone (choice).
    """
    stands = Verdict(printed(lead), 0, 0, None)
    if kind(lead, deal) != "throw":
        return stands
    beatable = [part for part in components(lead, deal) if any(higher_plays(part, hand, deal) for hand in others)]
    if not beatable:
        return stands
    forced = min(beatable, key=lambda part: (len(part), top(part, deal), [PRINTED[card] for card in part]))
    withdrawn_count = len(lead) - len(forced)
    able = [at for at, hand in enumerate(others) if higher_plays(forced, hand, deal)]
    must_beat = able[0] if deal.game.must_punish else None
    return Verdict(list(forced), withdrawn_count, deal.game.fine * withdrawn_count, must_beat)
