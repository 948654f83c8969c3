"""What one seat may know of a deal, built from an allow-list (K2, T4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.bidding import bid_table
from referee.rules.cards import Card, Rank, Suit
from referee.rules.ladder import Ladder
from referee.rules.levels import Level
from referee.rules.phases import Asking, Burying, Contract, Drawing, Playing, Start, Trick


@dataclass(frozen=True, slots=True)
class View:
    """A seat's knowledge at one moment; cards by number, seats from 0.

    Attributes:
        trump_suit: None where nobody has bid yet or there is no trump suit; *trump_settled* tells which.
        trump_settled: a bid stands, or the contract is made.
        levels: by seat.
        starter: None while unknown.
        declarers: seats known to be on the declarers' side.
        hand: own cards in the order of the ladder, lowest first.
        undrawn_count: cards not drawn yet, the kitty among them; 0 after the draw.
        buried: for the starter alone, else empty.
    """

    ladder: Ladder
    seat: int
    trump_rank: Rank
    trump_suit: Suit | None
    trump_settled: bool
    levels: tuple[Level, ...]
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


def view_of(state: Asking, seat: int) -> View:
    """What *seat* may know in *state*."""
    match state:
        case Drawing():
            return _while_drawing(state, seat)
        case Burying():
            return _with_contract(state.contract, state.hands, seat, buried=(), trick=None, tricks=(), points=0)
        case Playing():
            return _with_contract(
                state.contract,
                state.hands,
                seat,
                buried=state.ladder.cards(state.buried) if seat == state.contract.starter else (),
                trick=state.trick,
                tricks=state.tricks,
                points=state.points,
            )


def _while_drawing(state: Drawing, seat: int) -> View:
    start, ladder, bids = state.start, state.ladder, state.bids
    seats = range(len(start.rules.side_of))
    return View(
        ladder=ladder,
        seat=seat,
        trump_rank=start.trump_rank,
        trump_suit=bid_table(start.rules, start.trump_rank).suits[bids[-1].cards] if bids else None,
        trump_settled=bool(bids),
        levels=_levels_by_seat(start),
        starter=start.starter,
        declarers=() if start.starter is None else _side_with(start, start.starter),
        hand=ladder.cards(state.hand(seat)),
        hand_counts=tuple([state.hand_count(other) for other in seats]),
        bids=tuple([(bid.seat, ladder.cards(bid.cards)) for bid in bids]),
        turned=(),
        buried=(),
        trick=None,
        tricks=(),
        opponents_points=0,
        undrawn_count=start.rules.deck_size - state.drawn,
    )


def _with_contract(
    contract: Contract,
    hands: tuple[int, ...],
    seat: int,
    *,
    buried: tuple[Card, ...],
    trick: Trick | None,
    tricks: tuple[Trick, ...],
    points: int,
) -> View:
    start = contract.start
    return View(
        ladder=contract.ladder,
        seat=seat,
        trump_rank=contract.trump.rank,
        trump_suit=contract.trump.suit,
        trump_settled=True,
        levels=_levels_by_seat(start),
        starter=contract.starter,
        declarers=_side_with(start, contract.starter),
        hand=contract.ladder.cards(hands[seat]),
        hand_counts=tuple([hand.bit_count() for hand in hands]),
        bids=contract.bids,
        turned=contract.turned,
        buried=buried,
        trick=trick,
        tricks=tricks,
        opponents_points=points,
        undrawn_count=0,
    )


def _levels_by_seat(start: Start) -> tuple[Level, ...]:
    return tuple([start.levels[side] for side in start.rules.side_of])


def _side_with(start: Start, seat: int) -> tuple[int, ...]:
    """The seats of the side of *seat*."""
    side_of = start.rules.side_of
    return tuple([other for other, side in enumerate(side_of) if side == side_of[seat]])
