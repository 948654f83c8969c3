"""The options under which a cup is played: read from its entry in the ledger, and said in words."""

from __future__ import annotations

import json

import msgspec

from arena.entries import CupEntry
from referee.rules.option_values import BadOption
from referee.rules.options import FriendsOptions, Options, options_mapping, parse_canonical_text
from referee.rules.ruleset import Ruleset, ruleset

RULES_KEY = "rules"
"""Of the canonical text of the options in an entry's configuration."""


class _Config(msgspec.Struct, frozen=True):
    rules: str


def config_rules(config: str) -> str:
    """The canonical text of the options in an entry's configuration."""
    return msgspec.json.decode(config, type=_Config).rules


def options_of(entry: CupEntry) -> Options | None:
    """The options that a cup was begun with; None if another version began it, with options that are none here."""
    try:
        return parse_canonical_text(config_rules(entry.config))
    except BadOption:
        return None


def rules_of(entry: CupEntry) -> Ruleset | None:
    """The rules that follow from `options_of`."""
    options = options_of(entry)
    return None if options is None else ruleset(options)


def in_words(options: Options) -> str:
    """The game, the preset and what is changed in it: ``Tractor, 4 seats, 2 packs (preset tractor)``.

    Changed options stand as ``[rules]`` of a cup file has them, in the shortest way to say the same.
    """
    rules = ruleset(options)
    is_of_players = isinstance(options, FriendsOptions)
    game, places = ("Finding Friends", "players") if is_of_players else ("Tractor", "seats")
    packs = "1 pack" if rules.packs == 1 else f"{rules.packs} packs"
    said = options_mapping(options)
    changed = ", ".join(f"{name} = {json.dumps(value)}" for name, value in said.items() if name != "preset")
    preset = f"preset {said['preset']}{f', with {changed}' if changed else ''}"
    return f"{game}, {len(rules.seat_names)} {places}, {packs} ({preset})"
