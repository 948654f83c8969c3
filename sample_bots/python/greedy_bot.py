"""Greedy and naive: bids whatever it can, leads its highest cards, and takes every trick that it can take."""

from __future__ import annotations

from collections.abc import Iterable

from bids import possible_bids
from cards import TRUMP, Card
from connection import play
from follows import possible_follows
from reading import order_in, table_in
from tractor.v1.bot_pb2 import Decision, Phase, Question
from tricks import power


def decide(question: Question) -> Iterable[int] | Decision:
    view = question.view
    order = order_in(view)
    hand: list[Card] = list(view.hand)

    def height(card: Card) -> int:
        return order.strength[card] + (100 if order.suit[card] == TRUMP else 0)

    if question.phase in (Phase.PHASE_BID, Phase.PHASE_HOLD):
        return max(possible_bids(question), key=lambda shown: (len(shown), max(shown)), default=[])
    if question.phase == Phase.PHASE_BURY:
        return sorted(hand, key=height)[: len(question.default_decision.cards)]
    if question.phase != Phase.PHASE_PLAY:
        return question.default_decision
    table = table_in(view)
    if table is None:
        highest = max(hand, key=height)
        return [highest] * hand.count(highest)

    def cost(follow: list[Card]) -> int:
        return sum(map(height, follow))

    follows = possible_follows(question, table, [height])
    beating = [follow for follow in follows if power(follow, table.lead, order) > table.to_beat]
    if beating:
        # Of those that are as strong, the one whose other cards are the lowest.
        return max(beating, key=lambda follow: (power(follow, table.lead, order), -cost(follow)))
    return min(follows, key=cost)


if __name__ == "__main__":
    play(decide, name="greedy", legal_decisions=100)
