"""`matches.jsonl` read line by line, as often as needed: an outcome that is possible in the cup, or why it is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from arena.config import Stage
from arena.entries import EntrantEntry
from arena.matches import Format, Match, Outcome, Unit
from arena.outcome_line import COUNT_AT_MOST, NoOutcome, impossibilities, read_outcome_line
from arena.verifying.published import Folder
from referee.rules.ruleset import Ruleset

MATCHES = "matches.jsonl"

LINE_BYTES = 16 << 20
"""Of one match. A line has a hundred bytes for each deal and what was offered instead of a legal decision."""


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
    yield from impossibilities(outcome)


def _impossible_match(match: Match, field: Field, seat_count: int) -> Iterator[str]:
    if match.cup != field.cup:
        yield f"is a match of the cup {match.cup!r}"
    if not 0 < match.round <= COUNT_AT_MOST:
        yield f"is of round {match.round}, which there cannot be"
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
