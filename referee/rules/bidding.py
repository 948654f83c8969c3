"""Bids: which are legal, which can be held, and what sets trump without one (RULES 3, X1, Z1).

Cards are sets on the printed ladder, as in `referee.rules.bid_table`. Nothing here needs a deal, so that a question
about bids can be answered by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.rules.bid_table import BidTable, bid_table
from referee.rules.cards import BLACK_JOKER, Card, Rank, Suit, rank_of, suit_of
from referee.rules.ladder import Cards, Ladder
from referee.rules.option_values import NobodyBids
from referee.rules.options import TractorOptions
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset


class Bid(NamedTuple):
    """A bid that was made, or a held one.

    Attributes:
        cards: shown, on the printed ladder.
        drawn: cards drawn by all when it was made; one more than that in the last round.
    """

    seat: int
    cards: Cards
    drawn: int = 0


def legal_bids(rules: Ruleset, rank: Rank | None, bids: Sequence[Bid], *, seat: int, hand: Cards) -> tuple[Cards, ...]:
    """Every bid that *seat* may make after *bids* (B2–B5, X1, Z1), weakest first, pass left out.

    Args:
        rules: the game.
        rank: the trump rank; in Finding Friends that of the seat's own level, None at Joker.
        bids: made so far, held ones among them; the last stands.
        seat: whose bid it would be.
        hand: what the seat has drawn.
    """
    return bids_from(_table(rules, rank), bids, seat, hand)


def check_bid(
    rules: Ruleset, rank: Rank | None, bids: Sequence[Bid], *, seat: int, hand: Cards, cards: Cards
) -> Refusal | None:
    """None if *seat* may bid *cards* (not a pass), else the first rule broken; arguments as for `legal_bids`."""
    return refused_bid(_table(rules, rank), bids, seat, hand, cards)


def legal_hold(rules: Ruleset, bids: Sequence[Bid], *, seat: int, hand: Cards) -> Cards | None:
    """What *seat*, whose bid was just overridden, may hold it with (Z1); None if it cannot, or nobody overrode it.

    Args:
        rules: the game.
        bids: made so far, held ones among them; the last is the override.
        seat: who would hold.
        hand: what the seat has drawn.
    """
    if rules.friends is None or len(bids) < 2 or bids[-2].seat != seat:
        return None
    ladder = rules.printed_ladder(None)
    overridden, override = bids[-2].cards, bids[-1].cards
    if overridden.bit_count() >= override.bit_count():
        return None  # The last bid held another: whoever had overridden takes back, and is not asked.
    (card,) = ladder.cards(overridden & ladder.plane)
    hold = ladder.read((card,) * override.bit_count())
    return None if hold & ~hand else hold


def check_hold(rules: Ruleset, bids: Sequence[Bid], *, seat: int, hand: Cards, cards: Cards) -> Refusal | None:
    """None if *seat* may hold with *cards* (not a pass), else the refusal: B2, Z1; arguments as for `legal_hold`."""
    ladder = rules.printed_ladder(None)
    shown = ladder.text(cards)
    if cards & ~hand:
        return Refusal("B2", f"the seat has not drawn all of these cards: {shown}")
    hold = legal_hold(rules, bids, seat=seat, hand=hand)
    if hold == cards:
        return None
    return Refusal("Z1", f"{shown} holds no bid" + ("" if hold is None else f"; {ladder.text(hold)} would"))


# --- With the table at hand


def bids_from(table: BidTable, bids: Sequence[Bid], seat: int, hand: Cards) -> tuple[Cards, ...]:
    """The bids of *table* that are legal for *seat* with this hand, weakest first."""
    return tuple([cards for cards in candidates(table, bids, seat) if not cards & ~hand])


def candidates(table: BidTable, bids: Sequence[Bid], seat: int) -> tuple[Cards, ...]:
    """The bids of *table* that are legal for *seat* if it holds the cards."""
    if not bids:
        return table.opening
    standing = bids[-1]
    if standing.seat == seat:
        return table.strengthening.get(standing.cards, ())
    return table.above[standing.cards]


def candidates_by_seat(tables: Sequence[BidTable], bids: Sequence[Bid]) -> list[tuple[Cards, ...]]:
    """By seat, the bids of its table that are legal for it if it holds the cards."""
    if not bids:
        return [table.opening for table in tables]
    seat, standing = bids[-1].seat, bids[-1].cards
    found = [table.above[standing] for table in tables]
    found[seat] = tables[seat].strengthening.get(standing, ())
    return found


def refused_bid(table: BidTable, bids: Sequence[Bid], seat: int, hand: Cards, cards: Cards) -> Refusal | None:
    """None if *seat* may bid *cards* (not a pass), else the first rule broken: B2, B3, B4, B5; or B2, Z1.

    With three packs, X1 refuses bids with jokers, and to make a triple of one's own single at once.
    """
    ladder = table.ladder
    shown = ladder.text(cards)
    if cards & ~hand:
        return Refusal("B2", f"the seat has not drawn all of these cards: {shown}")
    if table.rules.friends is not None:
        because = _refused_show(table, bids, seat, cards)
        return None if because is None else Refusal("Z1", because)
    if cards not in table.bids:
        (rank,) = table.ranks
        has_joker = any(card >= BLACK_JOKER for card in ladder.cards(cards))
        rule = "B3" if table.rules.joker_bids or not has_joker else "X1"
        return Refusal(rule, f"{shown} is not a bid with trump rank {rank.text}")
    if not bids or cards in candidates(table, bids, seat):
        return None
    standing = bids[-1]
    if cards not in table.above[standing.cards]:
        return Refusal("B4", f"{shown} does not outrank the standing {ladder.text(standing.cards)}")
    stands = f"the seat's own bid of {ladder.text(standing.cards)} stands"
    stronger = table.strengthening.get(standing.cards, ())
    if not stronger:
        return Refusal("B5", stands)
    at_once = not standing.cards & ~cards  # the same suit, but two cards more
    return Refusal("X1" if at_once else "B5", f"{stands}, which may only be made {ladder.text(stronger[0])} now")


def _refused_show(table: BidTable, bids: Sequence[Bid], seat: int, cards: Cards) -> str | None:
    """Why a player of Finding Friends may not show *cards* (Z1); None if they may."""
    if cards in candidates(table, bids, seat):
        return None
    ladder = table.ladder
    shown = ladder.text(cards)
    if not table.ranks:
        return f"{shown} is not a bid: this player may show none"
    if cards not in table.bids:
        ranks = " or ".join(rank.text for rank in table.ranks)
        return f"{shown} is not a bid: this player shows identical cards of rank {ranks}"
    if not bids:
        return f"{shown} is no first bid, which is one card"
    standing = ladder.text(bids[-1].cards)
    if bids[-1].seat == seat:
        return f"the seat's own bid of {standing} stands"
    if table.rules.friends is not None and table.rules.friends.no_overcalls:
        return f"the first bid stands, which is {standing}; {shown} comes too late"
    return f"{shown} is not more cards than the standing {standing}"


def suit_of_bid(ladder: Ladder, cards: Cards) -> Suit | None:
    """The suit that a bid makes trump; None for no trump suit."""
    return suit_of(ladder.cards(cards)[0])  # the lowest card; jokers beside a pair are above it


def _table(rules: Ruleset, rank: Rank | None) -> BidTable:
    return bid_table(rules) if rank is None else bid_table(rules, rank)


# --- Without bids


class KittyTrump(NamedTuple):
    """What the kitty made trump (B8).

    Attributes:
        suit: None for no trump suit.
        turned: the cards turned up, in order.
    """

    suit: Suit | None
    turned: tuple[Card, ...]


def trump_without_bids(rules: Ruleset, rank: Rank, kitty: Sequence[Card]) -> KittyTrump:
    """What is trump in a later deal without bids: what the kitty makes it (B8), or no suit (option ``nobody_bids``)."""
    match rules.options:
        case TractorOptions(nobody_bids=NobodyBids.NO_TRUMP):
            return KittyTrump(None, ())
        case _:
            return kitty_trump(rank, kitty)


def kitty_trump(rank: Rank, kitty: Sequence[Card]) -> KittyTrump:
    """What is trump in a later deal without bids (B8), given the kitty's cards in the order turned."""
    for turned_count, card in enumerate(kitty, start=1):
        if rank_of(card) is rank:
            return KittyTrump(suit_of(card), tuple(kitty[:turned_count]))
    # `max` keeps the first among equals, which is the one turned first.
    highest = max(kitty, key=lambda card: rank_of(card) or 0, default=BLACK_JOKER)
    return KittyTrump(suit_of(highest), tuple(kitty))
