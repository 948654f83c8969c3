"""JSON schemas of what is published: made from the types that write it, so that they cannot say anything else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, make_dataclass
from functools import cache
from typing import get_type_hints

import msgspec

from arena.cup_document import CupDocument
from arena.leaderboard import Leaderboard
from arena.matches import FriendsResult, Outcome, Result
from referee.rules.record import DealRecord

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_WHERE = "#/$defs/{name}"


@cache
def schemas() -> Mapping[str, bytes]:
    """By the name of the file: of `leaderboard.json`, `cup.json`, a line of `matches.jsonl` and one of a record."""
    return {
        "leaderboard.schema.json": _schema(Leaderboard, "leaderboard.json"),
        "cup.schema.json": _schema(CupDocument, "cup.json"),
        "match.schema.json": _schema(_match_line(), "A line of matches.jsonl"),
        "record.schema.json": _schema(DealRecord, "A line of a record"),
    }


def _match_line() -> type:
    """An outcome with results of one kind, as types of JSON have no place for two."""
    hints = get_type_hints(Outcome) | {"results": tuple[Result, ...], "results_of_players": tuple[FriendsResult, ...]}
    named = [(each.name, hints[each.name], each) for each in fields(Outcome)]
    made = make_dataclass("Outcome", [*named, ("results_of_players", hints["results_of_players"], ())])
    made.__doc__ = Outcome.__doc__
    return made


def _schema(kind: type, title: str) -> bytes:
    (top,), parts = msgspec.json.schema_components([kind], ref_template=_WHERE)
    whole = {"$schema": _DIALECT, "title": title, **top, "$defs": parts}
    if title.endswith("matches.jsonl"):
        said = parts[kind.__name__]["properties"]
        items = said["results"]["items"], said.pop("results_of_players")["items"]
        said["results"]["items"] = {"anyOf": list(items)}
    return msgspec.json.format(msgspec.json.encode(_open(whole), order="sorted"), indent=2) + b"\n"


def _open(schema: object) -> object:
    """The schema with room for fields that later versions add."""
    match schema:
        case dict():
            return {
                name: _open(value)
                for name, value in schema.items()
                if not (name == "additionalProperties" and value is False)
            }
        case list():
            return [_open(each) for each in schema]
        case _:
            return schema
