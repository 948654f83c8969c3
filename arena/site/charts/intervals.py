"""Ratings and their intervals, one small drawing a row, all on one scale with one labelled axis."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from arena.site.charts.scale import Scale, place, scale_of
from arena.words.words import Words

WIDTH, HEIGHT = 180, 24
"""In CSS pixels, as the style sheet has it: with no view box, which a hundred rows would have to repeat."""
_MARGIN = 14.0
"""At both ends, for dots, arrows and half of a label."""

_MOST_MARKS = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """What is drawn of one row; None for what is not. *arrow* is 1 where it has no upper bound, −1 no lower one."""

    value: float | None
    low: float | None = None
    high: float | None = None
    arrow: int = 0


@dataclass(frozen=True, slots=True)
class Intervals:
    """The drawings of all rows.

    Attributes:
        axis: for the head of the column.
        rows: in the order given; empty for a row with nothing to draw.
    """

    axis: Markup
    rows: tuple[Markup, ...]


def intervals(given: Iterable[Shown], *, name: str, words: Words) -> Intervals:
    """Draw rows on one scale. The numbers stand beside them in the table, so they are hidden from screen readers.

    Args:
        name: of this column, unlike that of any other on the page.
    """
    rows = tuple(given)
    values = [value for row in rows if not row.arrow for value in (row.value, row.low, row.high) if value is not None]
    # The zero is what ratings are measured from: it is always there.
    scale = scale_of([0.0, *values], _MARGIN, WIDTH - _MARGIN)
    return Intervals(_axis(scale, name, words), tuple(_row(row, scale, name) for row in rows))


def _axis(scale: Scale, name: str, words: Words) -> Markup:
    digits = scale.mark_digits(_MOST_MARKS)
    marks = scale.marks(_MOST_MARKS)
    grid = "".join(f"M{place(scale.at(mark))} 0V{HEIGHT}" for mark in marks if mark)
    zero = f"M{place(scale.at(0))} 0V{HEIGHT}"
    labels = "".join(f'<text x="{place(scale.at(mark))}" y="10">{words.signed(mark, digits)}</text>' for mark in marks)
    return Markup(  # noqa: S704  # numbers and the page's own names
        f'<svg class="plot axis" aria-hidden="true"><defs><g id="{name}">'
        f'<path class="grid-line" d="{grid}"/><path class="zero" d="{zero}"/></g></defs>{labels}</svg>'
    )


def _row(row: Shown, scale: Scale, name: str) -> Markup:
    middle = HEIGHT // 2
    if row.arrow:
        tip = WIDTH - 6 if row.arrow > 0 else 6
        drawn = f'<path class="arrow" d="M{tip} {middle}l{-12 * row.arrow}-6v12z"/>'
    elif row.value is None:
        return Markup()
    else:
        reach = (
            f'<path d="M{place(scale.at(row.low))} {middle}H{place(scale.at(row.high))}"/>'
            if row.low is not None and row.high is not None
            else ""
        )
        drawn = f'{reach}<path class="dot" d="M{place(scale.at(row.value))} {middle}h0"/>'
    return Markup(  # noqa: S704  # numbers and the page's own names
        f'<svg class="plot"><use href="#{name}"/>{drawn}</svg>'
    )
