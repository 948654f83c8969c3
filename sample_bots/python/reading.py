"""What a question's view says: the trick on the table, and what the tricks before it have shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from math import comb, prod

from cards import NO_TRUMP_SUIT, TRUMP, Card, Order, order_of
from tractor.v1.bot_pb2 import Trick, View
from tricks import Kind, Lead, power, read_lead, winning_play

SUITS = 5
PACK_SIZE = 54


@dataclass(frozen=True, slots=True)
class Table:
    """A trick that is to be followed.

    Attributes:
        plays: in order of play, the lead first.
        winner: the seat that wins so far.
        to_beat: the power of its play; for a seat that T3 binds, that of the lead, which it must beat.
        is_bound: T3 binds this seat.
        later_seats: those that play after this one, in order.
    """

    lead: Lead
    plays: list[list[Card]]
    winner: int
    to_beat: int
    is_bound: bool
    later_seats: list[int]


def order_in(view: View) -> Order:
    """The order of the deal, once trump is settled.

    Whether cards of the trump rank are trumps where there is no trump suit depends on the game (O3). The hand shows it,
    if it holds any: it is sorted, trumps last.
    """
    rank, suit, in_friends = view.trump.rank, view.trump.suit, bool(view.friend_calls)
    order = order_of(rank, suit, rank_cards_apart=in_friends)
    if suit == NO_TRUMP_SUIT and not _is_sorted(view.hand, order):
        return order_of(rank, suit, rank_cards_stay=True, rank_cards_apart=in_friends)
    return order


def is_order_certain(view: View) -> bool:
    """Whether `order_in` need not guess which cards are trumps."""
    return view.trump.suit != NO_TRUMP_SUIT or not view.trump.rank


def table_in(view: View) -> Table | None:
    """The trick to be followed; None where this seat leads."""
    if not view.trick.cards:
        return None
    order, trick, seat_count = order_in(view), view.trick, len(view.hand_counts)
    plays = _plays(trick)
    lead = read_lead(plays[0], order)
    winner, to_beat = winning_play(plays, lead, order)
    is_bound = trick.must_beat == view.seat
    if is_bound:
        to_beat = power(plays[0], lead, order)
    seats = [(trick.leader - 1 + turn) % seat_count + 1 for turn in range(seat_count)]
    return Table(lead, plays, seats[winner], to_beat, is_bound, seats[len(plays) + 1 :])


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows of cards that it does not hold, from finished tricks (`Hello.wants_history`) and this one.

    Attributes:
        unseen: by suit of the deal, every card that may be in another hand or in the kitty, copies included; jokers
            too that the deck may lack (section 12).
        unseen_count: how many those are.
        voids: seats that have shown, as pairs of seat and suit, that they hold none of a suit.
        hand_counts: cards in hand by seat, seat 1 at index 0.
    """

    order: Order
    unseen: Sequence[Sequence[Card]]
    unseen_count: int
    voids: frozenset[tuple[int, int]]
    hand_counts: Sequence[int]

    def share(self, seat: int) -> float:
        """The chance that one unseen card is in this seat's hand."""
        return self.hand_counts[seat - 1] / max(1, self.unseen_count)

    def chance_void(self, seat: int, suit: int) -> float:
        """The chance that a seat holds none of a suit."""
        if (seat, suit) in self.voids:
            return 1.0
        return _all_of(len(self.unseen[suit]), 1 - self.share(seat))

    def chance_beaten(self, seat: int, played: Sequence[Card], lead: Lead) -> float:
        """The chance that a seat that is still to play can beat *played*, which stands to be the best so far."""
        order, share = self.order, self.share(seat)
        suit = order.suit[played[0]]
        strongest = max(order.strength[card] for card in played)
        has_void = 1.0 if suit == lead.suit else self.chance_void(seat, lead.suit)
        higher = [card for card in self.unseen[suit] if order.strength[card] > strongest]
        over = 0.0 if (seat, suit) in self.voids else _chance_of(lead, higher, share)
        if lead.kind is Kind.THROW and suit == lead.suit:
            over = 0.0
        if suit == TRUMP:
            return has_void * over
        ruffs = 0.0 if (seat, TRUMP) in self.voids else _chance_of(lead, self.unseen[TRUMP], share)
        void = self.chance_void(seat, suit)
        return (1 - void) * over + void * ruffs


def _chance_of(lead: Lead, stronger: Sequence[Card], share: float) -> float:
    """The chance that a hand, which each card is in by *share*, can answer a lead's shape from *stronger* cards."""
    if lead.kind is Kind.SINGLE:
        return 1 - _all_of(len(stronger), 1 - share)
    size = lead.sets[0]
    if size > 1:
        none = 1.0
        for copies in Counter(stronger).values():
            none *= 1 - _chance_of_set(size, copies, share)
        set_count = sum(each > 1 for each in lead.sets)
        return _all_of(2 * set_count - 1, 1 - none)
    expected = share * len(stronger)
    return min(1.0, expected / (2 * lead.size))


def _chance_of_set(size: int, copies: int, share: float) -> float:
    """The chance that *size* or more of so many copies of a card are in a hand."""
    return sum(
        comb(copies, held) * _all_of(held, share) * _all_of(copies - held, 1 - share)
        for held in range(size, copies + 1)
    )


def _all_of(count: int, chance: float) -> float:
    """The chance of so many things at once, each with this chance.

    Multiplied one by one: to the last digit the same in every language, which is not true of powers.
    """
    return prod(repeat(chance, count), start=1.0)


def knowledge_in(view: View) -> Knowledge:
    """What the view's finished tricks and the one on the table show."""
    order, seat_count = order_in(view), len(view.hand_counts)
    packs = packs_in(view)
    seen: Counter[Card] = Counter([*view.hand, *view.buried])
    voids = set()
    for trick in (*view.tricks, view.trick):
        seen.update(trick.cards)
        plays = _plays(trick)
        for turn, played in enumerate(plays):
            suit = order.suit[plays[0][0]]
            if any(order.suit[card] != suit for card in played):
                voids.add(((trick.leader - 1 + turn) % seat_count + 1, suit))
    unseen: list[list[Card]] = [[] for _ in range(SUITS)]
    for card in range(1, 55):
        unseen[order.suit[card]] += [card] * (packs - seen[card])
    return Knowledge(order, unseen, sum(map(len, unseen)), frozenset(voids), view.hand_counts)


def packs_in(view: View) -> int:
    """How many packs are played with, from the cards dealt (the kitty is less than a pack) and all finished tricks."""
    played = sum(len(trick.cards) for trick in (*view.tricks, view.trick))
    return -(-(sum(view.hand_counts) + played) // PACK_SIZE)


def _is_sorted(hand: Sequence[Card], order: Order) -> bool:
    """Whether a hand is sorted by an order as the referee sorts it: by suit, each upwards, trumps last."""
    places = [(order.suit[card] == TRUMP, order.suit[card], order.strength[card]) for card in hand]
    return places == sorted(places)


def _plays(trick: Trick) -> list[list[Card]]:
    """The plays of a trick one by one."""
    played: list[Card] = list(trick.cards)
    size = trick.play_size
    return [played[at : at + size] for at in range(0, len(played), size)] if size else []
