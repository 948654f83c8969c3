"""The cup file as it is written: its tables and keys, and what is said of one that cannot be read (docs/cups.md)."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from datetime import date, time
from enum import StrEnum
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from arena.matches import Format

Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=86_400)]
SomeSeconds: TypeAlias = Annotated[float, Meta(gt=0, le=86_400)]
Count: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
ShortText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]


BYTE_ORDER_MARK = "\ufeff"
"""What some editors write before the text; TOML knows none."""


class BadCup(ValueError):
    """A cup file that cannot be played.

    Attributes:
        key: where, as ``stage[1].deals``, tables counted from 1; empty for the file as a whole.
        reason: what is wrong, and what would be right.
    """

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}" if key else reason)
        self.key = key
        self.reason = reason


class Starter(StrEnum):
    """Who starts a deal that stands alone."""

    FIXED = "fixed"
    BID = "bid"


class CupTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[cup]``."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}\Z")]
    seed: ShortText | None = None


class StageTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[[stage]]``."""

    format: Format
    deals: Count | None = None
    games: Count | None = None
    deals_per_match: Annotated[int, Meta(ge=1, le=256)] | None = None
    deals_per_game: Annotated[int, Meta(ge=1, le=1000)] | None = None
    duplicate: bool = True
    starter: Starter | None = None


class TimeControl(msgspec.Struct, frozen=True):
    """Seconds; the bank is for the whole match, the increment is added after every decision."""

    limit_s: float
    bank_s: float
    increment_s: float
    connect_within_s: float
    ready_within_s: float


CONNECT_S_A_SEAT = 2.5
"""Seconds to dial in, unless the file says otherwise: for each seat, as all programs of a table start at once."""


class TimeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[time]``, as `TimeControl`; without a time to dial in, that is reckoned by the seats of the game."""

    limit_s: SomeSeconds = 1.0
    bank_s: Seconds = 30.0
    increment_s: Seconds = 0.0
    connect_within_s: SomeSeconds | None = None
    ready_within_s: SomeSeconds = 60.0

    def control(self, seat_count: int) -> TimeControl:
        """The times at a table of so many seats."""
        return TimeControl(
            limit_s=self.limit_s,
            bank_s=self.bank_s,
            increment_s=self.increment_s,
            connect_within_s=self.connect_within_s or CONNECT_S_A_SEAT * seat_count,
            ready_within_s=self.ready_within_s,
        )


class FaultPolicy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[faults]``: strikes allowed to a seat in a deal, and deals that an entrant may lose by faults in the cup."""

    strikes_allowed: Annotated[int, Meta(ge=0, le=1000)] = 2
    deals_lost_allowed: Annotated[int, Meta(ge=0, le=1_000_000)] = 8
    strict: bool = False


class RunTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[run]``: what changes no result."""

    tables: Annotated[int, Meta(ge=1, le=256)] | None = None


class BotTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``[[bot]]``."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    command: ShortText | Annotated[list[ShortText], Meta(min_length=1)]
    version: Annotated[str, Meta(min_length=1, max_length=64)] = "1"
    author: Annotated[str, Meta(max_length=200)] = ""
    language: Annotated[str, Meta(max_length=40)] = ""
    environment: dict[str, str] = {}


class CupFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    cup: CupTable
    stage: Annotated[list[StageTable], Meta(min_length=1)]
    bot: Annotated[list[BotTable], Meta(min_length=1)]
    rules: dict[str, object] = {}
    time: TimeTable = TimeTable()
    faults: FaultPolicy = FaultPolicy()
    run: RunTable = RunTable()


def decode(text: str) -> CupFile:
    """The file written in *text*, every key known and every value of its kind and in its range.

    Raises:
        BadCup: it is not so.
    """
    given: object = None
    try:
        # A number of thousands of digits is a ValueError of another kind.
        given = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
        return msgspec.convert(given, CupFile)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), given) from None
    except ValueError as error:
        raise BadCup("", f"is not TOML: {error}") from None
    except RecursionError:
        raise BadCup("", "has lists or tables too deep in one another; no key of a cup needs that") from None


# --- Refusals, in words for people

_TABLES: Mapping[str, type[msgspec.Struct]] = {
    "": CupFile,
    "cup": CupTable,
    "stage": StageTable,
    "time": TimeTable,
    "faults": FaultPolicy,
    "run": RunTable,
    "bot": BotTable,
}
_CHOICES: Mapping[str, type[StrEnum]] = {"format": Format, "starter": Starter}
_HEADINGS = {name: f"[[{name}]]" if name in {"stage", "bot"} else f"[{name}]" for name in (*_TABLES, "rules") if name}
_OTHER_KIND = ("Expected `array`, got", "Expected `object`, got")

_PLACED = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(?P<name>.*)`$")
_STEP = re.compile(r"\.(?P<name>\w+)|\[(?P<index>\d+)\]")


def _refusal(message: str, given: object) -> BadCup:
    """What msgspec found wrong, with the key as people write it and the value that was given."""
    placed = _PLACED.match(message)
    what, path = (placed["what"], placed["path"] or "$") if placed else (message, "$")
    key, name, table, value = "", "", "", given
    for step in _STEP.finditer(path):
        if step["index"] is not None:
            index = int(step["index"])
            key += f"[{index + 1}]"
            value = value[index] if isinstance(value, list) else None
        else:
            name = step["name"]
            table = table or name
            key = _below(key, name)
            value = value.get(name) if isinstance(value, dict) else None
    if unknown := _UNKNOWN.match(what):
        return BadCup(_below(key, unknown["name"]), f"unknown key; {_suggestion(unknown['name'], _TABLES[table])}")
    if missing := _MISSING.match(what):
        heading = _HEADINGS.get(missing["name"])
        return BadCup(_below(key, missing["name"]), f"is missing; add {heading}" if heading else "is missing")
    reason = _plain(what, name)
    if (heading := _HEADINGS.get(key)) and what.startswith(_OTHER_KIND):
        return BadCup(key, f"{reason}; write {heading}")
    return BadCup(key, reason if isinstance(value, dict | list) else f"{reason}; the file has {_as_toml(value)}")


def _as_toml(value: object) -> str:
    """A value that is no table and no list, as it is written in the file."""
    match value:
        case bool():
            return "true" if value else "false"
        case date() | time():
            return value.isoformat()
        case _:
            return repr(value)


def _below(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _suggestion(name: str, table: type[msgspec.Struct]) -> str:
    known = list(table.__struct_fields__)
    close = difflib.get_close_matches(name, known, 1)
    return f"did you mean {close[0]}?" if close else f"known keys here: {', '.join(known)}"


_WORDS = (
    ("Expected", "must be"),
    ("`str | array`", "a text or a list of texts"),
    (" | null`", "`"),
    ("`int`", "a whole number"),
    ("`float`", "a number"),
    ("`str`", "a text"),
    ("`bool`", "true or false"),
    ("`object`", "a table"),
    ("`array`", "a list"),
    (">=", "of at least"),
    ("<=", "of at most"),
    (">", "above"),
    ("of length of", "of length"),
)


def _plain(what: str, name: str) -> str:
    """A sentence of msgspec's about key *name* in the words of the cup file."""
    if what.startswith("Invalid enum value") and name in _CHOICES:
        return f"must be one of {', '.join(_CHOICES[name])}"
    if "matching regex" in what:
        return "must be 1 to 64 letters, digits and . _ - and begin with a letter or digit"
    plain = what.partition(", got ")[0]
    for formal, word in _WORDS:
        plain = plain.replace(formal, word)
    return plain
