"""How even a stage is, counted from its tables, or known where they are too many to be counted."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from math import comb

from msgspec.structs import replace

from arena.counts import counted, how_often
from arena.cup_file import Schedule
from arena.layout import ALL_PARTNERSHIPS, Layout, Phase, Sitting
from arena.matches import Format
from arena.scheduling.document import BalancePart
from arena.seatings import bots_at_a_table

COUNTED_MOST = 10_000
"""Tables whose seats are counted, and some more to the end of a block; a field of 200 has a block of 9,950."""


def balance_of(layout: Layout) -> BalancePart:
    """The balance of one block of the first phase. Every block is played in another cycle that is as even."""
    found = _balance_of(layout)
    return replace(found, phase=1) if layout.stage.is_swiss else found


def tables_each(layout: Layout, phase: Phase) -> tuple[int, int]:
    """At how many tables of a block everyone of a phase sits, at least and at most."""
    cycle = layout.cycle(phase, 0)
    if cycle is None:
        # Alike for all.
        bots = bots_at_a_table(layout.stage.format, layout.stage.seat_count)
        count = phase.tables_in_block * bots // phase.entrant_count
        return count, count
    sits = Counter(place for tables in cycle.rounds for table in tables for place in table)
    counts = [sits[place] for place in range(phase.entrant_count)]
    return min(counts), max(counts)


def _balance_of(layout: Layout) -> BalancePart:
    stage, phase = layout.stage, layout.phases()[0]
    v = phase.entrant_count
    match stage.format:
        case Format.FRIENDS:
            return BalancePart(
                is_exact=v == stage.seat_count,
                sentences=(f"In each round everyone plays {stage.seat_count} times, once in every seat.",),
            )
        case Format.GAUNTLET:
            met = f"Every newcomer meets each of the {v - len(layout.newcomers)} others once, and nobody else."
            return BalancePart(is_exact=True, sentences=(met,))
        case Format.INDIVIDUAL if stage.schedule is Schedule.EVERY_TABLE:
            partnered = comb(v - 2, stage.seat_count - 2) * comb(stage.seat_count - 2, stage.seat_count // 2 - 2)
            opposed = comb(v - 2, stage.seat_count - 2) * comb(stage.seat_count - 2, stage.seat_count // 2 - 1)
            sentence = f"Every two are partners {how_often(partnered)} and opponents {how_often(opposed)}."
            return BalancePart(is_exact=True, sentences=(sentence,))
        case Format.PAIRS | Format.INDIVIDUAL:
            return _counted(layout, phase)


def _counted(layout: Layout, phase: Phase) -> BalancePart:
    from arena.schedules.balance import balance  # noqa: PLC0415 - loads numpy

    cycle = layout.cycle(phase, 0)
    rounds = cycle.rounds if cycle else ()
    found = balance(phase.entrant_count, (table for tables in rounds for table in tables))
    if layout.stage.seatings in ALL_PARTNERSHIPS:
        # At each table every two are partners in a third of the seatings, and opponents in the others.
        met = (found.partnered + found.opposed) * (layout.stage.seatings // 3)
        found = dataclasses.replace(found, partnered=met, opposed=2 * met)
    # Where they then sit, as where each of two does, is decided by the stage and told of it.
    is_seated_by_stage = layout.stage.format is Format.PAIRS or layout.stage.seatings in ALL_PARTNERSHIPS
    sentences = found.sentences()[:-1] if is_seated_by_stage else found.sentences()
    return BalancePart(is_exact=found.is_exact, sentences=sentences)


def seats_of(layout: Layout) -> str:
    """How evenly everyone has every seat over the first blocks, in a sentence."""
    phase, stage = layout.phases()[0], layout.stage
    if phase.tables_in_block * stage.seatings > 10 * COUNTED_MOST:
        return (
            f"Everyone has every seat equally often after every {_ordinal(stage.seat_count // 2)} turn of the tables."
        )
    taken: Counter[tuple[int, int]] = Counter()
    blocks = 0
    while blocks < stage.block_count and (blocks == 0 or taken.total() < COUNTED_MOST * stage.seat_count):
        deals = min(stage.deals_per_match, stage.count - blocks * stage.deals_per_match)
        for sitting in _sittings(layout, phase, blocks):
            for seating in sitting.seatings:
                for seat, place in enumerate(seating):
                    taken[place, seat] += deals
        blocks += 1
    spread = max(
        max(taken[place, seat] for seat in range(stage.seat_count))
        - min(taken[place, seat] for seat in range(stage.seat_count))
        for place in range(phase.entrant_count)
    )
    first = "the first block" if blocks == 1 else f"the first {blocks:,} blocks"
    over = "Over all blocks" if blocks == stage.block_count else f"Over {first}"
    over += " of the first phase" if stage.is_swiss else ""
    if spread == 0:
        return f"{over} everyone has every seat equally often."
    unit = stage.unit.rstrip("s")
    return f"{over} nobody has one seat in more than {counted(spread, unit)} more than another seat."


def _sittings(layout: Layout, phase: Phase, block: int) -> Iterator[Sitting]:
    for number in range(phase.rounds_in_block):
        yield from layout.tables(phase, block, number)


def first_sittings(layout: Layout, block: int, round_in_block: int, most: int | None) -> tuple[Sitting, ...]:
    """The first tables of a round; with None all."""
    return tuple(islice(layout.tables(layout.phases()[0], block, round_in_block), most))


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}[number]
