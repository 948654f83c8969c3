"""An outcome as a line of `matches.jsonl`, read back whatever wrote it: what later versions add is passed over."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping

import msgspec

from arena.matches import AnyResult, Format, FriendsResult, Outcome, Result

_RESULTS: Mapping[bool, msgspec.json.Decoder[tuple[AnyResult, ...]]] = {
    True: msgspec.json.Decoder(tuple[FriendsResult, ...]),
    False: msgspec.json.Decoder(tuple[Result, ...]),
}
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])
_HINTS = typing.get_type_hints(Outcome)
_DECODERS = {
    field.name: msgspec.json.Decoder(_HINTS[field.name])
    for field in dataclasses.fields(Outcome)
    if field.name != "results"
}


class NoOutcome(Exception):
    """A line that says no outcome; what is wrong, to go on after the number of the line."""


def read_outcome_line(line: bytes) -> Outcome:
    """The outcome that *line* says. Whether there can be such a match is not looked at.

    Raises:
        NoOutcome: it says none.
    """
    try:
        raw = _FIELDS.decode(line)
        known: dict[str, object] = {
            name: decoder.decode(raw[name]) for name, decoder in _DECODERS.items() if name in raw
        }
        missing = {"match", "results"} - raw.keys()
        if missing:
            raise NoOutcome(f"has no field {min(missing)!r}")
        match = _DECODERS["match"].decode(raw["match"])
        known["results"] = _RESULTS[match.format is Format.FRIENDS].decode(raw["results"])
        return Outcome(**known)  # type: ignore[arg-type]  # each decoded by the type of its field
    except TypeError:
        raise NoOutcome("lacks fields that every match has") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError) as problem:
        raise NoOutcome(f"is no match: {problem}") from None
