"""Which options go together: combinations that cannot be dealt or make no sense are refused by name (RULES 11)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.rules.levels import parse_level
from referee.rules.option_sets import FriendsOptions, TractorOptions
from referee.rules.option_values import BadOption, FailedThrow, JokerLevel

BOMB_PACKS = 4
"""Packs that it takes for four identical cards."""

PACKS_OF_FRIENDS = {5: 2, 6: 2, 7: 2, 8: 3, 9: 3, 10: 3, 11: 3, 12: 4}
"""Packs of Finding Friends, by players (the table of section 12)."""


def check_tractor(options: TractorOptions) -> None:
    """Refuse options of Tractor that do not go together.

    Raises:
        BadOption: which, and why.
    """
    threshold = 40 * options.packs
    if threshold % options.points_per_level:
        raise BadOption("points_per_level", f"{options.points_per_level} does not divide the threshold of {threshold}")
    start, end = options.start_level, options.end_level
    _check_end(start, end)
    # A hooked side falls to 2, wherever the game began.
    lowest = "2" if options.hook else start
    _check_played(lowest, end, "must_stop_at", options.must_stop_at)
    _check_played(lowest, end, "must_defend", options.must_defend)
    if options.hook:
        _check_played(start, end, "hook", ("J",))
    if options.packs == 1:
        for name in (
            "hook",
            "throw_tractors",
            "graded_follow",
            "skip_dead_ranks",
            "allow_strengthening",
            "joker_overrides",
            "joker_pair_order",
        ):
            if getattr(options, name):
                raise BadOption(name, "makes no sense with one pack, in which no two cards are identical")
    if options.packs > 2:
        for name in ("throw_tractors", "graded_follow"):
            if not getattr(options, name):
                raise BadOption(name, "cannot be off with three packs (X2, X4)")
        for name in ("joker_overrides", "joker_pair_order"):
            if getattr(options, name):
                raise BadOption(name, "makes no sense with three packs, which have no bids with jokers (X1)")


def check_friends(options: FriendsOptions) -> None:
    """Refuse options of Finding Friends that do not go together.

    Raises:
        BadOption: which, and why.
    """
    packs = PACKS_OF_FRIENDS[options.players]
    _check_end(options.start_level, options.end_level)
    lowest = min(options.start_level, _LOWEST_LATER.get(options.joker_level, options.start_level), key=parse_level)
    _check_played(lowest, options.end_level, "must_stop_at", options.must_stop_at)
    if options.bombs and packs < BOMB_PACKS:
        raise BadOption("bombs", f"needs four identical cards, and {options.players} players play with {packs} packs")
    if options.call_other_copy and packs != 2:
        raise BadOption("call_other_copy", f"needs two packs, and {options.players} players play with {packs}")
    if options.rotating_maker and options.bid_any_active_level:
        raise BadOption("bid_any_active_level", "cannot go with rotating_maker, which says whose cards are shown")
    if options.joker_level is not JokerLevel.OFF and options.end_level != "W":
        raise BadOption("end_level", "cannot go with joker_level, where levels go on after A without an end")
    if options.failed_throw is not FailedThrow.TEN_POINTS:
        ends = f"with failed_throw = {options.failed_throw}, which ends the deal"
        if options.failed_throw_fine != 10:
            raise BadOption("failed_throw_fine", f"no points are paid {ends}")
        if not options.must_punish:
            raise BadOption("must_punish", f"nobody plays on {ends}")


_LOWEST_LATER = {JokerLevel.FULL: "2", JokerLevel.SHORT: "T"}
"""Where the levels begin again after the level Joker."""


def _check_end(start: str, end: str) -> None:
    if parse_level(end) <= parse_level(start):
        raise BadOption("end_level", f"{end} is not above the start level {start}")


def _check_played(lowest: str, end: str, name: str, levels: Sequence[str]) -> None:
    """Refuse levels of the option *name* at which no deal can be played."""
    for level in levels:
        if not parse_level(lowest) <= parse_level(level) < parse_level(end):
            before = "past A" if end == "W" else end
            raise BadOption(
                name,
                f"no deal is played at level {level}: the game goes from {lowest} to {before}; take it out of {name}",
            )
