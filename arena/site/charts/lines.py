"""Lines over time with their names at the end: ratings from round to round, and from cup to cup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from arena.site.charts.scale import Scale, place, scale_of
from arena.words.words import Words

WIDTH, HEIGHT = 440, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 40.0, 308.0, 10.0, 222.0
_NAMES_AT = 330.0
_LINE_HEIGHT = 14.0
_NAME_LETTERS = 16

_MOST_DOTS = 6
"""Points of a line that are all marked; of more, the last alone."""

COLOUR_COUNT = 8
"""Colours of lines in the style sheet; after them they come again, with dashes."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value at a place of the axis, with its interval if it is drawn; *mark* is told of it, and makes it a ring."""

    at: float
    value: float
    low: float | None = None
    high: float | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """What is drawn of one entrant; *name* as it is shown."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A word below the axis."""

    at: float
    text: str


def lines_chart(
    lines: Sequence[Line],
    faint: Sequence[Line],
    labels: Sequence[Label],
    *,
    said: str,
    words: Words,
    highest: float,
) -> Markup:
    """The drawing.

    Args:
        lines: with a colour and a name at their end; as many as there is room for names, fifteen.
        faint: behind them, without names.
        labels: below the axis, which goes from 0 to *highest*.
        said: what the drawing shows, in a sentence.
    """
    across = Scale(0.0, highest or 1.0, _LEFT, _RIGHT)
    values = [
        value
        for line in (*lines, *faint)
        for point in line.points
        for value in (point.value, point.low, point.high)
        if value is not None
    ]
    up = scale_of(values, _BOTTOM, _TOP)
    heights = _spread([up.at(line.points[-1].value) for line in lines])
    drawn = [
        _frame(up, words),
        *(f'<text class="below" x="{place(across.at(each.at))}" y="240">{escape(each.text)}</text>' for each in labels),
        _behind(faint, across, up),
        *(
            _line(number, line, across, up, height)
            for number, (line, height) in enumerate(zip(lines, heights, strict=True))
        ),
    ]
    return Markup(  # noqa: S704  # all text was escaped
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(said)}">'
        f"{''.join(drawn)}</svg>"
    )


def _frame(up: Scale, words: Words) -> str:
    """Lines across at round values, with what they are."""
    digits = up.mark_digits(5)
    marks = up.marks(5)
    path = "".join(f"M{place(_LEFT)} {place(up.at(mark))}H{place(_RIGHT)}" for mark in marks)
    texts = "".join(
        f'<text x="{place(_LEFT - 6)}" y="{place(up.at(mark) + 4)}">{words.signed(mark, digits)}</text>'
        for mark in marks
    )
    return f'<path class="grid-line" d="{path}"/><g class="beside">{texts}</g>'


def _behind(faint: Sequence[Line], across: Scale, up: Scale) -> str:
    path = "".join(_path(line, across, up) for line in faint)
    return f'<path class="faint" d="{path}"/>' if path else ""


def _line(number: int, line: Line, across: Scale, up: Scale, height: float) -> str:
    last = line.points[-1]
    x, y = across.at(last.at), up.at(last.value)
    whiskers = "".join(
        f"M{place(across.at(point.at) + _aside(number, point, last))} "
        f"{place(up.at(point.low))}V{place(up.at(point.high))}"
        for point in line.points
        if point.low is not None and point.high is not None
    )
    few = line.points if len(line.points) <= _MOST_DOTS else (last,)
    dots = "".join(f"M{place(across.at(point.at))} {place(up.at(point.value))}h0" for point in few if not point.mark)
    rings = "".join(
        f'<circle cx="{place(across.at(point.at))}" cy="{place(up.at(point.value))}" r="4.5">'
        f"<title>{escape(point.mark)}</title></circle>"
        for point in line.points
        if point.mark
    )
    name = line.name if len(line.name) <= _NAME_LETTERS else f"{line.name[: _NAME_LETTERS - 1]}…"
    full = "" if name == line.name else f"<title>{escape(line.name)}</title>"
    dashes = ' stroke-dasharray="5 3"' if number >= COLOUR_COUNT else ""
    return (
        f'<g class="s{number % COLOUR_COUNT + 1}">'
        f'<path class="line" d="{_path(line, across, up)}"{dashes}/>'
        + (f'<path class="whisker" d="{whiskers}"/>' if whiskers else "")
        + (f'<path class="dot" d="{dots}"/>' if dots else "")
        + rings
        + f'<path class="lead" d="M{place(x + 4)} {place(y)}L{place(_NAMES_AT - 4)} {place(height)}"/>'
        f'<text x="{place(_NAMES_AT)}" y="{place(height + 4)}">{full}{escape(name)}</text></g>'
    )


def _aside(number: int, point: Point, last: Point) -> float:
    """Intervals of one place stand beside each other."""
    return 2.0 * (number % 5) if point is last else 2.0 * (number % 5) - 4.0


def _path(line: Line, across: Scale, up: Scale) -> str:
    start = f"M{place(across.at(line.points[0].at))} {place(up.at(line.points[0].value))}"
    if len(line.points) == 1:
        return start + "h0"
    return start + "".join(
        f"L{place(across.at(point.at))} {place(up.at(point.value))}" for _, point in pairwise(line.points)
    )


def _spread(heights: Sequence[float]) -> list[float]:
    """Heights of names, each as near to its line as the others let it be, in the order of the lines' ends."""
    order = sorted(range(len(heights)), key=lambda at: (heights[at], at))
    placed: list[float] = []
    for at in order:
        placed.append(max(heights[at], placed[-1] + _LINE_HEIGHT) if placed else heights[at])
    lowest = _BOTTOM + 8
    for at in reversed(range(len(placed))):
        placed[at] = min(placed[at], lowest)
        lowest = placed[at] - _LINE_HEIGHT
    found = [0.0] * len(heights)
    for at, height in zip(order, placed, strict=True):
        found[at] = height
    return found
