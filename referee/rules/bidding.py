"""Bids: which there are, which outrank which, and what sets trump without one (RULES 3).

Cards of bids are sets on the printed ladder (`Ruleset.printed_ladder`), since trump is not settled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from referee.rules.cards import BLACK_JOKER, SUITS, Card, Rank, Suit, card_of, rank_of, suit_of
from referee.rules.ladder import Cards, Ladder
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset


class Bid(NamedTuple):
    """A bid that was made.

    Attributes:
        cards: shown, on the printed ladder.
        drawn: cards drawn by all when it was made; one more than that in the last round.
    """

    seat: int
    cards: Cards
    drawn: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class BidTable:
    """All bids that there are with one trump rank; get it from `bid_table`, which keeps one of each.

    Attributes:
        ladder: the printed one.
        strengths: by cards of a bid, its strength from 1 (B4); in the order singles, pairs, …, jokers.
        above: by strength, the bids that are stronger; entry 0 has all.
        suits: by cards of a bid, the suit that it makes trump; None for no suit.
        key_cards: the cards, by number, that can be part of a bid.
    """

    ladder: Ladder
    strengths: dict[Cards, int]
    above: tuple[tuple[Cards, ...], ...]
    suits: dict[Cards, Suit | None]
    key_cards: frozenset[Card]


@lru_cache(maxsize=128)
def bid_table(rules: Ruleset, rank: Rank) -> BidTable:
    """The bids with this trump rank (B3)."""
    ladder = rules.printed_ladder(rank)
    strengths: dict[Cards, int] = {}
    suits: dict[Cards, Suit | None] = {}
    for strength, size in enumerate(rules.rank_bid_sizes, start=1):
        for suit in SUITS:
            cards = ladder.read((card_of(suit, rank),) * size)
            strengths[cards] = strength
            suits[cards] = suit
    for jokers in rules.joker_bids:
        cards = ladder.read(jokers)
        strengths[cards] = len(rules.rank_bid_sizes) + 1
        suits[cards] = None
    strongest = max(strengths.values())
    return BidTable(
        ladder=ladder,
        strengths=strengths,
        above=tuple(
            tuple(cards for cards, strength in strengths.items() if strength > standing)
            for standing in range(strongest + 1)
        ),
        suits=suits,
        key_cards=frozenset(card for cards in strengths for card in ladder.cards(cards)),
    )


def outranks(rules: Ruleset, rank: Rank, cards: Cards, standing: Cards) -> bool:
    """Whether the bid *cards* outranks the bid *standing* (B4); both must be bids (B3)."""
    strengths = bid_table(rules, rank).strengths
    return strengths[cards] > strengths[standing]


def legal_bids(rules: Ruleset, rank: Rank, bids: Sequence[Bid], *, seat: int, hand: Cards) -> tuple[Cards, ...]:
    """Every bid that *seat* may make after *bids* (B2–B5), weakest first, pass left out.

    Args:
        rank: the trump rank.
        bids: made so far; the last stands.
        hand: what the seat has drawn, on the printed ladder.
    """
    table = bid_table(rules, rank)
    if not bids:
        stronger = table.above[0]
    elif bids[-1].seat == seat:
        return ()
    else:
        stronger = table.above[table.strengths[bids[-1].cards]]
    return tuple([cards for cards in stronger if not cards & ~hand])


def check_bid(
    rules: Ruleset, rank: Rank, bids: Sequence[Bid], *, seat: int, hand: Cards, cards: Cards
) -> Refusal | None:
    """None if *seat* may bid *cards* (not a pass), else the first rule broken: B2, B3, B4, B5."""
    table = bid_table(rules, rank)
    ladder = table.ladder
    if cards & ~hand:
        return Refusal("B2", f"the seat has not drawn all of these cards: {ladder.text(cards)}")
    strength = table.strengths.get(cards)
    if strength is None:
        return Refusal("B3", f"{ladder.text(cards)} is not a bid with trump rank {rank.text}")
    if not bids:
        return None
    standing = bids[-1]
    if strength <= table.strengths[standing.cards]:
        return Refusal("B4", f"{ladder.text(cards)} does not outrank the standing {ladder.text(standing.cards)}")
    if standing.seat == seat:
        return Refusal("B5", f"the seat's own bid of {ladder.text(standing.cards)} stands")
    return None


class KittyTrump(NamedTuple):
    """What the kitty made trump (B8).

    Attributes:
        suit: None for no trump suit.
        turned: the cards turned up, in order.
    """

    suit: Suit | None
    turned: tuple[Card, ...]


def kitty_trump(rank: Rank, kitty: Sequence[Card]) -> KittyTrump:
    """What is trump in a later deal without bids (B8), given the kitty's cards in the order turned."""
    for turned_count, card in enumerate(kitty, start=1):
        if rank_of(card) is rank:
            return KittyTrump(suit_of(card), tuple(kitty[:turned_count]))
    # `max` keeps the first among equals, which is the one turned first.
    highest = max(kitty, key=lambda card: rank_of(card) or 0, default=BLACK_JOKER)
    return KittyTrump(suit_of(highest), tuple(kitty))
