"""Greedy and naive: bids whatever it can, leads its highest cards, and takes every trick that it can take."""

from __future__ import annotations

from bids import possible_bids
from cards import TRUMP, Card, pairs
from connection import play
from reading import order_in, table_in
from tractor.v1.bot_pb2 import Phase, Question
from tricks import beating_follows, cheapest_follow, power


def decide(question: Question) -> list[Card]:
    view = question.view
    order = order_in(view)
    hand: list[Card] = list(view.hand)

    def height(card: Card) -> int:
        return order.strength[card] + (100 if order.suit[card] == TRUMP else 0)

    if question.phase == Phase.PHASE_BID:
        bids = possible_bids(view)
        return bids[-1] if bids else []
    if question.phase == Phase.PHASE_BURY:
        return sorted(hand, key=height)[: len(question.default_decision.cards)]
    table = table_in(view)
    if table is None:
        highest = max(hand, key=height)
        return [highest, highest] if highest in pairs(hand) else [highest]
    beating = beating_follows(hand, table.lead, order, table.to_beat)
    if beating:
        return max(beating, key=lambda played: power(played, table.lead, order))
    return cheapest_follow(hand, table.lead, order, height)


if __name__ == "__main__":
    play(decide, name="greedy")
