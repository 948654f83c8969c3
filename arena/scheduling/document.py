"""A schedule as data: what `arena schedule --json` prints, and its text is made of. Fields are only ever added."""

from __future__ import annotations

import msgspec

from arena.cup_file import Schedule
from arena.matches import Format, Unit


class BalancePart(msgspec.Struct, frozen=True):
    """How even a cycle of tables is.

    Attributes:
        is_exact: whether every two entrants meet exactly as often as every other two.
        phase: number, from 1, of the phase that it is of; null where there are no phases.
    """

    is_exact: bool
    sentences: tuple[str, ...]
    phase: int | None = None


class TablePart(msgspec.Struct, frozen=True):
    """A table of four; entrants are counted from 1."""

    round: int
    north: int
    west: int
    south: int
    east: int


class CyclePart(msgspec.Struct, frozen=True):
    """One cycle for a number of entrants; the whole document if no cup is named."""

    format: Format
    entrants: int
    rounds: int
    source: str
    tables: tuple[TablePart, ...]
    balance: BalancePart


class PhasePart(msgspec.Struct, frozen=True):
    """A phase of a stage; there is one unless it is Swiss.

    Attributes:
        rounds: over all blocks of decks.
        tables_in_block: tables that play each block.
        tables_each_least: of these, at how many everyone sits at least.
        tables_each_most: at how many at most.
    """

    entrants: int
    rounds: int
    tables_in_block: int
    tables_each_least: int
    tables_each_most: int


class RoundPart(msgspec.Struct, frozen=True):
    """Tables of one round that is known before anything is played.

    Attributes:
        block: from 1, of the decks that are played.
        decks: numbers of the first and the last of them; those of other tables in between where no deck is shared.
        tables: by table, the names by seat when it plays them first.
        table_count: all tables of the round, of which *tables* may be the first.
    """

    number: int
    block: int
    decks: tuple[int, int]
    tables: tuple[tuple[str, ...], ...]
    table_count: int


class DurationPart(msgspec.Struct, frozen=True):
    """Seconds, with what is expected at least and at most."""

    expected_s: float
    low_s: float
    high_s: float


class IntervalPart(msgspec.Struct, frozen=True):
    """Half the width of a 95 % interval that is to be expected among equals.

    Attributes:
        of: whose rating.
        plus_minus: Elo per deal or per game.
        results: from which it comes, at all tables together.
    """

    of: str
    plus_minus: float
    results: int


class LuckPart(msgspec.Struct, frozen=True):
    """What duplicate deals save: *factor* of the results are as good as all of them without.

    Attributes:
        share: of the deal's luck in the variance of the margin.
        measured_on: decks played again in the ledger; 0 where the share is assumed.
    """

    share: float
    factor: float
    measured_on: int


class StagePart(msgspec.Struct, frozen=True):
    """A stage of a cup.

    Attributes:
        schedule: null where the format has one alone.
        source: how its cycles are made.
        seatings: in which each deck is played at a table.
        results: deals, or games, at all tables together.
        decks: different deals, or games, for which decks are drawn.
        seats: in words, how evenly everyone has every seat.
        luck: null where no deck is played again, or nothing is rated.
        deals_a_game: that a game is reckoned as; null for deals.
    """

    format: Format
    unit: Unit
    schedule: Schedule | None
    source: str
    seatings: int
    phases: tuple[PhasePart, ...]
    rounds: int
    blocks: int
    tables: int
    matches: int
    results: int
    decks: int
    balance: BalancePart
    seats: str
    duration: DurationPart
    intervals: tuple[IntervalPart, ...]
    luck: LuckPart | None
    first_rounds: tuple[RoundPart, ...]
    deals_a_game: int | None


class PacePart(msgspec.Struct, frozen=True):
    """What the time is reckoned with.

    Attributes:
        deals_a_game: of a game that may have as many.
        measured_on: matches of the ledger; 0 where it is assumed.
    """

    seconds_a_deal: float
    seconds_a_start: float
    deals_a_game: int
    tables_at_once: int
    cores: int
    measured_on: int


class CupPart(msgspec.Struct, frozen=True):
    """A cup; the whole document."""

    cup: str
    entrants: tuple[str, ...]
    stages: tuple[StagePart, ...]
    duration: DurationPart
    pace: PacePart
