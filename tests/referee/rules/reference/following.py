"""Which follows are legal, and the rule that others break (RULES 6, X3–X5, Z5, T3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from tests.referee.rules.reference.order import Deal, of_suit, printed, suit_of
from tests.referee.rules.reference.shapes import (
    Holding,
    Shape,
    component_shape,
    components,
    higher_plays,
    holding,
    kind,
    runs,
    without,
)
from tests.referee.rules.reference.winning import beating_plays

Answer = tuple[tuple[int, ...], ...]
"""What a follow answers to what was led; the greater the better."""


def broken_rule(
    lead: Sequence[str], hand: Sequence[str], cards: Sequence[str], deal: Deal, *, must_beat: bool
) -> str | None:
    """The first rule that the follow breaks (sections 6 and 8); None if it is legal."""
    broken = _broken_by_any_seat(lead, hand, cards, deal)
    if broken or not must_beat or kind(lead, deal) == "throw":
        return broken
    can_beat = bool(higher_plays(lead, hand, deal))
    return "T3" if can_beat and printed(cards) not in beating_plays(lead, hand, deal) else None


def legal_follows(lead: Sequence[str], hand: Sequence[str], deal: Deal, *, must_beat: bool) -> set[tuple[str, ...]]:
    """Every legal follow, found by trying them all."""
    plays = set(combinations(printed(hand), len(lead)))
    return {play for play in plays if broken_rule(lead, hand, play, deal, must_beat=must_beat) is None}


@lru_cache(maxsize=1_000)
def best_answer(shapes: tuple[Shape, ...], held: tuple[str, ...], count: int, deal: Deal) -> Answer:
    """The most that any so many of the cards of the led suit answer."""
    return max(answer(shapes, holding(cards), deal) for cards in set(combinations(held, count)))


@lru_cache(maxsize=50_000)
def answer(shapes: tuple[Shape, ...], played: Holding, deal: Deal) -> Answer:
    """What cards of the led suit answer to components of these shapes, largest first."""
    match deal.game.following:
        case "pairs":
            led = sum(shape.size // 2 * shape.length for shape in shapes)
            return ((min(led, sum(copies // 2 for _, copies in played)),),)
        case "sets":
            return _sets(shapes, played, deal)
        case "graded":
            return _closeness(shapes, played, deal)


def _broken_by_any_seat(lead: Sequence[str], hand: Sequence[str], cards: Sequence[str], deal: Deal) -> str | None:
    """The first rule broken of those that hold whoever has to beat the lead (section 6)."""
    if len(cards) != len(lead) or Counter(cards) - Counter(hand):
        return "F1"
    suit = suit_of(lead[0], deal)
    held, played = of_suit(hand, suit, deal), of_suit(cards, suit, deal)
    if len(played) < min(len(lead), len(held)):
        return "F2"
    shapes = tuple(component_shape(part) for part in components(lead, deal))
    if answer(shapes, holding(played), deal) < best_answer(shapes, tuple(printed(held)), len(played), deal):
        return _owing_rule(lead, deal)
    return None


def _sets(shapes: tuple[Shape, ...], played: Holding, deal: Deal) -> Answer:
    """By led size from 2, largest first: how many sets of it, up to those led (Z5); of all allocations the greatest."""
    ways = {played}
    counts: list[int] = []
    for size in sorted({shape.size for shape in shapes if shape.size > 1}, reverse=True):
        led = sum(shape.length for shape in shapes if shape.size == size)
        taken = 0
        while taken < led and (more := _taking(ways, Shape(size, 1), deal)):
            ways, taken = more, taken + 1
        counts.append(taken)
    return (tuple(counts),)


def _closeness(shapes: tuple[Shape, ...], played: Holding, deal: Deal) -> Answer:
    """By component: the lengths of the runs of its sets, then of smaller sets for what is unmatched (X3, X4).

    Of all allocations the lexicographically greatest. As the first number decides, then the second, and so on, it is
    found by keeping, number after number, all the ways to take cards that are still the best.
    """
    ways = {played}
    lengths: list[tuple[int, ...]] = []
    for shape in shapes:
        unmatched = shape.length
        for size in range(shape.size, 1, -1):
            used: list[int] = []
            while found := _taking_longest(ways, size, unmatched, deal):
                length, ways = found
                used.append(length)
                unmatched -= length
            lengths.append(tuple(used))
    return tuple(lengths)


def _taking_longest(ways: set[Holding], size: int, most: int, deal: Deal) -> tuple[int, set[Holding]] | None:
    """The longest run of sets that any of the ways allows, of up to so many, and all ways that are left after it."""
    for length in range(most, 0, -1):
        if left := _taking(ways, Shape(size, length), deal):
            return length, left
    return None


def _taking(ways: Iterable[Holding], shape: Shape, deal: Deal) -> set[Holding]:
    """What can be left when a component of this shape is taken."""
    return {without(way, run, shape.size) for way in ways for run in runs(way, shape, deal)}


def _owing_rule(lead: Sequence[str], deal: Deal) -> str:
    match deal.game.following:
        case "pairs":
            return "F3"
        case "sets":
            return "Z5"
        case "graded" if kind(lead, deal) == "set":
            return {2: "F3", 3: "X3"}.get(len(lead), "X4")
        case "graded":
            return "X4"
