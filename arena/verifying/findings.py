"""What a verification finds: each kind of check with what was counted, and the differences, named and bounded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

NAMED_AT_MOST = 20
"""Differences of a kind that are named; the others are counted."""


class Check(StrEnum):
    """The kinds of checks, in the order in which they are told."""

    COMMITMENT = "commitment"
    MATCHES = "matches"
    SCHEDULE = "schedule"
    RECORDS = "records"
    DECKS = "decks"
    RULES = "rules"
    RESULTS = "results"
    STANDINGS = "standings"
    PAGES = "pages"


class Status(StrEnum):
    """What became of a check."""

    HOLDS = "holds"
    DIFFERS = "differs"
    NOT_YET = "not yet"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as it has to be.

    Attributes:
        file: below the cup's folder.
        line: of it, from 1; None where there is no one line.
        match: key of the match that it is about; empty for none.
        deal: number of the deal, or game, in its stage; of a deal of a game, in the game. None for none.
        what: a name of a field, or a sentence.
        expected: with *found*, as texts; both empty where *what* says all.
    """

    check: Check
    file: str
    what: str
    line: int | None = None
    match: str = ""
    deal: int | None = None
    expected: str = ""
    found: str = ""


@dataclass(slots=True)
class Findings:
    """Differences as they are found.

    Attributes:
        named: of each kind the first ones.
        counts: of each kind all.
    """

    named: dict[Check, list[Difference]] = field(default_factory=dict)
    counts: dict[Check, int] = field(default_factory=dict)

    def add(self, difference: Difference) -> None:
        """Count it, and keep it if there is room."""
        self._merge(difference.check, 1, (difference,))

    def add_all(self, differences: Iterable[Difference]) -> None:
        """Likewise all of these."""
        for difference in differences:
            self.add(difference)

    def merge(self, other: Findings) -> None:
        """Add what was found elsewhere."""
        for check, count in other.counts.items():
            self._merge(check, count, other.named.get(check, ()))

    def count(self, check: Check) -> int:
        """Differences of a kind."""
        return self.counts.get(check, 0)

    def of(self, check: Check) -> Iterator[Difference]:
        """Those of a kind that are named, by file, line and deal."""
        yield from sorted(self.named.get(check, ()), key=lambda each: (each.file, each.line or 0, each.deal or 0))

    def _merge(self, check: Check, count: int, differences: Iterable[Difference]) -> None:
        self.counts[check] = self.counts.get(check, 0) + count
        kept = self.named.setdefault(check, [])
        kept.extend(differences)
        del kept[NAMED_AT_MOST:]


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """What became of one kind of check.

    Attributes:
        summary: a sentence without its end: what was counted, or why nothing was.
        difference_count: all of them.
        differences: those that are named.
    """

    check: Check
    status: Status
    summary: str
    difference_count: int = 0
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """All that was found.

    Attributes:
        progress: ``running`` or ``complete``, as the leaderboard says; empty if it says nothing readable.
        written_by: version of the software that published it, as it says.
        deal_count: deals played again.
        elapsed_s: of the whole verification.
    """

    folder: str
    cup: str
    begun: str
    commitment: str
    progress: str
    written_by: str
    checks: tuple[CheckOutcome, ...]
    deal_count: int
    elapsed_s: float

    @property
    def status(self) -> Status:
        """The verdict: any difference, else anything not yet or not to be checked, else all holds."""
        found = {each.status for each in self.checks}
        return next(
            (each for each in (Status.DIFFERS, Status.NOT_YET, Status.NOT_CHECKED) if each in found), Status.HOLDS
        )
