"""`referee audit`: does a file of records hold by the rules alone?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias

from referee.record_file import read_records
from referee.rules.record import BadRecord, DealRecord
from referee.rules.replay import first_difference_of


@dataclass(frozen=True, slots=True)
class Holds:
    """Every deal of the file is as the rules have it."""

    deal_count: int

    @property
    def text(self) -> str:
        return f"holds: {self.deal_count} {'deal' if self.deal_count == 1 else 'deals'} replayed"


@dataclass(frozen=True, slots=True)
class Differs:
    """The first thing in the file that the rules do not bear out.

    Attributes:
        line: of the file, from 1.
        deal: of the match, from 1.
        what: where in the record, what it says and what the rules say.
    """

    line: int
    deal: int
    what: str

    @property
    def text(self) -> str:
        return f"does not hold: line {self.line}, deal {self.deal}: {self.what}"


@dataclass(frozen=True, slots=True)
class Unreadable:
    """The file is not one of records."""

    why: str

    @property
    def text(self) -> str:
        return f"cannot be read: {self.why}"


Verdict: TypeAlias = Holds | Differs | Unreadable


def exit_status(verdict: Verdict) -> int:
    """0 if the file holds, 1 if it does not, 2 if it cannot be read."""
    match verdict:
        case Holds():
            return 0
        case Differs():
            return 1
        case Unreadable():
            return 2


def audit(file: BinaryIO) -> Verdict:
    """Replay the records of a file, up to the first thing that does not hold."""
    count, last = 0, None

    def counted() -> Iterator[DealRecord]:
        nonlocal count, last
        for record in read_records(file):
            count, last = count + 1, record
            yield record

    try:
        difference = first_difference_of(counted())
    except BadRecord as problem:
        return Unreadable(str(problem))
    except OSError as problem:
        return Unreadable(problem.strerror or str(problem))
    if last is None:
        return Unreadable("there is no record in it")
    if difference is None:
        return Holds(count)
    return Differs(count, last.deal, difference.removeprefix(f"line {count}: "))
