"""Follows to choose from: those that the referee lists, and where it cannot list all, some that are legal anyway."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cards import Card
from listed import listed_cards
from reading import Table, is_order_certain, order_in
from tractor.v1.bot_pb2 import Question
from tricks import beating_follows, free_follow


def possible_follows(
    question: Question, table: Table, costs: Iterable[Callable[[Card], float]] = ()
) -> list[list[Card]]:
    """Legal follows: all that there are, if all are listed.

    Else those that are listed, the default decision, those that come to mind to win the trick, and the cheapest by each
    of *costs* where the hand leaves a free choice.
    """
    listed = listed_cards(question)
    if question.legal_decisions.complete:
        return listed
    view, order = question.view, order_in(question.view)
    hand: list[Card] = list(view.hand)
    default: list[Card] = list(question.default_decision.cards)
    found = [*listed, default]
    if is_order_certain(view):
        found += beating_follows(hand, table.lead, order, table.to_beat)
        if not table.is_bound:
            free = (free_follow(hand, table.lead, order, cost) for cost in costs)
            found += [follow for follow in free if follow is not None]
    return found
