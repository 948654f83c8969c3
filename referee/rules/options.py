"""Every option of the game, the presets, and what follows from them for a table (RULES 10, 11).

The only module that knows how many seats, packs and sides a game has; all else reads it from `Ruleset`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any

from referee.rules.cards import BLACK_JOKER, CARD_KINDS, RED_JOKER, Card, Rank, Suit
from referee.rules.ladder import Ladder, Trump, ladder_for
from referee.rules.levels import PAST_ACE, Level, level_text, parse_level


class Bidding(StrEnum):
    """When bids are asked for (B6)."""

    WHILE_DRAWING = "while_drawing"
    AFTER_DRAWING = "after_drawing"


class NoTrumpRankCards(StrEnum):
    """What cards of the trump rank are without a trump suit (O3)."""

    PLAIN = "plain"
    TRUMP = "trump"


class KittyMultiplier(StrEnum):
    """What multiplies the buried points (S2)."""

    CARDS = "cards"
    LARGEST = "largest"
    POWER = "power"


class NobodyBids(StrEnum):
    """What sets trump in a later deal without bids (B8)."""

    TURN_KITTY = "turn_kitty"
    NO_TRUMP = "no_trump"


@dataclass(frozen=True, slots=True)
class Options:
    """All options of section 10, by their names; the defaults are the preset ``tractor``.

    Levels are letters ``2``–``9 T J Q K A``; past A, as an end, is ``W``.
    """

    packs: int = 2
    seats: int = 4
    points_per_level: int = 40
    must_stop_at: tuple[str, ...] = ()
    start_level: str = "2"
    end_level: str = "W"
    hook: bool = False
    skip_dead_ranks: bool = False
    joker_overrides: bool = False
    allow_strengthening: bool = False
    bidding: Bidding = Bidding.WHILE_DRAWING
    no_trump_rank_cards: NoTrumpRankCards = NoTrumpRankCards.PLAIN
    throw_tractors: bool = False
    must_punish: bool = True
    graded_follow: bool = False
    must_defend: tuple[str, ...] = ()
    joker_pair_order: bool = False
    failed_throw_fine: int = 10
    kitty_multiplier: KittyMultiplier = KittyMultiplier.CARDS
    nobody_bids: NobodyBids = NobodyBids.TURN_KITTY


PRESETS = ("tractor",)
"""The presets that are built."""

PLANNED_PRESETS = (
    "tractor-online",
    "tractor-3-packs",
    "tractor-6-seats",
    "forty-points",
    "short-game",
    *(f"finding-friends-{players}" for players in range(5, 13)),
)
"""Presets of section 11 that are known and not built yet."""


class BadOption(ValueError):
    """An option that is unknown, impossible, or not built yet."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """The options and all that follows from them: seats, packs, sides and thresholds as data; one of each is kept.

    Attributes:
        options: what was chosen.
        seat_names: in order of play: North West South East; ``Seat1``… for other counts.
        side_of: by seat (from 0), the number of its side (from 0).
        side_count: how many sides.
        next_seat: by seat, the one to its right, whose turn is next.
        next_of_side: by seat, the next of its side to the right (S6).
        packs, black_jokers, red_jokers: the deck.
        deck_size, hand_size, kitty_size: cards.
        sorted_deck: every card of the deck, in the printed order.
        threshold, step: of S3, points.
        widest_margin: levels of the greatest gain that declarers can make (S3: t ≤ 0).
        start_level, end_level: where a game begins, and the level that wins it.
        rank_bid_sizes: how many identical cards of the trump rank make a bid, weakest first (B3).
        joker_bid_size: how many identical jokers make a bid, above those.
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
    rank_bid_sizes: tuple[int, ...]
    joker_bid_size: int

    def ladder(self, trump: Trump) -> Ladder:
        """The order of a deal with this trump."""
        return ladder_for(trump, packs=self.packs, black_jokers=self.black_jokers, red_jokers=self.red_jokers)

    def trump(self, rank: Rank, suit: Suit | None) -> Trump:
        """What is trump, given the rank and the suit that was bid, or None for no suit."""
        return Trump(rank, suit, self.options.no_trump_rank_cards is NoTrumpRankCards.TRUMP)

    def printed_ladder(self, rank: Rank) -> Ladder:
        """The printed order, in which hands stand while trump is not settled."""
        return self.ladder(Trump(rank, None))


def parse_options(given: str | Mapping[str, object]) -> Options:
    """Options from a preset's name, or from a mapping of options on top of ``preset`` (default ``tractor``).

    Raises:
        BadOption: an unknown preset or key, an impossible value or combination, or one that is not built yet.
    """
    if isinstance(given, str):
        return _preset(given)
    base = _preset(given.get("preset", PRESETS[0]))
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name == "preset":
            continue
        if name not in _READERS:
            raise BadOption(name, f"there is no such option; there are preset, {', '.join(_READERS)}")
        try:
            values[name] = _READERS[name](value)
        except (TypeError, ValueError) as problem:
            raise BadOption(name, str(problem)) from None
    options = replace(base, **values)
    _check_combination(options)
    _check_built(options)
    return options


def options_mapping(options: Options) -> dict[str, object]:
    """The shortest mapping that `parse_options` reads as these options: a preset, and what differs from it."""
    return {"preset": PRESETS[0], **_differences(options)}


def canonical_text(options: Options) -> str:
    """All options, one ``name = value`` (JSON value) a line, sorted by name."""
    return "".join(
        f"{name} = {json.dumps(getattr(options, name))}\n" for name in sorted(option.name for option in fields(options))
    )


def parse_canonical_text(text: str) -> Options:
    """The options of a canonical text.

    Raises:
        BadOption: as `parse_options`; or a line is no ``name = value``, or an option is named twice or not at all.
    """
    values: dict[str, object] = {}
    for line in text.splitlines():
        name, equals, value = line.partition(" = ")
        if not equals or name == "preset":
            raise BadOption(name[:40], "not a line of the canonical text, which has one 'name = value' a line")
        if name in values:
            raise BadOption(name[:40], "named twice")
        try:
            values[name] = json.loads(value)
        except (ValueError, RecursionError):
            raise BadOption(name[:40], f"{value[:40]!r} is not a JSON value") from None
    options = parse_options(values)
    for name in _READERS:
        if name not in values:
            raise BadOption(name, "missing; the canonical text names every option")
    return options


def rules_id(options: Options) -> str:
    """First 16 hex digits of the SHA-256 of the canonical text: results under different ids are never mixed."""
    return hashlib.sha256(canonical_text(options).encode()).hexdigest()[:16]


@lru_cache(maxsize=64)
def ruleset(options: Options) -> Ruleset:
    """What follows from the options; the same object for equal options."""
    seats, packs, step = options.seats, options.packs, options.points_per_level
    side_count = 2
    kitty_size = 8 if (seats, packs) == (4, 2) else 6
    deck = tuple(card for card in range(1, CARD_KINDS + 1) for _ in range(packs))
    threshold = 40 * packs
    return Ruleset(
        options=options,
        seat_names=("North", "West", "South", "East") if seats == 4 else tuple(f"Seat{n + 1}" for n in range(seats)),
        side_of=tuple(seat % side_count for seat in range(seats)),
        side_count=side_count,
        next_seat=tuple((seat + 1) % seats for seat in range(seats)),
        next_of_side=tuple((seat + side_count) % seats for seat in range(seats)),
        packs=packs,
        black_jokers=deck.count(BLACK_JOKER),
        red_jokers=deck.count(RED_JOKER),
        deck_size=len(deck),
        hand_size=(len(deck) - kitty_size) // seats,
        kitty_size=kitty_size,
        sorted_deck=deck,
        threshold=threshold,
        step=step,
        widest_margin=-(-threshold // step) + 1,
        start_level=parse_level(options.start_level),
        end_level=parse_level(options.end_level),
        rank_bid_sizes=tuple(range(1, packs + 1)),
        joker_bid_size=2,
    )


# --- Reading values


def _preset(name: object) -> Options:
    if name in PRESETS:
        return Options()
    if name in PLANNED_PRESETS:
        raise BadOption("preset", f"{name!r} is not built yet; so far there is {', '.join(PRESETS)}")
    raise BadOption("preset", f"{_shown(name)} is not a preset; there is {', '.join(PRESETS)}")


def _differences(options: Options) -> dict[str, object]:
    default = Options()
    return {
        option.name: getattr(options, option.name)
        for option in fields(options)
        if getattr(options, option.name) != getattr(default, option.name)
    }


def _check_combination(options: Options) -> None:
    threshold = 40 * options.packs
    if threshold % options.points_per_level:
        raise BadOption("points_per_level", f"{options.points_per_level} does not divide the threshold of {threshold}")
    if parse_level(options.end_level) <= parse_level(options.start_level):
        raise BadOption("end_level", f"{options.end_level} is not above the start level {options.start_level}")


def _check_built(options: Options) -> None:
    for name, value in _differences(options).items():
        default = json.dumps(getattr(Options(), name))
        raise BadOption(name, f"{json.dumps(value)} is not built yet; so far it is always {default}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:60]}…"


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{_shown(value)} is neither true nor false")
    return value


def _number(allowed: Iterable[int], words: str) -> Callable[[object], int]:
    numbers = frozenset(allowed)

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in numbers:
            raise ValueError(f"{_shown(value)} is not {words}")
        return value

    return read


def _word(words: type[StrEnum]) -> Callable[[object], StrEnum]:
    def read(value: object) -> StrEnum:
        if not isinstance(value, str) or value not in list(words):
            raise ValueError(f"{_shown(value)} is not one of {', '.join(words)}")
        return words(value)

    return read


def _level(value: object) -> str:
    level = parse_level(value) if isinstance(value, str) else PAST_ACE
    if level == PAST_ACE:
        raise ValueError(f"{_shown(value)} is not a level; levels are 2-9 T J Q K A, as text")
    return level_text(level)


def _end_level(value: object) -> str:
    return level_text(PAST_ACE) if value in ("W", "past A") else _level(value)


def _levels(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"{_shown(value)} is not a list of levels")
    return tuple(sorted({_level(level) for level in value}, key=parse_level))


_READERS: dict[str, Callable[[object], object]] = {
    "packs": _number((1, 2, 3), "a number of packs: 1, 2 or 3"),
    "seats": _number((4, 6), "a number of seats: 4 or 6"),
    "points_per_level": _number(range(5, 125, 5), "a whole number of points, a multiple of 5 up to 120"),
    "must_stop_at": _levels,
    "start_level": _level,
    "end_level": _end_level,
    "hook": _switch,
    "skip_dead_ranks": _switch,
    "joker_overrides": _switch,
    "allow_strengthening": _switch,
    "bidding": _word(Bidding),
    "no_trump_rank_cards": _word(NoTrumpRankCards),
    "throw_tractors": _switch,
    "must_punish": _switch,
    "graded_follow": _switch,
    "must_defend": _levels,
    "joker_pair_order": _switch,
    "failed_throw_fine": _number(range(101), "a whole number of points from 0 to 100"),
    "kitty_multiplier": _word(KittyMultiplier),
    "nobody_bids": _word(NobodyBids),
}
