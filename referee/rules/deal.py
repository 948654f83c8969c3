"""One deal as a union of phases, and the one step from each to the next (RULES 3–9).

Seats are indices from 0 in order of play. Every state that awaits a decision has ``seat``, whose decision it is, and
``ladder``, on which that decision's cards are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from referee.rules.cards import Card, Rank
from referee.rules.ladder import Cards, Ladder, Trump
from referee.rules.levels import Level
from referee.rules.options import Ruleset
from referee.rules.refusal import Refusal

# --- What the deal starts from and what is settled on the way


@dataclass(frozen=True, slots=True)
class Start:
    """What is fixed before the first card is drawn.

    Attributes:
        rules: the game.
        deck: every card in the order drawn, the kitty last.
        trump_rank: of this deal.
        first_drawer: seat that draws first.
        starter: seat of the starter in a later deal; None in a first deal, where the bidding decides (B7).
        levels: by side, before the deal.
    """

    rules: Ruleset
    deck: tuple[Card, ...]
    trump_rank: Rank
    first_drawer: int
    starter: int | None
    levels: tuple[Level, ...]


class Bid(NamedTuple):
    """A bid that was made; *cards* on the printed ladder of the drawing phase."""

    seat: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class Contract:
    """What the bidding settled, for the rest of the deal.

    Attributes:
        bids: all bids in order, as pairs of seat and cards by number.
        turned: kitty cards turned up because nobody bid (B8), in order.
        declarers: by seat, is it on the declarers' side?
    """

    start: Start
    ladder: Ladder
    trump: Trump
    starter: int
    declarers: tuple[bool, ...]
    bids: tuple[tuple[int, tuple[Card, ...]], ...]
    turned: tuple[Card, ...]


# --- The phases


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards are drawn and bids made; *seat* is asked for a bid.

    Attributes:
        ladder: the printed order (no trump suit); hands are sets on it.
        drawn: cards drawn so far by all, counted from 0 to seats × hand size.
        hands: by seat.
        bids: so far, the last stands.
        passed: seats in a row that need not be asked again in the last round, since the last bid; 0 while drawing.
    """

    start: Start
    ladder: Ladder
    seat: int
    drawn: int
    hands: tuple[Cards, ...]
    bids: tuple[Bid, ...]
    passed: int


@dataclass(frozen=True, slots=True)
class Burying:
    """The starter (*seat*) holds the kitty too and buries as many cards."""

    contract: Contract
    hands: tuple[Cards, ...]

    @property
    def seat(self) -> int:
        """The starter."""
        return self.contract.starter

    @property
    def ladder(self) -> Ladder:
        """The order of this deal."""
        return self.contract.ladder


class Trick(NamedTuple):
    """One trick, finished or on the table.

    Attributes:
        plays: in order of play from the leader; the first is the lead that stands.
        failed_throw: all cards of the throw that was tried and failed (section 8); 0 for none.
        must_beat: seat bound by T3; None for none.
        winner: None while it is on the table.
    """

    leader: int
    plays: tuple[Cards, ...]
    failed_throw: Cards
    must_beat: int | None
    winner: int | None


@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks are played; *seat* leads or follows.

    Attributes:
        buried: the buried cards.
        hands: by seat.
        points: the opponents' points so far: their tricks (W6) and fines (T2).
        tricks: finished ones.
        trick: on the table; None before a lead.
        best: index in ``trick.plays`` of the play that wins so far.
    """

    contract: Contract
    buried: Cards
    seat: int
    hands: tuple[Cards, ...]
    points: int
    tricks: tuple[Trick, ...]
    trick: Trick | None
    best: int

    @property
    def ladder(self) -> Ladder:
        """The order of this deal."""
        return self.contract.ladder


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal earned (S1–S6).

    Attributes:
        total: the opponents' total (S1).
        kitty_points: of it, from the buried cards (S2).
        declarers_won: the declarers stay.
        gains: by side, levels that the points earn, before levels that stop a side.
        levels: by side, after the deal.
        next_starter: None once the game is won.
        game_won_by: the side that won the game; None while it goes on.
    """

    total: int
    kitty_points: int
    declarers_won: bool
    gains: tuple[int, ...]
    levels: tuple[Level, ...]
    next_starter: int | None
    game_won_by: int | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The deal is over."""

    contract: Contract
    buried: Cards
    tricks: tuple[Trick, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """Nobody bid in a first deal: it is to be dealt again with another deck (B7)."""

    start: Start


Asking: TypeAlias = Drawing | Burying | Playing
"""States that await a decision."""

State: TypeAlias = Drawing | Burying | Playing | Scored | ThrownIn

# --- Decisions


class Decision(NamedTuple):
    """What a seat decides: a bid (no cards: pass), a burial, or a play; cards on the state's ladder."""

    cards: Cards


# --- Events


class BidMade(NamedTuple):
    """A bid that now stands."""

    seat: int
    cards: tuple[Card, ...]


class TrumpSet(NamedTuple):
    """Trump and starter are settled."""

    contract: Contract


class Buried(NamedTuple):
    """The starter has buried; what, only the starter knows (K2)."""

    seat: int


class Played(NamedTuple):
    """A play lies on the table: for a failed throw, the forced lead, and all that was shown."""

    seat: int
    cards: Cards
    failed_throw: Cards


class TrickEnded(NamedTuple):
    """A trick is finished."""

    trick: Trick


class DealScored(NamedTuple):
    """The deal is over."""

    score: Score


class DealThrownIn(NamedTuple):
    """Nobody bid; to be dealt again."""


Event: TypeAlias = BidMade | TrumpSet | Buried | Played | TrickEnded | DealScored | DealThrownIn


def begin(start: Start) -> tuple[State, tuple[Event, ...]]:
    """The deal at its first question.

    Raises:
        ValueError: the deck is not that of the game.
    """
    raise NotImplementedError


def step(state: Asking, decision: Decision) -> tuple[State, tuple[Event, ...]] | Refusal:
    """The state after a decision of ``state.seat`` and what happened, or the refusal."""
    raise NotImplementedError
