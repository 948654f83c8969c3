"""How a stage is laid out: its phases, rounds and tables, by places in a field. Knows no names and no decks.

The deals of a stage are cut into blocks, and each block is played over a whole cycle of rounds, so that it compares
everyone with everyone alike; the next block has another cycle. A Swiss stage has phases: in each, a field plays some
rounds of a cycle for every block, and the better half of it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import ceil, comb

from arena.cup_file import Schedule
from arena.matches import Format
from arena.ring import ring_for
from arena.schedules import gauntlet, round_robin
from arena.schedules.cycle import Cycle, Round
from arena.seatings import Seating, bots_at_a_table, seatings_of_four, turned, ways_to_seat
from arena.six_seatings import Place, six_seatings
from arena.stages import Stage

ALL_PARTNERSHIPS = frozenset({6, 24})
"""Seatings of a deck in which every two at a table of four are partners equally often."""

CYCLES_KEPT = 4
"""Of each kind. Rounds of a few stages are asked for by turns; a cycle of a large field is some megabytes."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a stage in which one field plays every block; a stage that is not Swiss has one.

    Attributes:
        number: from 0.
        entrant_count: of the field.
        rounds_in_block: rounds in which each block is played.
        tables_in_block: tables of these rounds together.
        rounds_before: of the stage in earlier phases.
    """

    number: int
    entrant_count: int
    rounds_in_block: int
    tables_in_block: int
    rounds_before: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table of a round.

    Attributes:
        index: from 0, of the tables of its block; as many different ones as there are tables in a block.
        seatings: places in the field by seat, for each time that the table plays its decks.
    """

    index: int
    seatings: tuple[Seating, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A stage for a number of entrants.

    Attributes:
        newcomers: of a gauntlet; places in the field.
    """

    stage: Stage
    entrant_count: int
    newcomers: tuple[int, ...] = ()

    def phases(self) -> tuple[Phase, ...]:
        """The phases, whose sizes do not depend on results.

        Raises:
            ValueError: there is no schedule for so many.
        """
        return _phases(self)

    def round_count(self, phase: Phase) -> int:
        """Rounds of a phase, over all blocks."""
        return phase.rounds_in_block * self.stage.block_count

    def match_count(self) -> int:
        """Matches of the whole stage."""
        return sum(phase.tables_in_block for phase in self.phases()) * self.stage.seatings * self.stage.block_count

    def result_count(self) -> int:
        """Deals, or games, of all matches together."""
        return sum(phase.tables_in_block for phase in self.phases()) * self.stage.seatings * self.stage.count

    def cycle(self, phase: Phase, block: int) -> Cycle | None:
        """The cycle over which a block is played, or what a phase plays of it; None where tables are made without."""
        return self._cycle(phase.entrant_count, phase.number * self.stage.block_count + block)

    def _cycle(self, entrant_count: int, number: int) -> Cycle | None:
        whole = self._whole_cycle(entrant_count, number)
        if whole is None or not self.stage.is_swiss or _is_last(self.stage, entrant_count):
            return whole
        count = min(self.stage.rounds_per_phase, len(whole.rounds))
        chosen = _rounds_of_a_phase(self.stage.format, entrant_count, count)
        return Cycle(entrant_count, tuple(whole.rounds[at] for at in chosen), whole.source)

    def _whole_cycle(self, entrant_count: int, number: int) -> Cycle | None:
        match self.stage.format:
            case Format.GAUNTLET:
                return _gauntlet(self.newcomers, self._established(), number)
            case Format.PAIRS:
                return _round_robin(entrant_count, number)
            case Format.INDIVIDUAL if self.stage.schedule is not Schedule.EVERY_TABLE:
                if entrant_count == 4 and self.stage.seatings in ALL_PARTNERSHIPS:
                    return _table_of_four(number)
                return _individual(entrant_count, number)
            case _:
                return None

    def tables(self, phase: Phase, block: int, round_in_block: int) -> Iterator[Sitting]:
        """The tables of one round; *block* and *round_in_block* from 0."""
        match self.stage.format:
            case Format.FRIENDS:
                places = ring_for(phase.entrant_count, self.stage.seat_count).tables(block + 1)
                return (Sitting(index, (table,)) for index, table in enumerate(places))
            case Format.PAIRS | Format.GAUNTLET:
                return self._of_two(phase, block, round_in_block)
            case Format.INDIVIDUAL if self.stage.schedule is Schedule.EVERY_TABLE:
                return self._all_tables(phase, block)
            case Format.INDIVIDUAL:
                return self._of_four(phase, block, round_in_block)

    def _established(self) -> tuple[int, ...]:
        """Of a gauntlet, those who are no newcomers."""
        return tuple(place for place in range(self.entrant_count) if place not in self.newcomers)

    def size(self, entrant_count: int) -> tuple[int, int]:
        """Rounds of a block, and their tables."""
        stage = self.stage
        cycle = self._cycle(entrant_count, 0)
        if cycle is None:
            if stage.format is Format.FRIENDS:
                return 1, entrant_count
            groups = comb(entrant_count, stage.seat_count)
            return 1, groups * len(ways_to_seat(stage.format, stage.seat_count))
        return len(cycle.rounds), cycle.table_count

    def _turns(self, block: int) -> int:
        """By how many turns the tables of a block are turned.

        A short block does not see every starter; the same seating is kept until all have been there.
        """
        return block // ceil(self.stage.seat_count / self.stage.deals_per_match)

    def _of_two(self, phase: Phase, block: int, round_in_block: int) -> Iterator[Sitting]:
        """Tables of two bots. Their index is that of the two among all who can meet, in the order of the field."""
        (both,) = ways_to_seat(self.stage.format, self.stage.seat_count)
        seatings = self._turned(both, block)
        newcomers = {place: at for at, place in enumerate(self.newcomers)}
        others = {place: at for at, place in enumerate(self._established())}
        for at, (one, other) in self._tables_of_cycle(phase, block, round_in_block):
            first, second = min(one, other), max(one, other)
            if newcomers:
                first, second = (first, second) if first in newcomers else (second, first)
                index = newcomers[first] * len(others) + others[second]
            else:
                index = at if self.stage.is_swiss else _pair_index(first, second, phase.entrant_count)
            yield Sitting(index, tuple(_seated((first, second), seating) for seating in seatings))

    def _all_tables(self, phase: Phase, block: int) -> Iterator[Sitting]:
        """Every group in all ways to form sides."""
        ways = ways_to_seat(self.stage.format, self.stage.seat_count)
        seatings = [self._turned(both, block) for both in ways]
        index = 0
        for group in combinations(
            range(phase.entrant_count), bots_at_a_table(self.stage.format, self.stage.seat_count)
        ):
            for way in seatings:
                yield Sitting(index, tuple(_seated(group, seating) for seating in way))
                index += 1

    def _of_four(self, phase: Phase, block: int, round_in_block: int) -> Iterator[Sitting]:
        again: Mapping[Place, tuple[Seating, ...]] = {}
        if self.stage.seatings == 6:
            again = _six_seatings(self, phase, block)
        turns = self._turns(block)
        for at, (index, table) in enumerate(self._tables_of_cycle(phase, block, round_in_block)):
            if self.stage.seatings == 1:
                seatings = self._turned((table, seatings_of_four(table, 2)[1]), block)
            else:
                own = again.get((round_in_block, at)) or seatings_of_four(table, self.stage.seatings)
                seatings = tuple(turned(each, turns) for each in own)
            yield Sitting(index, seatings)

    def _tables_of_cycle(self, phase: Phase, block: int, round_in_block: int) -> Iterator[tuple[int, Seating]]:
        """Tables of a round, with their numbers among those of all rounds of the block."""
        cycle = self.cycle(phase, block)
        rounds: Sequence[Round] = cycle.rounds if cycle else ()
        before = sum(map(len, rounds[:round_in_block]))
        return enumerate(rounds[round_in_block], before)

    def _turned(self, both: tuple[Seating, Seating], block: int) -> tuple[Seating, ...]:
        """Both seatings, turned for the block; without duplicates the one whose turn it is."""
        turns = self._turns(block)
        if self.stage.is_duplicate:
            return tuple(turned(seating, turns) for seating in both)
        return (turned(both[turns % 2], turns // 2),)


SWISS_FIELD = {Format.PAIRS: 4, Format.INDIVIDUAL: 8}
"""With fewer than so many, a Swiss stage comes to its last phase, in which they play whole cycles."""


def phase_sizes(stage: Stage, entrant_count: int) -> tuple[int, ...]:
    """Entrants of each phase: of a Swiss stage half of those before, rounded up.

    At tables of four it is rounded up to a multiple of four, with which everyone plays in every round.
    """
    sizes = [entrant_count]
    step = 4 if stage.format is Format.INDIVIDUAL else 1
    while stage.is_swiss and not _is_last(stage, sizes[-1]):
        half = ceil(sizes[-1] / 2)
        sizes.append(min(ceil(half / step) * step, sizes[-1] - 1))
    return tuple(sizes)


def layout_of(stage: Stage, names: Sequence[str]) -> Layout:
    """The layout of a stage for entrants of these names, which those of its newcomers are among."""
    return Layout(stage, len(names), tuple(names.index(name) for name in stage.newcomers))


@lru_cache(maxsize=64)
def _phases(layout: Layout) -> tuple[Phase, ...]:
    found: list[Phase] = []
    for number, entrant_count in enumerate(phase_sizes(layout.stage, layout.entrant_count)):
        rounds, tables = layout.size(entrant_count)
        before = found[-1].rounds_before + layout.round_count(found[-1]) if found else 0
        found.append(Phase(number, entrant_count, rounds, tables, before))
    return tuple(found)


def _is_last(stage: Stage, entrant_count: int) -> bool:
    return entrant_count < SWISS_FIELD[stage.format]


def _seated(group: Sequence[int], seating: Seating) -> Seating:
    return tuple(group[at] for at in seating)


def _pair_index(first: int, second: int, entrant_count: int) -> int:
    """Index of two among all twos, in the order of ``itertools.combinations``."""
    return first * (2 * entrant_count - first - 1) // 2 + second - first - 1


@lru_cache(maxsize=CYCLES_KEPT)
def _individual(entrant_count: int, number: int) -> Cycle:
    from arena.schedules import individual  # noqa: PLC0415 - loads numpy, which no other cup needs to be read

    return individual.cycle(entrant_count, number)


def _table_of_four(number: int) -> Cycle:
    from arena.schedules import individual  # noqa: PLC0415 - loads numpy, which no other cup needs to be read

    return individual.table_of_four(number)


@lru_cache(maxsize=64)
def _rounds_of_a_phase(format_: Format, entrant_count: int, count: int) -> Sequence[int]:
    """Indices of the rounds of any cycle that a phase plays: the first, or the fullest if some have more tables."""
    if format_ is not Format.INDIVIDUAL or entrant_count % 4 in (0, 1):
        return range(count)
    from arena.schedules.interleaving import fullest  # noqa: PLC0415 - loads numpy

    return fullest(entrant_count, _individual(entrant_count, 0).rounds, count)


@lru_cache(maxsize=CYCLES_KEPT)
def _six_seatings(layout: Layout, phase: Phase, block: int) -> Mapping[Place, tuple[Seating, ...]]:
    cycle = layout.cycle(phase, block)
    return six_seatings(cycle.rounds if cycle else ())


@lru_cache(maxsize=CYCLES_KEPT)
def _round_robin(entrant_count: int, number: int) -> Cycle:
    return round_robin.cycle(entrant_count, number)


@lru_cache(maxsize=CYCLES_KEPT)
def _gauntlet(newcomers: tuple[int, ...], field: tuple[int, ...], number: int) -> Cycle:
    return gauntlet.cycle(newcomers, field, number)
