"""The draw and the bidding: from the deck to the contract (RULES 3)."""

from __future__ import annotations

from referee.rules.bidding import Bid, BidTable, bid_table, check_bid, kitty_trump
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
    seat_count = len(start.rules.side_of)
    return _draw(
        start,
        bid_table(start.rules, start.trump_rank),
        drawn=0,
        bids=(),
        key_cards=(0,) * seat_count,
        able=(False,) * seat_count,
        news=(),
    )


def take_bid(state: Drawing, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after a bid of ``state.seat``, no cards to pass (B2–B6)."""
    if cards:
        return _take_cards(state, cards)
    table = bid_table(state.start.rules, state.start.trump_rank)
    if state.last_round:
        return _ask_in_turn(
            state.start,
            table,
            seat=state.start.rules.next_seat[state.seat],
            bids=state.bids,
            passed=state.passed + 1,
            key_cards=state.key_cards,
            able=state.able,
            news=(),
        )
    return _draw(
        state.start, table, drawn=state.drawn, bids=state.bids, key_cards=state.key_cards, able=state.able, news=()
    )


def _take_cards(state: Drawing, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    start, seat = state.start, state.seat
    refusal = check_bid(start.rules, start.trump_rank, state.bids, seat=seat, hand=state.hand(seat), cards=cards)
    if refusal is not None:
        return refusal
    table = bid_table(start.rules, start.trump_rank)
    bids = (*state.bids, Bid(seat, cards, state.drawn + state.last_round))
    able = tuple(
        [other != seat and _is_able(table, bids, key_cards) for other, key_cards in enumerate(state.key_cards)]
    )
    news = (BidMade(seat, state.ladder.cards(cards)),)
    if state.last_round:
        return _ask_in_turn(
            start,
            table,
            seat=start.rules.next_seat[seat],
            bids=bids,
            passed=0,
            key_cards=state.key_cards,
            able=able,
            news=news,
        )
    return _draw(start, table, drawn=state.drawn, bids=bids, key_cards=state.key_cards, able=able, news=news)


def _is_able(table: BidTable, bids: tuple[Bid, ...], key_cards: Cards) -> bool:
    """Whether a hand with these key cards has a bid that outranks the standing one."""
    stronger = table.above[table.strengths[bids[-1].cards] if bids else 0]
    return any(not cards & ~key_cards for cards in stronger)


def _draw(
    start: Start,
    table: BidTable,
    *,
    drawn: int,
    bids: tuple[Bid, ...],
    key_cards: tuple[Cards, ...],
    able: tuple[bool, ...],
    news: tuple[Event, ...],
) -> tuple[State, tuple[Event, ...]]:
    """Cards are drawn until the seat that drew has a legal bid (B6).

    Only cards that can be part of a bid are looked at: whole hands are not needed before trump is settled.
    """
    rules, ladder, deck = start.rules, table.ladder, start.deck
    next_seat = rules.next_seat
    seat = (start.first_drawer + drawn) % len(next_seat)
    for drawn_after in range(drawn + 1, rules.deck_size - rules.kitty_size + 1):
        card = deck[drawn_after - 1]
        if card in table.key_cards:
            bit = ladder.bit[card]
            while key_cards[seat] & bit:
                bit <<= ladder.width
            held = key_cards[seat] | bit
            key_cards = (*key_cards[:seat], held, *key_cards[seat + 1 :])
            is_able = not (bids and bids[-1].seat == seat) and _is_able(table, bids, held)
            able = (*able[:seat], is_able, *able[seat + 1 :])
        if able[seat]:
            return Drawing(start, ladder, seat, drawn_after, bids, False, 0, key_cards, able), news  # noqa: FBT003
        seat = next_seat[seat]
    return _ask_in_turn(
        start, table, seat=start.first_drawer, bids=bids, passed=0, key_cards=key_cards, able=able, news=news
    )


def _ask_in_turn(
    start: Start,
    table: BidTable,
    *,
    seat: int,
    bids: tuple[Bid, ...],
    passed: int,
    key_cards: tuple[Cards, ...],
    able: tuple[bool, ...],
    news: tuple[Event, ...],
) -> tuple[State, tuple[Event, ...]]:
    """The last round: the next seat from *seat* on that has a legal bid, until all have passed in a row (B6)."""
    rules = start.rules
    while passed < len(able):
        if able[seat]:
            drawn = rules.deck_size - rules.kitty_size
            return Drawing(start, table.ladder, seat, drawn, bids, True, passed, key_cards, able), news  # noqa: FBT003
        passed += 1
        seat = rules.next_seat[seat]
    return _settle(start, table, bids, news)


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
