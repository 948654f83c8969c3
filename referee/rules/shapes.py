"""What a lead is made of: sets, tractors and throws (RULES 5)."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from referee.rules.ladder import Cards, Ladder, Lane
from referee.rules.options import Ruleset
from referee.rules.refusal import Refusal


class Kind(StrEnum):
    """What kind of lead (L1–L4)."""

    SINGLE = "single"
    SET = "set"
    TRACTOR = "tractor"
    THROW = "throw"


class Component(NamedTuple):
    """One part of a lead: *length* consecutive sets of *size* identical cards (a single is 1 of 1, a pair 1 of 2)."""

    size: int
    length: int
    cards: Cards


class Lead(NamedTuple):
    """A lead as it is read (L5).

    Attributes:
        components: largest first: most cards, then larger sets, then higher, then the printed order.
        card_count: cards that every follow has (F1).
        pair_count: pairs that follows owe, if they can (F3).
    """

    cards: Cards
    lane: Lane
    kind: Kind
    components: tuple[Component, ...]
    card_count: int
    pair_count: int


def read_lead(rules: Ruleset, ladder: Ladder, cards: Cards) -> Lead | Refusal:
    """The lead that these cards make; refused (L4) if they are none, or not of one suit."""
    raise NotImplementedError
