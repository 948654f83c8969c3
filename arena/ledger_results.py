"""Results of a cup, read or counted in the ledger without all else that it has of their matches.

Reading the rated ones takes a third of the time of whole outcomes, counting them a twentieth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, and_, func, inspect, select

from arena.entries import CupEntry
from arena.ledger_tables import friends_results, gains, matches, results, seats
from arena.matches import Format, Unit

_ROWS_AT_ONCE = 5000


class SideResult(NamedTuple):
    """A rated result of two sides; see `arena.matches.Result`."""

    seating: tuple[str, ...]
    board: int
    score: float
    margin: int


class PlayersResult(NamedTuple):
    """A rated result of players, by seat; see `arena.matches.FriendsResult`."""

    seating: tuple[str, ...]
    board: int
    gains: tuple[int, ...]
    won: tuple[bool, ...]


def read_results_of_sides(connection: Connection, cup: CupEntry, format_: Format, unit: Unit) -> Iterator[SideResult]:
    """Those of one format and unit by the rules of *cup*, in no order that counts."""
    which = _which(cup, format_, unit)
    seatings = _seatings(connection, which)
    columns = (results.c.match_key, results.c.board, results.c.score, results.c.margin)
    found = connection.execute(
        select(*columns).join(matches, matches.c.key == results.c.match_key).where(which, results.c.rated)
    )
    for part in found.partitions(_ROWS_AT_ONCE):
        for key, board, score, margin in part:
            yield SideResult(seatings[key], board, score, margin)


def read_results_of_players(connection: Connection, cup: CupEntry, unit: Unit) -> Iterator[PlayersResult]:
    """Those of Finding Friends of one unit by the rules of *cup*, in no order that counts."""
    which = _which(cup, Format.FRIENDS, unit)
    seatings = _seatings(connection, which)
    boards = {
        (key, position): board
        for key, position, board in connection.execute(
            _of(friends_results, "position", "board").where(which, friends_results.c.rated)
        )
    }
    rows = connection.execute(
        _of(gains, "position", "gain", "has_won").where(which).order_by(gains.c.match_key, gains.c.position)
    )
    for (key, position), of_seats in groupby(rows, key=lambda row: (row[0], row[1] // len(seatings[row[0]]))):
        board = boards.get((key, position))
        if board is not None:
            _, _, gained, won = zip(*of_seats, strict=True)
            yield PlayersResult(seatings[key], board, gained, won)


def count_results(connection: Connection, cup: str) -> Counter[Unit]:
    """Deals and games of *cup* that are stored, rated or not."""
    found: Counter[Unit] = Counter()
    for table in _tables_of_results(connection):
        counts = (
            select(matches.c.unit, func.count())
            .join(table, table.c.match_key == matches.c.key)
            .where(matches.c.cup == cup)
            .group_by(matches.c.unit)
        )
        found.update({Unit(unit): count for unit, count in connection.execute(counts)})
    return found


def count_lost_by_faults(connection: Connection, cup: str) -> Counter[str]:
    """Deals and games of *cup* that each entrant has lost by faults."""
    found: Counter[str] = Counter()
    for table in _tables_of_results(connection):
        counts = (
            select(seats.c.entrant, func.count())
            .join(table, and_(table.c.match_key == seats.c.match_key, table.c.lost_by == seats.c.position))
            .where(seats.c.cup == cup)
            .group_by(seats.c.entrant)
        )
        found.update(dict(map(tuple, connection.execute(counts))))
    return found


def _tables_of_results(connection: Connection) -> list[Table]:
    # An older ledger that is only read has not been given the newer tables.
    there = inspect(connection).get_table_names()
    return [table for table in (results, friends_results) if table.name in there]


def _which(cup: CupEntry, format_: Format, unit: Unit) -> ColumnElement[bool]:
    return and_(
        matches.c.cup == cup.name,
        matches.c.format == format_.value,
        matches.c.unit == unit.value,
        matches.c.rules_id == cup.rules_id,
    )


def _of(table: Table, *columns: str) -> Any:
    """Some columns of *table* after the key of their match."""
    return select(table.c.match_key, *(table.c[column] for column in columns)).join(
        matches, matches.c.key == table.c.match_key
    )


def _seatings(connection: Connection, which: ColumnElement[bool]) -> dict[str, tuple[str, ...]]:
    """Who sat where, by match; the same seating is kept once."""
    rows = connection.execute(
        _of(seats, "position", "entrant").where(which).order_by(seats.c.match_key, seats.c.position)
    )
    seen: dict[tuple[str, ...], tuple[str, ...]] = {}
    return {
        key: seen.setdefault(seating := tuple(row[2] for row in of_match), seating)
        for key, of_match in groupby(rows, key=lambda row: row[0])
    }
