"""Scales: from values to places in a drawing, with round numbers to mark them by; and how places are written."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

_STEPS = (1.0, 2.0, 5.0, 10.0)
"""Of which, times a power of ten, the marks of a scale are multiples."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight line of values from *low*, drawn at *start*, to *high*, drawn at *end*."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where *value* is drawn."""
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def marks(self, most: int) -> tuple[float, ...]:
        """Round values on the scale, at most so many and one; rising."""
        return tuple(_multiples(self.low, self.high, step_of(self.high - self.low, most)))

    def mark_digits(self, most: int) -> int:
        """Digits after the point that the marks need."""
        step = step_of(self.high - self.low, most)
        return max(0, -math.floor(math.log10(step) + 1e-9))


def scale_of(values: Iterable[float], start: float, end: float) -> Scale:
    """The scale on which all *values* have a place; of none, or of a single one, one unit to either side of it."""
    given = tuple(values)
    low, high = min(given, default=0.0), max(given, default=0.0)
    return Scale(low, high, start, end) if high > low else Scale(low - 1, high + 1, start, end)


def step_of(span: float, most: int) -> float:
    """The least round step of which *most* cover the *span*, which is above zero."""
    least = span / most
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in _STEPS if step * power >= least * (1 - 1e-9))


def _multiples(low: float, high: float, step: float) -> Iterable[float]:
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return (round(count * step, 9) + 0.0 for count in range(first, last + 1))


def place(value: float) -> str:
    """A coordinate in as few letters as a tenth of a unit takes."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
