"""Who plays whom on which deals: every match of a cup, in the order in which to play them.

The deals of a stage are cut into blocks. Round n of a stage plays its block n for everyone, so that standings in the
middle of a cup compare like with like; the rounds of several stages are played side by side.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import combinations
from math import ceil, gcd

import msgspec

from arena.config import DEALS_PER_GAME, Cup, Stage
from arena.deals import cycle
from arena.entrants import Entrant
from arena.matches import Format, Match, Unit
from arena.ring import ring_for
from arena.seatings import Seating, bots_at_a_table, ways_to_seat
from referee.rules.options import rules_id
from referee.rules.ruleset import ruleset


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
    first = (number - 1) * stage.deals_per_match
    block = range(first, min(first + stage.deals_per_match, stage.count))
    tables = _friends(cup, stage, number) if stage.format is Format.FRIENDS else _sides(cup, stage, number)
    # Tables that differ only in who sits where on the same decks are together.
    apart = stage.table_count(len(cup.entrants))
    stride = 1 if stage.is_duplicate else _stride(apart, cycle(ruleset(cup.options)))
    for index, seatings in enumerate(tables):
        offset = 0 if stage.is_duplicate else index
        boards = tuple(deal * stride + offset + 1 for deal in block)
        for seated in seatings:
            yield _match(cup, secret, stage, round_number=number, seated=seated, boards=boards)


def _sides(cup: Cup, stage: Stage, number: int) -> Iterator[list[list[Entrant]]]:
    """Tables of two sides: for each group and way to form sides the seatings, both or one of them."""
    # A short block does not see every starter; the same seating is kept until all have been there.
    turn = (number - 1) // ceil(stage.seat_count / stage.deals_per_match)
    for group in combinations(cup.entrants, bots_at_a_table(stage.format, stage.seat_count)):
        for both in ways_to_seat(stage.format, stage.seat_count):
            if stage.is_duplicate:
                seatings = [turned(seating, turn) for seating in both]
            else:
                seatings = [turned(both[turn % 2], turn // 2)]
            yield [[group[at] for at in seating] for seating in seatings]


def _friends(cup: Cup, stage: Stage, number: int) -> Iterator[list[list[Entrant]]]:
    """Tables of Finding Friends: as many as there are bots, in whose ring they are drawn."""
    for table in ring_for(len(cup.entrants), stage.seat_count).tables(number):
        yield [[cup.entrants[place] for place in table]]


def turned(seating: Seating, turns: int) -> Seating:
    """The seating turned by two seats, so that sides stay what they are, so many times."""
    start = 2 * (turns % (len(seating) // 2))
    return seating[start:] + seating[:start]


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
    content: dict[str, object] = {
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


def result_count(match: Match) -> int:
    """Deals, or games, that a match counts for."""
    return 1 if match.unit is Unit.GAMES else len(match.boards)
