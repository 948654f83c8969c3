"""Rules to protocol messages: views, events, decisions, results; seats, which the protocol numbers from 1.

Messages are filled in place. That is twice as fast as building them from the inside out, and one is built for every
decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from referee.rules.cards import Suit
from referee.rules.deal import (
    Asking,
    BidMade,
    Burying,
    Call,
    Calling,
    Contract,
    Drawing,
    Event,
    FriendJoined,
    FriendsCalled,
    Holding,
    Played,
    Playing,
    Scored,
    Start,
    State,
    ThrownIn,
    Trick,
    TrickEnded,
    TrumpSet,
)
from referee.rules.deal import DealThrownIn as RulesThrownIn
from referee.rules.ladder import Ladder
from referee.rules.legal import LegalDecisions
from referee.rules.levels import ROUND, Level
from referee.rules.view import View
from referee.wire.tractor.v1 import bot_pb2 as wire

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

CardNumbers: TypeAlias = "tuple[wire.Card.ValueType, ...]"
FriendCalls: TypeAlias = "RepeatedCompositeFieldContainer[wire.FriendCall]"

_SUITS: dict[Suit | None, wire.Suit.ValueType] = {
    Suit.CLUBS: wire.SUIT_CLUBS,
    Suit.DIAMONDS: wire.SUIT_DIAMONDS,
    Suit.HEARTS: wire.SUIT_HEARTS,
    Suit.SPADES: wire.SUIT_SPADES,
    None: wire.SUIT_NONE,
}


def card_numbers(cards: Sequence[int]) -> CardNumbers:
    """Cards as the protocol's: the numbers are the same."""
    return cast("CardNumbers", cards)


def card_number(card: int) -> wire.Card.ValueType:
    """A card as the protocol's: the numbers are the same."""
    return cast("wire.Card.ValueType", card)


def level_numbers(levels: Sequence[Level]) -> tuple[wire.Level.ValueType, ...]:
    """Levels as the protocol's, without their pluses: the numbers are the same."""
    if max(levels) >= ROUND:
        levels = [level % ROUND for level in levels]
    return cast("tuple[wire.Level.ValueType, ...]", levels)


def level_pluses(levels: Sequence[Level]) -> list[int]:
    """Pluses of levels (Z9); none at all where no level has any."""
    return [level // ROUND for level in levels] if max(levels) >= ROUND else []


def rank_number(rank: int) -> wire.Rank.ValueType:
    """A rank as the protocol's: the numbers are the same."""
    return cast("wire.Rank.ValueType", rank)


def seat_number(seat: int | None) -> int:
    """A seat as the protocol numbers it, from 1; 0 for none."""
    return 0 if seat is None else seat + 1


def seat_numbers(seats: Iterable[int]) -> list[int]:
    """Seats as the protocol numbers them, from 1."""
    return [seat + 1 for seat in seats]


# --- What a seat may know


def seats_that(are_so: Sequence[bool]) -> list[int]:
    """The seats, as the protocol numbers them, for which it is True."""
    return [number for number, is_so in enumerate(are_so, start=1) if is_so]


def phase_of(state: Asking) -> wire.Phase.ValueType:
    """What is asked in a state."""
    match state:
        case Drawing():
            return wire.PHASE_BID
        case Holding():
            return wire.PHASE_HOLD
        case Calling():
            return wire.PHASE_CALL
        case Burying():
            return wire.PHASE_BURY
        case Playing():
            return wire.PHASE_PLAY


def write_view(view: View, message: wire.View, *, deal_number: int, history: bool) -> None:
    """Fill *message* with a view; finished tricks only for those who want *history*."""
    ladder = view.ladder
    message.seat = view.seat + 1
    message.deal_number = deal_number
    trump = message.trump
    if view.trump_rank is not None:
        trump.rank = rank_number(view.trump_rank)
    if view.trump_settled:
        trump.suit = _SUITS[view.trump_suit]
    message.levels.extend(level_numbers(view.levels))
    message.starter = seat_number(view.starter)
    message.declarers.extend(seat_numbers(view.declarers))
    message.hand.extend(card_numbers(view.hand))
    message.hand_counts.extend(view.hand_counts)
    for seat, cards in view.bids:
        _write_bid(seat, cards, message.bids.add())
    message.turned_kitty.extend(card_numbers(view.turned))
    message.buried.extend(card_numbers(view.buried))
    if view.trick is not None:
        _write_trick(view.trick, ladder, message.trick)
    if history:
        for trick in view.tricks:
            _write_trick(trick, ladder, message.tricks.add())
    message.trick_count = len(view.tricks)
    message.opponents_points = view.opponents_points
    message.undrawn_count = view.undrawn_count
    if view.active:
        _write_friends(view, message)


def write_calls(calls: Iterable[Call], message: FriendCalls) -> None:
    """Add friends that are called to the list of a message."""
    for card, ordinal in calls:
        call = message.add()
        call.card = card_number(card)
        call.ordinal = ordinal


def write_legal_decisions(legal: LegalDecisions, ladder: Ladder, message: wire.LegalDecisions) -> None:
    """Fill *message* with legal decisions, packed."""
    message.sizes.extend([len(decision.calls) or decision.cards.bit_count() for decision in legal.decisions])
    for decision in legal.decisions:
        message.cards.extend(card_numbers(ladder.cards(decision.cards)))
        write_calls(decision.calls, message.friend_calls)
    message.complete = legal.complete


# --- Events


def deal_started(start: Start, *, deal_number: int) -> wire.Event:
    """The event that a deal begins."""
    event = wire.Event()
    message = event.deal_started
    message.deal_number = deal_number
    if start.trump_rank is not None:
        message.trump_rank = rank_number(start.trump_rank)
    message.first_drawer = start.first_drawer + 1
    message.starter = seat_number(start.starter)
    levels = [start.levels[side] for side in start.rules.side_of]
    message.levels.extend(level_numbers(levels))
    message.level_pluses.extend(level_pluses(levels))
    if start.standing is not None:
        message.passive_seats.extend(_passive_seats(start.standing.active))
        message.debts.extend(_debts(start.standing.debts))
    return event


def seat_defaulted(seat: int) -> wire.Event:
    """The event that default decisions play a seat."""
    event = wire.Event()
    event.seat_defaulted.seat = seat + 1
    return event


def ladder_of(state: State) -> Ladder:
    """The ladder on which the events that led to a state give their cards."""
    match state:
        case Scored(contract=contract):
            return contract.ladder
        case ThrownIn(start=start):
            return start.rules.printed_ladder(start.trump_rank)
        case _:
            return state.ladder


def event_of(event: Event, ladder: Ladder) -> wire.Event | None:
    """An event of the rules; None for one that the protocol says otherwise, or not at all.

    Args:
        event: what happened.
        ladder: on which its cards are given.
    """
    message = wire.Event()
    match event:
        case BidMade(seat, cards):
            _write_bid(seat, cards, message.bid)
        case TrumpSet(contract):
            _write_trump_set(contract, message.trump_set)
        case TrickEnded(trick):
            _write_trick(trick, ladder, message.trick_ended)
        case FriendsCalled(seat, calls):
            message.friends_called.seat = seat + 1
            write_calls(calls, message.friends_called.friend_calls)
        case FriendJoined(seat, call):
            message.friend_joined.seat = seat + 1
            message.friend_joined.friend_call.card = card_number(call.card)
            message.friend_joined.friend_call.ordinal = call.ordinal
            message.friend_joined.friend_call.played_by = seat + 1
        case RulesThrownIn():
            message.thrown_in.SetInParent()
        case _:
            return None
    return message


def played(event: Played, ladder: Ladder) -> wire.Event:
    """The event of a single play, for those who want events at once."""
    message = wire.Event()
    play = message.played
    play.seat = event.seat + 1
    play.cards.extend(card_numbers(ladder.cards(event.cards)))
    if event.failed_throw:
        play.failed_throw.extend(card_numbers(ladder.cards(event.failed_throw)))
    return message


def write_deal_ended(scored: Scored, message: wire.DealEnded, *, deal_number: int) -> None:
    """Fill *message* with the result of a deal, but for the news."""
    score = scored.score
    message.deal_number = deal_number
    message.buried.extend(card_numbers(scored.contract.ladder.cards(scored.buried)))
    message.opponents_points = score.total
    message.declarers_won = score.declarers_won
    message.nobody_won = score.winner is None
    message.declarers.extend(seats_that(scored.declarers))
    message.gains.extend(by_seat(scored, score.gains))
    levels = by_seat(scored, score.levels)
    message.levels.extend(level_numbers(levels))
    message.level_pluses.extend(level_pluses(levels))
    message.game_won.extend(game_won(scored))
    message.passive_seats.extend(_passive_seats(score.active))
    message.debts.extend(_debts(score.debts))


def by_seat(scored: Scored, values: Sequence[int]) -> list[int]:
    """Values by side as values by seat."""
    return [values[side] for side in scored.contract.start.rules.side_of]


def game_won(scored: Scored) -> list[int]:
    """By seat: 1 for a seat that has won the game, else 0."""
    won_by = scored.score.game_won_by
    return [int(side in won_by) for side in scored.contract.start.rules.side_of]


def _write_bid(seat: int, cards: Sequence[int], message: wire.Bid) -> None:
    message.seat = seat + 1
    message.cards.extend(card_numbers(cards))


def _write_friends(view: View, message: wire.View) -> None:
    """What only Finding Friends has."""
    message.level_pluses.extend(level_pluses(view.levels))
    message.passive_seats.extend(_passive_seats(view.active))
    message.debts.extend(_debts(view.debts))
    write_calls(view.calls, message.friend_calls)
    for call, played_by in zip(message.friend_calls, view.played_by, strict=True):
        call.played_by = seat_number(played_by)
    message.points_by_seat.extend(view.points_by_seat)


def _passive_seats(active: Sequence[bool]) -> list[int]:
    return seats_that([not is_active for is_active in active])


def _debts(debts: Sequence[int]) -> Sequence[int]:
    return debts if any(debts) else ()


def _write_trump_set(contract: Contract, message: wire.TrumpSet) -> None:
    if contract.trump.rank is not None:
        message.trump.rank = rank_number(contract.trump.rank)
    message.trump.suit = _SUITS[contract.trump.suit]
    message.starter = contract.starter + 1
    message.turned_kitty.extend(card_numbers(contract.turned))


def _write_trick(trick: Trick, ladder: Ladder, message: wire.Trick) -> None:
    plays = trick.plays
    message.leader = trick.leader + 1
    # A failed throw that ends the deal leaves a trick without plays (Z9).
    message.play_size = plays[0].bit_count() if plays else 0
    cards = message.cards
    for play in plays:
        cards.extend(card_numbers(ladder.cards(play)))
    message.winner = seat_number(trick.winner)
    if trick.failed_throw:
        message.failed_throw.extend(card_numbers(ladder.cards(trick.failed_throw)))
        message.must_beat = seat_number(trick.must_beat)
