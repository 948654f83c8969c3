"""Who plays whom on which deals: every match of a cup, in the order in which to play them.

The deals of a stage are cut into blocks. Round n of a stage plays its block n for everyone, so that standings in the
middle of a cup compare like with like; the rounds of several stages are played side by side.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import combinations
from math import ceil, comb, gcd

import msgspec

from arena.config import BOTS_NEEDED, Cup, Stage
from arena.deals import cycle
from arena.entrants import Entrant
from arena.matches import Format, Match, Unit
from referee.rules.options import rules_id
from referee.rules.ruleset import ruleset

# Seats 0 and 2 are one side. Every four entrants partner each other once on each side. Over the six seatings everyone
# follows everyone twice in the order of play; with each table turned by two seats every other time, everyone sits in
# every seat equally often.
_PAIRS_TABLES = (((0, 1, 0, 1), (1, 0, 1, 0)),)
_INDIVIDUAL_TABLES = (
    ((0, 2, 1, 3), (2, 0, 3, 1)),
    ((0, 1, 2, 3), (1, 0, 3, 2)),
    ((3, 1, 0, 2), (1, 3, 2, 0)),
)
TABLES: Mapping[Format, tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]] = {
    Format.PAIRS: _PAIRS_TABLES,
    Format.INDIVIDUAL: _INDIVIDUAL_TABLES,
}
"""By format: the ways to form sides, and for each the two ways to seat them; numbers are positions in the group."""

_SEATS = 4


@dataclass(frozen=True, slots=True)
class Extent:
    """How much there is to play: matches, and how many deals, or games, they have together."""

    match_count: int
    result_count: int


def extent(stage: Stage, entrant_count: int) -> Extent:
    """How much a stage is for a number of entrants."""
    return Extent(
        match_count=stage.match_count(entrant_count), result_count=stage.table_count(entrant_count) * stage.count
    )


def matches(cup: Cup, secret: bytes) -> Iterator[Match]:
    """All matches of a cup, in the order in which to play them; the same for the same cup and secret, always.

    Each is made when it is asked for, as there may be millions.
    """
    for _, index, number in merge(*(_rounds(index, stage) for index, stage in enumerate(cup.stages))):
        yield from _round(cup, secret, cup.stages[index], number)


def _rounds(index: int, stage: Stage) -> Iterator[tuple[float, int, int]]:
    """When to play each round of a stage, as a part of the whole cup, with the stage's index and the round's number."""
    count = stage.round_count
    return (((number - 0.5) / count, index, number) for number in range(1, count + 1))


def _round(cup: Cup, secret: bytes, stage: Stage, number: int) -> Iterator[Match]:
    group_count = comb(len(cup.entrants), BOTS_NEEDED[stage.format])
    ways = TABLES[stage.format]
    first = (number - 1) * stage.deals_per_match
    block = range(first, min(first + stage.deals_per_match, stage.count))
    # A short block does not see every starter; the same seating is kept until all four have been there.
    turn = (number - 1) // ceil(_SEATS / stage.deals_per_match)
    stride = 1 if stage.is_duplicate else _stride(group_count * len(ways), cycle(ruleset(cup.options)))
    for group_index, group in enumerate(combinations(cup.entrants, BOTS_NEEDED[stage.format])):
        for way_index, both in enumerate(ways):
            if stage.is_duplicate:
                boards = tuple(deal + 1 for deal in block)
                seatings = [_turned(seating, turn) for seating in both]
            else:
                boards = tuple(deal * stride + group_index * len(ways) + way_index + 1 for deal in block)
                seatings = [_turned(both[turn % 2], turn // 2)]
            for seating in seatings:
                seated = [group[at] for at in seating]
                yield _match(cup, secret, stage, round_number=number, seated=seated, boards=boards)


def _turned(seating: tuple[int, ...], turns: int) -> tuple[int, ...]:
    return seating[2:] + seating[:2] if turns % 2 else seating


def _stride(tables: int, cycle_length: int) -> int:
    """Step from one deal of a table to its next, where no two tables share any: at least one for each table.

    Having no factor in common with the cycle of ranks and starters, it leads every table through all of them.
    """
    stride = tables
    while gcd(stride, cycle_length) != 1:
        stride += 1
    return stride


def _match(
    cup: Cup, secret: bytes, stage: Stage, *, round_number: int, seated: Sequence[Entrant], boards: tuple[int, ...]
) -> Match:
    identity = rules_id(cup.options)
    seating = tuple(entrant.name for entrant in seated)
    versions = tuple(entrant.version for entrant in seated)
    # The secret is in it, so that a bot, which is told the key, cannot find out by trying what match it is in.
    content = {
        "match": 1,
        "secret": secret.hex(),
        "cup": cup.name,
        "round": round_number,
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


def result_count(match: Match) -> int:
    """Deals, or games, that a match counts for."""
    return 1 if match.unit is Unit.GAMES else len(match.boards)
