"""A leaderboard as a document: `leaderboard.json`, and what the table, the text and the page are made from.

The fields are documented in docs/ratings.md; within one `FORMAT` they are only added to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from arena.estimates import Status
from arena.matches import Format, Unit
from arena.ratings import Anchor

FORMAT = "tractor-arena/leaderboard/1"


class Progress(StrEnum):
    """How far a cup is. Before its end nothing is told that would tell a deck which is still to be played."""

    RUNNING = "running"
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class ShareLine:
    """A part of *count* results; a drawn one is half won. The share is None of none."""

    count: int
    share: float | None


@dataclass(frozen=True, slots=True)
class PartLine:
    """Deals of Finding Friends in which an entrant was what, the part of them that it won, and its gain in the mean."""

    count: int
    share: float | None
    levels_per_result: float | None


@dataclass(frozen=True, slots=True)
class MeetingCell:
    """Results of the line's entrant against the column's, with it as partner, or at one table with it."""

    count: int
    share: float
    levels_per_result: float


@dataclass(frozen=True, slots=True)
class TimesLine:
    """Seconds for a decision; see `arena.time_use.TimeUse`."""

    decision_count: int
    p50_s: float
    p95_s: float
    max_s: float


@dataclass(frozen=True, slots=True)
class LevelsLine:
    """Levels gained per result over the mean entrant; the interval is 95 %, None where too little is known."""

    per_result: float
    standard_error: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class GeneralLine:
    """A rating's error and 95 % interval if its partners count as drawn from many, and not as these alone."""

    standard_error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PairCell:
    """How much better two do as partners than the mean of the two says, Elo; see `arena.partnerships.PairEffect`."""

    count: int
    size: float | None
    standard_error: float | None
    shrunk: float | None
    is_marked: bool


@dataclass(frozen=True, slots=True)
class PartnersPart:
    """Who fits with whom, in ``individual``.

    Attributes:
        spread: standard deviation of pair effects, Elo; None where the results cannot tell.
        freedom: pair effects that the ratings leave to be told.
        told_count: pairs whose effect is told.
        sentence: what that means, for people.
        cells: by row and row, in the rows' order; None where two never were partners.
    """

    spread: float | None
    freedom: int
    told_count: int
    sentence: str
    cells: tuple[tuple[PairCell | None, ...], ...]


@dataclass(frozen=True, slots=True)
class OwnCopyLine:
    """An entrant's rating in ``pairs`` less that in ``individual``, both from one zero; see `arena.own_copies`.

    Attributes:
        gauge: what the zero is, as a sentence.
    """

    unit: Unit
    rules_id: str
    gauge: str
    name: str
    bonus: float
    standard_error: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class RowLine:
    """One entrant; see `arena.ratings.Estimate` and `arena.standings.Row`. Notes are sentences for people.

    Attributes:
        content: SHA-256 (hex) of a bot that was submitted; empty for others.
        times_by_kind: by `arena.matches.Kind`, of the kinds that were measured.
        better_than_next: probability of being stronger than the entrant of the next row; None for the last, and where
            it cannot be told.
    """

    best_rank: int | None
    worst_rank: int | None
    name: str
    author: str
    language: str
    version: str
    content: str
    status: Status
    rating: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    bound: float | None
    levels: LevelsLine | None
    levels_disagree: bool
    result_count: int
    win_count: int
    draw_count: int
    loss_count: int
    as_declarers: ShareLine
    as_opponents: ShareLine
    fault_losses: int
    faults: dict[str, int]
    times: TimesLine | None
    notes: tuple[str, ...]
    by_part: dict[str, PartLine]
    in_general: GeneralLine | None = None
    times_by_kind: dict[str, TimesLine] = field(default_factory=dict)
    better_than_next: float | None = None


@dataclass(frozen=True, slots=True)
class HistoryPoint:
    """Ratings from the results of the rounds up to one.

    Attributes:
        round: the last that counts.
        result_count: rated results up to there.
        ratings: by row, in the rows' order; None where these results tell none.
    """

    round: int
    result_count: int
    ratings: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class PointsPart:
    """The opponents' points of all deals of a section that have them, faults or not.

    Attributes:
        thresholds: at which what the deal earns changes, rising (S3, Z8).
        win_from: at so many the opponents win; in Finding Friends the others than the maker's side.
        counts: points and how many deals had them, rising; by whole numbers.
    """

    thresholds: tuple[int, ...]
    win_from: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class EarlierLine:
    """An entrant of this cup in an earlier one; ratings of different cups have different zeros unless anchored."""

    name: str
    version: str
    rating: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class EarlierCup:
    """A cup of the same ledger that was complete and begun before this one, with a section like one of this one.

    Attributes:
        begun: ISO 8601.
        gauge: what its ratings are measured from, as a sentence.
        lines: of the entrants of this cup that played in it, by name.
    """

    cup: str
    begun: str
    gauge: str
    lines: tuple[EarlierLine, ...]


@dataclass(frozen=True, slots=True)
class SectionPart:
    """Standings of one format and unit under one set of rules.

    Attributes:
        gauge: what the ratings are measured from, as a sentence.
        meetings_are: ``against``, ``partner`` or ``together``.
        meetings: by row and row, in the rows' order; None where there is no result.
        superiority: probability that the line's entrant is stronger than the column's; None if it cannot be told.
        history: how the ratings came to be what they are, round by round, in at most a dozen points, the last of them
            after all results; empty where there is a single round.
        points: None for whole games.
        earlier: cups before this one, the oldest first, at most a dozen.
    """

    format: Format
    unit: Unit
    rules_id: str
    rating_unit: str
    gauge: str
    penalty_sd: float | None
    match_count: int
    result_count: int
    unrated_count: int
    board_count: int
    rows: tuple[RowLine, ...]
    meetings_are: str
    meetings: tuple[tuple[MeetingCell | None, ...], ...]
    superiority: tuple[tuple[float | None, ...], ...]
    partners: PartnersPart | None = None
    history: tuple[HistoryPoint, ...] = ()
    points: PointsPart | None = None
    earlier: tuple[EarlierCup, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """Something about how the cup is played."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All that is published of a cup's standings.

    Attributes:
        format: of this document.
        begun: when the cup was begun, ISO 8601.
        commitment: SHA-256 of the secret, hex.
        secret: hex; None until the cup is complete.
        anchor: whose rating was fixed, and at what; None if nobody's was.
        own_copy: for cups with ``pairs`` and ``individual``, what each entrant has of its own copy as partner.
    """

    format: str
    cup: str
    progress: Progress
    begun: str
    rules_id: str
    commitment: str
    secret: str | None
    conditions: tuple[Condition, ...]
    match_count: int
    sections: tuple[SectionPart, ...]
    anchor: Anchor | None = None
    own_copy: tuple[OwnCopyLine, ...] = ()
