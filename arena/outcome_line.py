"""An outcome as a line of `matches.jsonl`, read back whatever wrote it, and whether there can be such a one.

What later versions add is passed over.
"""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from arena.matches import AnyResult, Ending, Format, FriendsResult, Kind, KindTimes, Outcome, Result, SeatTimes
from arena.records_store import record_name

SECONDS_AT_MOST = 1e9
COUNT_AT_MOST = (1 << 31) - 1
LEVELS_AT_MOST = POINTS_AT_MOST = 1 << 20
"""Beyond any time, count, gain and total that there can be. A ledger holds them, and sums are exact, or nearly so."""

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
    """The outcome that *line* says; whether there can be such a one is for `impossibilities`.

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


def impossibilities(outcome: Outcome) -> Iterator[str]:
    """Why there can be no such outcome of its match: what whoever computes with it takes for granted.

    Args:
        outcome: of a match that is one.
    """
    match, seat_count = outcome.match, len(outcome.match.seating)
    if outcome.ending is not Ending.NORMAL:
        yield f"ended {outcome.ending!s}, and what did so is played again and not kept"
    boards = tuple(result.board for result in outcome.results)
    if boards != match.boards:
        yield f"has results of {_some(boards)}, not of {_some(match.boards)}"
    if outcome.record_name != record_name(match.key) or not _is_hash(match.key):
        yield f"names the record {outcome.record_name!r}, which is not that of its key"
    if not _is_hash(outcome.record_sha256):
        yield "has no SHA-256 of its record"
    for result in outcome.results:
        if not _is_possible_result(result, seat_count):
            yield f"has a result of {result.board} with a score, total, gain or seat that there is not"
    yield from _impossible_faults(outcome, seat_count)
    if len(outcome.times) > seat_count or not all(map(_is_possible_use, outcome.times)):
        yield "has impossible times"
    counts = (outcome.deal_count, outcome.decision_count, outcome.message_count)
    if not all(0 <= count <= COUNT_AT_MOST for count in counts) or not _is_duration(outcome.elapsed_s):
        yield "has an impossible count, or took an impossible time"


def _impossible_faults(outcome: Outcome, seat_count: int) -> Iterator[str]:
    for fault in outcome.faults:
        is_known = 0 <= fault.seat < seat_count and 0 <= fault.deal <= COUNT_AT_MOST
        if not is_known or not (fault.overrun_s is None or _is_duration(fault.overrun_s)):
            yield f"has a fault of seat {fault.seat} in deal {fault.deal} that there cannot be"
    for trouble in outcome.machine_faults:
        if trouble.deal is not None and not 0 <= trouble.deal <= COUNT_AT_MOST:
            yield f"has a fault of the machine in deal {trouble.deal} that there cannot be"


def _is_possible_result(result: AnyResult, seat_count: int) -> bool:
    if result.lost_by is not None and not 0 <= result.lost_by < seat_count:
        return False
    if result.points is not None and abs(result.points) > POINTS_AT_MOST:
        return False
    match result:
        case Result():
            is_possible = result.score in {0.0, 0.5, 1.0} and result.declarers in {None, 0, 1}
            return is_possible and abs(result.margin) <= LEVELS_AT_MOST
        case FriendsResult():
            return len(result.seats) == seat_count and all(abs(seat.gain) <= LEVELS_AT_MOST for seat in result.seats)


def _is_possible_use(use: SeatTimes) -> bool:
    kinds = [each.kind for each in use.kinds]
    is_in_order = kinds == [kind for kind in Kind if kind in kinds]
    return is_in_order and _is_possible_time(use) and all(map(_is_possible_time, use.kinds))


def _is_possible_time(use: SeatTimes | KindTimes) -> bool:
    durations = (use.total_s, use.p50_s, use.p95_s, use.max_s)
    return 0 <= use.decision_count <= COUNT_AT_MOST and all(map(_is_duration, durations))


def _is_duration(seconds: float) -> bool:
    return math.isfinite(seconds) and 0 <= seconds <= SECONDS_AT_MOST


def _is_hash(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _some(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:8]))
    return f"{shown}, …" if len(numbers) > 8 else shown or "nothing"
