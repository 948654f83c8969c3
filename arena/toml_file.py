"""Files that people write in TOML: read into a struct, or refused with the key, what is wrong and what is right."""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

ShortText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]

Command: TypeAlias = ShortText | Annotated[list[ShortText], Meta(min_length=1)]
"""A program and its arguments: a text that is split as a shell would, or a list of words."""

BYTE_ORDER_MARK = "\ufeff"
"""What some editors write before the text; TOML knows none."""


class BadFile(ValueError):
    """A file that cannot be used.

    Attributes:
        key: where, as ``stage[1].deals``, tables counted from 1; empty for the file as a whole.
        reason: what is wrong, and what would be right.
    """

    def __init__(self, key: str, reason: str) -> None:
        super().__init__(f"{key}: {reason}" if key else reason)
        self.key = key
        self.reason = reason


Written = TypeVar("Written", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class Form(Generic[Written]):
    """What a kind of file may hold, and the words in which one that does not is refused.

    Attributes:
        kind: what the file describes, as "a cup".
        tables: of the file, by name; None for one in which any key may stand.
        lists: names of those tables of which there can be several.
        choices: keys whose value is one of a few.
        patterns: for keys whose text must match one, what it must be.
    """

    struct: type[Written]
    error: type[BadFile]
    kind: str
    tables: Mapping[str, type[msgspec.Struct] | None] = field(default_factory=dict)
    lists: frozenset[str] = frozenset()
    choices: Mapping[str, type[StrEnum]] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(default_factory=dict)

    def read(self, path: Path) -> Written:
        """The file at *path*.

        Raises:
            BadFile: as `decode`, or it cannot be read; of the kind *error*, here as there.
        """
        return self.decode(self.text(path))

    def text(self, path: Path) -> str:
        """What is written in the file at *path*.

        Raises:
            BadFile: it cannot be read.
        """
        try:
            return path.read_text(encoding="utf-8")
        except OSError as error:
            raise self.error("", f"cannot be read: {error.strerror or error}") from None
        except UnicodeDecodeError:
            raise self.error("", "is not text in UTF-8") from None

    def decode(self, text: str) -> Written:
        """The file written in *text*, every key known and every value of its kind and in its range.

        Raises:
            BadFile: it is not so.
        """
        given: object = None
        try:
            # A number of thousands of digits is a ValueError of another kind.
            given = tomllib.loads(text.removeprefix(BYTE_ORDER_MARK))
            return msgspec.convert(given, self.struct)
        except msgspec.ValidationError as error:
            raise self._refusal(str(error), given) from None
        except ValueError as error:
            raise self.error("", f"is not TOML: {error}") from None
        except RecursionError:
            needless = f"has lists or tables too deep in one another; no key of {self.kind} needs that"
            raise self.error("", needless) from None

    def heading(self, name: str) -> str | None:
        """How the table *name* is begun; None for a key that is no table."""
        if name not in self.tables:
            return None
        return f"[[{name}]]" if name in self.lists else f"[{name}]"

    def _refusal(self, message: str, given: object) -> BadFile:
        """What msgspec found wrong, with the key as people write it and the value that was given."""
        placed = _PLACED.match(message)
        what, path = (placed["what"], placed["path"] or "$") if placed else (message, "$")
        key, name, table, value = "", "", "", given
        for step in _STEP.finditer(path):
            if step["index"] is not None:
                index = int(step["index"])
                key += f"[{index + 1}]"
                value = value[index] if isinstance(value, list) else None
            elif step["any"] is not None:
                # Of a table in which any key may stand, msgspec does not say which; all of them hold texts.
                entries = value.items() if isinstance(value, dict) else ()
                name, value = next((each for each in entries if not isinstance(each[1], str)), ("", None))
                key = _below(key, name if _BARE_KEY.fullmatch(name) else json.dumps(name, ensure_ascii=False))
            else:
                name = step["name"]
                table = table or name
                key = _below(key, name)
                value = value.get(name) if isinstance(value, dict) else None
        if unknown := _UNKNOWN.match(what):
            known = self.tables.get(table) or self.struct
            hint = suggestion(unknown["name"], known.__struct_fields__, "known keys here")
            return self.error(_below(key, unknown["name"]), f"unknown key; {hint}")
        if missing := _MISSING.match(what):
            heading = self.heading(missing["name"])
            return self.error(_below(key, missing["name"]), f"is missing; add {heading}" if heading else "is missing")
        reason = self._plain(what, name)
        if (heading := self.heading(key)) and what.startswith(_OTHER_KIND):
            return self.error(key, f"{reason}; write {heading}")
        return self.error(
            key, reason if isinstance(value, dict | list) else f"{reason}; the file has {_as_toml(value)}"
        )

    def _plain(self, what: str, name: str) -> str:
        """A sentence of msgspec's about key *name* in the words of the file."""
        if what.startswith("Invalid enum value") and name in self.choices:
            return f"must be one of {', '.join(self.choices[name])}"
        if "matching regex" in what and name in self.patterns:
            return f"must be {self.patterns[name]}"
        plain = what.partition(", got ")[0]
        for formal, word in _WORDS:
            plain = plain.replace(formal, word)
        return plain


def suggestion(name: str, known: Iterable[str], label: str) -> str:
    """What a *name* that is not *known* was probably to be; if nothing is like it, all that are known."""
    known = list(known)
    close = difflib.get_close_matches(name, known, 1)
    return f"did you mean {close[0]}?" if close else f"{label}: {', '.join(known)}"


_OTHER_KIND = ("Expected `array`, got", "Expected `object`, got")

_PLACED = re.compile(r"^(?P<what>.*?)(?: - at `(?P<path>\$.*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"^Object contains unknown field `(?P<name>.*)`$", re.DOTALL)
_MISSING = re.compile(r"^Object missing required field `(?P<name>.*)`$")
_STEP = re.compile(r"\.(?P<name>\w+)|\[(?P<index>\d+)\]|(?P<any>\[\.\.\.\])")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")

_WORDS = (
    ("Expected", "must be"),
    ("`str | array`", "a text or a list of texts"),
    ("`str | array | null`", "a text or a list of texts"),
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


def _below(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _as_toml(value: object) -> str:
    """A value that is no table and no list, as it is written in the file."""
    match value:
        case bool():
            return "true" if value else "false"
        case date() | time():
            return value.isoformat()
        case _:
            return repr(value)
