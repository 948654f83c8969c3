"""Follows simple good sense, and remembers nothing: all it goes by is in the question.

It bids its long suit and buries no points. Then, of a few plays that come to mind, it takes the one that is worth most:
the points at stake times the chance that its side takes the trick, less what the cards would be worth later. So it
takes tricks with points cheaply, feeds points to a partner who wins, and leads what is likely to stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bids import possible_bids
from cards import BLACK_JOKER, TRUMP, Card, Order, order_of, pairs, points, printed_suit
from connection import play
from reading import SUITS, Knowledge, Table, knowledge_in, order_in, table_in
from tractor.v1.bot_pb2 import Phase, Question, View
from tricks import beating_follows, cheapest_follow, power, read_lead

BID_SHARE = 0.42
"""Of the hand that has to be trumps for a bid; by chance it is a third."""
TEMPO = 4.0
"""What it is worth to win a trick and lead the next, in points."""


def decide(question: Question) -> list[Card]:
    view = question.view
    if question.phase == Phase.PHASE_BID:
        return bid(view)
    if question.phase == Phase.PHASE_BURY:
        return bury(view, len(question.default_decision.cards))
    table = table_in(view)
    return lead(view) if table is None else follow(view, table)


# --- Before the first trick


def bid(view: View) -> list[Card]:
    """The possible bid that makes most of the hand trumps, if that is enough of it."""
    hand: list[Card] = list(view.hand)

    def trump_count(shown: list[Card]) -> int:
        order = order_of(view.trump.rank, printed_suit(shown[0]))
        return len(order.of_suit(hand, TRUMP))

    bids = [shown for shown in possible_bids(view) if shown[0] < BLACK_JOKER]
    best = max(bids, key=trump_count, default=[])
    return best if best and trump_count(best) >= max(3.0, BID_SHARE * len(hand)) else []


def bury(view: View, count: int) -> list[Card]:
    """Low cards of short plain suits; pairs, aces and trumps only if need be, points last of all."""
    order = order_in(view)
    hand: list[Card] = list(view.hand)
    lengths = Counter(order.suit[card] for card in hand)
    doubles = pairs(hand)

    def cost(card: Card) -> float:
        trump = 100.0 if order.suit[card] == TRUMP else 2.0 * lengths[order.suit[card]]
        high = 20.0 if order.strength[card] >= 11 else 0.0
        return 1000.0 * points([card]) + trump + order.strength[card] + high + (15.0 if card in doubles else 0.0)

    return sorted(hand, key=cost)[:count]


# --- Tricks


def lead(view: View) -> list[Card]:
    """The lead that is worth most."""
    order, knowledge = order_in(view), knowledge_in(view)
    hand: list[Card] = list(view.hand)
    opponents = [seat for seat in _seats(view) if not _is_partner(view, seat)]
    keeping = _Keeping(order, hand, knowledge)

    def worth(played: list[Card]) -> float:
        led = read_lead(played, order)
        stands = 1.0
        for seat in opponents:
            stands *= 1 - knowledge.chance_beaten(seat, played, led)
        stake = points(played) + TEMPO * len(played)
        return (2 * stands - 1) * stake - keeping.cost(played)

    return max(_leads(order, hand), key=worth)


def _leads(order: Order, hand: Sequence[Card]) -> list[list[Card]]:
    """Every single, pair and tractor of a hand."""
    found = [[card] for card in dict.fromkeys(hand)]
    for suit in range(SUITS):
        suited = order.of_suit(hand, suit)
        for length in range(1, len(suited) // 2 + 1):
            found += order.runs(suited, length)
    return found


def follow(view: View, table: Table) -> list[Card]:
    """The follow that is worth most."""
    order, knowledge = order_in(view), knowledge_in(view)
    hand: list[Card] = list(view.hand)
    keeping = _Keeping(order, hand, knowledge)
    opponents = [seat for seat in table.later_seats if not _is_partner(view, seat)]
    stake = points(card for played in table.plays for card in played) + TEMPO

    def worth(played: list[Card]) -> float:
        if power(played, table.lead, order) > table.to_beat:
            ours, winning = True, played
        else:
            ours, winning = _is_partner(view, table.winner), _play_of(table, view)
        chance = 1.0 if ours else 0.0
        for seat in opponents:
            chance *= 1 - knowledge.chance_beaten(seat, winning, table.lead)
        if not ours and len(table.later_seats) > len(opponents):
            chance = 0.3
        return (2 * chance - 1) * (stake + points(played)) - keeping.cost(played)

    beating = beating_follows(hand, table.lead, order, table.to_beat)
    if table.is_bound:
        return max(beating, key=worth)
    keeps_points = cheapest_follow(hand, table.lead, order, lambda card: keeping.cost([card]) + 2.0 * points([card]))
    gives_points = cheapest_follow(hand, table.lead, order, lambda card: keeping.cost([card]) - 2.0 * points([card]))
    return max([keeps_points, gives_points, *beating], key=worth)


class _Keeping:
    """What cards are worth if they are kept for later tricks, in points."""

    def __init__(self, order: Order, hand: Sequence[Card], knowledge: Knowledge) -> None:
        self._order = order
        self._doubles = frozenset(pairs(hand))
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


def _seats(view: View) -> range:
    return range(1, len(view.hand_counts) + 1)


def _is_partner(view: View, seat: int) -> bool:
    """Whether a seat is on the same side as one's own, which is its partner too."""
    return (seat in view.declarers) == (view.seat in view.declarers)


if __name__ == "__main__":
    play(decide, name="sensible", history=True)
