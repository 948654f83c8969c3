"""Whether shapes can be cut, disjointly, out of the cards of one suit: the question behind graded follows and throws.

Cards of a suit are looked at as a *row*: rung by rung, how many copies there are of each card; a gap is an empty rung.
Shapes are laid into the row from its lowest rung up, and what has been tried in vain is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from referee.rules.ladder import Cards, Ladder


class Shape(NamedTuple):
    """*length* consecutive sets of *size* identical cards: a single is 1 of 1, a pair 1 of 2."""

    size: int
    length: int


Copies: TypeAlias = tuple[int, ...]
"""What lies on one rung: the copies of each of its cards; more than one card where equal cards share it (O1)."""

Row: TypeAlias = tuple[Copies, ...]
"""Rungs from the lowest up; neighbours are consecutive (O4), and an empty rung parts what is not."""


def fits(ladder: Ladder, held: Cards, shapes: Iterable[Shape]) -> bool:
    """Whether *held*, cards of one suit, can be split so that all these shapes are among the parts.

    A larger set and a longer run count as what they contain, and of the cards that share a rung any one has its place
    in a run. A card is used once.
    """
    wanted = tuple(sorted(shapes))
    if not _sets_fit(_held_copies(ladder, held), _wanted_copies(wanted)):
        return False
    if all(length == 1 for _, length in wanted):
        return True
    return packing(row_of(ladder, held), wanted).possible


def cut(row: Row, wanted: Iterable[Shape]) -> tuple[Row, tuple[Shape, ...]] | None:
    """As `fits`, of a row; what is left of it once the runs are cut out in one way, and the sets that fit into that.

    None if the shapes do not fit. Where the sets and something more fit into what is left, all of it fits into the row.
    """
    wanted = tuple(sorted(wanted))
    held = [0] * 5
    for copies in row:
        for count in copies:
            held[count] += 1
    if not _sets_fit(held, _wanted_copies(wanted)):
        return None
    if all(length == 1 for _, length in wanted):
        return row, wanted
    found = packing(row, wanted)
    return found.left() if found.possible else None


def best_top(ladder: Ladder, held: Cards, shapes: Sequence[Shape]) -> int:
    """The highest top that the part for ``shapes[0]`` can have, all shapes being cut out of *held* as in `fits`.

    Returns:
        A single bit on `Ladder.rungs`; 0 if the shapes do not fit.
    """
    if not fits(ladder, held, shapes):
        return 0
    for place in reversed(places(ladder, held, shapes[0])):
        if fits(ladder, ladder.remove(held, place), shapes[1:]):
            rungs = ladder.rungs(place & ladder.plane)
            return 1 << rungs.bit_length() - 1
    raise AssertionError("shapes that fit have a place")


def places(ladder: Ladder, held: Cards, shape: Shape) -> list[Cards]:
    """Every way to cut one shape out of cards of one suit, the lowest first."""
    size, length = shape
    sets = held >> (size - 1) * ladder.width & ladder.plane
    copies = ladder.repeat & (1 << size * ladder.width) - 1
    found: list[Cards] = []
    rungs = rungs_of(ladder, sets)
    for at in range(len(rungs) - length + 1):
        parts = [0]
        for bits in rungs[at : at + length]:
            parts = [part | bit * copies for part in parts for bit in bits]
        found += parts
    return found


def rungs_of(ladder: Ladder, held: Cards) -> list[list[Cards]]:
    """Cards of one suit (bits of the first plane) as they lie in their row; those that are in no runs come last."""
    rungs: list[list[Cards]] = []
    alone: list[list[Cards]] = []
    last_rung, first = 0, held & ladder.plane
    while first:
        bit = first & -first
        first ^= bit
        rung = ladder.rungs(bit & ladder.in_runs)
        if not rung:
            alone += [[], [bit]]
            continue
        if rung == last_rung:
            rungs[-1].append(bit)
            continue
        if rung != last_rung << 1 and rungs:
            rungs.append([])
        rungs.append([bit])
        last_rung = rung
    return rungs + alone


@lru_cache(maxsize=1 << 10)
def row_of(ladder: Ladder, held: Cards) -> Row:
    """The row of cards of one suit."""
    repeat = ladder.repeat
    return tuple(
        tuple(sorted([(held & bit * repeat).bit_count() for bit in bits]))
        if len(bits) != 1
        else ((held & bits[0] * repeat).bit_count(),)
        for bits in rungs_of(ladder, held)
    )


State: TypeAlias = tuple[tuple[Shape, ...], tuple[int, ...], int]
"""How far shapes are laid: runs begun with what they still ask for; by shape, how many are not begun; room left behind.

The room is the largest set that the rung before has left over, as far as it bears on what is not begun.
"""


class Packing:
    """Shapes being laid into a row from its lowest rung up; get it from `packing`, which keeps some.

    Of all ways to lay the same shapes only those count in which nothing could lie lower by itself: no set on a lower
    rung that has room for it, and no run one rung lower. Every way can be brought into this form, move by move, and
    that covers no fewer cards of any lowest part of the row.
    """

    __slots__ = ("_capacities", "_held", "_known", "_may_begin", "_run_count", "_shapes", "_within", "row", "start")

    def __init__(self, row: Row, wanted: tuple[Shape, ...]) -> None:
        counts = Counter(shape for shape in wanted if shape.size * shape.length > 1)
        # The longest first, so that they are tried first; singles fill what is left and only count.
        shapes = sorted(counts, key=lambda shape: (-shape.length, -shape.size))
        self.row = row
        self.start: State = ((), tuple(counts[shape] for shape in shapes), 0)
        self._shapes = shapes
        self._run_count = sum(shape.length > 1 for shape in shapes)
        # What every suffix of the row holds: cards by their copies, consecutive rungs by size, sets by shape.
        self._held = [[0] * 5 for _ in range(len(row) + 1)]
        for at in range(len(row) - 1, -1, -1):
            self._held[at] = list(self._held[at + 1])
            for copies in row[at]:
                self._held[at][copies] += 1
        reach = {size: _reach(row, size) for size in {shape.size for shape in shapes}}
        self._may_begin = [[reach[size][at] >= length for size, length in shapes] for at in range(len(row))]
        runs = shapes[: self._run_count]
        self._capacities = [_capacity(row, reach[run.size], run) for run in runs]
        self._within = [
            [(at, other.length) for at, other in enumerate(runs) if other.size >= size and other.length >= length]
            for size, length in runs
        ]
        self._known: dict[tuple[int, State], bool] = {}

    @property
    def possible(self) -> bool:
        """Whether all the shapes fit."""
        return self.can_end(0, self.start)

    def lacking(self, state: State) -> int:
        """How many cards are still to be laid, singles not counted."""
        begun, waiting, _ = state
        later = sum(count * size * length for count, (size, length) in zip(waiting, self._shapes, strict=True))
        return later + sum(size * length for size, length in begun)

    def can_end(self, at: int, state: State) -> bool:
        """Whether all that a state lacks fits into the row from rung *at* on."""
        known = self._known.get((at, state))
        if known is None:
            known = self._known[at, state] = self._find_end(at, state)
        return known

    def _find_end(self, at: int, state: State) -> bool:
        begun, waiting, _ = state
        # As sets alone, runs not asked to be runs: what does not fit so, does not fit at all.
        wanted = [0] * 5
        for count, (size, length) in zip(waiting, self._shapes, strict=True):
            wanted[size] += count * length
        for size, length in begun:
            wanted[size] += length
        if not _sets_fit(self._held[at], wanted):
            return False
        if not begun and not any(waiting[: self._run_count]):
            return True
        if at == len(self.row) or not self._has_room(at, waiting):
            return False
        return any(self.can_end(at + 1, after) for after, _ in self.ways(at, state, self.row[at]))

    def ways(self, at: int, state: State, copies: Copies) -> list[tuple[State, Copies]]:
        """The states that laying *copies*, what is used of rung *at*, can lead to, and what each leaves of them.

        Those that leave least come first.
        """
        begun, waiting, room = state
        if not copies:
            return [] if begun else [(((), waiting, 0), ())]
        after_begun: dict[Copies, None] = {copies: None}
        going: list[Shape] = []
        for size, length in begun:
            after_begun = {left: None for way in after_begun for left in _without(way, size)}
            if length > 1:
                going.append(Shape(size, length - 1))
        found: dict[State, Copies] = {}
        for way in after_begun:
            for after, left in self._begun(at, way, (tuple(going), waiting, room)):
                found.setdefault(after, left)
        return sorted(found.items(), key=_cards_left)

    def left(self) -> tuple[Row, tuple[Shape, ...]]:
        """What one way to lay the runs leaves of the row, and the sets that fit into that; all must be possible."""
        left: list[Copies] = []
        state = self.start
        for at, copies in enumerate(self.row):
            begun, waiting, _ = state
            if not begun and not any(waiting[: self._run_count]):
                break
            state, copies_left = next(way for way in self.ways(at, state, copies) if self.can_end(at + 1, way[0]))
            left.append(copies_left)
        sets = [shape for count, shape in zip(state[1], self._shapes, strict=True) for _ in range(count)]
        return (*left, *self.row[len(left) :]), tuple(sets)

    def _begun(self, at: int, left: Copies, state: State) -> Iterator[tuple[State, Copies]]:
        """All ways to begin shapes on rung *at*, with what they leave of it."""
        begun, waiting, room = state
        may_begin = self._may_begin[at]
        tries = [(left, begun, waiting, 0)]
        while tries:
            left, begun, waiting, first = tries.pop()
            most, behind, may_rest = max(left), 0, True
            for index, (size, length) in enumerate(self._shapes):
                if size > most or not waiting[index]:
                    continue
                if length == 1:
                    may_rest = False  # a set that has room here lies here
                elif size > behind:
                    behind = size
                # A run that the rung below had room for would have begun there.
                if index >= first and may_begin[index] and (length == 1 or size > room):
                    more = tuple(sorted((*begun, Shape(size, length - 1)))) if length > 1 else begun
                    fewer = (*waiting[:index], waiting[index] - 1, *waiting[index + 1 :])
                    tries += [(way, more, fewer, index) for way in _without(left, size)]
            if may_rest:
                yield (begun, waiting, behind), left

    def _has_room(self, at: int, waiting: tuple[int, ...]) -> bool:
        """Whether the runs that wait are not too many, by a bound that is quick to look up."""
        for capacity, within in zip(self._capacities, self._within, strict=True):
            if sum([waiting[index] * length for index, length in within]) > capacity[at]:
                return False
        return True


@lru_cache(maxsize=1 << 8)  # each may remember some hundred states
def packing(row: Row, wanted: tuple[Shape, ...]) -> Packing:
    """The laying of shapes, given in their order, into a row."""
    return Packing(row, wanted)


def _cards_left(way: tuple[State, Copies]) -> int:
    """How many cards a way leaves of its rung."""
    return sum(way[1])


def _held_copies(ladder: Ladder, held: Cards) -> list[int]:
    """By a number of copies, how many cards are held in exactly so many; from 0, which is not counted, to 4."""
    at_least = [0] * 6
    for size in range(1, ladder.packs + 1):
        at_least[size] = (held >> (size - 1) * ladder.width & ladder.plane).bit_count()
    return [0, *(at_least[size] - at_least[size + 1] for size in range(1, 5))]


def _wanted_copies(wanted: Iterable[Shape]) -> list[int]:
    """By size, the sets that shapes consist of; sizes that no deck has are counted under 0."""
    sets = [0] * 5
    for size, length in wanted:
        sets[size if size <= 4 else 0] += length
    return sets


def _sets_fit(held: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether sets, by size, can be taken from cards, by their copies.

    Exact, as the sets of each size, from the largest, are taken from cards with as few copies as will do. Fours come
    from fours alone. A three that is taken from a four while a card with three copies gives no three can be taken from
    that one instead: what that one gave, a pair and a single at most, the four then gives too. Taken from three copies
    it costs one pair, from four it costs two. Pairs are then whatever pairs up, in any order, and singles only count.
    """
    _, ones, twos, threes, fours = held
    impossible, singles, pairs, triples, quadruples = wanted
    spare_fours = fours - quadruples
    split_fours = max(0, triples - threes)
    if impossible or spare_fours < split_fours:
        return False
    if pairs > twos + threes + 2 * spare_fours - min(triples, threes) - 2 * split_fours:
        return False
    return singles + 2 * pairs + 3 * triples + 4 * quadruples <= ones + 2 * twos + 3 * threes + 4 * fours


@lru_cache(maxsize=1 << 12)
def _without(copies: Copies, size: int) -> tuple[Copies, ...]:
    """What a rung can be left with when a set is taken from it; the order of its cards is no matter."""
    if len(copies) == 1:
        return ((copies[0] - size,),) if copies[0] >= size else ()
    left = {
        tuple(sorted((*copies[:at], copies[at] - size, *copies[at + 1 :])))
        for at in range(len(copies))
        if copies[at] >= size
    }
    return tuple(sorted(left))


def _reach(row: Row, size: int) -> list[int]:
    """By rung, how many consecutive ones from it on hold a set of this size."""
    reach = [0] * (len(row) + 1)
    for at in range(len(row) - 1, -1, -1):
        reach[at] = reach[at + 1] + 1 if row[at] and max(row[at]) >= size else 0
    return reach


def _capacity(row: Row, reach: list[int], shape: Shape) -> list[int]:
    """By rung, how many sets from it on could be part of shapes of this size and length, or of larger ones."""
    size, length = shape
    sets = [0] * (len(row) + 1)
    here = 0
    for at in range(len(row) - 1, -1, -1):
        here = here + sum([copies // size for copies in row[at]]) if reach[at] else 0
        beyond = sets[at + max(reach[at], 1)]
        sets[at] = beyond + here if reach[at] >= length else beyond
    return sets
