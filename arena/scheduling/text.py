"""A schedule in words, line by line."""

from __future__ import annotations

from collections.abc import Iterator

from arena.counts import counted
from arena.matches import Format
from arena.scheduling.document import BalancePart, CupPart, CyclePart, DurationPart, RoundPart, StagePart

_MINUTE_S, _HOUR_S, _DAY_S = 60, 3600, 86_400


def cup_lines(cup: CupPart, *, shows_all: bool) -> Iterator[str]:
    """A cup."""
    stages = counted(len(cup.stages), "stage")
    yield f"{cup.cup}: {counted(len(cup.entrants), 'bot')}, {stages}, {counted(_matches(cup), 'match', 'matches')}"
    for stage in cup.stages:
        yield ""
        yield from _stage_lines(stage, shows_all=shows_all)
    yield ""
    if len(cup.stages) > 1:
        yield f"Time of the whole cup: {_duration(cup.duration)}"
    yield from _pace_lines(cup)


def cycle_lines(cycle: CyclePart) -> Iterator[str]:
    """One cycle, a line for each table."""
    tables = f"{counted(len(cycle.tables), 'table')} in {counted(cycle.rounds, 'round')}"
    yield f"{cycle.format.capitalize()}, {counted(cycle.entrants, 'entrant')}: {tables}"
    yield f"  made by    {cycle.source}"
    yield from _balance_lines(cycle.balance)
    yield ""
    yield f"{'round':>6}{'north':>7}{'west':>7}{'south':>7}{'east':>7}"
    for table in cycle.tables:
        yield f"{table.round:>6}{table.north:>7}{table.west:>7}{table.south:>7}{table.east:>7}"


def _matches(cup: CupPart) -> int:
    return sum(stage.matches for stage in cup.stages)


def _stage_lines(stage: StagePart, *, shows_all: bool) -> Iterator[str]:
    noun = stage.unit.rstrip("s")
    yield f"{stage.format.capitalize()} by {stage.unit}" + (f", {stage.schedule}" if stage.schedule else "")
    yield f"  made by    {stage.source}"
    blocks = f"{counted(stage.blocks, 'block')} of decks"
    if len(stage.phases) > 1:
        for number, phase in enumerate(stage.phases, 1):
            yield (
                f"  phase {number:<4} {counted(phase.entrants, 'bot')}, {counted(phase.rounds, 'round')}, "
                f"{counted(phase.tables_in_block, 'table')} for each of {blocks}; everyone plays at "
                f"{_between(phase.tables_each_least, phase.tables_each_most)} of them"
            )
    else:
        yield f"  rounds     {stage.rounds:,}: {stage.rounds // stage.blocks:,} for each of {blocks}"
    seatings = f", each deck in {counted(stage.seatings, 'seating')}" if stage.seatings > 1 else ""
    yield f"  tables     {stage.tables:,}{seatings}: {counted(stage.matches, 'match', 'matches')}"
    yield f"  {stage.unit:<10} {stage.results:,} at all tables, {counted(stage.decks, 'different one')}"
    yield from _balance_lines(stage.balance)
    yield from _said("seats", (stage.seats,))
    yield f"  time       {_duration(stage.duration)}"
    for interval in stage.intervals:
        yield (
            f"  intervals  ± {interval.plus_minus:,.1f} Elo per {noun} for {interval.of}, "
            f"from {counted(interval.results, noun)}"
        )
    if stage.luck:
        measured = (
            f"measured on {counted(stage.luck.measured_on, 'deck')} played again"
            if stage.luck.measured_on
            else "assumed"
        )
        yield (
            f"             (among equals; the cards' share of the luck is {stage.luck.share:.2f}, {measured}: "
            f"playing each deck again makes {stage.luck.factor:.2f} of the {stage.unit} do)"
        )
    if stage.format is Format.FRIENDS:
        yield "  intervals  not foreseen: how far the levels of Finding Friends spread depends on the bots"
    for tables in stage.first_rounds:
        yield from _round_lines(stage, tables)
    if len(stage.phases) > 1:
        yield "  Who plays in later phases is drawn from the results of those before."
    elif not shows_all and stage.rounds > len(stage.first_rounds):
        yield f"  … and {counted(stage.rounds - len(stage.first_rounds), 'more round')}; --rounds shows all"


def _round_lines(stage: StagePart, tables: RoundPart) -> Iterator[str]:
    first, last = tables.decks
    noun = stage.unit.rstrip("s")
    decks = f"{noun} {first:,}" if first == last else f"{stage.unit} {first:,} to {last:,}"
    yield f"  Round {tables.number:,}, {decks}"
    for seated in tables.tables:
        if stage.format is Format.FRIENDS:
            yield f"    {', '.join(seated)}"
        else:
            yield "    " + " – ".join(" + ".join(dict.fromkeys(seated[side::2])) for side in (0, 1))
    if tables.table_count > len(tables.tables):
        yield f"    … and {counted(tables.table_count - len(tables.tables), 'more table')}"


def _pace_lines(cup: CupPart) -> Iterator[str]:
    pace = cup.pace
    where = f"{counted(pace.tables_at_once, 'table')} at once on {counted(pace.cores, 'core')}"
    if pace.measured_on:
        yield (
            f"Time is reckoned with {pace.seconds_a_deal:.2g} s a deal, as in "
            f"{counted(pace.measured_on, 'match', 'matches')} of these bots in the ledger, "
            f"and {pace.seconds_a_start:g} s for the start of each match; {where}."
        )
    else:
        yield (
            f"Time is reckoned with {pace.seconds_a_deal:g} s a deal and {pace.seconds_a_start:g} s for the start of "
            f"each match, as the Python sample bots take; the ledger has too little of these bots. "
            f"It is for {where}."
        )
    reckoned = sorted({stage.deals_a_game for stage in cup.stages if stage.deals_a_game is not None})
    if reckoned:
        *others, last = reckoned
        before = f"{', '.join(map(str, others))} or " if others else ""
        by_stage = ", by how many its stage allows" if others else ""
        yield f"A game is reckoned as {before}{counted(last, 'deal')}{by_stage}."


def _balance_lines(balance: BalancePart) -> Iterator[str]:
    sentences = balance.sentences
    first = f"Exact. {sentences[0]}" if balance.is_exact else sentences[0]
    if balance.phase is not None:
        first = f"Of phase {balance.phase}: {first}"
    yield from _said("balance", (first, *sentences[1:]))


def _said(label: str, sentences: tuple[str, ...]) -> Iterator[str]:
    for number, sentence in enumerate(sentences):
        yield f"  {label if number == 0 else '':<10} {sentence}"


def _between(least: int, most: int) -> str:
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _duration(took: DurationPart) -> str:
    return f"about {_time(took.expected_s)} ({_time(took.low_s)} to {_time(took.high_s)})"


def _time(seconds: float) -> str:
    if seconds < 2 * _MINUTE_S:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR_S:
        return f"{seconds / _MINUTE_S:.0f} min"
    if seconds < 2 * _DAY_S:
        return f"{seconds / _HOUR_S:.1f} h"
    return f"{seconds / _DAY_S:,.1f} days"
