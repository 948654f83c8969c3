"""Cards as small numbers in the printed order, and as text (RULES 1)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import TypeAlias

Card: TypeAlias = int
"""1 to 54 in the printed order: clubs, diamonds, hearts, spades, each from 2 to A, then the black and the red joker."""

CARD_KINDS = 54
BLACK_JOKER: Card = 53
RED_JOKER: Card = 54


class Rank(IntEnum):
    """A plain rank; its value is 2 for the two up to 14 for the ace."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def text(self) -> str:
        """One letter: ``2``–``9 T J Q K A``."""
        return RANK_LETTERS[self - 2]


class Suit(StrEnum):
    """A printed suit; its value is its letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RANK_LETTERS = "23456789TJQKA"
SUITS: tuple[Suit, ...] = tuple(Suit)
CARD_TEXTS: tuple[str, ...] = (
    "",
    *(letter + suit for suit in SUITS for letter in RANK_LETTERS),
    "BJ",
    "RJ",
)
"""Text of each card by its number; entry 0 is no card."""

_BY_TEXT = {text: card for card, text in enumerate(CARD_TEXTS) if text}


class UnknownCard(ValueError):
    """A text that is not a card."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:40]!r} is not a card; cards are written like 2C, TD, QH, AS, BJ, RJ")
        self.text = text


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of a suit and rank."""
    return SUITS.index(suit) * 13 + rank - 1


def suit_of(card: Card) -> Suit | None:
    """Printed suit of a card; None for a joker."""
    return None if card >= BLACK_JOKER else SUITS[(card - 1) // 13]


def rank_of(card: Card) -> Rank | None:
    """Printed rank of a card; None for a joker."""
    return None if card >= BLACK_JOKER else Rank((card - 1) % 13 + 2)


def points_of(card: Card) -> int:
    """Points that a card scores: K and 10 ten, 5 five."""
    rank = rank_of(card)
    return 10 if rank in (Rank.KING, Rank.TEN) else 5 if rank is Rank.FIVE else 0


def parse_card(text: str) -> Card:
    """The card that a text names; ``10H`` is read as ``TH``, letters in either case.

    Raises:
        UnknownCard: it names none.
    """
    plain = text.strip().upper().replace("10", "T", 1)
    try:
        return _BY_TEXT[plain]
    except KeyError:
        raise UnknownCard(text) from None


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written one after another, with or without blanks between: ``"KS KS"`` or ``"KSKS"``.

    Raises:
        UnknownCard: some part is not a card.
    """
    packed = "".join(text.upper().split()).replace("10", "T")
    return tuple(parse_card(packed[at : at + 2]) for at in range(0, len(packed), 2))


def card_text(card: Card) -> str:
    """Two letters: ``TH``."""
    return CARD_TEXTS[card]


def cards_text(cards: Iterable[Card], between: str = " ") -> str:
    """The texts of cards, in the order given."""
    return between.join([CARD_TEXTS[card] for card in cards])
