"""Where a report takes a cup from: the ledger, also while it is being played, or the files that were published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias

import msgspec

from arena.ledger import LedgerReader, read_ledger
from arena.matches import Format, Outcome, Result, Unit
from arena.outcome_line import NoOutcome, read_outcome_line

MATCHES = "matches.jsonl"
CUP = "cup.json"

LINE_BYTES = 16 << 20
"""Of one match; a longer line is none."""

CUP_BYTES = 64 << 20

MOST_SEATS = 64
MOST_DECISIONS = (1 << 31) - 1
MOST_LEVELS = 1_000_000
"""Beyond whatever a match can have."""

_LIMIT_KEY = "time.limit_s"

_Kind: TypeAlias = tuple[Format, Unit, str]  # and rules id


class BadPublication(Exception):
    """A folder that is no published cup, or whose files are not as they were published; a sentence."""


@dataclass(frozen=True, slots=True)
class Source:
    """A cup to be reported on.

    Attributes:
        limit_s: for a decision; None if it is not known.
        outcomes: to be gone through once.
    """

    cup: str
    limit_s: float | None
    outcomes: Iterator[Outcome]


@contextmanager
def from_ledger(url: str, cup: str) -> Iterator[Source]:
    """The cup as the ledger has it.

    Raises:
        UnknownCup: the ledger has none of this name.
        LedgerError: it cannot be read.
    """
    with read_ledger(url) as ledger:
        yield _of_ledger(ledger, cup)


def _of_ledger(ledger: LedgerReader, cup: str) -> Source:
    entry = ledger.cup(cup)
    return Source(cup, _limit_s(entry.config), ledger.outcomes(cup))


@contextmanager
def from_folder(folder: Path) -> Iterator[Source]:
    """The cup as it was published into *folder*.

    Raises:
        BadPublication: on entry or while its outcomes are gone through.
        OSError: a file cannot be read.
    """
    path = folder / MATCHES
    if not path.is_file():
        raise BadPublication(f"{folder} is no published cup: it has no {MATCHES}; name a folder of leaderboards/")
    name, limit_s = _of_cup_document(folder)
    with path.open("rb") as file:
        yield Source(name, limit_s, _outcomes(file, path))


class _CupDocument(msgspec.Struct, frozen=True):
    name: str
    config: str


def _of_cup_document(folder: Path) -> tuple[str, float | None]:
    """The cup's name and its limit for a decision; of earlier versions only the folder's name is known."""
    path = folder / CUP
    if not path.is_file():
        return folder.resolve().name, None
    try:
        with path.open("rb") as file:
            document = msgspec.json.decode(file.read(CUP_BYTES), type=_CupDocument)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise BadPublication(f"{path} is no description of a cup ({problem}); publish the cup again") from None
    return document.name, _limit_s(document.config)


def _limit_s(config: str) -> float | None:
    try:
        terms = json.loads(config)
    except (ValueError, RecursionError):
        return None
    limit = terms.get(_LIMIT_KEY) if isinstance(terms, dict) else None
    return float(limit) if isinstance(limit, int | float) and 0 < limit < 1e9 else None


def _outcomes(file: BinaryIO, path: Path) -> Iterator[Outcome]:
    number = 0
    seat_counts: dict[_Kind, int] = {}
    while content := file.readline(LINE_BYTES):
        number += 1
        try:
            outcome = read_outcome_line(content)
            _check(outcome, seat_counts)
        except (NoOutcome, ValueError) as problem:
            raise BadPublication(f"{path}: line {number} {problem}; publish the cup again") from None
        yield outcome


def _check(outcome: Outcome, seat_counts: dict[_Kind, int]) -> None:
    """Refuse what no match can have, and what reckoning takes for granted.

    Args:
        seat_counts: of the matches before it, to which its own is added.

    Raises:
        ValueError: what it has, to go on after the number of the line.
    """
    match, seating = outcome.match, outcome.match.seating
    seat_count = len(seating)
    if not 2 <= seat_count <= MOST_SEATS:
        raise ValueError(f"has {seat_count} seats")
    usual = seat_counts.setdefault((match.format, match.unit, match.rules_id), seat_count)
    if seat_count != usual:
        raise ValueError(f"has {seat_count} seats, and others of the same format and rules have {usual}")
    if any(not 0 <= fault.seat < seat_count for fault in outcome.faults):
        raise ValueError("has a fault of a seat that there is not")
    counts = (outcome.decision_count, *(times.decision_count for times in outcome.times))
    if not all(0 <= count <= MOST_DECISIONS for count in counts):
        raise ValueError("has a number of decisions that there cannot be")
    for result in outcome.results:
        if isinstance(result, Result):
            if seat_count % 2 or result.score not in {0.0, 0.5, 1.0} or abs(result.margin) > MOST_LEVELS:
                raise ValueError(f"has a result of {result.board} with a score, a margin or sides that there are not")
        elif (
            len(result.seats) != seat_count
            or len(set(seating)) < seat_count
            or any(abs(seat.gain) > MOST_LEVELS for seat in result.seats)
        ):
            raise ValueError(f"has a result of {result.board} with gains, seats or players that there are not")
