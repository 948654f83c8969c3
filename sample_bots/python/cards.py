"""Cards as the protocol numbers them, and the order that they have in one deal (docs/rules.md 1 and 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

Card: TypeAlias = int
"""1 to 54: clubs, diamonds, hearts, spades, each 2 3 4 5 6 7 8 9 10 J Q K A; then the black and the red joker."""

BLACK_JOKER: Card = 53
RED_JOKER: Card = 54
TRUMP = 0
"""The suit of every trump, whatever is printed on it; printed suits are 1 to 4: clubs, diamonds, hearts, spades."""
NO_TRUMP_SUIT = 5
"""In place of the trump suit: only the jokers are trumps (O3)."""

_TEXTS = ("", *(rank + suit for suit in "CDHS" for rank in "23456789TJQKA"), "BJ", "RJ")
_NUMBERS = {text: card for card, text in enumerate(_TEXTS) if text}


def cards(text: str) -> list[Card]:
    """Cards from text: ``"TH KS RJ"``."""
    return [_NUMBERS[word] for word in text.split()]


def text(held: Iterable[Card]) -> str:
    """Cards as text: ``TH KS RJ``."""
    return " ".join(_TEXTS[card] for card in held)


def printed_rank(card: Card) -> int:
    """2 for the two up to 14 for the ace; 0 for a joker."""
    return 0 if card >= BLACK_JOKER else (card - 1) % 13 + 2


def printed_suit(card: Card) -> int:
    """1 to 4: clubs, diamonds, hearts, spades; 0 for a joker."""
    return 0 if card >= BLACK_JOKER else (card - 1) // 13 + 1


def points(held: Iterable[Card]) -> int:
    """What cards score: kings and tens ten, fives five."""
    return sum(_POINTS[card] for card in held)


_POINTS = tuple({5: 5, 10: 10, 13: 10}.get(printed_rank(card), 0) if card else 0 for card in range(55))


def sets(held: Iterable[Card], size: int) -> list[Card]:
    """Each card of which *size* copies or more are held, once; of size 2, the pairs."""
    return [card for card, copies in Counter(held).items() if copies >= size]


def without(held: Sequence[Card], gone: Iterable[Card]) -> list[Card]:
    """*held* less *gone*, which it contains."""
    left = list(held)
    for card in gone:
        left.remove(card)
    return left


class Order:
    """The order of one deal; get it from `reading.order_in` or `order_of`.

    Attributes:
        suit: by card, its suit in this deal: `TRUMP`, or 1 to 4.
        strength: by card, how high it is in its suit, from 1. Consecutive cards differ by one, equal ones are equal.
    """

    def __init__(
        self, trump_rank: int, trump_suit: int, *, rank_cards_stay: bool = False, rank_cards_apart: bool = False
    ) -> None:
        """The order with this trump rank and suit.

        Args:
            trump_rank: 2 to 14, or 0 for none.
            trump_suit: 1 to 4, or `NO_TRUMP_SUIT`.
            rank_cards_stay: without a trump suit, the cards of the trump rank are trumps all the same (O3).
            rank_cards_apart: jokers and cards of the trump rank are consecutive with nothing (Z4).
        """
        self.suit = [TRUMP] * 55
        self.strength = [0] * 55
        has_suit = trump_suit in range(1, 5)
        step = 2 if rank_cards_apart else 1
        for card in range(1, BLACK_JOKER):
            rank, suit = printed_rank(card), printed_suit(card)
            self.strength[card] = rank - 1
            if rank == trump_rank and (has_suit or rank_cards_stay):
                self.strength[card] = 12 + (2 * step if suit == trump_suit else step)
            else:
                self.suit[card] = TRUMP if suit == trump_suit else suit
                if rank > trump_rank and (has_suit or rank_cards_stay):
                    self.strength[card] -= 1
        below_jokers = 12 + (2 * step if has_suit else step)
        self.strength[BLACK_JOKER], self.strength[RED_JOKER] = below_jokers + step, below_jokers + 2 * step

    def of_suit(self, held: Iterable[Card], suit: int) -> list[Card]:
        """The cards of one suit."""
        return [card for card in held if self.suit[card] == suit]

    def common_suit(self, held: Sequence[Card]) -> int | None:
        """The one suit that all these cards are of; None if they are of several."""
        suit = self.suit[held[0]]
        return suit if all(self.suit[card] == suit for card in held) else None

    def runs(self, held: Iterable[Card], size: int, length: int) -> list[list[Card]]:
        """The tractors of *length* sets of *size* cards among cards of one suit, lowest first; of length 1, the sets.

        Of those that are equally high one is given.
        """
        by_strength = {self.strength[card]: card for card in sorted(sets(held, size))}
        return [
            [by_strength[at] for at in range(low, low + length) for _ in range(size)]
            for low in sorted(by_strength)
            if all(at in by_strength for at in range(low, low + length))
        ]


@lru_cache(maxsize=128)
def order_of(
    trump_rank: int, trump_suit: int, *, rank_cards_stay: bool = False, rank_cards_apart: bool = False
) -> Order:
    """The order of a deal, as `Order` takes it. While nobody has bid (suit 0) it is that of no trump suit."""
    return Order(trump_rank, trump_suit, rank_cards_stay=rank_cards_stay, rank_cards_apart=rank_cards_apart)
