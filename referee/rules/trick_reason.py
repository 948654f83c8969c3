"""Why a trick was won by whoever won it, as a closed list (RULES 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder
from referee.rules.phases import Scored
from referee.rules.ruleset import Ruleset
from referee.rules.shapes import Kind, Lead, is_run, read_lead
from referee.rules.trick import beats, bombs


class Reason(StrEnum):
    """Why a play won its trick, or why nobody won it: a closed list. The first of these that is true is told."""

    THROW_FAILED = "throw failed"
    """Nobody won it: a throw failed and ended the deal (Z9)."""

    FIRST = "first"
    """An equally good play came later, and of equal ones the first wins (W1)."""

    LED = "led"
    """It was the lead, and nothing beat it."""

    BOMB = "bomb"
    """Four identical cards on a tractor of two pairs (Z6)."""

    HIGHER = "higher"
    """It was higher than the lead in its suit, which may be trumps."""

    TRUMPED = "trumped"
    """Trumps on a plain lead, and no other trumps could have won."""

    OVERTRUMPED = "overtrumped"
    """Trumps on a plain lead, higher than other trumps that beat the lead too."""


class Win(NamedTuple):
    """Who won a trick, and why.

    Attributes:
        seat: None where nobody did.
    """

    seat: int | None
    reason: Reason


def wins_of(end: Scored) -> tuple[Win, ...]:
    """By trick of a deal that is over, who won it and why."""
    return tuple(_wins(end))


def reason_of(rules: Ruleset, ladder: Ladder, lead: Lead, plays: Sequence[Cards], winner: int) -> Reason:
    """Why a play won.

    Args:
        ladder: the order of the trick.
        lead: as it was read, the one that stands.
        plays: in order of play; the first is the lead.
        winner: index of the play that won.
    """
    won, later = plays[winner], plays[winner + 1 :]
    if winner == 0:
        return Reason.FIRST if any(_equals_lead(ladder, lead, play) for play in later) else Reason.LED
    rivals = [
        at for at, play in enumerate(plays) if at not in {0, winner} and beats(rules, ladder, lead, plays[0], play)
    ]
    if any(at > winner and not beats(rules, ladder, lead, plays[at], won) for at in rivals):
        return Reason.FIRST
    if bombs(rules, ladder, lead, won):
        return Reason.BOMB
    trumps = ladder.trumps
    if lead.lane is trumps or not won & trumps.bits:
        return Reason.HIGHER
    return Reason.OVERTRUMPED if any(plays[at] & trumps.bits for at in rivals) else Reason.TRUMPED


def _wins(end: Scored) -> Iterator[Win]:
    contract = end.contract
    rules, ladder = contract.start.rules, contract.ladder
    played = 0
    for trick in end.tricks:
        if trick.winner is None:
            yield Win(None, Reason.THROW_FAILED)
            continue
        if rules.skips_dead_ranks:
            ladder = contract.ladder.skipping(played)
            for play in trick.plays:
                played = ladder.add(played, play)
        lead = read_lead(rules, ladder, trick.plays[0])
        assert isinstance(lead, Lead), f"a lead that was played is refused: {lead}"
        winner = (trick.winner - trick.leader) % len(trick.plays)
        yield Win(trick.winner, reason_of(rules, ladder, lead, trick.plays, winner))


def _equals_lead(ladder: Ladder, lead: Lead, play: Cards) -> bool:
    """Whether a follow is as good as a lead that nothing beat; nothing answers a throw but trumps on plain cards."""
    if lead.kind is Kind.THROW or play & ~lead.lane.bits:
        return False
    if play == lead.cards:
        return True
    ((size, length, cards),) = lead.components
    shift = (size - 1) * ladder.width
    sets = play >> shift & ladder.plane
    if sets.bit_count() != length or (length > 1 and not is_run(ladder, sets, length)):
        return False
    return ladder.rungs(sets) == ladder.rungs(cards >> shift & ladder.plane)
