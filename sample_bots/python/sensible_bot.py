"""Follows simple good sense, and remembers nothing: all it goes by is in the question.

It bids its long suit and buries no points. Then, of the plays that the referee lists or that come to mind, it takes the
one that is worth most: the points at stake times the chance that its side takes the trick, less what the cards would be
worth later. So it takes tricks with points cheaply, feeds points to a partner who wins, and leads what is likely to
stand. In Finding Friends it calls high cards, and takes seats that have not shown their side for friends by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from bids import names_suit, possible_bids, trump_count
from cards import TRUMP, Card, Order, points, printed_rank, sets
from connection import play
from follows import possible_follows
from reading import SUITS, Knowledge, Table, is_order_certain, knowledge_in, order_in, packs_in, table_in
from sides import chances_with
from tractor.v1.bot_pb2 import Decision, FriendCall, Phase, Question, View
from tricks import power, read_lead

if TYPE_CHECKING:
    from tractor.v1.bot_pb2 import Card as WireCard

BID_SHARE = 0.42
"""Of the hand that has to be trumps for a bid; by chance it is a third."""
TEMPO = 4.0
"""What it is worth to win a trick and lead the next, in points."""


def decide(question: Question) -> Iterable[int] | Decision:
    view = question.view
    match question.phase:
        case Phase.PHASE_BID | Phase.PHASE_HOLD:
            return bid(question)
        case Phase.PHASE_BURY:
            return bury(view, len(question.default_decision.cards))
        case Phase.PHASE_CALL:
            return Decision(friend_calls=calls(view, len(question.default_decision.friend_calls)))
        case Phase.PHASE_PLAY:
            table = table_in(view)
            return lead(view) if table is None else follow(question, table)
        case _:
            return question.default_decision


# --- Before the first trick


def bid(question: Question) -> Sequence[Card]:
    """The bid that makes most of the hand trumps, if that is enough of it; else the default one, mostly a pass.

    A bid that was overridden is held by the same measure.
    """
    view = question.view
    bids = [shown for shown in possible_bids(question) if names_suit(shown)]
    best = max(bids, key=lambda shown: (trump_count(shown, view), -len(shown)), default=[])
    if best and trump_count(best, view) >= max(3.0, BID_SHARE * len(view.hand)):
        return best
    return list(question.default_decision.cards)


def bury(view: View, count: int) -> list[Card]:
    """Low cards of short plain suits; pairs, aces and trumps only if need be, points last of all."""
    order = order_in(view)
    hand: list[Card] = list(view.hand)
    lengths = Counter(order.suit[card] for card in hand)
    doubles = sets(hand, 2)

    def cost(card: Card) -> float:
        trump = 100.0 if order.suit[card] == TRUMP else 2.0 * lengths[order.suit[card]]
        high = 20.0 if order.strength[card] >= 11 else 0.0
        return 1000.0 * points([card]) + trump + order.strength[card] + high + (15.0 if card in doubles else 0.0)

    return sorted(hand, key=cost)[:count]


def calls(view: View, count: int) -> list[FriendCall]:
    """Friends with high cards: the first copy that the maker does not hold, of suits in which it is short.

    It plays its own copies first, and then the next one brings a friend.
    """
    order, packs = order_in(view), packs_in(view)
    hand: list[Card] = list(view.hand)
    buried: list[Card] = list(view.buried)
    lengths = Counter(order.suit[card] for card in hand)

    def worth(card: Card) -> float:
        can_lead_to_it = 3.0 if lengths[order.suit[card]] else 0.0
        return 4.0 * printed_rank(card) + can_lead_to_it - hand.count(card) - 0.5 * lengths[order.suit[card]]

    with_others = [
        card for card in range(1, 55) if order.suit[card] != TRUMP and hand.count(card) + buried.count(card) < packs
    ]
    best = sorted(with_others, key=worth, reverse=True)[:count]
    return [FriendCall(card=cast("WireCard.ValueType", card), ordinal=hand.count(card) + 1) for card in best]


# --- Tricks


def lead(view: View) -> list[Card]:
    """The lead that is worth most."""
    order, knowledge, with_us = order_in(view), knowledge_in(view), chances_with(view)
    hand: list[Card] = list(view.hand)
    keeping = _Keeping(order, hand, knowledge)

    def worth(played: list[Card]) -> float:
        led = read_lead(played, order)
        stands = 1.0
        for seat, with_it in enumerate(with_us, start=1):
            if with_it < 1:
                stands *= 1 - (1 - with_it) * knowledge.chance_beaten(seat, played, led)
        stake = points(played) + TEMPO * len(played)
        return (2 * stands - 1) * stake - keeping.cost(played)

    leads = _sets(hand)
    if is_order_certain(view):
        leads += _runs(hand, order) + _sure_throws(hand, order, knowledge)
    return max(leads, key=worth)


def _sets(hand: Sequence[Card]) -> list[list[Card]]:
    """Every single, pair and larger set of a hand."""
    return [[card] * size for card, copies in Counter(hand).items() for size in range(1, copies + 1)]


def _runs(hand: Sequence[Card], order: Order) -> list[list[Card]]:
    """Every tractor of a hand."""
    found = []
    for suit in range(SUITS):
        suited = order.of_suit(hand, suit)
        for size in range(2, max(Counter(suited).values(), default=0) + 1):
            for length in range(2, len(suited) // size + 1):
                found += order.runs(suited, size, length)
    return found


def _sure_throws(hand: Sequence[Card], order: Order, knowledge: Knowledge) -> list[list[Card]]:
    """Throws of sets of one size, of cards that no unseen card of their suit is higher than: none can fail (L6)."""
    found = []
    for suit in range(SUITS):
        highest_unseen = max((order.strength[card] for card in knowledge.unseen[suit]), default=0)
        sure = [card for card in order.of_suit(hand, suit) if order.strength[card] >= highest_unseen]
        for size in range(1, max(Counter(sure).values(), default=0) + 1):
            thrown = sets(sure, size)
            if len(thrown) > 1:
                found.append([card for card in thrown for _ in range(size)])
    return found


def follow(question: Question, table: Table) -> list[Card]:
    """The follow that is worth most."""
    view = question.view
    order, knowledge, with_us = order_in(view), knowledge_in(view), chances_with(view)
    hand: list[Card] = list(view.hand)
    keeping = _Keeping(order, hand, knowledge)
    stake = points(card for played in table.plays for card in played) + TEMPO
    # A friend who is still to play may take the trick from an opponent.
    rescued = 0.3 * max((with_us[seat - 1] for seat in table.later_seats), default=0.0)

    def chance_kept(winning: Sequence[Card]) -> float:
        """That no opponent beats this play."""
        chance = 1.0
        for seat in table.later_seats:
            against_us = 1 - with_us[seat - 1]
            if against_us:
                chance *= 1 - against_us * knowledge.chance_beaten(seat, winning, table.lead)
        return chance

    ours = with_us[table.winner - 1]
    chance_if_lower = ours * chance_kept(_play_of(table, view)) + (1 - ours) * rescued

    def worth(played: list[Card]) -> float:
        beats = power(played, table.lead, order) > table.to_beat
        chance = chance_kept(played) if beats else chance_if_lower
        return (2 * chance - 1) * (stake + points(played)) - keeping.cost(played)

    def cost_and_points(card: Card) -> float:
        return keeping.cost([card]) + 2.0 * points([card])

    def cost_less_points(card: Card) -> float:
        return keeping.cost([card]) - 2.0 * points([card])

    return max(possible_follows(question, table, [cost_and_points, cost_less_points]), key=worth)


class _Keeping:
    """What cards are worth if they are kept for later tricks, in points."""

    def __init__(self, order: Order, hand: Sequence[Card], knowledge: Knowledge) -> None:
        self._order = order
        self._doubles = frozenset(sets(hand, 2))
        self._highest_trump = max((order.strength[card] for card in knowledge.unseen[TRUMP]), default=0)

    def cost(self, played: Sequence[Card]) -> float:
        """What is given up by playing these cards."""
        return sum(self._cost(card) for card in played)

    def _cost(self, card: Card) -> float:
        suit, strength = self._order.suit[card], self._order.strength[card]
        cost = 0.2 * strength + (0.5 if card in self._doubles else 0.0)
        if suit == TRUMP:
            cost += 1.5 + 0.3 * strength + (2.0 if strength >= self._highest_trump else 0.0)
        return cost


def _play_of(table: Table, view: View) -> list[Card]:
    """The play that wins so far."""
    turn = (table.winner - view.trick.leader) % len(view.hand_counts)
    return table.plays[turn]


if __name__ == "__main__":
    play(decide, name="sensible", legal_decisions=100, history=True)
