"""Schedules described: of a cup with what is to be expected of it, or one cycle for a number of entrants."""

from __future__ import annotations

from arena.config import Cup
from arena.deals import cycle as board_cycle
from arena.layout import Layout, layout_of
from arena.matches import Format, Unit
from arena.schedules.cycle import Cycle
from arena.scheduling.balances import balance_of, first_sittings, seats_of, tables_each
from arena.scheduling.document import (
    BalancePart,
    CupPart,
    CyclePart,
    DurationPart,
    IntervalPart,
    LuckPart,
    PacePart,
    PhasePart,
    RoundPart,
    StagePart,
    TablePart,
)
from arena.scheduling.experience import DEALS_A_GAME, SECONDS_A_START, Experience, Pace
from arena.scheduling.forecast import Duration, deals_a_game, duration, widths
from arena.stages import Stage
from arena.waves import Decks
from referee.rules.ruleset import ruleset

ROUNDS_SHOWN = 3
TABLES_SHOWN = 12
"""Of each round, unless all rounds are asked for."""


def describe_cup(cup: Cup, experience: Experience, *, tables: int, cores: int, shows_all: bool) -> CupPart:
    """A cup that is played at so many *tables* at once, on a machine with so many *cores*."""
    pace = experience.pace()
    at_once = min(tables, cores)
    layouts = [layout_of(stage, cup.names) for stage in cup.stages]
    rules = ruleset(cup.options)
    durations = [duration(layout, pace, at_once, rules=rules) for layout in layouts]
    return CupPart(
        cup=cup.name,
        entrants=cup.names,
        stages=tuple(
            _stage(cup, layout, experience, took, shows_all=shows_all)
            for layout, took in zip(layouts, durations, strict=True)
        ),
        duration=_duration(sum(durations, Duration(0, 0, 0))),
        pace=_pace(pace, tables, cores),
    )


def describe_cycle(format_: Format, cycle: Cycle, balance: BalancePart) -> CyclePart:
    """One cycle. Two who meet sit North and South, and West and East."""
    tables = tuple(
        TablePart(number, *(1 + table[seat % len(table)] for seat in range(4)))
        for number, tables in enumerate(cycle.rounds, 1)
        for table in tables
    )
    return CyclePart(format_, cycle.entrant_count, len(cycle.rounds), cycle.source, tables, balance)


def _stage(cup: Cup, layout: Layout, experience: Experience, took: Duration, *, shows_all: bool) -> StagePart:
    stage, phases = layout.stage, layout.phases()
    luck = experience.luck(stage.format)
    expected = widths(layout, luck)
    table_count = sum(phase.tables_in_block for phase in phases) * stage.block_count
    return StagePart(
        format=stage.format,
        unit=stage.unit,
        schedule=stage.schedule,
        source=_source(layout),
        seatings=stage.seatings,
        phases=tuple(
            PhasePart(
                phase.entrant_count, layout.round_count(phase), phase.tables_in_block, *tables_each(layout, phase)
            )
            for phase in phases
        ),
        rounds=sum(map(layout.round_count, phases)),
        blocks=stage.block_count,
        tables=table_count,
        matches=layout.match_count(),
        results=layout.result_count(),
        decks=_deck_count(layout),
        balance=balance_of(layout),
        seats=seats_of(layout),
        duration=_duration(took),
        intervals=tuple(IntervalPart(each.of, round(each.plus_minus, 2), each.result_count) for each in expected),
        luck=LuckPart(round(luck.share, 4), round(luck.factor, 4), luck.double_count)
        if expected and stage.is_duplicate
        else None,
        first_rounds=_first_rounds(cup, layout, shows_all=shows_all),
        deals_a_game=deals_a_game(stage, ruleset(cup.options)) if stage.unit is Unit.GAMES else None,
    )


def _deck_count(layout: Layout) -> int:
    """Different deals or games: one for all tables of a block, or one for each table."""
    stage, phases = layout.stage, layout.phases()
    return stage.count * (len(phases) if stage.is_duplicate else sum(phase.tables_in_block for phase in phases))


def _source(layout: Layout) -> str:
    cycle = layout.cycle(layout.phases()[0], 0)
    if cycle is not None:
        return cycle.source
    match layout.stage.format:
        case Format.FRIENDS:
            return "bots in a ring, places chosen anew in each round"
        case _:
            return f"every {_group(layout.stage)}, in all ways to form sides"


def _group(stage: Stage) -> str:
    return {4: "four", 6: "six"}.get(stage.seat_count, str(stage.seat_count))


def _first_rounds(cup: Cup, layout: Layout, *, shows_all: bool) -> tuple[RoundPart, ...]:
    stage, phase = layout.stage, layout.phases()[0]
    count = layout.round_count(phase)
    decks = Decks(stage, layout, phase, board_cycle(ruleset(cup.options)))
    shown = []
    for number in range(count if shows_all else min(ROUNDS_SHOWN, count)):
        block, round_in_block = divmod(number, phase.rounds_in_block)
        table_count = (
            phase.tables_in_block if phase.rounds_in_block == 1 else _table_count(layout, block, round_in_block)
        )
        sittings = first_sittings(layout, block, round_in_block, None if shows_all else TABLES_SHOWN)
        deals = decks.deals(block)
        shown.append(
            RoundPart(
                number=number + 1,
                block=block + 1,
                decks=(
                    decks.board(deals[0], min(sitting.index for sitting in sittings)),
                    decks.board(deals[-1], max(sitting.index for sitting in sittings)),
                ),
                tables=tuple(tuple(cup.names[place] for place in sitting.seatings[0]) for sitting in sittings),
                table_count=table_count,
            )
        )
    return tuple(shown)


def _table_count(layout: Layout, block: int, round_in_block: int) -> int:
    cycle = layout.cycle(layout.phases()[0], block)
    return len(cycle.rounds[round_in_block]) if cycle else 0


def _duration(took: Duration) -> DurationPart:
    return DurationPart(*(round(each, 1) for each in (took.expected_s, took.low_s, took.high_s)))


def _pace(pace: Pace, tables: int, cores: int) -> PacePart:
    return PacePart(round(pace.seconds_a_deal, 4), SECONDS_A_START, DEALS_A_GAME, tables, cores, pace.match_count)
