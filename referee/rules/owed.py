"""What a follow owes to a lead beside the led suit, as shapes that it has to hold (RULES X3–X5, Z5).

Follows are ordered by how close they are to the lead, and only the closest from a hand are legal. How close a follow
is is a row of shapes that can be cut out of it, and the row that is greater where they first differ is closer. What the
hand's greatest row is, it owes: a play is as close exactly if that row can be cut out of it too.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TypeAlias

from referee.rules.ladder import Cards, Ladder
from referee.rules.packing import Shape, cut, row_of
from referee.rules.ruleset import Following, Ruleset
from referee.rules.shapes import Kind, Lead

Shapes: TypeAlias = tuple[Shape, ...]


def owed_shapes(rules: Ruleset, ladder: Ladder, lead: Lead, suit: Cards) -> Shapes:
    """What a hand owes to a lead, the first asked for first.

    Args:
        suit: the cards of the led suit in the hand, at least as many as were led.
    """
    led = tuple([Shape(size, length) for size, length, _ in lead.components])
    match rules.following:
        case Following.PAIRS:
            return (Shape(2, 1),) * min(lead.pair_count, (suit & lead.lane.pairs).bit_count())
        case Following.GRADED:
            return _closest(ladder, led, suit)
        case Following.SETS:
            return _most_sets(ladder, led, suit)


def asked_shapes(rules: Ruleset, lead: Lead) -> Shapes:
    """What a lead asks for, of a hand that holds it all."""
    led = [Shape(size, length) for size, length, _ in lead.components if size > 1]
    match rules.following:
        case Following.PAIRS:
            return (Shape(2, 1),) * lead.pair_count
        case Following.GRADED:
            return tuple(led)
        case Following.SETS:
            return tuple(Shape(size, 1) for size, length in led for _ in range(length))


def owing_rule(rules: Ruleset, lead: Lead) -> str:
    """The rule that a follow breaks which does not hold what is owed."""
    match rules.following:
        case Following.PAIRS:
            return "F3"
        case Following.GRADED:
            return {2: "F3", 3: "X3"}.get(lead.card_count, "X4") if lead.kind is Kind.SET else "X4"
        case Following.SETS:
            return "Z5"


@lru_cache(maxsize=1 << 13)
def _closest(ladder: Ladder, led: Shapes, suit: Cards) -> Shapes:
    """X3–X5: by component of the lead, largest first, runs of its sets, of smaller ones for those sets that are left.

    Each shape is the longest that can be had with those before it, which makes the row the greatest; where they are cut
    out is left open until all are found.
    """
    row = _Row(ladder, suit)
    for led_size, led_length in led:
        unmatched = led_length
        for size in range(led_size, 1, -1):
            longest = unmatched
            while longest:
                if row.add(Shape(size, longest)):
                    unmatched -= longest
                    longest = min(longest, unmatched)
                else:
                    longest -= 1
    return tuple(row.shapes)


@lru_cache(maxsize=1 << 13)
def _most_sets(ladder: Ladder, led: Shapes, suit: Cards) -> Shapes:
    """Z5: by led size, largest first, as many sets as can be held with those before them, up to the number led.

    Which sets they are is left open until all are found, so that none is taken from where a later one is needed.
    """
    counts: Counter[int] = Counter()
    for size, length in led:
        counts[size] += length
    row = _Row(ladder, suit)
    for size in sorted(counts, reverse=True):
        for _ in range(counts[size] if size > 1 else 0):
            row.add(Shape(size, 1))
    return tuple(row.shapes)


class _Row:
    """Shapes that can all be cut out of the same cards, being added to one by one."""

    __slots__ = ("_held", "_left", "_refused", "_sets", "shapes")

    def __init__(self, ladder: Ladder, held: Cards) -> None:
        self.shapes: list[Shape] = []
        self._held = self._left = row_of(ladder, held)
        self._sets: Shapes = ()
        self._refused: list[Shape] = []

    def add(self, shape: Shape) -> bool:
        """Adds a shape if there is room for it; whether there was."""
        size, length = shape
        # What once found no room finds none later, nor does anything that contains it.
        if any(size >= other.size and length >= other.length for other in self._refused):
            return False
        # Mostly what the last way to cut the others has left will do, and all need not be cut anew.
        found = cut(self._left, (*self._sets, shape)) or cut(self._held, (*self.shapes, shape))
        if not found:
            self._refused.append(shape)
            return False
        self._left, self._sets = found
        self.shapes.append(shape)
        return True
