"""What answers a lead (RULES 6, T3)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from referee.rules.ladder import Cards, Ladder
from referee.rules.options import Ruleset
from referee.rules.refusal import Refusal
from referee.rules.shapes import Lead


def check_follow(
    rules: Ruleset, ladder: Ladder, lead: Lead, hand: Cards, cards: Cards, *, must_beat: bool
) -> Refusal | None:
    """None if *cards* may follow *lead* from *hand*, else the first rule broken: F1, F2, F3, T3.

    Args:
        must_beat: T3 binds this seat; ignored where the hand cannot beat the lead.
    """
    raise NotImplementedError


def follows(rules: Ruleset, ladder: Ladder, lead: Lead, hand: Cards, *, must_beat: bool) -> Iterator[Cards]:
    """Every legal follow, each once (identical cards are not told apart); lazily, lowest cards first."""
    raise NotImplementedError


def random_follow(rules: Ruleset, ladder: Ladder, lead: Lead, hand: Cards, *, must_beat: bool, rng: Random) -> Cards:
    """A legal follow by chance, without listing them all; every one of them can come up."""
    raise NotImplementedError


def lowest_follow(rules: Ruleset, ladder: Ladder, lead: Lead, hand: Cards, *, must_beat: bool) -> Cards:
    """One legal follow, always the same for the same input: cheap cards, without points where there is a choice."""
    raise NotImplementedError
