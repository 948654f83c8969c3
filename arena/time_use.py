"""Time that entrants take for their decisions: measured match by match, kept as columns, and said in a few numbers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np

from arena.matches import KindTimes, SeatTimes
from arena.matchups import Floats


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

    _values: array[float] = field(default_factory=lambda: array("d"))

    def enter(self, times: SeatTimes | KindTimes) -> None:
        """Count one more seat; one that was asked for no decision counts for nothing."""
        if times.decision_count:
            self._values.extend((times.decision_count, times.total_s, times.p50_s, times.p95_s, times.max_s))

    @property
    def total_s(self) -> float:
        """Seconds in all."""
        return sum(self._values[1::5])

    def use(self) -> TimeUse | None:
        """Time for a decision; None if nothing was measured."""
        if not self._values:
            return None
        counts, _, p50_s, p95_s, max_s = np.array(self._values).reshape(-1, 5).T
        return TimeUse(
            decision_count=int(counts.sum()),
            p50_s=_weighted_median(p50_s, counts),
            p95_s=_weighted_median(p95_s, counts),
            max_s=float(max_s.max()),
        )


def _weighted_median(values: Floats, weights: Floats) -> float:
    """The least value that at least half of the weight does not exceed."""
    order = np.argsort(values, kind="stable")
    passed = np.cumsum(weights[order])
    return float(values[order[np.searchsorted(passed, passed[-1] / 2)]])
