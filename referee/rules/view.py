"""What one seat may know of a deal, built from an allow-list (K2, T4)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import Card, Rank, Suit
from referee.rules.deal import Asking, Trick
from referee.rules.ladder import Ladder
from referee.rules.levels import Level


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
    raise NotImplementedError
