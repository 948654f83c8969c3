"""The phases of a deal, the decisions that end them and the events that everyone may know (RULES 3–9).

Seats are indices from 0 in order of play. Every state that awaits a decision has ``seat``, whose decision it is, and
``ladder``, on which that decision's cards are given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from referee.rules.bidding import Bid
from referee.rules.cards import Card, Rank
from referee.rules.ladder import Cards, Ladder, Trump
from referee.rules.levels import Level
from referee.rules.options import Ruleset
from referee.rules.scoring import Score
from referee.rules.shapes import Lead

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

    def dealt_to(self, seat: int) -> tuple[Card, ...]:
        """The cards that *seat* draws, in order (B2)."""
        seat_count = len(self.rules.side_of)
        drawn_first = (seat - self.first_drawer) % seat_count
        return self.deck[drawn_first : -self.rules.kitty_size : seat_count]

    @property
    def kitty(self) -> tuple[Card, ...]:
        """The cards left after the draw, in order."""
        return self.deck[-self.rules.kitty_size :]


@dataclass(frozen=True, slots=True)
class Contract:
    """What the bidding settled, for the rest of the deal.

    Attributes:
        starter: who takes the kitty and leads first.
        declarers: by seat, is it on the declarers' side?
        bids: all bids in order, as pairs of seat and cards by number.
        bids_drawn: by bid, `Bid.drawn`.
        turned: kitty cards turned up because nobody bid (B8), in order.
    """

    start: Start
    ladder: Ladder
    trump: Trump
    starter: int
    declarers: tuple[bool, ...]
    bids: tuple[tuple[int, tuple[Card, ...]], ...]
    bids_drawn: tuple[int, ...]
    turned: tuple[Card, ...]


# --- The phases


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards are drawn and bids made; *seat* is asked for a bid.

    Attributes:
        ladder: the printed order; hands are sets on it.
        drawn: cards drawn so far by all, counted from 0 to seats × hand size.
        bids: so far, the last stands.
        last_round: all cards are drawn, and each seat is asked in turn (B6).
        passed: seats in a row that passed, or had no bid, in the last round since the last bid; 0 while drawing.
        key_draws: the draws, counted from 0, that bring a card that can be part of a bid.
        key_cards: by seat, what it has drawn of such cards.
        able: by seat, has it a legal bid?
    """

    start: Start
    ladder: Ladder
    seat: int
    drawn: int
    bids: tuple[Bid, ...]
    last_round: bool
    passed: int
    key_draws: tuple[int, ...]
    key_cards: tuple[Cards, ...]
    able: tuple[bool, ...]

    def hand(self, seat: int) -> Cards:
        """What *seat* has drawn."""
        return self.ladder.read(self.start.dealt_to(seat)[: self.hand_count(seat)])

    def hand_count(self, seat: int) -> int:
        """How many cards *seat* has drawn."""
        seat_count = len(self.able)
        return (self.drawn - 1 - (seat - self.start.first_drawer) % seat_count) // seat_count + 1

    @property
    def hands(self) -> tuple[Cards, ...]:
        """By seat, what it has drawn."""
        return tuple([self.hand(seat) for seat in range(len(self.able))])


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


class Playing(NamedTuple):
    """Tricks are played; *seat* leads or follows.

    A named tuple, because a new one is made for every play and a frozen dataclass takes twice as long.

    Attributes:
        buried: the buried cards.
        hands: by seat.
        points: the opponents' points so far: their tricks (W6) and fines (T2).
        tricks: finished ones.
        trick: on the table; None before a lead.
        best: index in ``trick.plays`` of the play that wins so far.
        lead: the lead of the trick on the table as it was read; None before a lead.
    """

    contract: Contract
    buried: Cards
    seat: int
    hands: tuple[Cards, ...]
    points: int
    tricks: tuple[Trick, ...]
    trick: Trick | None
    best: int
    lead: Lead | None

    @property
    def ladder(self) -> Ladder:
        """The order of this deal."""
        return self.contract.ladder


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
