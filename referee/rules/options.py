"""Every option of the game, the presets, and what follows from them for a table (RULES 10, 11).

The only module that knows how many seats, packs and sides a game has; all else reads it from `Ruleset`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


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
    """All options of section 10, by their names; levels and ranks as letters ``2``–``9 T J Q K A``.

    TO BE COMPLETED: fields for packs, seats, points_per_level, must_stop_at, start_level, end_level, hook,
    skip_dead_ranks, joker_overrides, allow_strengthening, bidding, no_trump_rank_cards, throw_tractors, must_punish,
    graded_follow, must_defend, joker_pair_order, failed_throw_fine, kitty_multiplier, nobody_bids.
    """

    packs: int = 2
    seats: int = 4


class BadOption(ValueError):
    """An option that is unknown, impossible, or not built yet."""

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}")
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options and all that follows from them: seats, packs, sides and thresholds as data; one of each is kept.

    Attributes:
        options: what was chosen.
        seat_names: in order of play: North West South East; ``Seat1``… for other counts.
        side_of: by seat (from 0), the number of its side (from 0).
        side_count: how many sides.
        packs, black_jokers, red_jokers: the deck.
        deck_size, hand_size, kitty_size: cards.
        threshold, step: of S3.
        strips: whatever else the modules need to be told (to be completed).
    """

    options: Options
    seat_names: tuple[str, ...]
    side_of: tuple[int, ...]
    side_count: int
    packs: int
    black_jokers: int
    red_jokers: int
    deck_size: int
    hand_size: int
    kitty_size: int
    threshold: int
    step: int


def parse_options(given: str | Mapping[str, object]) -> Options:
    """Options from a preset's name, or from a mapping of options on top of ``preset`` (default ``tractor``).

    Raises:
        BadOption: an unknown preset or key, an impossible value or combination, or one that is not built yet.
    """
    raise NotImplementedError


def canonical_text(options: Options) -> str:
    """All options, one ``name = value`` (JSON value) a line, sorted by name."""
    raise NotImplementedError


def parse_canonical_text(text: str) -> Options:
    """The options of a canonical text.

    Raises:
        BadOption: as `parse_options`.
    """
    raise NotImplementedError


def rules_id(options: Options) -> str:
    """First 16 hex digits of the SHA-256 of the canonical text: results under different ids are never mixed."""
    raise NotImplementedError


def ruleset(options: Options) -> Ruleset:
    """What follows from the options; the same object for equal options."""
    raise NotImplementedError
