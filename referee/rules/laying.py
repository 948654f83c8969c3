"""Choosing cards of one suit so that shapes can be cut out of them: all choices, one by chance, a cheap one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random

from referee.rules.ladder import Cards, Ladder
from referee.rules.packing import Copies, Shape, State, fits, packing, places, row_of, rungs_of


def selections(ladder: Ladder, held: Cards, shapes: Sequence[Shape], count: int) -> Iterator[Cards]:
    """Every choice of *count* cards of *held* out of which the shapes can be cut, each once, lazily, the lowest first.

    The shapes fit into *held* and are at most *count* cards.
    """
    found = _Selections(ladder, held, shapes)
    return found.choose(0, count, frozenset([found.packing.start]), 0)


def random_parts(ladder: Ladder, held: Cards, shapes: Sequence[Shape], rng: Random) -> list[Cards]:
    """Cards for each of the shapes, which fit into *held*, by chance: every way to cut them can come up."""

    def by_chance(there: list[Cards]) -> list[Cards]:
        rng.shuffle(there)
        return there

    return _parts(ladder, held, shapes, by_chance)


def cheap_parts(ladder: Ladder, held: Cards, shapes: Sequence[Shape]) -> list[Cards]:
    """Cards for each of the shapes, which fit into *held*: one after the other without points if it can be, and low."""
    return _parts(ladder, held, shapes, lambda there: sorted(there, key=ladder.points))


def _parts(
    ladder: Ladder, held: Cards, shapes: Sequence[Shape], in_order: Callable[[list[Cards]], list[Cards]]
) -> list[Cards]:
    """Cards for each of the shapes, each at the first place in some order that leaves room for the rest."""
    parts: list[Cards] = []
    # The longest first: whether sets alone fit is quick to tell.
    longest_first = sorted(shapes, key=lambda shape: (-shape.length, -shape.size))
    for at, shape in enumerate(longest_first, 1):
        cuts = ((place, ladder.remove(held, place)) for place in in_order(places(ladder, held, shape)))
        place, held = next(cut for cut in cuts if fits(ladder, cut[1], longest_first[at:]))
        parts.append(place)
    return parts


class _Selections:
    """The choices of `selections`, made rung by rung.

    What is chosen so far is known by the states of the packing that it can have led to. A state is of use if what it
    lacks still fits into the rungs to come and is no more cards than are still to be chosen: no branch ends in vain.
    """

    __slots__ = ("_later", "_options", "_steps", "packing")

    def __init__(self, ladder: Ladder, held: Cards, shapes: Sequence[Shape]) -> None:
        self.packing = packing(row_of(ladder, held), tuple(sorted(shapes)))
        self._options = [_options(ladder, held, bits) for bits in rungs_of(ladder, held)]
        self._later = [0]
        for copies in reversed(self.packing.row):
            self._later.append(self._later[-1] + sum(copies))
        self._later.reverse()
        self._steps: dict[tuple[int, int, frozenset[State], Copies], frozenset[State]] = {}

    def choose(self, at: int, count: int, states: frozenset[State], chosen: Cards) -> Iterator[Cards]:
        """All ways to choose *count* cards more from rung *at* on."""
        if not count:
            yield chosen
            return
        for copies, cards in self._options[at]:
            left = count - sum(copies)
            if 0 <= left <= self._later[at + 1] and (after := self._step(at, left, states, copies)):
                yield from self.choose(at + 1, left, after, chosen | cards)

    def _step(self, at: int, left: int, states: frozenset[State], copies: Copies) -> frozenset[State]:
        """The states of use once *copies* are chosen of a rung and *left* cards are still to be chosen."""
        key = at, left, states, copies
        after = self._steps.get(key)
        if after is None:
            lacking, can_end = self.packing.lacking, self.packing.can_end
            found = {found for state in states for found, _ in self.packing.ways(at, state, copies)}
            # Room left behind bars runs only if the rungs to come are used as they are, and they may be used less.
            after = frozenset(
                state for state in found if lacking(state) <= left and can_end(at + 1, (state[0], state[1], 0))
            )
            complete = next((state for state in after if not lacking(state)), None)
            if complete is not None:
                after = frozenset([complete])
            self._steps[key] = after
        return after


def _options(ladder: Ladder, held: Cards, bits: Sequence[Cards]) -> list[tuple[Copies, Cards]]:
    """What can be chosen of one rung, the most first: the copies of its cards, and these cards."""
    takes = []
    for bit in bits:
        copies = (held & bit * ladder.repeat).bit_count()
        takes.append(
            [(taken, bit * (ladder.repeat & (1 << taken * ladder.width) - 1)) for taken in range(copies, -1, -1)]
        )
    return [
        (tuple(sorted([taken for taken, _ in chosen])), sum([cards for _, cards in chosen]))
        for chosen in product(*takes)
    ]
