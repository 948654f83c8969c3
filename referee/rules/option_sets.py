"""Every option of the two games, by its name (RULES 10, 12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from referee.rules.option_values import (
    Bidding,
    FailedThrow,
    FirstDraw,
    FriendsScoring,
    JokerLevel,
    KittyMultiplier,
    NobodyBids,
    NoTrumpRankCards,
)


@dataclass(frozen=True, slots=True)
class TractorOptions:
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


@dataclass(frozen=True, slots=True)
class FriendsOptions:
    """All options of Finding Friends (section 12), by their names; the defaults are those of its presets."""

    players: int
    start_level: str = "2"
    end_level: str = "W"
    must_stop_at: tuple[str, ...] = ()
    must_punish: bool = True
    failed_throw_fine: int = 10
    scoring: FriendsScoring = FriendsScoring.STANDARD
    call_other_copy: bool = False
    rotating_maker: bool = False
    first_draw: FirstDraw = FirstDraw.BY_RESULT
    all_jokers: bool = False
    bid_any_active_level: bool = False
    no_overcalls: bool = False
    joker_level: JokerLevel = JokerLevel.OFF
    failed_throw: FailedThrow = FailedThrow.TEN_POINTS
    equal_sets_throws_only: bool = False
    graded_follow: bool = False
    trump_sequences: bool = False
    bombs: bool = False


Options: TypeAlias = TractorOptions | FriendsOptions
"""The options of one game."""
