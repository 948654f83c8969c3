"""Who wins a trick, and throws that fail (RULES 7, 8, L6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder
from referee.rules.options import Ruleset
from referee.rules.shapes import Lead


def beats(rules: Ruleset, ladder: Ladder, lead: Lead, best: Cards, play: Cards) -> bool:
    """Whether *play* beats *best*, the best play of the trick so far, which may be the lead itself (W1–W5)."""
    raise NotImplementedError


def winner_of(rules: Ruleset, ladder: Ladder, lead: Lead, plays: Sequence[Cards]) -> int:
    """Index of the winning play; ``plays[0]`` is the lead."""
    raise NotImplementedError


class Thrown(NamedTuple):
    """What became of a lead (L6, T1–T3).

    Attributes:
        lead: what is now led: the throw itself if it stands, else the forced component.
        withdrawn_count: cards that go back; 0 if it stands.
        fine: points that the leader's side pays (T2).
        must_beat: index in *others* of the seat bound by T3; None for none.
    """

    lead: Lead
    withdrawn_count: int
    fine: int
    must_beat: int | None


def judge_lead(rules: Ruleset, ladder: Ladder, lead: Lead, others: Sequence[Cards]) -> Thrown:
    """Whether a lead stands against the other hands, given in order of play after the leader."""
    raise NotImplementedError
