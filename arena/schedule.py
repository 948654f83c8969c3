"""Who plays whom on which deals: every match of a cup, in the order in which to play them.

Who goes on in Swiss stages is drawn from the results so far, in the same way whenever it is asked for: a wave is over
when each of its matches is stored, or void because an entrant is out, and what is drawn then counts the results of this
wave and those before it alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.config import Cup
from arena.faults import entrants_out, lost_by_faults
from arena.layout import layout_of
from arena.matches import Match, Outcome, Result, Unit
from arena.stages import Stage
from arena.waves import Draw, first_draw, scheduled, stage_of, wave, wave_count, wave_of

if TYPE_CHECKING:
    from arena.estimates import Estimate

__all__ = [
    "Draw",
    "Extent",
    "draws",
    "extent",
    "matches",
    "result_count",
    "scheduled",
    "stage_of",
    "wave",
    "wave_count",
]


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is to play: matches, and how many deals, or games, they have together."""

    match_count: int
    result_count: int


def extent(cup: Cup, stage: Stage) -> Extent:
    """How much a stage of a cup is; of a Swiss stage too this is known beforehand."""
    layout = layout_of(stage, cup.names)
    return Extent(match_count=layout.match_count(), result_count=layout.result_count())


def matches(cup: Cup, secret: bytes, outcomes: Iterable[Outcome] = ()) -> Iterator[Match]:
    """All matches of a cup that can be told from its *outcomes*, in the order in which to play them.

    Without Swiss stages these are all matches, and the outcomes are not looked at. With them these are the waves that
    are over and the one after them; once the cup is finished, all.
    """
    return scheduled(cup, secret, draws(cup, secret, outcomes))


def draws(cup: Cup, secret: bytes, outcomes: Iterable[Outcome]) -> tuple[Draw, ...]:
    """Who plays in each wave, as far as it can be told: those that are over and the one after them."""
    found = [first_draw(cup)]
    waves = wave_count(cup)
    if waves == 1:
        return tuple(found)
    seen = _Seen(cup)
    for outcome in outcomes:
        seen.enter(outcome)
    while len(found) < waves and seen.is_over(wave(cup, secret, len(found) - 1, found[-1])):
        found.append(seen.next_draw(found))
    return tuple(found)


def result_count(match: Match) -> int:
    """Deals, or games, that a match counts for."""
    return 1 if match.unit is Unit.GAMES else len(match.boards)


@dataclass(slots=True)
class _Seen:
    """What outcomes tell of the waves.

    Attributes:
        done: keys of their matches.
        lost: by stage and wave, results that entrants lost by faults.
        played: by stage and wave, matches of Swiss stages with their results that count.
    """

    cup: Cup
    done: set[str] = field(default_factory=set)
    lost: dict[tuple[Stage, int], Counter[str]] = field(default_factory=dict)
    played: dict[tuple[Stage, int], list[tuple[Match, Result]]] = field(default_factory=dict)

    def enter(self, outcome: Outcome) -> None:
        """Count one more outcome."""
        match = outcome.match
        number, stage = wave_of(self.cup, match), stage_of(self.cup, match)
        self.done.add(match.key)
        self.lost.setdefault((stage, number), Counter()).update(lost_by_faults([outcome]))
        if stage.is_swiss:
            of_stage = self.played.setdefault((stage, number), [])
            of_stage += [(match, each) for each in outcome.results if isinstance(each, Result) and each.rated]

    def is_over(self, played: Iterator[Match]) -> bool:
        """Whether each match of a wave is stored, or void."""
        out = self._out(wave_count(self.cup))
        return all(match.key in self.done or out.intersection(match.seating) for match in played)

    def next_draw(self, earlier: list[Draw]) -> Draw:
        """Who plays in the wave after *earlier* ones that are over."""
        number = len(earlier)
        return {
            index: self._best(stage, earlier, earlier[-1][index], sizes[number])
            for index, stage in enumerate(self.cup.stages)
            if stage.is_swiss and number < len(sizes := self._sizes(stage))
        }

    def _sizes(self, stage: Stage) -> list[int]:
        return [phase.entrant_count for phase in layout_of(stage, self.cup.names).phases()]

    def _best(self, stage: Stage, earlier: list[Draw], field_before: tuple[int, ...], count: int) -> tuple[int, ...]:
        """The places of so many of a field, those who are out last, in the order of the cup.

        By their ratings; after too few rounds to compare all of them, by the part of their results that they won. Who
        has no result stands as who won half: a bye is no defeat. Nor is it where others' faults left it without any,
        while who has none because of faults of its own has won nothing.
        """
        from arena.ratings import RatedResult, fit  # noqa: PLC0415 - takes long to load, and few cups need it

        names = self.cup.names
        results = [
            RatedResult(match.seating, str(result.board), result.score, result.margin)
            for number in range(len(earlier))
            for match, result in self.played.get((stage, number), ())
        ]
        fitted = fit(results, entrants=names)
        estimates = {place: fitted.estimate(names[place]) for place in field_before}
        are_rated = all(each.rating is not None for each in estimates.values())
        lost, out = self._lost(len(earlier), (stage,)), self._out(len(earlier))

        def part_won(name: str, found: Estimate) -> float:
            if found.result_count == 0:
                return 0.0 if lost[name] else 0.5
            return found.score / found.result_count

        def rank(place: int) -> tuple[bool, float, str]:
            found = estimates[place]
            merit = found.rating if are_rated and found.rating is not None else part_won(names[place], found)
            return (names[place] in out, -merit, names[place])

        return tuple(sorted(sorted(field_before, key=rank)[:count]))

    def _out(self, waves: int) -> frozenset[str]:
        """Entrants that lost too much by faults in the first so many waves."""
        return entrants_out(self._lost(waves, self.cup.stages), self.cup.faults.deals_lost_allowed)

    def _lost(self, waves: int, stages: Collection[Stage]) -> Counter[str]:
        """Results of some stages that entrants lost by faults in the first so many waves."""
        counts = (count for (stage, number), count in self.lost.items() if stage in stages and number < waves)
        return sum(counts, Counter[str]())
