"""How many points the opponents had, deal by deal, with the thresholds at which a deal earns something else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from markupsafe import Markup, escape

from arena.leaderboard import PointsPart
from arena.site.charts.scale import Scale, place
from arena.words.words import Words

WIDTH, HEIGHT = 440, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 430.0, 26.0, 222.0
_MOST_BARS = 48
_WIDTHS = (5, 10, 20, 50, 100, 200, 500, 1000)
"""Of bars, in points: all points of a deal are multiples of five."""


def points_chart(part: PointsPart, *, said: str, words: Words) -> Markup:
    """The histogram: a bar for every so many points, coloured by who won with them; thresholds are lines across.

    Args:
        said: what the drawing shows, in a sentence.
    """
    lowest = min(0, part.counts[0][0])
    highest = max(part.counts[-1][0], *part.thresholds, part.win_from)
    width = next((each for each in _WIDTHS if (highest - lowest) / each < _MOST_BARS), _WIDTHS[-1])
    first = lowest // width * width
    bars: Counter[int] = Counter()
    for points, count in part.counts:
        bars[(points - first) // width] += count
    across = Scale(first, first + (highest - first) // width * width + width, _LEFT, _RIGHT)
    up = Scale(0, max(bars.values()), _BOTTOM, _TOP)
    won_from = (part.win_from - first) // width
    drawn = (
        _frame(up, words),
        _bars("lost", {at: count for at, count in bars.items() if at < won_from}, across, up, width),
        _bars("won", {at: count for at, count in bars.items() if at >= won_from}, across, up, width),
        _thresholds(part, across, words),
    )
    return Markup(  # noqa: S704  # all text was escaped
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(said)}">'
        f"{''.join(drawn)}</svg>"
    )


def _with_room(values: Sequence[float], across: Scale) -> list[float]:
    """Those of *values* whose numbers have room beside those that come before them; rising."""
    chosen: list[float] = []
    for each in values:
        room = 9.0 * len(str(round(each))) + 6
        if all(abs(across.at(each) - across.at(other)) >= room for other in chosen):
            chosen.append(each)
    return sorted(chosen)


def _frame(up: Scale, words: Words) -> str:
    marks = [mark for mark in up.marks(4) if mark == round(mark)]
    path = "".join(f"M{place(_LEFT)} {place(up.at(mark))}H{place(_RIGHT)}" for mark in marks)
    texts = "".join(
        f'<text x="{place(_LEFT - 6)}" y="{place(up.at(mark) + 4)}">{words.number(mark)}</text>' for mark in marks
    )
    return f'<path class="grid-line" d="{path}"/><g class="beside">{texts}</g>'


def _bars(kind: str, bars: Mapping[int, int], across: Scale, up: Scale, width: int) -> str:
    """One path for all bars of a kind."""
    wide = across.at(across.low + width) - across.start
    gap = min(1.5, wide / 5)
    path = "".join(
        f"M{place(across.start + wide * at + gap / 2)} {place(_BOTTOM)}"
        f"V{place(up.at(count))}h{place(wide - gap)}V{place(_BOTTOM)}z"
        for at, count in sorted(bars.items())
        if count
    )
    return f'<path class="bar-{kind}" d="{path}"/>' if path else ""


def _thresholds(part: PointsPart, across: Scale, words: Words) -> str:
    """Lines at the thresholds, that of winning stronger; numbers below, as many as there is room for."""
    known = sorted({*part.thresholds, part.win_from})
    path = "".join(
        f"M{place(across.at(each))} {place(_TOP)}V{place(_BOTTOM + 4)}" for each in known if each != part.win_from
    )
    labels = [
        f'<text class="below" x="{place(across.at(each))}" y="240">{words.number(each)}</text>'
        for each in _with_room([part.win_from, 0, *known, across.low], across)
    ]
    won = place(across.at(part.win_from))
    return (
        f'<path class="threshold" d="{path}"/>'
        f'<path class="win-line" d="M{won} {place(_TOP - 8)}V{place(_BOTTOM + 4)}"/>' + "".join(labels)
    )
