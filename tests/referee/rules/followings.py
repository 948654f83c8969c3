"""Games by what their follows owe, with cards as text."""

from __future__ import annotations

from referee.rules.cards import RANK_LETTERS, Rank, Suit, parse_cards
from referee.rules.ladder import Cards, Ladder
from referee.rules.options import parse_options
from referee.rules.ruleset import Ruleset, ruleset
from referee.rules.shapes import Lead, read_lead

TRACTOR: Ruleset = ruleset(parse_options("tractor"))
"""Pairs to pairs (F3)."""
GRADED: Ruleset = ruleset(parse_options({"graded_follow": True, "throw_tractors": True}))
"""Two packs, the closest follow (X4)."""
THREE_PACKS: Ruleset = ruleset(parse_options("tractor-3-packs"))
"""The closest follow, with triples (X3–X5)."""
FRIENDS: Ruleset = ruleset(parse_options("finding-friends-12"))
"""Four packs, sets to sets (Z5)."""
GRADED_FRIENDS: Ruleset = ruleset(parse_options({"preset": "finding-friends-12", "graded_follow": True}))
"""Four packs, the closest follow; without jokers and rank cards in sequences."""


def ladder(rules: Ruleset, trump: str) -> Ladder:
    """The order of a deal; a trump is rank and suit."""
    suit = None if trump[1] == "N" else Suit(trump[1])
    return rules.ladder(rules.trump(Rank(RANK_LETTERS.index(trump[0]) + 2), suit))


def held(rules: Ruleset, trump: str, text: str) -> Cards:
    """The set of these cards."""
    return ladder(rules, trump).read(parse_cards(text))


def lead(rules: Ruleset, trump: str, text: str) -> Lead:
    """The lead that these cards make."""
    read = read_lead(rules, ladder(rules, trump), held(rules, trump, text))
    assert isinstance(read, Lead), read
    return read
