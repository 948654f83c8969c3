"""What the reference must know of a game, and the order of the cards in one of its deals (RULES 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

RANKS = "23456789TJQKA"
SUITS = "CDHS"
KINDS = [rank + suit for suit in SUITS for rank in RANKS] + ["BJ", "RJ"]
"""Every card in the printed order."""
PRINTED = {card: at for at, card in enumerate(KINDS)}
"""By card its place in the printed order."""


@dataclass(frozen=True)
class Game:
    """The rules of a game as far as single tricks go; the defaults are the preset ``tractor``."""

    packs: int = 2
    black_jokers: int = 2
    red_jokers: int = 2
    rank_cards_stay_trumps: bool = False
    """Without a trump suit (O3)."""
    throws_hold_tractors: bool = False
    """A throw is read greedily, and answered by its shapes (L5, W5)."""
    following: Literal["pairs", "graded", "sets"] = "pairs"
    """F3; X3–X5; Z5."""
    trump_sequences: bool = True
    """Jokers and cards of the trump rank stand in tractors (L3), or do not (Z4)."""
    skip_dead_ranks: bool = False
    bombs: bool = False
    equal_sets_throws_only: bool = False
    must_punish: bool = True
    fine: int = 10
    """Points per card withdrawn (T2)."""


@dataclass(frozen=True, eq=False)
class Deal:
    """A game, what is trump (rank ``N``: no card is of the trump rank), and what was played to earlier tricks."""

    game: Game
    trump: str
    gone: Sequence[str] = ()

    @cached_property
    def deck(self) -> list[str]:
        """All the cards, in the printed order."""
        jokers = ["BJ"] * self.game.black_jokers + ["RJ"] * self.game.red_jokers
        return [card for card in KINDS[:-2] for _ in range(self.game.packs)] + jokers

    @cached_property
    def tiers(self) -> list[list[str]]:
        """The trumps from the top, equal ones together (O1, O3)."""
        rank, suit = self.trump[0], self.trump[1]
        jokers = [[joker] for joker in reversed(KINDS[-2:]) if joker in self.deck]
        of_rank = [rank + other for other in SUITS if other != suit and rank in RANKS]
        if suit == "N":
            return [*jokers, of_rank] if of_rank and self.game.rank_cards_stay_trumps else jokers
        return [*jokers, [rank + suit], of_rank, *([other + suit] for other in reversed(RANKS) if other != rank)]

    @cached_property
    def lanes(self) -> dict[str, list[list[str]]]:
        """The rungs of every suit from the lowest, equal cards together (O1–O3)."""
        trumps = [card for tier in self.tiers for card in tier]
        plain = {suit: [[rank + suit] for rank in RANKS if rank + suit not in trumps] for suit in SUITS}
        return {**plain, "trump": self.tiers[::-1]}

    @cached_property
    def places(self) -> dict[str, tuple[str, int]]:
        """By card its suit and the number of its rung, from the lowest."""
        return {card: (suit, at) for suit, lane in self.lanes.items() for at, rung in enumerate(lane) for card in rung}

    @cached_property
    def left(self) -> Counter[str]:
        """How many of each card were not played to earlier tricks."""
        return Counter(self.deck) - Counter(self.gone)

    @cached_property
    def dead(self) -> set[tuple[str, int]]:
        """The rungs of which every card was played to earlier tricks (``skip_dead_ranks``)."""
        if not self.game.skip_dead_ranks:
            return set()
        return set(self.places.values()) - {self.places[card] for card in self.left}


def suit_of(card: str, deal: Deal) -> str:
    """``trump``, or the printed suit."""
    return deal.places[card][0]


def strength(card: str, deal: Deal) -> int:
    """Place of a card in its suit, counted from the lowest."""
    return deal.places[card][1]


def top(cards: Sequence[str], deal: Deal) -> int:
    """Strength of the highest card."""
    return max(strength(card, deal) for card in cards)


def of_suit(cards: Sequence[str], suit: str, deal: Deal) -> list[str]:
    """The cards of a suit."""
    return [card for card in cards if suit_of(card, deal) == suit]


def printed(cards: Sequence[str]) -> list[str]:
    """The cards in the printed order."""
    return sorted(cards, key=PRINTED.__getitem__)


def are_consecutive(cards: Sequence[str], deal: Deal) -> bool:
    """Whether these different cards are of one suit, may stand in a tractor and leave no live rung out (O4, Z4)."""
    if len({suit_of(card, deal) for card in cards}) != 1:
        return False
    if not deal.game.trump_sequences and any(_is_above_the_suit(card, deal) for card in cards):
        return False
    suit, rungs = suit_of(cards[0], deal), sorted(strength(card, deal) for card in cards)
    return all(
        lower < upper and all((suit, between) in deal.dead for between in range(lower + 1, upper))
        for lower, upper in pairwise(rungs)
    )


def _is_above_the_suit(card: str, deal: Deal) -> bool:
    """A joker, or a card of the trump rank that is a trump."""
    return card in ("BJ", "RJ") or (card[0] == deal.trump[0] and suit_of(card, deal) == "trump")
