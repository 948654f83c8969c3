"""What stored matches tell of those to come: how long deals take, and how much of a result is the luck of the cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import asin, pi, sin, sqrt

from arena.matches import Format, Outcome, Result, Unit

SECONDS_A_DEAL = 0.4
"""Assumed where nothing was played: measured with the Python sample bots, two tables on two cores."""

SECONDS_A_START = 2.0
"""Assumed for each match: its programs are started, and stopped. Measured likewise."""

DEALS_A_GAME = 20
"""About; what a game is reckoned as."""

LUCK = 0.5
"""Assumed share of the deal's luck in the variance of the margin, where no deck was played twice."""

FEWEST_DOUBLES = 100
"""Decks played again with the sides exchanged, from which on luck is taken from them."""

FEWEST_MATCHES = 4
"""From which on time is taken from them."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds that a deal takes at a table, between a lower and an upper value.

    Attributes:
        match_count: of the matches that it was measured in; 0 where it is assumed.
        deal_count: of their deals.
    """

    seconds_a_deal: float
    low_s: float
    high_s: float
    match_count: int
    deal_count: int


@dataclass(frozen=True, slots=True)
class Luck:
    """How much the cards decide.

    Attributes:
        share: of the deal's luck in the variance of the margin, −1 to 1.
        double_count: decks played again with the sides exchanged, from which it was measured; 0 where it is assumed.
    """

    share: float
    double_count: int

    @property
    def factor(self) -> float:
        """What duplicate deals leave of the deals that are needed without: 1 − (2/π) asin(share)."""
        return 1 - 2 / pi * asin(self.share)


@dataclass(slots=True)
class Experience:
    """Stored matches added up."""

    _paces: list[tuple[float, int]] = field(default_factory=list)
    _doubles: defaultdict[Format, dict[_Double, tuple[list[float], list[float]]]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def enter(self, outcomes: Iterable[Outcome]) -> None:
        """Count these matches, of any cups, under the same rules as those to come."""
        for outcome in outcomes:
            if outcome.deal_count and outcome.elapsed_s > 0:
                self._paces.append((outcome.elapsed_s, outcome.deal_count))
            if outcome.match.unit is Unit.DEALS:
                for result in outcome.results:
                    if isinstance(result, Result) and result.rated:
                        self._enter_result(outcome, result)

    def _enter_result(self, outcome: Outcome, result: Result) -> None:
        match = outcome.match
        even, odd = (tuple(sorted(match.seating[side::2])) for side in (0, 1))
        double = _Double(match.cup, result.board, *sorted((even, odd)))
        scores = self._doubles[match.format].setdefault(double, ([], []))
        scores[even > odd].append(result.score)

    def pace(self) -> Pace:
        """The pace of all matches; measured on this machine, a third more or less is allowed for."""
        deal_count = sum(count for _, count in self._paces)
        if len(self._paces) < FEWEST_MATCHES:
            return Pace(SECONDS_A_DEAL, SECONDS_A_DEAL / 4, SECONDS_A_DEAL * 4, 0, 0)
        mean = sum(elapsed for elapsed, _ in self._paces) / deal_count
        # The mean of a ratio: the errors of the matches' times, given their deals.
        spread = sqrt(sum((elapsed - mean * count) ** 2 for elapsed, count in self._paces)) / deal_count
        reach = max(mean / 3, 2 * spread)
        return Pace(mean, max(0.0, mean - reach), mean + reach, len(self._paces), deal_count)

    def luck(self, format_: Format) -> Luck:
        """How much the cards decide: the correlation of the results of one deck at tables with the sides exchanged."""
        by_matchup: defaultdict[tuple[tuple[str, ...], tuple[str, ...]], list[tuple[float, float]]] = defaultdict(list)
        for double, (one_way, other_way) in self._doubles[format_].items():
            by_matchup[double.first, double.second] += zip(one_way, other_way, strict=False)
        count, products, squares = 0, 0.0, 0.0
        for pairs in by_matchup.values():
            if len(pairs) > 1:
                count += len(pairs)
                means = [sum(scores) / len(pairs) for scores in zip(*pairs, strict=True)]
                products += sum((one - means[0]) * (other - means[1]) for one, other in pairs)
                squares += sum((one - means[0]) ** 2 + (other - means[1]) ** 2 for one, other in pairs) / 2
        if count < FEWEST_DOUBLES or squares == 0:
            return Luck(LUCK, 0)
        return Luck(sin(pi / 2 * products / squares), count)


@dataclass(frozen=True, slots=True)
class _Double:
    """One deck at tables of the same two sides."""

    cup: str
    board: int
    first: tuple[str, ...]
    second: tuple[str, ...]
