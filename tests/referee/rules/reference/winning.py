"""Who wins a trick (RULES 7, Z6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from tests.referee.rules.reference.order import Deal, of_suit, strength, suit_of, top
from tests.referee.rules.reference.shapes import (
    Holding,
    Shape,
    cards_of,
    component_shape,
    components,
    higher_plays,
    holding,
    kind,
    runs,
    shape_of,
    without,
)

Worth = tuple[bool, bool, int]
"""Whether a play is a bomb, whether it is of trumps, its height: in this order each decides."""


def winner(plays: Sequence[Sequence[str]], deal: Deal) -> int:
    """Index of the winning play; the first is the lead (W1–W5)."""
    lead = plays[0]
    best, best_worth = 0, (False, suit_of(lead[0], deal) == "trump", top(lead, deal))
    for at, play in enumerate(plays):
        value = worth(lead, play, deal) if at else None
        if value is not None and value > best_worth:
            best, best_worth = at, value
    return best


def worth(lead: Sequence[str], play: Sequence[str], deal: Deal) -> Worth | None:
    """What a follow is worth in its trick; None: it cannot win."""
    led, suits = suit_of(lead[0], deal), {suit_of(card, deal) for card in play}
    in_trumps = suits == {"trump"}
    if not in_trumps and suits != {led}:
        return None
    if kind(lead, deal) == "throw":
        height = _height_against_throw(lead, play, deal) if in_trumps and led != "trump" else None
        return None if height is None else (False, True, height)
    shape = shape_of(play, deal)
    if deal.game.bombs and component_shape(lead) == Shape(2, 2) and shape == Shape(4, 1):
        return True, in_trumps, top(play, deal)
    return (False, in_trumps, top(play, deal)) if shape == component_shape(lead) else None


def beating_plays(component: Sequence[str], hand: Sequence[str], deal: Deal) -> list[list[str]]:
    """The plays of a hand that beat a lead of one component in its own suit, each once (L6, Z6).

    Bound to beat it (T3) is who holds a higher component of the same shape; a bomb is then another way to (choice).
    """
    plays = higher_plays(component, hand, deal)
    if deal.game.bombs and component_shape(component) == Shape(2, 2):
        held = holding(of_suit(hand, suit_of(component[0], deal), deal))
        plays += [cards_of(run, 4) for run in runs(held, Shape(4, 1), deal)]
    return plays


@lru_cache(maxsize=50_000)
def can_be_split(held: Holding, shapes: tuple[Shape, ...], deal: Deal) -> bool:
    """Whether some split of the cards has exactly components of these shapes."""
    if not shapes:
        return not held
    first, rest = shapes[0], shapes[1:]
    return any(can_be_split(without(held, run, first.size), rest, deal) for run in runs(held, first, deal))


def _height_against_throw(lead: Sequence[str], play: Sequence[str], deal: Deal) -> int | None:
    """W5, for a play of trumps alone against a plain throw."""
    if deal.game.throws_hold_tractors:
        largest, *rest = (component_shape(part) for part in components(lead, deal))
        held = holding(play)
        answers = (
            run
            for run in runs(held, largest, deal)
            if can_be_split(without(held, run, largest.size), tuple(rest), deal)
        )
        return max((top(run, deal) for run in answers), default=None)
    owed = _pair_count(lead)
    if _pair_count(play) < owed:
        return None
    copies = 2 if owed else 1
    return max(strength(card, deal) for card, held in Counter(play).items() if held >= copies)


def _pair_count(cards: Sequence[str]) -> int:
    return sum(copies // 2 for copies in Counter(cards).values())
