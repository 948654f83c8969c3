"""What some cards are: sets, tractors, throws, and what a throw is made of (L1–L6, X2, Z4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from tests.referee.rules.reference.order import PRINTED, Deal, are_consecutive, of_suit, printed, suit_of, top

Component = tuple[str, ...]
Holding = tuple[tuple[str, int], ...]
"""Different cards, in the printed order, and how many there are of each."""


class Shape(NamedTuple):
    """So many sets of one size: 1 set, or a tractor of more."""

    size: int
    length: int


def holding(cards: Sequence[str]) -> Holding:
    """How many there are of each card."""
    return tuple(Counter(printed(cards)).items())


def cards_of(run: Sequence[str], size: int) -> list[str]:
    """A set of this size of each of the cards."""
    return [card for card in run for _ in range(size)]


def without(held: Holding, run: Sequence[str], size: int) -> Holding:
    """What is left when a set of this size of each of the cards is taken."""
    taken = ((card, copies - size if card in run else copies) for card, copies in held)
    return tuple((card, copies) for card, copies in taken if copies)


@lru_cache(maxsize=50_000)
def runs(held: Holding, shape: Shape, deal: Deal) -> list[tuple[str, ...]]:
    """Every choice of cards that gives a component of this shape, the cards of each in the printed order."""
    enough = [card for card, copies in held if copies >= shape.size]
    if shape.length == 1:
        return [(card,) for card in enough]
    if shape.size == 1:
        return []
    return [cards for cards in combinations(enough, shape.length) if are_consecutive(cards, deal)]


def shape_of(cards: Sequence[str], deal: Deal) -> Shape | None:
    """The shape of a single, a set or a tractor (L1–L3); None for anything else."""
    held = holding(cards)
    shape = Shape(held[0][1], len(held))
    is_one = all(copies == shape.size for _, copies in held) and runs(held, shape, deal)
    return shape if is_one else None


def kind(lead: Sequence[str], deal: Deal) -> str:
    """What kind of lead the cards are (L1–L4), or the rule that says that they are none."""
    if len({suit_of(card, deal) for card in lead}) != 1:
        return "L4"
    shape = shape_of(lead, deal)
    if shape is None:
        sizes = {component_shape(part).size for part in components(lead, deal)}
        return "Z9" if deal.game.equal_sets_throws_only and len(sizes) > 1 else "throw"
    if shape.length > 1:
        return "tractor"
    return "single" if shape.size == 1 else "set"


def components(lead: Sequence[str], deal: Deal) -> list[Component]:
    """What the lead is made of, largest first (L5)."""
    return list(_components(tuple(lead), deal))


def component_shape(component: Sequence[str]) -> Shape:
    """The shape of what is known to be a component."""
    return Shape(component.count(component[0]), len(set(component)))


def higher_plays(component: Sequence[str], hand: Sequence[str], deal: Deal) -> list[list[str]]:
    """The strictly higher components of the same shape that a hand holds in that suit, each once (L6)."""
    shape = component_shape(component)
    held = holding(of_suit(hand, suit_of(component[0], deal), deal))
    return [
        printed(cards_of(run, shape.size)) for run in runs(held, shape, deal) if top(run, deal) > top(component, deal)
    ]


@lru_cache(maxsize=5_000)
def _components(lead: tuple[str, ...], deal: Deal) -> list[Component]:
    if shape_of(lead, deal):
        return [tuple(printed(lead))]
    if deal.game.throws_hold_tractors:
        return list(_read_greedily(lead, deal))
    found: list[Component] = []
    for card, copies in Counter(lead).items():
        found += [(card, card)] * (copies // 2) + [(card,)] * (copies % 2)
    return sorted(found, key=lambda part: _largest_first(part, deal))


def _read_greedily(lead: Sequence[str], deal: Deal) -> Iterator[Component]:
    held = holding(lead)
    while held:
        most = max(copies for _, copies in held)
        found = [
            (run, shape.size)
            for size in range(1, most + 1)
            for length in range(1, len(held) + 1)
            for shape in [Shape(size, length)]
            for run in runs(held, shape, deal)
        ]
        run, size = min(found, key=lambda one: _largest_first(cards_of(*one), deal))
        yield tuple(cards_of(run, size))
        held = without(held, run, size)


def _largest_first(component: Sequence[str], deal: Deal) -> tuple[object, ...]:
    """Most cards, then larger sets, then higher, then the printed order."""
    size = component_shape(component).size
    return -len(component), -size, -top(component, deal), [PRINTED[card] for card in component]
