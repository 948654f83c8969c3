"""The phases of a deal, the decisions that end them and the events that everyone may know (RULES 3–9).

Seats are indices from 0 in order of play. Every state that awaits a decision has ``seat``, whose decision it is, and
``ladder``, on which that decision's cards are given. In Finding Friends the maker is the starter and the maker's side
are the declarers, as far as it is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from referee.rules.bidding import Bid
from referee.rules.cards import Card, Rank
from referee.rules.ladder import Cards, Ladder, Trump
from referee.rules.levels import Level
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Score
from referee.rules.shapes import Lead

# --- What the deal starts from and what is settled on the way


@dataclass(frozen=True, slots=True)
class Standing:
    """What players of Finding Friends bring to a deal beside their levels (Z9).

    Attributes:
        active: by seat; all True unless the scoring is ``active_passive``.
        debts: by seat, levels that are owed; all 0 unless failed throws cost ``debt``.
    """

    active: tuple[bool, ...]
    debts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What is fixed before the first card is drawn.

    Attributes:
        rules: the game.
        deck: every card in the order drawn, the kitty last.
        trump_rank: of this deal; None where the standing bid sets it (Z1), or there is none (level Joker, Z9).
        first_drawer: seat that draws first.
        starter: seat of the starter in a later deal; None where the bidding decides (B7, Z3).
        levels: by side, before the deal.
        standing: of Finding Friends; None in Tractor.
    """

    rules: Ruleset
    deck: tuple[Card, ...]
    trump_rank: Rank | None
    first_drawer: int
    starter: int | None
    levels: tuple[Level, ...]
    standing: Standing | None = None

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
class Holding:
    """A bid was overridden, and the overridden player (*seat*) may hold it with as many cards (Z1).

    Attributes:
        drawing: the draw as it stands with the override, the last of its bids; it goes on from there.
        seat: whose bid was overridden.
        bid: what holds it: as many cards, identical to that seat's own, as the override has.
    """

    drawing: Drawing
    seat: int
    bid: Cards

    @property
    def start(self) -> Start:
        """What was fixed before the draw."""
        return self.drawing.start

    @property
    def ladder(self) -> Ladder:
        """The printed order."""
        return self.drawing.ladder


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


class Call(NamedTuple):
    """A card that the maker called (Z3).

    Attributes:
        card: not a trump.
        ordinal: which copy of it, counted from 1 as they are played to the tricks; 0 for the one that the maker does
            not hold (``call_other_copy``).
    """

    card: Card
    ordinal: int


@dataclass(frozen=True, slots=True)
class Calling:
    """The maker (*seat*) has buried and calls friends (Z3); *hands* are those after the burial."""

    contract: Contract
    buried: Cards
    hands: tuple[Cards, ...]

    @property
    def seat(self) -> int:
        """The maker."""
        return self.contract.starter

    @property
    def ladder(self) -> Ladder:
        """The order of this deal."""
        return self.contract.ladder


class Alliance(NamedTuple):
    """Who plays with the maker, as far as play has shown it, and what each player has won (Z3, Z7).

    Attributes:
        calls: the cards called.
        called_played: by call, copies of its card played to the tricks so far (without the maker's, for ordinal 0).
        played_by: by call, the seat that played the copy called, the maker itself perhaps; None while nobody has.
        makers_side: by seat, known to be on it.
        points: by seat, of the tricks that it won.
        fines: by seat, points that its side pays to the other for its failed throws.
    """

    calls: tuple[Call, ...]
    called_played: tuple[int, ...]
    played_by: tuple[int | None, ...]
    makers_side: tuple[bool, ...]
    points: tuple[int, ...]
    fines: tuple[int, ...]


class Trick(NamedTuple):
    """One trick, finished or on the table.

    Attributes:
        plays: in order of play from the leader; the first is the lead that stands. Empty where a failed throw ended the
            deal (Z9).
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
        ladder: the order of this trick: that of the deal, or without the dead ranks (option ``skip_dead_ranks``).
        buried: the buried cards.
        hands: by seat.
        points: the opponents' points so far: their tricks (W6) and fines (T2); in Finding Friends, of those who are
            not known to be on the maker's side.
        tricks: finished ones.
        trick: on the table; None before a lead.
        best: index in ``trick.plays`` of the play that wins so far.
        lead: the lead of the trick on the table as it was read; None before a lead.
        alliance: of Finding Friends; None in Tractor.
    """

    contract: Contract
    ladder: Ladder
    buried: Cards
    seat: int
    hands: tuple[Cards, ...]
    points: int
    tricks: tuple[Trick, ...]
    trick: Trick | None
    best: int
    lead: Lead | None
    alliance: Alliance | None


@dataclass(frozen=True, slots=True)
class Scored:
    """The deal is over.

    Attributes:
        declarers: by seat, was it on the declarers' side? In Finding Friends, as the sides turned out.
        alliance: as it ended, in Finding Friends; None in Tractor.
    """

    contract: Contract
    buried: Cards
    tricks: tuple[Trick, ...]
    declarers: tuple[bool, ...]
    score: Score
    alliance: Alliance | None


@dataclass(frozen=True, slots=True)
class ThrownIn:
    """Nobody bid where only a bid makes a starter: it is to be dealt again with another deck (B7, Z2)."""

    start: Start


Asking: TypeAlias = Drawing | Holding | Burying | Calling | Playing
"""States that await a decision."""

State: TypeAlias = Drawing | Holding | Burying | Calling | Playing | Scored | ThrownIn

# --- Decisions


class Decision(NamedTuple):
    """What a seat decides: a bid or a held bid (no cards: pass), a burial, calls, or a play.

    Attributes:
        cards: on the state's ladder; none with calls.
        calls: of friends (Z3); none with anything else.
    """

    cards: Cards
    calls: tuple[Call, ...] = ()


# --- Events


class BidMade(NamedTuple):
    """A bid that now stands, or one that holds (Z1)."""

    seat: int
    cards: tuple[Card, ...]


class TrumpSet(NamedTuple):
    """Trump and starter are settled."""

    contract: Contract


class Buried(NamedTuple):
    """The starter has buried; what, only the starter knows (K2)."""

    seat: int


class FriendsCalled(NamedTuple):
    """The maker has called friends (Z3)."""

    seat: int
    calls: tuple[Call, ...]


class FriendJoined(NamedTuple):
    """A copy that was called was played (Z3); its player joins the maker, unless it is the maker or has joined before.

    Attributes:
        seat: who played it.
        call: what was called.
    """

    seat: int
    call: Call


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


Event: TypeAlias = (
    BidMade | TrumpSet | Buried | FriendsCalled | Played | FriendJoined | TrickEnded | DealScored | DealThrownIn
)
