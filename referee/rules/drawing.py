"""The draw and the bidding: from the deck to the contract (RULES 3)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.bidding import Bid, BidTable, bid_table, check_bid, kitty_trump, legal_bids
from referee.rules.cards import Card, Suit
from referee.rules.ladder import Cards
from referee.rules.levels import PAST_ACE
from referee.rules.phases import (
    BidMade,
    Burying,
    Contract,
    DealThrownIn,
    Drawing,
    Event,
    Start,
    State,
    ThrownIn,
    TrumpSet,
)
from referee.rules.refusal import Refusal


def begin_drawing(start: Start) -> tuple[State, tuple[Event, ...]]:
    """The deal at its first question.

    Raises:
        ValueError: the start is not one of the game: its deck, seats or levels.
    """
    _check_start(start)
    table = bid_table(start.rules, start.trump_rank)
    seat_count = len(start.rules.side_of)
    keys = table.key_cards
    opening = Drawing(
        start=start,
        ladder=table.ladder,
        seat=start.first_drawer,
        drawn=0,
        bids=(),
        last_round=False,
        passed=0,
        key_draws=tuple([at for at, card in enumerate(start.deck[: -start.rules.kitty_size]) if card in keys]),
        key_cards=(0,) * seat_count,
        able=(False,) * seat_count,
    )
    return _draw(opening, table, ())


def take_bid(state: Drawing, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after a bid of ``state.seat``, no cards to pass (B2–B6)."""
    start, seat, bids = state.start, state.seat, state.bids
    table = bid_table(start.rules, start.trump_rank)
    news: tuple[Event, ...] = ()
    passed = state.passed + 1
    if cards:
        rules, rank = start.rules, start.trump_rank
        if cards not in legal_bids(rules, rank, bids, seat=seat, hand=state.key_cards[seat]):
            refusal = check_bid(rules, rank, bids, seat=seat, hand=state.hand(seat), cards=cards)
            assert refusal is not None
            return refusal
        bids = (*bids, Bid(seat, cards, state.drawn + state.last_round))
        able = tuple([other != seat and _is_able(table, bids, held) for other, held in enumerate(state.key_cards)])
        state = replace(state, bids=bids, able=able)
        news = (BidMade(seat, state.ladder.cards(cards)),)
        passed = 0
    if state.last_round:
        return _ask_in_turn(state, table, start.rules.next_seat[seat], passed, news)
    return _draw(state, table, news)


def _is_able(table: BidTable, bids: tuple[Bid, ...], key_cards: Cards) -> bool:
    """Whether a hand with these key cards has a bid that outranks the standing one."""
    for cards in table.above[table.strengths[bids[-1].cards] if bids else 0]:  # noqa: SIM110 -- half the time of `any`
        if not cards & ~key_cards:
            return True
    return False


def _draw(state: Drawing, table: BidTable, news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Cards are drawn until the seat that drew has a legal bid (B6).

    Only draws that bring a card that can be part of a bid are looked at: who is able to bid changes with no other, and
    whole hands are not needed before trump is settled.
    """
    start, bids = state.start, state.bids
    rules, first = start.rules, start.first_drawer
    drawn, key_cards, able = state.drawn, state.key_cards, state.able
    seat_count = len(able)
    last = rules.deck_size - rules.kitty_size
    for key_draw in (*[at for at in state.key_draws if at >= drawn], last):
        if True in able:
            while drawn < key_draw:
                seat = (first + drawn) % seat_count
                drawn += 1
                if able[seat]:
                    return _asked(state, seat, drawn, key_cards, able), news
        if key_draw == last:
            break
        seat = (first + key_draw) % seat_count
        drawn = key_draw + 1
        bit = table.ladder.bit[start.deck[key_draw]]
        while key_cards[seat] & bit:
            bit <<= table.ladder.width
        key_cards = (*key_cards[:seat], key_cards[seat] | bit, *key_cards[seat + 1 :])
        is_able = not (bids and bids[-1].seat == seat) and _is_able(table, bids, key_cards[seat])
        able = (*able[:seat], is_able, *able[seat + 1 :])
        if is_able:
            return _asked(state, seat, drawn, key_cards, able), news
    return _ask_in_turn(_asked(state, first, last, key_cards, able), table, first, 0, news)


def _asked(state: Drawing, seat: int, drawn: int, key_cards: tuple[Cards, ...], able: tuple[bool, ...]) -> Drawing:
    """The question for a bid of *seat* after so many cards."""
    return Drawing(
        start=state.start,
        ladder=state.ladder,
        seat=seat,
        drawn=drawn,
        bids=state.bids,
        last_round=False,
        passed=0,
        key_draws=state.key_draws,
        key_cards=key_cards,
        able=able,
    )


def _ask_in_turn(
    state: Drawing, table: BidTable, seat: int, passed: int, news: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    """The last round: the next seat from *seat* on that has a legal bid, until all have passed in a row (B6)."""
    while passed < len(state.able):
        if state.able[seat]:
            return replace(state, seat=seat, last_round=True, passed=passed), news
        passed += 1
        seat = state.start.rules.next_seat[seat]
    return _settle(state.start, table, state.bids, news)


def _settle(
    start: Start, table: BidTable, bids: tuple[Bid, ...], news: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    """Trump and starter as the bidding left them; or the deal is thrown in (B7, B8)."""
    rules = start.rules
    starter = start.starter
    suit: Suit | None = None
    turned: tuple[Card, ...] = ()
    if bids:
        suit = table.suits[bids[-1].cards]
        starter = bids[-1].seat if starter is None else starter
    elif starter is not None:
        suit, turned = kitty_trump(start.trump_rank, start.kitty)
    if starter is None:
        return ThrownIn(start), (*news, DealThrownIn())

    trump = rules.trump(start.trump_rank, suit)
    ladder = rules.ladder(trump)
    contract = Contract(
        start=start,
        ladder=ladder,
        trump=trump,
        starter=starter,
        declarers=tuple([side == rules.side_of[starter] for side in rules.side_of]),
        bids=tuple([(bid.seat, table.ladder.cards(bid.cards)) for bid in bids]),
        bids_drawn=tuple([bid.drawn for bid in bids]),
        turned=turned,
    )
    hands = tuple(
        [
            ladder.read(start.dealt_to(seat) if seat != starter else start.dealt_to(seat) + start.kitty)
            for seat in range(len(rules.side_of))
        ]
    )
    return Burying(contract, hands), (*news, TrumpSet(contract))


def _check_start(start: Start) -> None:
    rules = start.rules
    if tuple(sorted(start.deck)) != rules.sorted_deck:
        raise ValueError(f"the deck is not that of the game, which has {rules.deck_size} cards")
    seats = range(len(rules.side_of))
    if start.first_drawer not in seats:
        raise ValueError(f"the first drawer is seat {start.first_drawer}; seats are 0 to {seats[-1]}")
    if len(start.levels) != rules.side_count or not all(2 <= level < PAST_ACE for level in start.levels):
        raise ValueError(
            f"{start.levels} is not one level from 2 to {PAST_ACE - 1} for each of {rules.side_count} sides"
        )
    if start.starter is None:
        if set(start.levels) != {start.trump_rank}:
            raise ValueError(f"in a first deal every side is at the trump rank, {start.trump_rank.text} (B1)")
        return
    if start.starter != start.first_drawer:
        raise ValueError("in a later deal the starter draws first (B1)")
    if start.levels[rules.side_of[start.starter]] != start.trump_rank:
        raise ValueError(f"the trump rank {start.trump_rank.text} is not the level of the declarers (B1)")
