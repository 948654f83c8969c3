"""`matches.jsonl` read line by line, as often as needed: an outcome that is possible in the cup, or why it is not."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from arena.config import Stage
from arena.entries import EntrantEntry
from arena.matches import AnyResult, Ending, Format, FriendsResult, Match, Outcome, Result, SeatTimes, Unit
from arena.outcome_line import NoOutcome, read_outcome_line
from arena.records_store import record_name
from arena.verifying.published import Folder
from referee.rules.ruleset import Ruleset

MATCHES = "matches.jsonl"

LINE_BYTES = 16 << 20
"""Of one match. A line has a hundred bytes for each deal and what was offered instead of a legal decision."""

SECONDS_AT_MOST = 1e9
COUNT_AT_MOST = 1 << 40
LEVELS_AT_MOST = 1 << 20
"""Beyond any time, count and gain that there can be; sums of them are still exact, or nearly so."""


class BadLine(Exception):
    """A line that is no outcome of a match of the cup; a sentence."""


@dataclass(frozen=True, slots=True)
class Field:
    """What the matches of a cup can be.

    Attributes:
        stages: None where they are not known.
    """

    cup: str
    rules_id: str
    rules: Ruleset
    entrants: Mapping[str, EntrantEntry]
    stages: Sequence[Stage] | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the file, from 1, and what it says, or why it says nothing."""

    number: int
    content: bytes
    outcome: Outcome | BadLine


@dataclass(frozen=True, slots=True)
class MatchLines:
    """The lines of a folder."""

    folder: Folder
    field: Field

    def __iter__(self) -> Iterator[Line]:
        """All lines, the bad ones too.

        Raises:
            BadFile: the file cannot be read.
        """
        with self.folder.open(MATCHES) as file:
            for number, content in enumerate(_lines(file), start=1):
                if content is None:
                    yield Line(number, b"", BadLine(f"is longer than {LINE_BYTES >> 20} MiB"))
                    continue
                try:
                    yield Line(number, content, read_outcome(content, self.field))
                except BadLine as problem:
                    yield Line(number, b"", problem)

    def outcomes(self) -> Iterator[Outcome]:
        """Those of the good lines.

        Raises:
            BadFile: the file cannot be read.
        """
        return (line.outcome for line in self if isinstance(line.outcome, Outcome))


def read_outcome(line: bytes, field: Field) -> Outcome:
    """The outcome that a line says.

    Raises:
        BadLine: it says none, or one that cannot be in this cup.
    """
    try:
        outcome = read_outcome_line(line)
    except NoOutcome as problem:
        raise BadLine(str(problem)) from None
    for reason in _impossible(outcome, field):
        raise BadLine(reason)
    return outcome


def _lines(file: BinaryIO) -> Iterator[bytes | None]:
    """Each line without its end; None for one that is too long."""
    while line := file.readline(LINE_BYTES):
        if line.endswith(b"\n") or len(line) < LINE_BYTES:
            yield line.removesuffix(b"\n")
            continue
        yield None
        while (rest := file.readline(LINE_BYTES)) and not rest.endswith(b"\n"):
            pass


def _impossible(outcome: Outcome, field: Field) -> Iterator[str]:
    """Why an outcome cannot be of the cup: what later checks, which compute with it, take for granted."""
    seat_count = len(field.rules.seat_names)
    yield from _impossible_match(outcome.match, field, seat_count)
    if outcome.ending is not Ending.NORMAL:
        yield f"ended {outcome.ending!s}, and what did so is played again and not kept"
    boards = tuple(result.board for result in outcome.results)
    if boards != outcome.match.boards:
        yield f"has results of {_some(boards)}, not of {_some(outcome.match.boards)}"
    if outcome.record_name != record_name(outcome.match.key) or not _is_hash(outcome.match.key):
        yield f"names the record {outcome.record_name!r}, which is not that of its key"
    if not _is_hash(outcome.record_sha256):
        yield "has no SHA-256 of its record"
    for result in outcome.results:
        if not _is_possible_result(result, seat_count):
            yield f"has a result of {result.board} with a score, gain or seat that there is not"
    for fault in outcome.faults:
        is_known = 0 <= fault.seat < seat_count and 0 <= fault.deal <= COUNT_AT_MOST
        if not is_known or not (fault.overrun_s is None or _is_duration(fault.overrun_s)):
            yield f"has a fault of seat {fault.seat} in deal {fault.deal} that there cannot be"
    if len(outcome.times) > seat_count or not all(map(_is_possible_use, outcome.times)):
        yield "has impossible times"
    counts = (outcome.deal_count, outcome.decision_count, outcome.message_count)
    if not all(0 <= count <= COUNT_AT_MOST for count in counts) or not _is_duration(outcome.elapsed_s):
        yield "has an impossible count, or took an impossible time"


def _impossible_match(match: Match, field: Field, seat_count: int) -> Iterator[str]:
    if match.cup != field.cup:
        yield f"is a match of the cup {match.cup!r}"
    if match.rules_id != field.rules_id:
        yield f"is played by other rules: {match.rules_id!r}"
    if not (len(match.seating) == len(match.versions) == seat_count):
        yield f"has {len(match.seating)} seats and {len(match.versions)} versions, and the game has {seat_count} seats"
    for name, version in zip(match.seating, match.versions, strict=True):
        if name not in field.entrants:
            yield f"seats {name!r}, who is no entrant"
        elif field.entrants[name].version != version:
            yield f"seats {name!r} in version {version!r}, and entered is {field.entrants[name].version!r}"
    kinds = None if field.stages is None else {(stage.format, stage.unit) for stage in field.stages}
    if kinds is not None and (match.format, match.unit) not in kinds:
        yield f"is {match.format} by {match.unit}, and the cup has no such stage"
    if (match.format is Format.FRIENDS) != (field.rules.friends is not None):
        yield f"is {match.format}, which is not played by these rules"
    is_possible = all(0 < board <= COUNT_AT_MOST for board in match.boards)
    if not is_possible or len(set(match.boards)) != len(match.boards) or not match.boards:
        yield "has no deal, one twice, or one with an impossible number"
    if match.unit is Unit.GAMES and len(match.boards) != 1:
        yield "is not one game"


def _is_possible_result(result: AnyResult, seat_count: int) -> bool:
    if result.lost_by is not None and not 0 <= result.lost_by < seat_count:
        return False
    match result:
        case Result():
            return result.score in {0.0, 0.5, 1.0} and abs(result.margin) <= LEVELS_AT_MOST
        case FriendsResult():
            return len(result.seats) == seat_count and all(abs(seat.gain) <= LEVELS_AT_MOST for seat in result.seats)


def _is_possible_use(use: SeatTimes) -> bool:
    durations = (use.total_s, use.p50_s, use.p95_s, use.max_s)
    return 0 <= use.decision_count <= COUNT_AT_MOST and all(map(_is_duration, durations))


def _is_duration(seconds: float) -> bool:
    return math.isfinite(seconds) and 0 <= seconds <= SECONDS_AT_MOST


def _is_hash(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _some(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:8]))
    return f"{shown}, …" if len(numbers) > 8 else shown or "nothing"
