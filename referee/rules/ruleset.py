"""What follows from the options for a table, as data (RULES 10–12).

The only module that knows how many seats, packs and sides a game has, and which rules are in force; all else reads it
from `Ruleset`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

from referee.rules.cards import BLACK_JOKER, CARD_KINDS, RED_JOKER, Card, Rank, Suit
from referee.rules.ladder import Ladder, Trump, ladder_for
from referee.rules.levels import NO_END, ROUND, Level, parse_level
from referee.rules.option_checks import PACKS_OF_FRIENDS
from referee.rules.option_values import (
    Bidding,
    FailedThrow,
    FriendsScoring,
    JokerLevel,
    KittyMultiplier,
    NoTrumpRankCards,
)
from referee.rules.options import FriendsOptions, Options, TractorOptions


class Following(StrEnum):
    """What a follow owes beside the led suit."""

    PAIRS = "pairs"
    """As many pairs as were led, any pairs (F3)."""

    GRADED = "graded"
    """To be as close to the lead as the hand allows (X3–X5)."""

    SETS = "sets"
    """As many sets of each led size, any sets (Z5)."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """The options and all that follows from them: seats, packs, sides and thresholds as data; one of each is kept.

    Attributes:
        options: what was chosen; of section 10, or of section 12.
        seat_names: in order of play: North West South East; ``Seat1``… for other counts.
        side_of: by seat (from 0), the number of its side (from 0); in Finding Friends everyone is a side of one, whose
            level is the player's own, and who plays with whom in a deal is no matter of sides.
        side_count: how many sides.
        next_seat: by seat, the one to its right, whose turn is next.
        next_of_side: by seat, the next of its side to the right (S6).
        packs, black_jokers, red_jokers: the deck.
        deck_size, hand_size, kitty_size: cards.
        sorted_deck: every card of the deck, in the printed order.
        threshold, step: of S3 and Z8, points; below the threshold the declarers, or the maker's side, do not lose.
        widest_margin: levels of the greatest gain that declarers (S3), or a maker's side (Z8), can make.
        start_level, end_level: where a game begins, and the level that wins it; `NO_END` where none does (Z9).
        stops: levels that no gain passes over (``must_stop_at``, ``must_defend``).
        must_defend: those of them that only declarers get past.
        after_joker: the level that follows the level Joker; None in games without one (Z9).
        kitty_multiplier: what multiplies the buried points (S2); in Finding Friends it is 2 (Z8).
        has_hook: the J of trumps can be hooked in the last trick (option ``hook``).
        rank_bid_sizes: how many identical cards of the trump rank make a bid, weakest first (B3, X1, Z1).
        joker_bids: the jokers that make a bid without other cards.
        asks_while_drawing: for bids, after each card (B6).
        rank_cards_stay: without a trump suit, cards of the trump rank are trumps (O3).
        reads_tractors: throws are read with tractors (L5), and a trumped throw has to answer their shapes (W5).
        following: what follows owe.
        runs_with_rank_cards: jokers and cards of the trump rank can be part of tractors (O4, Z4).
        skips_dead_ranks: tractors skip ranks of which every card has been played.
        has_bombs: four identical cards beat a tractor of two pairs (Z6).
        equal_sets_only: all sets of a throw have one size (Z9).
        must_punish: T3 is in force.
        failed_throw_fine: points for every card withdrawn (T2).
        failed_throw: what becomes of a throw that fails.
        makers_side_max: players of the maker's side at most, the maker among them; 0 in Tractor (section 12).
        called_count: cards that the maker calls; 0 in Tractor.
    """

    options: Options
    seat_names: tuple[str, ...]
    side_of: tuple[int, ...]
    side_count: int
    next_seat: tuple[int, ...]
    next_of_side: tuple[int, ...]
    packs: int
    black_jokers: int
    red_jokers: int
    deck_size: int
    hand_size: int
    kitty_size: int
    sorted_deck: tuple[Card, ...] = field(repr=False)
    threshold: int
    step: int
    widest_margin: int
    start_level: Level
    end_level: Level
    stops: frozenset[Level]
    must_defend: frozenset[Level]
    after_joker: Level | None
    kitty_multiplier: KittyMultiplier
    has_hook: bool
    rank_bid_sizes: tuple[int, ...]
    joker_bids: tuple[tuple[Card, ...], ...]
    asks_while_drawing: bool
    rank_cards_stay: bool
    reads_tractors: bool
    following: Following
    runs_with_rank_cards: bool
    skips_dead_ranks: bool
    has_bombs: bool
    equal_sets_only: bool
    must_punish: bool
    failed_throw_fine: int
    failed_throw: FailedThrow
    makers_side_max: int
    called_count: int

    @property
    def friends(self) -> FriendsOptions | None:
        """The options of Finding Friends; None in Tractor."""
        return self.options if isinstance(self.options, FriendsOptions) else None

    def ladder(self, trump: Trump) -> Ladder:
        """The order of a deal with this trump."""
        return _ladder(self, trump)

    def trump(self, rank: Rank | None, suit: Suit | None) -> Trump:
        """What is trump, given the rank and the suit that was bid, or None for no suit."""
        return Trump(rank, suit, self.rank_cards_stay)

    def printed_ladder(self, rank: Rank | None) -> Ladder:
        """The printed order, in which hands stand while trump is not settled."""
        return self.ladder(Trump(rank, None))


@lru_cache(maxsize=1024)
def _ladder(rules: Ruleset, trump: Trump) -> Ladder:
    return ladder_for(
        trump,
        packs=rules.packs,
        black_jokers=rules.black_jokers,
        red_jokers=rules.red_jokers,
        runs_with_rank_cards=rules.runs_with_rank_cards,
    )


@lru_cache(maxsize=1024)
def ruleset(options: Options) -> Ruleset:
    """What follows from the options; the same object for equal options, of the last thousand that were asked for."""
    match options:
        case TractorOptions():
            return _tractor(options)
        case FriendsOptions():
            return _friends(options)


def _tractor(options: TractorOptions) -> Ruleset:
    seats, packs, step = options.seats, options.packs, options.points_per_level
    side_count = 2
    kitty_size = 8 if (seats, packs) == (4, 2) else 6
    deck = _deck(packs, packs, packs)
    threshold = 40 * packs
    joker_bids = {1: ((BLACK_JOKER, RED_JOKER),), 2: ((BLACK_JOKER,) * 2, (RED_JOKER,) * 2)}
    return Ruleset(
        options=options,
        seat_names=("North", "West", "South", "East") if seats == 4 else _numbered_seats(seats),
        side_of=tuple(seat % side_count for seat in range(seats)),
        side_count=side_count,
        next_seat=tuple((seat + 1) % seats for seat in range(seats)),
        next_of_side=tuple((seat + side_count) % seats for seat in range(seats)),
        packs=packs,
        black_jokers=packs,
        red_jokers=packs,
        deck_size=len(deck),
        hand_size=(len(deck) - kitty_size) // seats,
        kitty_size=kitty_size,
        sorted_deck=deck,
        threshold=threshold,
        step=step,
        widest_margin=-(-threshold // step) + 1,
        start_level=parse_level(options.start_level),
        end_level=parse_level(options.end_level),
        stops=frozenset(map(parse_level, options.must_stop_at + options.must_defend)),
        must_defend=frozenset(map(parse_level, options.must_defend)),
        after_joker=None,
        kitty_multiplier=options.kitty_multiplier,
        has_hook=options.hook,
        rank_bid_sizes=tuple(range(1, packs + 1)),
        joker_bids=joker_bids.get(packs, ()),
        asks_while_drawing=options.bidding is Bidding.WHILE_DRAWING,
        rank_cards_stay=options.no_trump_rank_cards is NoTrumpRankCards.TRUMP,
        reads_tractors=options.throw_tractors,
        following=Following.GRADED if options.graded_follow else Following.PAIRS,
        runs_with_rank_cards=True,
        skips_dead_ranks=options.skip_dead_ranks,
        has_bombs=False,
        equal_sets_only=False,
        must_punish=options.must_punish,
        failed_throw_fine=options.failed_throw_fine,
        failed_throw=FailedThrow.TEN_POINTS,
        makers_side_max=0,
        called_count=0,
    )


@dataclass(frozen=True, slots=True)
class _FriendsTable:
    """A column of the table of section 12."""

    red_jokers: int
    black_jokers: int
    kitty_size: int
    makers_side_max: int
    called_count: int


_FRIENDS_TABLES = {
    5: _FriendsTable(2, 2, 8, 2, 1),
    6: _FriendsTable(2, 2, 6, 3, 2),
    7: _FriendsTable(0, 0, 6, 3, 2),
    8: _FriendsTable(2, 0, 6, 4, 3),
    9: _FriendsTable(3, 0, 6, 4, 3),
    10: _FriendsTable(0, 0, 6, 5, 4),
    11: _FriendsTable(2, 2, 6, 5, 4),
    12: _FriendsTable(2, 0, 6, 6, 5),
}

_AFTER_JOKER = {JokerLevel.OFF: None, JokerLevel.FULL: ROUND + Rank.TWO, JokerLevel.SHORT: ROUND + Rank.TEN}


def _friends(options: FriendsOptions) -> Ruleset:
    players, packs, table = options.players, PACKS_OF_FRIENDS[options.players], _FRIENDS_TABLES[options.players]
    black_jokers, red_jokers, kitty_size = table.black_jokers, table.red_jokers, table.kitty_size
    if options.all_jokers:
        black_jokers = red_jokers = packs
        kitty_size = _kitty_near_six(54 * packs, players)
    deck = _deck(packs, black_jokers, red_jokers)
    next_seat = tuple((seat + 1) % players for seat in range(players))
    return Ruleset(
        options=options,
        seat_names=_numbered_seats(players),
        side_of=tuple(range(players)),
        side_count=players,
        next_seat=next_seat,
        next_of_side=next_seat,
        packs=packs,
        black_jokers=black_jokers,
        red_jokers=red_jokers,
        deck_size=len(deck),
        hand_size=(len(deck) - kitty_size) // players,
        kitty_size=kitty_size,
        sorted_deck=deck,
        threshold=40 * packs,
        step=20 * packs,
        widest_margin=(3 if options.scoring is FriendsScoring.STANDARD else 2) * table.makers_side_max,
        start_level=parse_level(options.start_level),
        end_level=parse_level(options.end_level) if options.joker_level is JokerLevel.OFF else NO_END,
        stops=frozenset(map(parse_level, options.must_stop_at)),
        must_defend=frozenset(),
        after_joker=_AFTER_JOKER[options.joker_level],
        kitty_multiplier=KittyMultiplier.CARDS,
        has_hook=False,
        rank_bid_sizes=tuple(range(1, packs + 1)),
        joker_bids=(),
        asks_while_drawing=True,
        rank_cards_stay=False,
        reads_tractors=True,
        following=Following.GRADED if options.graded_follow else Following.SETS,
        runs_with_rank_cards=options.trump_sequences,
        skips_dead_ranks=False,
        has_bombs=options.bombs,
        equal_sets_only=options.equal_sets_throws_only,
        must_punish=options.must_punish,
        failed_throw_fine=options.failed_throw_fine,
        failed_throw=options.failed_throw,
        makers_side_max=table.makers_side_max,
        called_count=table.called_count,
    )


def _deck(packs: int, black_jokers: int, red_jokers: int) -> tuple[Card, ...]:
    copies = [packs] * (CARD_KINDS + 1)
    copies[BLACK_JOKER], copies[RED_JOKER] = black_jokers, red_jokers
    return tuple(card for card in range(1, CARD_KINDS + 1) for _ in range(copies[card]))


def _numbered_seats(count: int) -> tuple[str, ...]:
    return tuple(f"Seat{number}" for number in range(1, count + 1))


def _kitty_near_six(cards: int, players: int) -> int:
    """The kitty of ``all_jokers`` (Z9): as near six as what does not divide can be, the larger of two equally near."""
    sizes = range(cards % players or players, 6 + players + 1, players)
    return min(sizes, key=lambda size: (abs(size - 6), -size))
