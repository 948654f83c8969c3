"""A section of a leaderboard as its page wants it: with its drawings made and its maps coloured."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup

from arena.estimates import Status
from arena.leaderboard import EarlierCup, Leaderboard, PointsPart, RowLine, SectionPart
from arena.matches import Ending, Format, Kind, Unit
from arena.shown import shown
from arena.site.charts.intervals import Intervals, Shown, intervals
from arena.site.charts.lines import Label, Line, Point, lines_chart
from arena.site.charts.points import points_chart
from arena.site.charts.scale import Scale
from arena.site.says import Says
from arena.standings import LEVELS_DIGITS, RATING_DIGITS
from arena.words.words import Words

NAMED_LINES = 10
"""Entrants whose lines have names; those of the others are faint."""

FAINT_LINES = 12
"""Others that are drawn, those that are next in the standings."""

STEPS = 5
"""Shades of a map to either side of the middle."""

_SHARE_STEP = 0.06
_FIT_STEP = 16.0
_LIKELIHOOD_STEP = 0.1

_CUPS_WITH_NAMES = 4
_CUP_LETTERS = 12

_LEAST_S = 1e-4
"""At which the bars of times begin; they are logarithmic."""


@dataclass(frozen=True, slots=True)
class SectionView:
    """What the templates are given of a section, besides the section itself.

    Attributes:
        number: of the section on its page, from 1.
        digits: after the point of ratings.
        intervals: drawings of the standings.
        has_maps: whether its maps stand on the page of the standings.
    """

    number: int
    part: SectionPart
    digits: int
    intervals: Intervals
    has_maps: bool
    says: Says

    @property
    def words(self) -> Words:
        return self.says.words

    @property
    def rows(self) -> tuple[RowLine, ...]:
        return self.part.rows

    @property
    def is_of_players(self) -> bool:
        """Finding Friends: everyone for itself."""
        return self.part.format is Format.FRIENDS

    @property
    def is_of_deals(self) -> bool:
        return self.part.unit is Unit.DEALS

    @property
    def leader(self) -> str:
        """Who leads, in a sentence; empty without entrants."""
        rows = self.rows
        return self.says.place(rows[0], rows[1] if len(rows) > 1 else None) if rows else ""

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of decisions that were measured."""
        return tuple(kind for kind in Kind if any(kind in row.times_by_kind for row in self.rows))

    @property
    def endings(self) -> tuple[Ending, ...]:
        """Kinds of faults that were made."""
        return tuple(ending for ending in Ending if any(ending in row.faults for row in self.rows))

    def share_shade(self, share: float) -> str:
        """The class of a cell with a share of results."""
        return shade((share - 0.5) / _SHARE_STEP)

    def fit_shade(self, size: float) -> str:
        """The class of a cell with Elo of two partners."""
        return shade(size / _FIT_STEP)

    def likelihood_shade(self, probability: float) -> str:
        """The class of a cell with a probability."""
        return shade((probability - 0.5) / _LIKELIHOOD_STEP)

    def time_bar(self, seconds: float) -> int:
        """How long the bar of a time is, in percent; on a scale of powers of ten up to the longest of the section."""
        longest = max((times.p95_s for row in self.rows for times in row.times_by_kind.values()), default=1.0)
        reach = math.log10(max(longest, 10 * _LEAST_S) / _LEAST_S)
        return round(100 * min(1.0, max(0.0, math.log10(max(seconds, _LEAST_S) / _LEAST_S)) / reach))

    def history(self, named: Sequence[str] | None = None) -> Markup:
        """Ratings from round to round; empty where there is nothing to draw.

        Args:
            named: whose lines have a colour and a name; None for the first few.
        """
        points = self.part.history
        if len(points) < 2:
            return Markup()
        lines = {
            row.name: Line(
                shown(row.name),
                tuple(
                    Point(point.result_count, rating, *(_ends(row) if point is points[-1] else ()))
                    for point in points
                    if (rating := point.ratings[at]) is not None
                ),
            )
            for at, row in enumerate(self.rows)
        }
        highest = points[-1].result_count
        words = self.words
        labels = [Label(mark, words.number(mark)) for mark in Scale(0, highest, 0, 1).marks(4)]
        return self._lines(lines, named, labels, highest, said=words.say("Ratings after so many results"))

    def cups(self, named: Sequence[str] | None = None) -> Markup:
        """Ratings from cup to cup, this one being the last; a ring where the version is not that of the cup before."""
        earlier = self.part.earlier
        if not earlier:
            return Markup()
        lines = {row.name: self._over_cups(row, earlier) for row in self.rows}
        words = self.words
        texts = [cup.begun for cup in earlier]
        labels = [
            Label(at, words.date(text)) for at, text in enumerate(texts) if at == 0 or len(texts) <= _CUPS_WITH_NAMES
        ]
        labels.append(Label(len(earlier), words.say("this cup")))
        return self._lines(
            lines, named, labels, len(earlier), said=words.say("Ratings in this cup and in those before it")
        )

    def _over_cups(self, row: RowLine, earlier: Sequence[EarlierCup]) -> Line:
        points = []
        version: str | None = None
        found = [
            *(
                (at, line.version, line.rating, line.low, line.high)
                for at, cup in enumerate(earlier)
                for line in cup.lines
                if line.name == row.name
            ),
            (len(earlier), row.version, row.rating, row.low, row.high),
        ]
        for at, now, rating, low, high in found:
            if rating is not None:
                is_new = version is not None and now != version
                mark = self.words.say("version {version}", version=shown(now)) if is_new else ""
                points.append(Point(at, rating, low, high, mark))
            version = now
        return Line(shown(row.name), tuple(points))

    def _lines(
        self, lines: dict[str, Line], named: Sequence[str] | None, labels: Sequence[Label], highest: float, *, said: str
    ) -> Markup:
        drawn = {name: line for name, line in lines.items() if line.points}
        chosen = set(list(drawn)[:NAMED_LINES] if named is None else named)
        if not chosen & drawn.keys():
            return Markup()
        return lines_chart(
            [line for name, line in drawn.items() if name in chosen],
            [line for name, line in drawn.items() if name not in chosen][:FAINT_LINES],
            labels,
            said=said,
            words=self.words,
            highest=highest,
        )

    @property
    def points(self) -> Markup:
        """The histogram of the opponents' points; empty where there is none."""
        part = self.part.points
        if part is None or not part.counts:
            return Markup()
        return points_chart(part, said=self.points_sentence, words=self.words)

    @property
    def points_sentence(self) -> str:
        """How many deals the opponents won by their points."""
        part = self.part.points or PointsPart((), 0, ())
        words = self.words
        played = sum(count for _, count in part.counts)
        won = sum(count for points, count in part.counts if points >= part.win_from)
        return words.say(
            "In {won} of {played} deals ({share}) the opponents had the {points} points that win a deal.",
            won=words.number(won),
            played=words.number(played),
            share=words.percent(won / played if played else None),
            points=words.number(part.win_from),
        )


def section_views(board: Leaderboard, says: Says, *, has_maps: bool) -> list[SectionView]:
    """All sections of a leaderboard, in order."""
    return [_view(number, part, says, has_maps=has_maps) for number, part in enumerate(board.sections, start=1)]


def shade(steps: float) -> str:
    """The class of a cell so many steps over the middle, ``u1`` to ``u5``, or under it, ``d1`` to ``d5``."""
    size = min(STEPS, round(abs(steps)))
    return f"{'u' if steps > 0 else 'd'}{size}" if size else ""


def _view(number: int, part: SectionPart, says: Says, *, has_maps: bool) -> SectionView:
    return SectionView(
        number=number,
        part=part,
        digits=LEVELS_DIGITS if part.format is Format.FRIENDS else RATING_DIGITS,
        intervals=_intervals(tuple(map(_shown, part.rows)), name=f"a{number}", words=says.words),
        has_maps=has_maps,
        says=says,
    )


@lru_cache(64)
def _intervals(rows: tuple[Shown, ...], *, name: str, words: Words) -> Intervals:
    # Kept, as the page of each entrant asks for those of all.
    return intervals(rows, name=name, words=words)


def _shown(row: RowLine) -> Shown:
    if row.status is Status.UNBOUNDED:
        return Shown(None, arrow=1 if row.win_count else -1)
    return Shown(row.rating, row.low, row.high)


def _ends(row: RowLine) -> tuple[float | None, float | None]:
    return (row.low, row.high)
