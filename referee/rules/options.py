"""Options read and written: the presets, and the text and id by which a set of options is known (RULES 10–12).

The options themselves are in `option_sets` and can be imported from here. What follows from them for a table is
`referee.rules.ruleset`; which of them go together, `option_checks`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from referee.rules.option_checks import check_friends, check_tractor
from referee.rules.option_sets import FriendsOptions, Options, TractorOptions
from referee.rules.option_values import (
    BadOption,
    Bidding,
    FailedThrow,
    FirstDraw,
    FriendsScoring,
    KittyMultiplier,
    NobodyBids,
    NoTrumpRankCards,
    Reader,
    end_level,
    joker_level,
    level,
    levels,
    number,
    shown,
    switch,
    word,
)

__all__ = [
    "DEFAULT_PRESET",
    "OPTION_NAMES",
    "PRESETS",
    "FriendsOptions",
    "Options",
    "TractorOptions",
    "canonical_text",
    "differences",
    "options_mapping",
    "parse_canonical_text",
    "parse_options",
    "rules_id",
]

DEFAULT_PRESET = "tractor"

PRESETS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "tractor": {},
        "tractor-online": {
            "no_trump_rank_cards": "trump",
            "throw_tractors": True,
            "graded_follow": True,
            "must_defend": ["A"],
            "allow_strengthening": True,
            "joker_pair_order": True,
            "failed_throw_fine": 0,
            "must_punish": False,
            "kitty_multiplier": "largest",
        },
        "tractor-3-packs": {"packs": 3},
        "tractor-6-seats": {"seats": 6},
        "forty-points": {"packs": 1},
        "short-game": {"start_level": "T"},
        **{f"finding-friends-{players}": {"players": players} for players in range(5, 13)},
    }
)
"""By name, what each preset sets (RULES 11); all else is as the game's defaults."""


def parse_options(given: str | Mapping[str, object]) -> Options:
    """Options from a preset's name, or from a mapping of options on top of ``preset`` (default ``tractor``).

    The number of packs brings with it what is usual for that many (`_TRACTOR_DEFAULTS_BY_PACKS`), unless it is given.

    Raises:
        BadOption: an unknown preset or key, an impossible value, or options that do not go together.
    """
    if isinstance(given, str):
        given = {"preset": given}
    preset = given.get("preset", DEFAULT_PRESET)
    if not isinstance(preset, str) or preset not in PRESETS:
        raise BadOption("preset", f"{shown(preset)} is not a preset; there are {', '.join(PRESETS)}")
    chosen = {name: value for name, value in given.items() if name != "preset"}
    if "players" in PRESETS[preset]:
        return _friends({**PRESETS[preset], **chosen}, preset)
    try:
        return _tractor({**PRESETS[preset], **chosen}, preset)
    except BadOption as problem:
        raise _with_remedy(problem, chosen, preset) from None


def options_mapping(options: Options) -> dict[str, object]:
    """The shortest mapping that `parse_options` reads as these options: a preset, and what differs from it."""
    return dict(_shortest(options))


def differences(options: Options, others: Options) -> dict[str, object]:
    """The values of *options* that are not those of *others*, a set of options of the same game."""
    return {
        option.name: getattr(options, option.name)
        for option in fields(options)
        if getattr(options, option.name) != getattr(others, option.name)
    }


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
    options = _friends(values, _FRIENDS) if "players" in values else _tractor(values, DEFAULT_PRESET)
    for option in fields(options):
        if option.name not in values:
            raise BadOption(option.name, "missing; the canonical text names every option")
    return options


@lru_cache(maxsize=1024)
def rules_id(options: Options) -> str:
    """First 16 hex digits of the SHA-256 of the canonical text: results under different ids are never mixed."""
    return hashlib.sha256(canonical_text(options).encode()).hexdigest()[:16]


# --- Reading values

_FRIENDS = "Finding Friends"

_TRACTOR_DEFAULTS_BY_PACKS: Mapping[int, Mapping[str, object]] = {
    1: {"points_per_level": 20},
    2: {},
    3: {"points_per_level": 60, "throw_tractors": True, "graded_follow": True},
}


def _tractor(values: Mapping[str, object], preset: str) -> TractorOptions:
    read = _read(values, _TRACTOR_READERS, preset)
    options = TractorOptions(**{**_TRACTOR_DEFAULTS_BY_PACKS[read.get("packs", 2)], **read})
    check_tractor(options)
    return options


def _with_remedy(problem: BadOption, chosen: Mapping[str, object], preset: str) -> BadOption:
    """The problem of options *chosen* on top of a preset; if it is the preset's own value, with what to write."""
    brought = {name: value for name, value in PRESETS[preset].items() if name not in chosen}
    if problem.key not in brought:
        return problem
    usual = _tractor({"packs": chosen.get("packs", PRESETS[preset].get("packs", 2))}, preset)
    remedy: dict[str, object] = {}
    wrong = problem.key
    # One after another, so that all values of the preset that are in the way are told at once.
    while wrong in brought:
        del brought[wrong]
        remedy[wrong] = getattr(usual, wrong)
        try:
            _tractor({**brought, **chosen}, preset)
        except BadOption as next_problem:
            wrong = next_problem.key
        else:
            break
    its_own = f"{problem.key} = {json.dumps(PRESETS[preset][problem.key])}"
    write = ", ".join(f"{name} = {json.dumps(value)}" for name, value in remedy.items())
    return BadOption(problem.key, f"{problem.reason}; the preset {preset} has {its_own}, so set {write}")


def _friends(values: Mapping[str, object], preset: str) -> FriendsOptions:
    options = FriendsOptions(**_read(values, _FRIENDS_READERS, preset))
    check_friends(options)
    return options


def _read(values: Mapping[str, object], readers: Mapping[str, Reader], preset: str) -> dict[str, Any]:
    read: dict[str, Any] = {}
    for name, value in values.items():
        if name not in readers:
            raise BadOption(name, _unknown(name, value, readers, preset))
        try:
            read[name] = readers[name](value)
        except (TypeError, ValueError) as problem:
            raise BadOption(name, str(problem)) from None
    return read


def _unknown(name: str, value: object, readers: Mapping[str, Reader], preset: str) -> str:
    """Why a preset does not have the option *name*; if the other game has it, whose it is."""
    if name not in OPTION_NAMES:
        return f"there is no such option; {preset} has preset, {', '.join(readers)}"
    if name in _TRACTOR_READERS:
        return f"{preset} has no such option; {name} is of Tractor, and this is Finding Friends"
    wanted = f"finding-friends-{value}" if name == "players" else ""
    take = f'"{wanted}"' if wanted in PRESETS else '"finding-friends-5" to "finding-friends-12"'
    return f"{preset} has no such option; {name} is of Finding Friends: take preset = {take}"


def _is_of(options: Options, preset: str) -> bool:
    """Whether a preset is of the game that the options are of; of Finding Friends, with as many players."""
    players = PRESETS[preset].get("players")
    return players == (options.players if isinstance(options, FriendsOptions) else None)


@lru_cache(maxsize=256)
def _shortest(options: Options) -> tuple[tuple[str, object], ...]:
    """The pairs of the shortest mapping."""
    found: list[dict[str, object]] = []
    for name in PRESETS:
        if _is_of(options, name):
            given = {"preset": name, **differences(options, parse_options(name))}
            # What the number of packs brings with it need not be said, and what it would undo has to be.
            for option in sorted(set(given) & set(_TRACTOR_DEFAULTS_BY_PACKS[3])):
                shorter = {key: value for key, value in given.items() if key != option}
                given = shorter if _reads_as(shorter, options) else given
            found += [given] if _reads_as(given, options) else []
    return tuple(min(found, key=len).items())


def _reads_as(given: Mapping[str, object], options: Options) -> bool:
    try:
        return parse_options(given) == options
    except BadOption:
        return False


_fine = number(range(101), "a whole number of points from 0 to 100")

_TRACTOR_READERS: Mapping[str, Reader] = {
    "packs": number((1, 2, 3), "a number of packs: 1, 2 or 3"),
    "seats": number((4, 6), "a number of seats: 4 or 6"),
    "points_per_level": number(range(5, 125, 5), "a whole number of points, a multiple of 5 up to 120"),
    "must_stop_at": levels,
    "start_level": level,
    "end_level": end_level,
    "hook": switch,
    "skip_dead_ranks": switch,
    "joker_overrides": switch,
    "allow_strengthening": switch,
    "bidding": word(Bidding),
    "no_trump_rank_cards": word(NoTrumpRankCards),
    "throw_tractors": switch,
    "must_punish": switch,
    "graded_follow": switch,
    "must_defend": levels,
    "joker_pair_order": switch,
    "failed_throw_fine": _fine,
    "kitty_multiplier": word(KittyMultiplier),
    "nobody_bids": word(NobodyBids),
}

_FRIENDS_READERS: Mapping[str, Reader] = {
    "players": number(range(5, 13), "a number of players: 5 to 12"),
    "start_level": level,
    "end_level": end_level,
    "must_stop_at": levels,
    "must_punish": switch,
    "failed_throw_fine": _fine,
    "scoring": word(FriendsScoring),
    "call_other_copy": switch,
    "rotating_maker": switch,
    "first_draw": word(FirstDraw),
    "all_jokers": switch,
    "bid_any_active_level": switch,
    "no_overcalls": switch,
    "joker_level": joker_level,
    "failed_throw": word(FailedThrow),
    "equal_sets_throws_only": switch,
    "graded_follow": switch,
    "trump_sequences": switch,
    "bombs": switch,
}

OPTION_NAMES = frozenset({*_TRACTOR_READERS, *_FRIENDS_READERS})
"""All names of options, of both games."""
