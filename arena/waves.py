"""Matches made of rounds, in the order in which to play them, wave by wave (docs/deals.md).

The rounds of a stage (`arena.layout`) are played in their order, so that standings in the middle of a cup compare like
with like; the rounds of several stages are played side by side. A cup without Swiss stages is one wave. With them it
has as many as the longest of them has phases: who plays in a wave depends on the results of those before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from math import gcd
from typing import TypeAlias

import msgspec

from arena.config import Cup
from arena.cup_file import Schedule
from arena.deals import cycle
from arena.entrants import Entrant
from arena.layout import Layout, Phase, layout_of
from arena.matches import Format, Match, Unit
from arena.stages import DEALS_PER_GAME, Stage
from referee.rules.options import rules_id
from referee.rules.ruleset import ruleset

Draw: TypeAlias = Mapping[int, tuple[int, ...]]
"""By index of a Swiss stage that plays in a wave, the places in the cup of those who play, in the order of the cup."""


def wave_count(cup: Cup) -> int:
    """Waves in which a cup is played: 1, or as many as its longest Swiss stage has phases."""
    return max(len(phases) if stage.is_swiss else 1 for stage, phases in _stages(cup))


def first_draw(cup: Cup) -> Draw:
    """Who plays in the first wave: everyone."""
    return {index: tuple(range(len(cup.entrants))) for index, stage in enumerate(cup.stages) if stage.is_swiss}


def scheduled(cup: Cup, secret: bytes, draws: Sequence[Draw]) -> Iterator[Match]:
    """The matches of as many waves as there are *draws*, in the order in which to play them.

    The same for the same cup, secret and draws, always. Each is made when it is asked for, as there may be millions.
    """
    for number in range(len(draws)):
        yield from wave(cup, secret, number, draws[number])


def wave(cup: Cup, secret: bytes, number: int, draw: Draw) -> Iterator[Match]:
    """The matches of one wave, from 0."""
    waves = wave_count(cup)
    everyone = tuple(range(len(cup.entrants)))
    rounds = [_rounds(cup, index, number, waves) for index in range(len(cup.stages))]
    for _, index, place in merge(*rounds, key=lambda each: each[:2]):
        yield from _round(cup, secret, cup.stages[index], place, draw.get(index, everyone))


def wave_of(cup: Cup, match: Match) -> int:
    """The wave that a match belongs to."""
    stage = stage_of(cup, match)
    waves, layout = wave_count(cup), layout_of(stage, cup.names)
    phases = layout.phases()
    if stage.is_swiss:
        return max(phase.number for phase in phases if phase.rounds_before < match.round)
    return _wave_of_round(match.round, layout.round_count(phases[0]), waves)


@dataclass(frozen=True, slots=True)
class _Place:
    """A round in its stage.

    Attributes:
        number: from 1, through the whole stage.
        block: of the phase, from 0.
        round_in_block: from 0.
    """

    layout: Layout
    phase: Phase
    number: int
    block: int
    round_in_block: int


def _stages(cup: Cup) -> Iterator[tuple[Stage, tuple[Phase, ...]]]:
    return ((stage, layout_of(stage, cup.names).phases()) for stage in cup.stages)


def _rounds(cup: Cup, index: int, wave: int, waves: int) -> Iterator[tuple[float, int, _Place]]:
    """When to play each round of a stage that is in a wave, as a part of what it takes, with the stage's index."""
    stage = cup.stages[index]
    layout = layout_of(stage, cup.names)
    phases = layout.phases()
    if stage.is_swiss and wave >= len(phases):
        return
    phase = phases[wave] if stage.is_swiss else phases[0]
    count = layout.round_count(phase)
    for number in range(1, count + 1):
        if stage.is_swiss or _wave_of_round(number, count, waves) == wave:
            block, round_in_block = divmod(number - 1, phase.rounds_in_block)
            yield (
                (number - 0.5) / count,
                index,
                _Place(layout, phase, phase.rounds_before + number, block, round_in_block),
            )


def _wave_of_round(number: int, count: int, waves: int) -> int:
    """The wave of a round, from 1, of *count* that are spread evenly over all waves."""
    return (2 * number - 1) * waves // (2 * count)


def _round(cup: Cup, secret: bytes, stage: Stage, place: _Place, field: Sequence[int]) -> Iterator[Match]:
    decks = Decks(stage, place.layout, place.phase, cycle(ruleset(cup.options)))
    block = decks.deals(place.block)
    for sitting in place.layout.tables(place.phase, place.block, place.round_in_block):
        boards = tuple(decks.board(deal, sitting.index) for deal in block)
        for seating in sitting.seatings:
            yield _match(
                cup,
                secret,
                stage,
                round_number=place.number,
                round_in_key=place.number if _is_by_round(stage) else place.block + 1,
                seated=[cup.entrants[field[at]] for at in seating],
                boards=boards,
            )


def _is_by_round(stage: Stage) -> bool:
    """Whether the key of a match says its round; else its block, in which the same bots have the same seats once."""
    match stage.format:
        case Format.FRIENDS:
            return False
        case Format.GAUNTLET:
            return True
        case Format.PAIRS | Format.INDIVIDUAL:
            return stage.schedule in {Schedule.WHIST, Schedule.SWISS}


class Decks:
    """Which decks the tables of a phase play (docs/deals.md); *cycle* is that of ranks and starters."""

    def __init__(self, stage: Stage, layout: Layout, phase: Phase, cycle: int) -> None:
        self._stage = stage
        self._strides = [
            1 if stage.is_duplicate else _stride(each.tables_in_block, cycle)
            for each in layout.phases()[: phase.number + 1]
        ]
        self._before = stage.count * sum(self._strides[:-1])

    def deals(self, block: int) -> range:
        """The deals of a block, of the phase; both are counted from 0."""
        first = block * self._stage.deals_per_match
        return range(first, min(first + self._stage.deals_per_match, self._stage.count))

    def board(self, deal: int, table: int) -> int:
        """Number, from 1, of the deck of a deal and a table, both from 0."""
        return self._before + deal * self._strides[-1] + (0 if self._stage.is_duplicate else table) + 1


def _stride(tables: int, cycle_length: int) -> int:
    """Step from one deal of a table to its next, where no two tables share any: at least one for each table.

    Having no factor in common with the cycle of ranks and starters, it leads every table through all of them.
    """
    stride = tables
    while gcd(stride, cycle_length) != 1:
        stride += 1
    return stride


def _match(
    cup: Cup,
    secret: bytes,
    stage: Stage,
    *,
    round_number: int,
    round_in_key: int,
    seated: Sequence[Entrant],
    boards: tuple[int, ...],
) -> Match:
    identity = rules_id(cup.options)
    seating = tuple(entrant.name for entrant in seated)
    versions = tuple(entrant.version for entrant in seated)
    # The secret is in it, so that a bot, which is told the key, cannot find out by trying what match it is in.
    content: dict[str, object] = {
        "match": 1,
        "secret": secret.hex(),
        "cup": cup.name,
        "round": round_in_key,
        "format": stage.format,
        "unit": stage.unit,
        "starter": stage.starter,
        "seating": seating,
        "versions": versions,
        "boards": boards,
        "rules_id": identity,
        "time": (cup.time.limit_s, cup.time.bank_s, cup.time.increment_s),
        "strikes_allowed": cup.faults.strikes_allowed,
    }
    if any(entrant.content for entrant in seated):
        content["contents"] = tuple(entrant.content for entrant in seated)
    if stage.unit is Unit.GAMES and stage.deals_per_game != DEALS_PER_GAME:
        content["deals_per_game"] = stage.deals_per_game
    return Match(
        key=hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest(),
        cup=cup.name,
        round=round_number,
        format=stage.format,
        unit=stage.unit,
        rules_id=identity,
        seating=seating,
        versions=versions,
        boards=boards,
    )


def stage_of(cup: Cup, match: Match) -> Stage:
    """The stage that a match of the cup belongs to."""
    return next(stage for stage in cup.stages if (stage.format, stage.unit) == (match.format, match.unit))
