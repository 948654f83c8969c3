"""The report on a cup as a document: what `--json` prints and the tables are made from; fields are only added.

The fields are explained in docs/reports.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from arena.matches import Format, MachineTrouble, Unit
from arena.suspicion import Bond

FORMAT = "tractor-arena/report/1"

NO_PROOF = (
    "None of this is proof. A pair stands out by what its results have beyond its ratings, and two styles that happen "
    "to suit each other, or an opponent that one bot cannot handle, do that too. Look at the records of the matches, "
    "and ask the authors, before you judge anyone."
)


@dataclass(frozen=True, slots=True)
class PairLine:
    """Two entrants that stand out; see `arena.suspicion.Suspect`.

    Attributes:
        p: probability that chance does as much between two given entrants.
    """

    bond: Bond
    names: tuple[str, str]
    result_count: int
    shuffle_count: int
    observed: float
    expected: float
    size: float
    standard_error: float
    p: float


@dataclass(frozen=True, slots=True)
class SuspicionPart:
    """Pairs of one section.

    Attributes:
        size_unit: of each line's size.
        observed_is: ``won`` (results) or ``levels``.
        false_discovery_rate: part of the pairs listed that is chance, in the mean of many cups.
        pair_count: pairs that could be judged, each bond by itself.
        untold_count: pairs that met and of which nothing can be told.
        listed: the least likely first.
    """

    format: Format
    unit: Unit
    rules_id: str
    size_unit: str
    observed_is: str
    false_discovery_rate: float
    pair_count: int
    untold_count: int
    listed: tuple[PairLine, ...]


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Faults of one bot.

    Attributes:
        by_ending: count by how it went wrong.
        by_rule: count by the rule that was broken.
    """

    name: str
    decision_count: int
    fault_count: int
    per_1000_decisions: float | None
    by_ending: dict[str, int]
    by_rule: dict[str, int]


@dataclass(frozen=True, slots=True)
class MachineLine:
    """One fault of the machine.

    Attributes:
        match: key.
        deal: index in the match, from 0; None where it concerns no one deal.
        at: ISO 8601.
    """

    match: str
    round: int
    format: Format
    unit: Unit
    seating: tuple[str, ...]
    kind: MachineTrouble
    deal: int | None
    at: str
    sentence: str


@dataclass(frozen=True, slots=True)
class LateLine:
    """Whether a bot is late where the machine was in trouble.

    Attributes:
        match_count: matches that it played.
        late_match_count: those in which it was late.
        machine_match_count: those with a fault of the machine.
        both_count: those with both.
        p: probability of so many with both, if the two had nothing to do with each other.
        is_clustered: too many for that.
    """

    name: str
    match_count: int
    late_match_count: int
    machine_match_count: int
    both_count: int
    p: float
    is_clustered: bool


@dataclass(frozen=True, slots=True)
class MachinePart:
    """Faults of the machine, which are no bot's.

    Attributes:
        match_count: matches that had any.
        faults: in the order of the matches.
        late: of every bot that was ever late.
    """

    fault_count: int
    match_count: int
    by_kind: dict[str, int]
    faults: tuple[MachineLine, ...]
    late: tuple[LateLine, ...]


@dataclass(frozen=True, slots=True)
class TimeLine:
    """Time of one bot in one format and unit, in seconds; see `arena.time_use.TimeUse`.

    Attributes:
        p95_share: of the limit for a decision; above 1 where the bank was drawn on. None if the limit is not known.
        max_share: likewise of the longest.
    """

    format: Format
    unit: Unit
    name: str
    decision_count: int
    total_s: float
    p50_s: float
    p95_s: float
    max_s: float
    p95_share: float | None
    max_share: float | None


@dataclass(frozen=True, slots=True)
class SlowLine:
    """A match that took long.

    Attributes:
        slowest: the bot that thought longest in it, all its seats together; empty if no times are known.
        slowest_s: how long.
    """

    match: str
    format: Format
    unit: Unit
    round: int
    seating: tuple[str, ...]
    elapsed_s: float
    decision_count: int
    machine_fault_count: int
    slowest: str
    slowest_s: float


@dataclass(frozen=True, slots=True)
class Report:
    """All that is reported of a cup.

    Attributes:
        limit_s: for a decision; None if it is not known.
        no_proof: what this does not show, as a sentence.
    """

    format: str
    cup: str
    match_count: int
    decision_count: int
    limit_s: float | None
    suspicion: tuple[SuspicionPart, ...]
    faults: tuple[FaultLine, ...]
    machine: MachinePart
    times: tuple[TimeLine, ...]
    slowest_matches: tuple[SlowLine, ...]
    no_proof: str
