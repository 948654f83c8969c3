"""Legal bids of a state of the draw: the default one, all of them, and a random one (RULES 3, Z1)."""

from __future__ import annotations

from random import Random

from referee.rules.bidding import bids_from
from referee.rules.drawing import bid_tables
from referee.rules.ladder import Cards, Ladder
from referee.rules.phases import Drawing, Holding

PASS: Cards = 0


def default_bid(state: Drawing | Holding) -> Cards:
    """The bid made where no legal one comes: always legal, and a function of what the seat knows alone.

    It is to pass, unless all cards are drawn, nobody has bid and the deal would be thrown in (B7, Z2): then one card,
    of the longest suit that has one to show. An overridden bid is let go.
    """
    match state:
        case Drawing():
            return _default_bid(state)
        case Holding():
            return PASS


def all_bids(state: Drawing | Holding) -> tuple[Cards, ...]:
    """Every legal bid of ``state.seat``: the pass, then the others, weakest first."""
    match state:
        case Drawing():
            table = bid_tables(state.start)[state.seat]
            return (PASS, *bids_from(table, state.bids, state.seat, state.key_cards[state.seat]))
        case Holding():
            return PASS, state.bid


def random_bid(state: Drawing | Holding, rng: Random) -> Cards:
    """One of all legal bids by chance."""
    return rng.choice(all_bids(state))


def _default_bid(state: Drawing) -> Cards:
    rules = state.start.rules
    if state.bids or state.start.starter is not None or state.drawn < rules.deck_size - rules.kitty_size:
        return PASS
    hand = state.hand(state.seat)
    weakest = [cards for cards in all_bids(state) if cards.bit_count() == 1]
    return max(weakest, key=lambda cards: _lane_length(state.ladder, hand, cards), default=PASS)


def _lane_length(ladder: Ladder, hand: Cards, cards: Cards) -> int:
    """How many cards of the suit of *cards* the hand holds."""
    lane = ladder.lane_of(cards)
    return (hand & lane.bits).bit_count() if lane else 0
