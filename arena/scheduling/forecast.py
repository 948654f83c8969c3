"""What is to be expected of a stage: how long it takes, and how wide the intervals of its ratings will be."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from arena.layout import Layout, Phase
from arena.matches import Format, Unit
from arena.scheduling.experience import DEALS_A_GAME, SECONDS_A_START, Luck, Pace
from arena.stages import Stage
from referee.rules.levels import NO_END
from referee.rules.ruleset import Ruleset

REACH = 1.959964
"""Standard errors from an estimate to the end of its 95 % interval."""

HEAD_TO_HEAD = (REACH * 0.5 / (log(10) / 1600)) ** 2
"""Results of two equal sides after which the 95 % interval of their difference is ± 1 Elo; ± 10 takes a hundredth.

A result is 1 or 0, its standard deviation ½; and an Elo changes its mean by ln 10 / 1600.
"""


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds that something takes; the truth is expected between *low_s* and *high_s*."""

    expected_s: float
    low_s: float
    high_s: float

    def __add__(self, other: Duration) -> Duration:
        """One after the other."""
        return Duration(self.expected_s + other.expected_s, self.low_s + other.low_s, self.high_s + other.high_s)


def deals_a_game(stage: Stage, rules: Ruleset) -> int:
    """Deals that a game of a stage is reckoned as: all that it may have if that is less, or no level ends it (Z9)."""
    return stage.deals_per_game if rules.end_level >= NO_END else min(DEALS_A_GAME, stage.deals_per_game)


def duration(layout: Layout, pace: Pace, tables: int, *, rules: Ruleset) -> Duration:
    """What a stage takes at so many tables at once, if each has a core."""
    stage = layout.stage
    deals = layout.result_count() * (deals_a_game(stage, rules) if stage.unit is Unit.GAMES else 1)
    starts_s = layout.match_count() * SECONDS_A_START
    at_once = min(tables, max(1, layout.match_count()))
    return Duration(*((deals * each + starts_s) / at_once for each in (pace.seconds_a_deal, pace.low_s, pace.high_s)))


@dataclass(frozen=True, slots=True)
class Width:
    """Half the width of a 95 % interval, in Elo, among equals.

    Attributes:
        of: whose rating it is.
        result_count: deals, or games, that it comes from, at all tables together.
    """

    of: str
    plus_minus: float
    result_count: int


def widths(layout: Layout, luck: Luck) -> tuple[Width, ...]:
    """The widths to be expected, centred; none for Finding Friends, where levels are counted and not rated."""
    stage = layout.stage
    factor = luck.factor if stage.is_duplicate else 1.0
    phases = layout.phases()
    counts = [phase.tables_in_block * stage.seatings * stage.count for phase in phases]
    match stage.format:
        case Format.FRIENDS:
            return ()
        case Format.GAUNTLET:
            own = counts[0] // len(layout.newcomers)
            return (Width("a newcomer, from the mean of the others", sqrt(HEAD_TO_HEAD * factor / own), own),)
        case Format.PAIRS | Format.INDIVIDUAL:
            pass
    if len(phases) == 1:
        return (Width("everyone", _centred(layout, phases[0], counts[0], factor), counts[0]),)
    # Of independent parts the information adds up; that those who go on are measured against fewer is left out.
    reaches = [_centred(layout, phase, count, factor) for phase, count in zip(phases, counts, strict=True)]
    return (
        Width("those who play the first phase alone", reaches[0], counts[0]),
        Width("those who play all phases, about", sum(reach**-2 for reach in reaches) ** -0.5, sum(counts)),
    )


def _centred(layout: Layout, phase: Phase, result_count: int, factor: float) -> float:
    """For everyone of a field that meets evenly: (v − 1)² / (2v) of what two sides need, times the bots of a side."""
    v = phase.entrant_count
    members = 1 if layout.stage.format is Format.PAIRS else layout.stage.seat_count // 2
    return sqrt(HEAD_TO_HEAD * members * (v - 1) ** 2 / (2 * v) * factor / result_count)
