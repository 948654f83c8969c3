"""The list of presets, and the game that a command line asks for (RULES 11)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import fields
from difflib import SequenceMatcher

from referee.rule_sheets.page import counted, paragraph
from referee.rule_sheets.sheet import changes, rule_sheet
from referee.rules.option_values import BadOption
from referee.rules.options import OPTION_NAMES, PRESETS, parse_options, rules_id
from referee.rules.ruleset import ruleset

_NAME_WIDTH = 20
_MOST_NEAREST = 3
_NEAR = 0.6
_MOST_QUOTED = 60


class BadRequest(ValueError):
    """A preset or an option that there is not, or options that do not go together; the message is for people."""


def preset_list() -> str:
    """Every preset: its table, what it changes of its game's defaults, its rules id."""
    lines: list[str] = []
    for name in PRESETS:
        options = parse_options(name)
        rules = ruleset(options)
        who = "seats" if rules.friends is None else "players"
        lines.append(f"{name.ljust(_NAME_WIDTH)}rules id {rules_id(options)}")
        lines += paragraph(
            f"{len(rules.seat_names)} {who}, {counted(rules.packs, 'pack')}, {rules.hand_size} cards each, kitty "
            f"{rules.kitty_size}",
            indent=" " * _NAME_WIDTH,
        )
        lines += paragraph(", ".join(changes(options)) or "every option at its default", indent=" " * _NAME_WIDTH)
    lines += ["", *paragraph("`referee rules PRESET [name=value ...]` prints the rules of a game.")]
    return "".join(f"{line}\n" for line in lines)


def requested_sheet(preset: str, settings: Sequence[str]) -> str:
    """The rule sheet of a preset with these options, written ``name=value``, set on top of it.

    Raises:
        BadRequest: the words name no game.
    """
    if preset not in PRESETS:
        raise BadRequest(f"there is no preset {_quoted(preset)}{_nearest(preset, PRESETS)}")
    known = [option.name for option in fields(parse_options(preset))]
    given: dict[str, object] = {}
    for setting in settings:
        name, equals, text = (part.strip() for part in setting.partition("="))
        if not equals:
            raise BadRequest(f"{_quoted(setting)} is not written name=value, like {known[1]}=...")
        # What the other game has is refused below, with whose it is.
        if name not in OPTION_NAMES:
            raise BadRequest(f"{preset} has no option {_quoted(name)}{_nearest(name, known)}")
        if name in given:
            raise BadRequest(f"{name} is given twice")
        given[name] = _value(text)
    try:
        options = parse_options({"preset": preset, **given})
    except BadOption as problem:
        raise BadRequest(str(problem)) from None
    title = f"The rules of {preset}"
    return rule_sheet(options, title=title if options == parse_options(preset) else f"{title}, with other options")


def _value(text: str) -> object:
    """A value as a cup file writes it; words and levels need no quotes, nor does a list its brackets' quotes."""
    try:
        written = tomllib.loads(f"value = {text}")
    except (tomllib.TOMLDecodeError, RecursionError):
        written = {}
    if written.keys() == {"value"}:
        return written["value"]
    if text.startswith("[") and text.endswith("]"):
        return [each.strip(" \"'") for each in text[1:-1].split(",") if each.strip()]
    return text


def _nearest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about a name that there is not."""
    names = list(known)
    near = [each for each in names if name in each] if name else []
    near = near or _alike(name[:_MOST_QUOTED].lower(), names)
    return f"; the nearest: {', '.join(near)}" if near else f"; there are {', '.join(names)}"


def _alike(name: str, names: Sequence[str]) -> list[str]:
    """The names most like this one; equally like ones as they are listed, so that 5 comes before 9."""
    likeness = {each: SequenceMatcher(None, each, name).ratio() for each in names}
    near = [each for each in names if likeness[each] >= _NEAR]
    return sorted(near, key=lambda each: likeness[each], reverse=True)[:_MOST_NEAREST]


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}...")
