"""Tricks: what a lead is, who wins, and follows that are legal in every game (docs/rules.md 5 to 7).

Some rules differ between games: how throws are read, what a hand owes to pairs and tractors. Here that is read in the
simplest way, which may misjudge a trick now and then; but every follow that is given is legal under all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from cards import TRUMP, Card, Order, sets, without


class Kind(Enum):
    """What a lead is. A pair, or any set of identical cards, is a run of one."""

    SINGLE = 1
    RUN = 2
    THROW = 3


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead as it is to be answered.

    Attributes:
        suit: of all its cards.
        sets: how many cards each of its sets has, the largest first: 2 2 1 for two pairs and a single.
    """

    kind: Kind
    suit: int
    sets: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(self.sets)


def read_lead(played: Sequence[Card], order: Order) -> Lead:
    """The lead that *played*, cards of one suit, make."""
    copies = tuple(sorted(Counter(played).values(), reverse=True))
    size, length = copies[0], len(copies)
    if len(played) == 1:
        kind = Kind.SINGLE
    elif size > 1 and size == copies[-1] and order.runs(played, size, length):
        kind = Kind.RUN
    else:
        kind = Kind.THROW
    return Lead(kind, order.suit[played[0]], copies)


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
        run = order.runs(played, lead.sets[0], len(lead.sets))
        return ruff + order.strength[run[0][-1]] if run else 0
    if suit == lead.suit or not _has_sets(played, lead):
        return 0
    return ruff + max(order.strength[card] for card in sets(played, lead.sets[0]))


def winning_play(plays: Sequence[Sequence[Card]], lead: Lead, order: Order) -> tuple[int, int]:
    """Which of the *plays*, the lead first, wins so far, and its power."""
    powers = [power(played, lead, order) for played in plays]
    powers[0] = max(powers[0], 1)
    best = max(powers)
    return powers.index(best), best


def free_follow(hand: Sequence[Card], lead: Lead, order: Order, cost: Callable[[Card], float]) -> list[Card] | None:
    """The follow whose cards cost least, as *cost* says of each, where any cards of the suit will do (F1, F2).

    None where sets were led and the hand has some to choose from, for then what it owes depends on the game.
    """
    suited = sorted(order.of_suit(hand, lead.suit), key=cost)
    if len(suited) <= lead.size:
        others = sorted(without(hand, suited), key=cost)
        return suited + others[: lead.size - len(suited)]
    if lead.sets[0] > 1 and sets(suited, 2):
        return None
    return suited[: lead.size]


def beating_follows(hand: Sequence[Card], lead: Lead, order: Order, to_beat: int) -> list[list[Card]]:
    """Legal follows of more power than *to_beat*: with each card, set or run that can win, filled up cheaply."""
    pool = order.of_suit(hand, lead.suit)
    if not pool and lead.suit != TRUMP:
        pool = order.of_suit(hand, TRUMP)
    if len(pool) < lead.size:
        return []
    pool.sort(key=order.strength.__getitem__)
    if lead.kind is Kind.SINGLE:
        found = [[card] for card in dict.fromkeys(pool)]
    elif lead.kind is Kind.RUN:
        found = order.runs(pool, lead.sets[0], len(lead.sets))
    else:
        found = _trumped_throws(pool, lead)
    return [played for played in found if power(played, lead, order) > to_beat]


def _has_sets(played: Sequence[Card], lead: Lead) -> bool:
    """Whether sets as large as those of the lead can be cut out of the cards."""
    copies = sorted(Counter(played).values())
    for size in lead.sets:
        most = copies.pop()
        if most < size:
            return False
        copies = sorted([*copies, most - size])
    return True


def _trumped_throws(pool: Sequence[Card], lead: Lead) -> list[list[Card]]:
    """Answers to a throw from *pool*, sorted upwards: one for each set that could be the highest of it."""
    found = []
    for top in sets(pool, lead.sets[0]):
        chosen = [top] * lead.sets[0]
        left = without(pool, chosen)
        for size in lead.sets[1:]:
            lowest = next(iter(sets(left, size)), None)
            if lowest is None:
                break
            chosen += [lowest] * size
            left = without(left, [lowest] * size)
        if len(chosen) == lead.size:
            found.append(chosen)
    return found
