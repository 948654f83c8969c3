"""What one seat may know of a deal, built from an allow-list (K2, T4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import BLACK_JOKER, Card, Rank, Suit, rank_of, suit_of
from referee.rules.ladder import Cards, Ladder
from referee.rules.levels import Level
from referee.rules.phases import Asking, Burying, Call, Calling, Contract, Drawing, Holding, Playing, Start, Trick


@dataclass(frozen=True, slots=True)
class View:
    """A seat's knowledge at one moment; cards by number, seats from 0.

    Attributes:
        trump_rank: None where nobody has bid yet in Finding Friends, or there is no trump rank (Z9).
        trump_suit: None where nobody has bid yet or there is no trump suit; *trump_settled* tells which.
        trump_settled: a bid stands, or the contract is made.
        levels: by seat.
        active, debts: by seat, as in `Standing`; empty in Tractor.
        starter: None while unknown.
        declarers: seats known to be on the declarers' side.
        hand: own cards in the order of the ladder, lowest first.
        undrawn_count: cards not drawn yet, the kitty among them; 0 after the draw.
        buried: for the starter alone, else empty.
        opponents_points: in Finding Friends, of those who are not known to be on the maker's side.
        calls: the cards that the maker called; empty in Tractor, and before.
        played_by: by call, who played the copy called; None while nobody has.
        points_by_seat: points of the tricks that each seat won; empty in Tractor.
    """

    ladder: Ladder
    seat: int
    trump_rank: Rank | None
    trump_suit: Suit | None
    trump_settled: bool
    levels: tuple[Level, ...]
    active: tuple[bool, ...]
    debts: tuple[int, ...]
    starter: int | None
    declarers: tuple[int, ...]
    hand: tuple[Card, ...]
    hand_counts: tuple[int, ...]
    bids: tuple[tuple[int, tuple[Card, ...]], ...]
    turned: tuple[Card, ...]
    buried: tuple[Card, ...]
    trick: Trick | None
    tricks: tuple[Trick, ...]
    opponents_points: int
    undrawn_count: int
    calls: tuple[Call, ...]
    played_by: tuple[int | None, ...]
    points_by_seat: tuple[int, ...]


def view_of(state: Asking, seat: int) -> View:
    """What *seat* may know in *state*."""
    match state:
        case Drawing():
            return _while_drawing(state, seat)
        case Holding():
            return _while_drawing(state.drawing, seat)
        case Burying():
            return _with_contract(state.contract, state.hands, seat, buried=0, tricks=(), playing=None)
        case Calling():
            return _with_contract(state.contract, state.hands, seat, buried=state.buried, tricks=(), playing=None)
        case Playing():
            return _with_contract(
                state.contract, state.hands, seat, buried=state.buried, tricks=state.tricks, playing=state
            )


def _while_drawing(state: Drawing, seat: int) -> View:
    start, ladder = state.start, state.ladder
    bids = tuple([(bid.seat, ladder.cards(bid.cards)) for bid in state.bids])
    trump_card = next((card for card in bids[-1][1] if card < BLACK_JOKER), None) if bids else None
    standing = start.standing
    return View(
        ladder=ladder,
        seat=seat,
        trump_rank=start.trump_rank if trump_card is None else rank_of(trump_card),
        trump_suit=None if trump_card is None else suit_of(trump_card),
        trump_settled=bool(bids),
        levels=_levels_by_seat(start),
        active=standing.active if standing else (),
        debts=standing.debts if standing else (),
        starter=start.starter,
        declarers=() if start.starter is None else _side_with(start, start.starter),
        hand=ladder.cards(state.hand(seat)),
        hand_counts=tuple([state.hand_count(other) for other in range(len(start.rules.side_of))]),
        bids=bids,
        turned=(),
        buried=(),
        trick=None,
        tricks=(),
        opponents_points=0,
        undrawn_count=start.rules.deck_size - state.drawn,
        calls=(),
        played_by=(),
        points_by_seat=(),
    )


def _with_contract(
    contract: Contract,
    hands: tuple[Cards, ...],
    seat: int,
    *,
    buried: Cards,
    tricks: tuple[Trick, ...],
    playing: Playing | None,
) -> View:
    start, ladder = contract.start, contract.ladder
    standing = start.standing
    alliance = playing.alliance if playing else None
    return View(
        ladder=ladder,
        seat=seat,
        trump_rank=contract.trump.rank,
        trump_suit=contract.trump.suit,
        trump_settled=True,
        levels=_levels_by_seat(start),
        active=standing.active if standing else (),
        debts=standing.debts if standing else (),
        starter=contract.starter,
        declarers=_seats(alliance.makers_side if alliance else contract.declarers),
        hand=ladder.cards(hands[seat]),
        hand_counts=tuple([hand.bit_count() for hand in hands]),
        bids=contract.bids,
        turned=contract.turned,
        buried=ladder.cards(buried) if seat == contract.starter else (),
        trick=playing.trick if playing else None,
        tricks=tricks,
        opponents_points=playing.points if playing else 0,
        undrawn_count=0,
        calls=alliance.calls if alliance else (),
        played_by=alliance.played_by if alliance else (),
        points_by_seat=alliance.points if alliance else (),
    )


def _seats(are_in: tuple[bool, ...]) -> tuple[int, ...]:
    return tuple([seat for seat, is_in in enumerate(are_in) if is_in])


def _levels_by_seat(start: Start) -> tuple[Level, ...]:
    return tuple([start.levels[side] for side in start.rules.side_of])


def _side_with(start: Start, seat: int) -> tuple[int, ...]:
    """The seats of the side of *seat*."""
    side_of = start.rules.side_of
    return tuple([other for other, side in enumerate(side_of) if side == side_of[seat]])
