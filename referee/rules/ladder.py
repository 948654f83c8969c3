"""The order of the cards in one deal, and sets of cards as ints on it (RULES O1–O4).

A set of cards is one int. Its lowest ``width`` bits, the first plane, say for each card whether the set holds it; the
next plane says whether it holds a second copy, and so on, one plane for each pack. Within a plane the bits stand in
the order of this deal: each suit is a lane of neighbours from its lowest card to its highest, an empty bit lies
between lanes, and the trumps are on top. So the size of a set is ``bit_count``, "pairs" is a plane, "consecutive" is a
shift and "higher" is a comparison. The one exception, equal cards that share a rung, is settled in `Ladder.rungs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import TypeAlias

from referee.rules.cards import (
    BLACK_JOKER,
    CARD_KINDS,
    CARD_TEXTS,
    RED_JOKER,
    SUITS,
    Card,
    Rank,
    Suit,
    card_of,
    points_of,
    rank_of,
)

Cards: TypeAlias = int
"""A set of cards, copies included, as an int on the ladder of the deal."""


class TooManyCopies(ValueError):
    """More copies of a card than the deck holds."""

    def __init__(self, card: Card, copies: int) -> None:
        super().__init__(f"more than {copies} of {CARD_TEXTS[card]}: the deck has {copies}")
        self.card = card
        self.copies = copies


@dataclass(frozen=True, slots=True)
class Trump:
    """What is trump in a deal.

    Attributes:
        rank: the trump rank; None where there is none (a deal at level Joker, Z9).
        suit: the trump suit; None for none (O3).
        rank_cards_stay: without a trump suit, cards of the rank are trumps (option ``no_trump_rank_cards``).
    """

    rank: Rank | None
    suit: Suit | None
    rank_cards_stay: bool = False

    @property
    def text(self) -> str:
        """Rank then suit: ``7C``, ``7N`` for no trump suit, ``NN`` for neither."""
        return ("N" if self.rank is None else self.rank.text) + (self.suit or "N")


@dataclass(frozen=True, slots=True)
class Lane:
    """One suit of the deal, trumps being one.

    Attributes:
        name: the letter of the printed suit, or ``trump``.
        bits: every card of it, in all planes.
        low: the same in the first plane only.
        pairs: the same in every second plane: a set has one of these bits for each pair that it makes.
        winning: the bits that can win a trick led in it: its own and the trumps', in all planes.
    """

    name: str
    bits: Cards
    low: Cards
    pairs: Cards
    winning: Cards

    @property
    def noun(self) -> str:
        """One card of it in words: ``spade``, ``trump``."""
        return self.name if self.name == "trump" else Suit(self.name).name.lower().removesuffix("s")


@dataclass(frozen=True, slots=True, eq=False)
class Ladder:
    """The order of one deal; get it from `ladder_for`, which keeps one of each.

    Attributes:
        packs: planes of a set.
        width: bits of a plane.
        plane: the first plane, all ones.
        repeat: one bit at the foot of each plane: ``low * repeat`` is *low* in every plane.
        bit: by card number, its bit in the first plane; 0 where the deck lacks the card.
        card_at: by position in a plane, the card there; 0 in a gap.
        lanes: clubs, diamonds, hearts, spades, trumps; a suit that is trump has an empty lane.
        trumps: the last of them.
        fives, tens: point cards in all planes (kings count as tens).
        equals: bits in the first plane of the trumps that share a rung (off-suit cards of the trump rank).
        deck: all cards.
        in_runs: bits in the first plane of the cards that can be part of tractors.
        above: by position in a plane, the strictly higher cards of the same suit, in the first plane.
        cheapest: the bits of each card in all planes, the card that is missed least first: those without points,
            then fives, then tens and kings; of these plain cards before trumps; of these the lower.
    """

    trump: Trump
    packs: int
    width: int
    plane: int
    repeat: int
    bit: tuple[Cards, ...]
    card_at: tuple[Card, ...]
    lanes: tuple[Lane, ...]
    trumps: Lane
    fives: Cards
    tens: Cards
    equals: Cards
    deck: Cards
    in_runs: Cards
    above: tuple[Cards, ...] = field(repr=False)
    cheapest: tuple[Cards, ...] = field(repr=False)
    _below: int
    _foot: int
    _shift: int
    _lane_of: tuple[Lane | None, ...] = field(repr=False)

    def read(self, cards: Iterable[Card]) -> Cards:
        """The set of these cards.

        Raises:
            TooManyCopies: the deck has fewer copies of one of them.
        """
        held = 0
        for card in cards:
            bit = self.bit[card]
            while held & bit:
                bit <<= self.width
            held |= bit
            if not bit & self.deck:
                raise TooManyCopies(card, (self.deck & self.bit[card] * self.repeat).bit_count())
        return held

    def cards(self, held: Cards) -> tuple[Card, ...]:
        """The cards of a set in the order of the ladder, lowest first, copies next to each other."""
        first = held & self.plane
        card_at, width, one_each = self.card_at, self.width, not held >> self.width
        found: list[Card] = []
        while first:
            bit = first & -first
            card = card_at[bit.bit_length() - 1]
            found.append(card)
            if not one_each:
                copy = bit << width
                while held & copy:
                    found.append(card)
                    copy <<= width
            first ^= bit
        return tuple(found)

    def text(self, held: Cards, between: str = " ") -> str:
        """The cards of a set as text, lowest first."""
        return between.join([CARD_TEXTS[card] for card in self.cards(held)])

    def remove(self, held: Cards, cards: Cards) -> Cards:
        """*held* without *cards*, which it must contain (``not cards & ~held``)."""
        width, plane, repeat = self.width, self.plane, self.repeat
        if cards <= plane and not held & cards << width:
            # Most plays: one of each, and no other copy of them in hand.
            return held ^ cards
        left = held & ~((cards & plane) * repeat)
        held >>= width
        # Whoever loses n copies keeps what the planes from the n-th up hold; most plays lose one of each.
        while cards := cards >> width:
            left |= held & ~((cards & plane) * repeat)
            held >>= width
        return left | held

    def add(self, held: Cards, cards: Cards) -> Cards:
        """*held* and *cards* together.

        Raises:
            TooManyCopies: the deck has fewer copies of one of them.
        """
        width, plane = self.width, self.plane
        while cards:
            carry, at = cards & plane, 0
            while carry:
                more = held >> at & carry
                held |= carry << at
                carry, at = more, at + width
            cards >>= width
        beyond = held & ~self.deck
        if beyond:
            card = self.card_at[((beyond & -beyond).bit_length() - 1) % width]
            raise TooManyCopies(card, (self.deck & self.bit[card] * self.repeat).bit_count())
        return held

    def lane_of(self, bits: Cards) -> Lane | None:
        """The suit that all of *bits* belong to; None if they are of several, or none at all."""
        first = bits & self.plane
        if not first:
            return None
        lane = self._lane_of[first.bit_length() - 1]
        assert lane is not None
        return None if bits & ~lane.bits else lane

    def rungs(self, first: Cards) -> int:
        """Bits of the first plane as rungs: cards of equal strength share one, and the rungs above close up.

        On rungs, "consecutive" is being neighbours, and of two sets the one with the higher top is the higher (O4).
        """
        if first <= self._below:
            return first
        foot = self._foot
        return first & self._below | (foot if first & self.equals else 0) | first >> self._shift & -(foot << 1)

    def skipping(self, played: Cards, *, on_table: Cards = 0) -> Ladder:
        """This order without its dead ranks: those of which every card has been played (`skip_dead_ranks`).

        Sets of cards are the same on both; only the `rungs` of what is left close up. Cards that share a rung are one
        rank: it is dead when all of them are played.

        Args:
            played: to tricks, face up.
            on_table: of the trick that is judged; their ranks are not dead, whether *played* counts them or not.
        """
        left, width, plane = self.deck & ~played, self.width, self.plane
        alive = on_table & plane
        while left:
            alive |= left & plane
            left >>= width
        dead = self.deck & plane & ~alive
        if alive & self.equals:
            dead &= ~self.equals
        return _skipping(self, dead) if dead else self

    def points(self, held: Cards) -> int:
        """Points that a set scores."""
        return 5 * (held & self.fives).bit_count() + 10 * (held & self.tens).bit_count()


@dataclass(frozen=True, slots=True, eq=False)
class _SkippingLadder(Ladder):
    """A ladder on which dead ranks have no rung.

    Attributes:
        _whole: the ladder with all its ranks.
        _stretches: masks of neighbouring rungs of the whole ladder that are left, and by how many each moves down.
    """

    _whole: Ladder
    _stretches: tuple[tuple[int, int], ...]

    def rungs(self, first: Cards) -> int:
        """As `Ladder.rungs`, of what is left; none for a dead rank."""
        rungs, closed = Ladder.rungs(self, first), 0
        for mask, down in self._stretches:
            closed |= (rungs & mask) >> down
        return closed

    def skipping(self, played: Cards, *, on_table: Cards = 0) -> Ladder:
        """As `Ladder.skipping`, from the whole ladder."""
        return self._whole.skipping(played, on_table=on_table)


@lru_cache(maxsize=1024)
def _skipping(whole: Ladder, dead: Cards) -> Ladder:
    """A ladder without these ranks (bits of the first plane), of which there is at least one."""
    dead_rungs = whole.rungs(dead)
    stretches, at, down = [], 0, 0
    while dead_rungs >> at:
        lowest = dead_rungs >> at & -(dead_rungs >> at)
        stretches.append((lowest - 1 << at, down))
        at += lowest.bit_length()
        down += 1
    stretches.append((whole.plane >> at << at, down))
    unchanged = {each.name: getattr(whole, each.name) for each in fields(Ladder) if each.name != "in_runs"}
    return _SkippingLadder(
        **unchanged,
        in_runs=whole.in_runs & ~dead,
        _whole=whole,
        _stretches=tuple(stretch for stretch in stretches if stretch[0]),
    )


@lru_cache(maxsize=512)
def ladder_for(
    trump: Trump, *, packs: int, black_jokers: int, red_jokers: int, runs_with_rank_cards: bool = True
) -> Ladder:
    """The ladder of a deal.

    Args:
        trump: rank and suit.
        packs: copies of each plain card.
        black_jokers: copies in the deck.
        red_jokers: copies in the deck.
        runs_with_rank_cards: jokers and cards of the trump rank can be part of tractors (O4), or not (Z4).
    """
    tiers = _trump_tiers(trump, black_jokers, red_jokers)
    trumps = [card for tier in tiers for card in tier]
    plain = [[card_of(suit, rank) for rank in Rank if card_of(suit, rank) not in trumps] for suit in SUITS]

    bit = [0] * (CARD_KINDS + 1)
    card_at: list[Card] = []
    for lane_cards in (*plain, trumps):
        for card in lane_cards:
            bit[card] = 1 << len(card_at)
            card_at.append(card)
        card_at.append(0)
    width = len(card_at)
    repeat = sum(1 << width * copy for copy in range(packs))

    copies = [packs] * (CARD_KINDS + 1)
    copies[BLACK_JOKER], copies[RED_JOKER] = black_jokers, red_jokers
    deck = sum(bit[card] << width * copy for card in range(1, CARD_KINDS + 1) for copy in range(copies[card]))

    lows = [sum(bit[card] for card in lane_cards) for lane_cards in (*plain, trumps)]
    pairs = sum(1 << width * copy for copy in range(1, packs, 2))
    lanes = tuple(
        Lane(name=name, bits=low * repeat, low=low, pairs=low * pairs, winning=(low | lows[-1]) * repeat)
        for name, low in zip((*map(str, SUITS), "trump"), lows, strict=True)
    )
    lane_of = tuple(next((lane for lane in lanes if 1 << at & lane.low), None) for at in range(width))

    shared = next((tier for tier in tiers if len(tier) > 1), [])
    equals = sum(bit[card] for card in shared)
    foot = equals & -equals if equals else 1 << width
    above = tuple(
        lane.low & -(1 << at) & ~(1 << at | (equals if 1 << at & equals else 0)) if lane else 0
        for at, lane in enumerate(lane_of)
    )
    rank_cards = sum(bit[card] for tier in tiers for card in tier if rank_of(card) in (None, trump.rank))
    by_points = {
        score: sum(bit[c] for c in range(1, CARD_KINDS + 1) if points_of(c) == score) * repeat for score in (5, 10)
    }
    return Ladder(
        trump=trump,
        packs=packs,
        width=width,
        plane=(1 << width) - 1,
        repeat=repeat,
        bit=tuple(bit),
        card_at=tuple(card_at),
        lanes=lanes,
        trumps=lanes[-1],
        fives=by_points[5],
        tens=by_points[10],
        equals=equals,
        deck=deck,
        in_runs=sum(lows) & ~(0 if runs_with_rank_cards else rank_cards),
        above=above,
        cheapest=tuple(bit[card] * repeat for card in _cheapest(plain, tiers)),
        _below=foot - 1,
        _foot=foot,
        _shift=max(0, len(shared) - 1),
        _lane_of=lane_of,
    )


def _trump_tiers(trump: Trump, black_jokers: int, red_jokers: int) -> list[list[Card]]:
    """The trumps from the lowest up, equal ones together (O1, O3)."""
    tiers: list[list[Card]] = []
    if trump.rank is not None and trump.suit is not None:
        tiers += [[card_of(trump.suit, rank)] for rank in Rank if rank != trump.rank]
        tiers.append([card_of(suit, trump.rank) for suit in SUITS if suit != trump.suit])
        tiers.append([card_of(trump.suit, trump.rank)])
    elif trump.rank is not None and trump.rank_cards_stay:
        tiers.append([card_of(suit, trump.rank) for suit in SUITS])
    if black_jokers:
        tiers.append([BLACK_JOKER])
    if red_jokers:
        tiers.append([RED_JOKER])
    return tiers


def _cheapest(plain: list[list[Card]], tiers: list[list[Card]]) -> list[Card]:
    """All cards in the order of `Ladder.cheapest`; of equally cheap ones, in the printed order."""
    plain_cards = [(points_of(card), False, rank_of(card) or 0, card) for suit in plain for card in suit]
    trumps = [(points_of(card), True, at, card) for at, tier in enumerate(tiers) for card in tier]
    return [card for *_, card in sorted(plain_cards + trumps)]
