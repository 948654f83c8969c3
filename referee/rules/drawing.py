"""The draw and the bidding: from the deck to the contract (RULES 3, Z1, Z2)."""

from __future__ import annotations

from dataclasses import replace

from referee.rules.bid_table import BidTable, bid_table
from referee.rules.bidding import (
    Bid,
    bids_from,
    candidates_by_seat,
    check_hold,
    legal_hold,
    refused_bid,
    suit_of_bid,
    trump_without_bids,
)
from referee.rules.cards import Card, Rank, Suit, rank_of
from referee.rules.friends_bidding import joker_maker, maker_after, tables_of_friends
from referee.rules.ladder import Cards, Ladder
from referee.rules.phases import (
    BidMade,
    Burying,
    Contract,
    DealThrownIn,
    Drawing,
    Event,
    Holding,
    Start,
    State,
    ThrownIn,
    TrumpSet,
)
from referee.rules.refusal import Refusal
from referee.rules.start_checks import check_start


def begin_drawing(start: Start) -> tuple[State, tuple[Event, ...]]:
    """The deal at its first question.

    Raises:
        ValueError: the start is not one of the game: its deck, seats or levels.
    """
    check_start(start)
    if start.standing is not None:
        maker = joker_maker(start)
        if maker is not None:
            printed = start.rules.printed_ladder(None)
            return _contracted(start, printed, bids=(), starter=maker, rank=None, suit=None, turned=(), news=())
    tables = bid_tables(start)
    seat_count = len(tables)
    keys = tables[0].key_cards
    if start.standing is not None:
        keys = keys.union(*[table.key_cards for table in tables])
    opening = Drawing(
        start=start,
        ladder=tables[0].ladder,
        seat=start.first_drawer,
        drawn=0,
        bids=(),
        last_round=False,
        passed=0,
        key_draws=tuple([at for at, card in enumerate(start.deck[: -start.rules.kitty_size]) if card in keys]),
        key_cards=(0,) * seat_count,
        able=(False,) * seat_count,
    )
    return _draw(opening, tables, ()) if start.rules.asks_while_drawing else _draw_all(opening, tables)


def bid_tables(start: Start) -> tuple[BidTable, ...]:
    """By seat, the bids that it may make if it holds the cards: with its side's trump rank, or its own level."""
    if start.standing is not None:
        return tables_of_friends(start)
    assert start.trump_rank is not None
    return (bid_table(start.rules, start.trump_rank),) * len(start.rules.side_of)


def take_bid(state: Drawing, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after a bid of ``state.seat``, no cards to pass (B2–B6, Z1)."""
    seat = state.seat
    tables = bid_tables(state.start)
    if not cards:
        return _go_on(state, tables, state.passed + 1, ())
    if cards not in bids_from(tables[seat], state.bids, seat, state.key_cards[seat]):
        refusal = refused_bid(tables[seat], state.bids, seat, state.hand(seat), cards)
        assert refusal is not None
        return refusal
    state, news = _with_bid(state, tables, seat, cards)
    if state.start.standing is not None and len(state.bids) > 1:
        overridden = state.bids[-2].seat
        hold = legal_hold(state.start.rules, state.bids, seat=overridden, hand=state.key_cards[overridden])
        if hold is not None:
            return Holding(state, overridden, hold), news
    return _go_on(state, tables, 0, news)


def take_hold(state: Holding, cards: Cards) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after the overridden player held the bid, or let it go with no cards (Z1)."""
    drawing, seat = state.drawing, state.seat
    tables = bid_tables(drawing.start)
    if not cards:
        return _go_on(drawing, tables, 0, ())
    if cards != state.bid:
        refusal = check_hold(drawing.start.rules, drawing.bids, seat=seat, hand=drawing.hand(seat), cards=cards)
        assert refusal is not None
        return refusal
    drawing, news = _with_bid(drawing, tables, seat, cards)
    return _go_on(drawing, tables, 0, news)


def _with_bid(
    state: Drawing, tables: tuple[BidTable, ...], seat: int, cards: Cards
) -> tuple[Drawing, tuple[Event, ...]]:
    """The same moment with one more bid, and who is able to bid now."""
    bids = (*state.bids, Bid(seat, cards, state.drawn + state.last_round))
    able = tuple(map(_holds_one, candidates_by_seat(tables, bids), state.key_cards))
    reached = Drawing(
        start=state.start,
        ladder=state.ladder,
        seat=seat,
        drawn=state.drawn,
        bids=bids,
        last_round=state.last_round,
        passed=0,
        key_draws=state.key_draws,
        key_cards=state.key_cards,
        able=able,
    )
    return reached, (BidMade(seat, state.ladder.cards(cards)),)


def _holds_one(bids: tuple[Cards, ...], key_cards: Cards) -> bool:
    """Whether a hand with these key cards has one of the bids."""
    for cards in bids:  # noqa: SIM110 -- half the time of `any`
        if not cards & ~key_cards:
            return True
    return False


def _go_on(
    state: Drawing, tables: tuple[BidTable, ...], passed: int, news: tuple[Event, ...]
) -> tuple[State, tuple[Event, ...]]:
    """To the next question after ``state.seat`` has answered; *passed* counts as `Drawing.passed`."""
    if state.last_round:
        return _ask_in_turn(state, state.start.rules.next_seat[state.seat], passed, news)
    return _draw(state, tables, news)


def _draw(state: Drawing, tables: tuple[BidTable, ...], news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Cards are drawn until the seat that drew has a legal bid (B6).

    Only draws that bring a card that can be part of a bid are looked at: who is able to bid changes with no other, and
    whole hands are not needed before trump is settled.
    """
    start, bids, ladder = state.start, state.bids, state.ladder
    rules, first = start.rules, start.first_drawer
    drawn, key_cards, able = state.drawn, state.key_cards, state.able
    seat_count = len(able)
    last = rules.deck_size - rules.kitty_size
    open_to = candidates_by_seat(tables, bids)
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
        bit = ladder.bit[start.deck[key_draw]]
        while key_cards[seat] & bit:
            bit <<= ladder.width
        held = key_cards[seat] | bit
        key_cards = (*key_cards[:seat], held, *key_cards[seat + 1 :])
        # One card more takes no bid away: who could bid still can.
        if _holds_one(open_to[seat], held):
            able = (*able[:seat], True, *able[seat + 1 :])
            return _asked(state, seat, drawn, key_cards, able), news
    return _ask_in_turn(_asked(state, first, last, key_cards, able), first, 0, news)


def _draw_all(opening: Drawing, tables: tuple[BidTable, ...]) -> tuple[State, tuple[Event, ...]]:
    """All cards are drawn and only then are bids asked for (option ``bidding``)."""
    start, first = opening.start, opening.start.first_drawer
    key_cards = tuple(
        [
            opening.ladder.read(card for card in start.dealt_to(seat) if card in table.key_cards)
            for seat, table in enumerate(tables)
        ]
    )
    able = tuple([_holds_one(table.opening, key_cards[seat]) for seat, table in enumerate(tables)])
    last = start.rules.deck_size - start.rules.kitty_size
    return _ask_in_turn(_asked(opening, first, last, key_cards, able), first, 0, ())


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


def _ask_in_turn(state: Drawing, seat: int, passed: int, news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """The last round: the next seat from *seat* on that has a legal bid, until all have passed in a row (B6)."""
    while passed < len(state.able):
        if state.able[seat]:
            return replace(state, seat=seat, last_round=True, passed=passed), news
        passed += 1
        seat = state.start.rules.next_seat[seat]
    return _settle(state, news)


# --- What the bidding settled


def _settle(state: Drawing, news: tuple[Event, ...]) -> tuple[State, tuple[Event, ...]]:
    """Trump and starter as the bidding left them; or the deal is thrown in (B7, B8, Z2, Z3)."""
    start, bids, ladder = state.start, state.bids, state.ladder
    rank, starter = start.trump_rank, start.starter
    if not bids:
        if starter is None:
            return ThrownIn(start), (*news, DealThrownIn())
        assert rank is not None
        suit, turned = trump_without_bids(start.rules, rank, start.kitty)
        return _contracted(start, ladder, bids=(), starter=starter, rank=rank, suit=suit, turned=turned, news=news)

    standing = bids[-1]
    if rank is None:
        rank = rank_of(ladder.cards(standing.cards)[0])
        assert rank is not None
    if starter is None:
        starter = standing.seat if start.standing is None else maker_after(start, standing.seat, rank)
    suit = suit_of_bid(ladder, standing.cards)
    return _contracted(start, ladder, bids=bids, starter=starter, rank=rank, suit=suit, turned=(), news=news)


def _contracted(
    start: Start,
    printed: Ladder,
    *,
    bids: tuple[Bid, ...],
    starter: int,
    rank: Rank | None,
    suit: Suit | None,
    turned: tuple[Card, ...],
    news: tuple[Event, ...],
) -> tuple[State, tuple[Event, ...]]:
    """The starter with the kitty, before the burial; *bids* are on the *printed* ladder."""
    rules = start.rules
    trump = rules.trump(rank, suit)
    ladder = rules.ladder(trump)
    contract = Contract(
        start=start,
        ladder=ladder,
        trump=trump,
        starter=starter,
        declarers=tuple([side == rules.side_of[starter] for side in rules.side_of]),
        bids=tuple([(bid.seat, printed.cards(bid.cards)) for bid in bids]),
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
