"""Bids: what may be bid, and which cards a bid would make trumps (docs/rules.md 3, Z1)."""

from __future__ import annotations

from collections.abc import Sequence

from cards import BLACK_JOKER, NO_TRUMP_SUIT, TRUMP, Card, Order, order_of, printed_rank, printed_suit
from listed import listed_cards
from tractor.v1.bot_pb2 import Question, View


def possible_bids(question: Question) -> list[list[Card]]:
    """Every bid that the question lists but the pass, which is always possible."""
    return [shown for shown in listed_cards(question) if shown]


def trump_count(shown: Sequence[Card], view: View) -> int:
    """How many cards of the hand a bid would make trumps."""
    return len(_order_after(shown, view).of_suit(view.hand, TRUMP))


def names_suit(shown: Sequence[Card]) -> bool:
    """Whether a bid makes a suit trump; jokers alone make none."""
    return min(shown) < BLACK_JOKER


def _order_after(shown: Sequence[Card], view: View) -> Order:
    """The order of the deal if this bid stands; in Finding Friends it sets the trump rank too (Z1)."""
    if not names_suit(shown):
        return order_of(view.trump.rank, NO_TRUMP_SUIT)
    # Jokers that are shown beside a pair come after it.
    return order_of(printed_rank(min(shown)), printed_suit(min(shown)))
