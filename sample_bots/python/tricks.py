"""Tricks of Tractor with the default options: what a lead is, what may follow it, who wins (docs/rules.md 5 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from cards import TRUMP, Card, Order, pairs, without


class Kind(Enum):
    """What a lead is. A pair is a run of one pair."""

    SINGLE = 1
    RUN = 2
    THROW = 3


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead as it is to be answered.

    Attributes:
        suit: of all its cards.
        size: how many cards it has.
        pair_count: how many pairs it asks for (F3).
    """

    kind: Kind
    suit: int
    size: int
    pair_count: int


def read_lead(played: Sequence[Card], order: Order) -> Lead:
    """The lead that *played*, cards of one suit, make."""
    pair_count = len(pairs(played))
    if len(played) == 1:
        kind = Kind.SINGLE
    elif order.runs(played, len(played) // 2) and len(played) == 2 * pair_count:
        kind = Kind.RUN
    else:
        kind = Kind.THROW
    return Lead(kind, order.suit[played[0]], len(played), pair_count)


def power(played: Sequence[Card], lead: Lead, order: Order) -> int:
    """How strongly a play stands in a trick: the highest wins, of equal ones the first; 0 cannot win (W1–W5).

    The cards of a thrown lead itself have 1.
    """
    suit = order.common_suit(played)
    if suit is None or suit not in (lead.suit, TRUMP):
        return 0
    ruff = 100 if suit == TRUMP else 0
    if lead.kind is Kind.SINGLE:
        return ruff + order.strength[played[0]]
    if lead.kind is Kind.RUN:
        run = order.runs(played, lead.pair_count)
        return ruff + order.strength[run[0][-1]] if run else 0
    held_pairs = pairs(played)
    if suit == lead.suit or len(held_pairs) < lead.pair_count:
        return 0
    return ruff + max(order.strength[card] for card in (held_pairs if lead.pair_count else played))


def winning_play(plays: Sequence[Sequence[Card]], lead: Lead, order: Order) -> tuple[int, int]:
    """Which of the *plays*, the lead first, wins so far, and its power."""
    powers = [power(played, lead, order) for played in plays]
    powers[0] = max(powers[0], 1)
    best = max(powers)
    return powers.index(best), best


def cheapest_follow(hand: Sequence[Card], lead: Lead, order: Order, cost: Callable[[Card], float]) -> list[Card]:
    """The follow whose cards cost least, as *cost* says of each, among those that F1 to F3 allow."""
    suited = sorted(order.of_suit(hand, lead.suit), key=cost)
    if len(suited) <= lead.size:
        others = sorted(without(hand, suited), key=cost)
        return suited + others[: lead.size - len(suited)]
    paired = sorted(pairs(suited), key=cost)[: lead.pair_count]
    forced = [card for card in paired for _ in range(2)]
    return forced + without(suited, forced)[: lead.size - len(forced)]


def beating_follows(hand: Sequence[Card], lead: Lead, order: Order, to_beat: int) -> list[list[Card]]:
    """Legal follows of more power than *to_beat*: with each card, pair or run that can win, filled up cheaply."""
    pool = order.of_suit(hand, lead.suit)
    if not pool and lead.suit != TRUMP:
        pool = order.of_suit(hand, TRUMP)
    if len(pool) < lead.size:
        return []
    pool.sort(key=order.strength.__getitem__)
    if lead.kind is Kind.SINGLE:
        found = [[card] for card in dict.fromkeys(pool)]
    elif lead.kind is Kind.RUN:
        found = order.runs(pool, lead.pair_count)
    else:
        found = _trumped_throws(pool, lead)
    return [played for played in found if power(played, lead, order) > to_beat]


def _trumped_throws(pool: Sequence[Card], lead: Lead) -> list[list[Card]]:
    """Answers to a throw from *pool*, sorted upwards: one for each card or pair that could be the highest of it."""
    found = []
    held_pairs = [card for card in dict.fromkeys(pool) if pool.count(card) > 1]
    for top in held_pairs if lead.pair_count else dict.fromkeys(pool):
        lower = [card for card in held_pairs if card != top][: max(0, lead.pair_count - 1)]
        chosen = [card for card in (top, *lower) for _ in range(2)] if lead.pair_count else [top]
        if len(chosen) >= 2 * lead.pair_count:
            found.append(chosen + without(pool, chosen)[: lead.size - len(chosen)])
    return found
