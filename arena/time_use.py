"""Time that entrants take for their decisions: measured match by match, kept as columns, and said in a few numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.matches import KindTimes, SeatTimes


@dataclass(frozen=True, slots=True)
class TimeUse:
    """Time that an entrant took for a decision, over all its seats.

    Attributes:
        p50_s: median over the matches of the match's median, each match weighing as many decisions as it had.
        p95_s: the same of the time that 95 % of a match's decisions stayed within.
        max_s: the longest of all.
    """

    decision_count: int
    p50_s: float
    p95_s: float
    max_s: float


@dataclass(slots=True)
class Timings:
    """What was measured of one entrant, or of its decisions of one kind, 40 bytes for each seat in each match."""

    _counts: array[int] = field(default_factory=lambda: array("q"))
    _totals_s: array[float] = field(default_factory=lambda: array("d"))
    _p50_s: array[float] = field(default_factory=lambda: array("d"))
    _p95_s: array[float] = field(default_factory=lambda: array("d"))
    _max_s: array[float] = field(default_factory=lambda: array("d"))

    def enter(self, times: SeatTimes | KindTimes) -> None:
        """Count one more seat; one that was asked for no decision counts for nothing."""
        if times.decision_count:
            self._counts.append(times.decision_count)
            self._totals_s.append(times.total_s)
            self._p50_s.append(times.p50_s)
            self._p95_s.append(times.p95_s)
            self._max_s.append(times.max_s)

    @property
    def total_s(self) -> float:
        """Seconds in all."""
        return sum(self._totals_s)

    def use(self) -> TimeUse | None:
        """Time for a decision; None if nothing was measured."""
        if not self._counts:
            return None
        return TimeUse(
            decision_count=sum(self._counts),
            p50_s=_weighted_median(self._p50_s, self._counts),
            p95_s=_weighted_median(self._p95_s, self._counts),
            max_s=max(self._max_s),
        )


def _weighted_median(values: Iterable[float], weights: Iterable[int]) -> float:
    """The least value that at least half of the weight does not exceed."""
    weighed = sorted(zip(values, weights, strict=True))
    half = sum(weight for _, weight in weighed) / 2
    passed = 0
    for value, weight in weighed:
        passed += weight
        if passed >= half:
            return value
    raise ValueError("no weights")
