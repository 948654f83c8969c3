"""Thinking time: what a decision may take and what is left, told the time and never reading it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time limits of a match, in seconds.

    Attributes:
        limit_s: what each decision may take for nothing.
        bank_s: what each seat may take beyond, in the whole match.
        increment_s: what every decision adds to the bank.
    """

    limit_s: float
    bank_s: float
    increment_s: float


@dataclass(frozen=True, slots=True)
class Bank:
    """Thinking time left to one seat beyond the limits of its decisions, in seconds; never less than nothing."""

    remaining_s: float

    def allowed_s(self, control: TimeControl) -> float:
        """What the next decision may take before it is late."""
        return control.limit_s + self.remaining_s

    def charge(self, spent_s: float, control: TimeControl) -> Bank:
        """The bank after a decision of *spent_s* seconds, late or not."""
        overdrawn_s = max(0.0, spent_s - control.limit_s)
        return Bank(max(0.0, self.remaining_s - overdrawn_s) + control.increment_s)


@dataclass(frozen=True, slots=True)
class TimeUse:
    """The time that one seat took for its decisions, in seconds; all 0 where there were none."""

    decision_count: int
    total_s: float
    p50_s: float
    p95_s: float
    max_s: float


def time_use(spent_s: Sequence[float]) -> TimeUse:
    """The sum of what every decision took."""
    if not spent_s:
        return TimeUse(0, 0.0, 0.0, 0.0, 0.0)
    in_order = sorted(spent_s)

    def percentile(share: float) -> float:
        """The least time that *share* of the decisions did not exceed."""
        return in_order[max(0, math.ceil(share * len(in_order)) - 1)]

    return TimeUse(len(in_order), sum(in_order), percentile(0.5), percentile(0.95), in_order[-1])
