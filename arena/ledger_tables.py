"""The tables of the ledger, and outcomes as their rows; what a later version changes here has a number of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import chain, repeat
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    CursorResult,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    inspect,
    select,
)

from arena.entries import Arrival
from arena.matches import (
    AnyResult,
    Ending,
    Fault,
    Format,
    FriendsResult,
    Kind,
    KindTimes,
    MachineFault,
    MachineTrouble,
    Match,
    Outcome,
    Part,
    Result,
    SeatResult,
    SeatTimes,
    Unit,
)

SCHEMA_VERSION = 5
"""Each version has tables of its own, and leaves those before it as they were. 2: results of players, in
``friends_results`` and ``gains``. 3: how bots were kept apart, in ``isolations``; what was submitted, in
``submissions``. 4: faults of the machine, in ``machine_faults``; whose secret was published, in ``revelations``.
5: times by kind of decision, in ``kind_times``; in which order matches were stored, in ``arrivals``."""

_ROWS_AT_ONCE = 500

metadata = MetaData()

schema = Table("ledger_schema", metadata, Column("version", Integer, nullable=False))

cups = Table(
    "cups",
    metadata,
    Column("name", String, primary_key=True),
    Column("config", Text, nullable=False),
    Column("rules_id", String, nullable=False),
    Column("commitment", String, nullable=False),  # SHA-256 of the secret, hex
    Column("secret", LargeBinary, nullable=False),
    Column("created", String, nullable=False),  # ISO 8601 with its zone
)

# Of cups that were finished: no deck that is drawn from their secret is unknown any more.
revelations = Table(
    "revelations",
    metadata,
    Column("cup", ForeignKey("cups.name"), primary_key=True),
    Column("at", String, nullable=False),  # ISO 8601 with its zone
)

conditions = Table(
    "conditions",
    metadata,
    Column("cup", ForeignKey("cups.name"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("label", Text, nullable=False),
    Column("text", Text, nullable=False),
)

entrants = Table(
    "entrants",
    metadata,
    Column("cup", ForeignKey("cups.name"), primary_key=True),
    Column("name", String, primary_key=True),
    Column("position", Integer, nullable=False),
    Column("author", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("version", String, nullable=False),
)

# Only of entrants that are no command of the cup file.
submissions = Table(
    "submissions",
    metadata,
    Column("cup", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("content", String, nullable=False),  # SHA-256, hex; empty for a bot elsewhere
    Column("is_remote", Boolean, nullable=False),
    ForeignKeyConstraint(("cup", "name"), ("entrants.cup", "entrants.name")),
)

matches = Table(
    "matches",
    metadata,
    Column("key", String, primary_key=True),
    Column("cup", ForeignKey("cups.name"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("format", String, nullable=False),
    Column("unit", String, nullable=False),
    Column("rules_id", String, nullable=False),
    Column("ending", String, nullable=False),
    Column("decision_count", Integer, nullable=False),
    Column("message_count", Integer, nullable=False),
    Column("elapsed_s", Double, nullable=False),
    Index("matches_in_order", "cup", "round", "key"),
)

boards = Table(
    "boards",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("board", Integer, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("cup", String, nullable=False),
    Column("entrant", String, nullable=False),
    Column("version", String, nullable=False),
    ForeignKeyConstraint(("cup", "entrant"), ("entrants.cup", "entrants.name")),
)

results = Table(
    "results",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("board", Integer, nullable=False),
    Column("score", Double, nullable=False),
    Column("margin", Integer, nullable=False),
    Column("declarers", Integer),
    Column("points", Integer),
    Column("rated", Boolean, nullable=False),
    Column("lost_by", Integer),
)

# Of players, in the format friends; the results of two sides are in the table above.
friends_results = Table(
    "friends_results",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("board", Integer, nullable=False),
    Column("points", Integer),
    Column("rated", Boolean, nullable=False),
    Column("lost_by", Integer),
)

gains = Table(
    "gains",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),  # by result, then by seat
    Column("gain", Integer, nullable=False),
    Column("has_won", Boolean, nullable=False),
    Column("part", String),
)

faults = Table(
    "faults",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("ending", String, nullable=False),
    Column("rule", String, nullable=False),
    Column("overrun_s", Double),
    Column("offence", Text, nullable=False),
)

machine_faults = Table(
    "machine_faults",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("deal", Integer),
    Column("at", String, nullable=False),  # ISO 8601 with its zone
    Column("sentence", Text, nullable=False),
)

seat_times = Table(
    "seat_times",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("decision_count", Integer, nullable=False),
    Column("total_s", Double, nullable=False),
    Column("p50_s", Double, nullable=False),
    Column("p95_s", Double, nullable=False),
    Column("max_s", Double, nullable=False),
)

# One row for all seats of a match: a row for each seat and kind would take a third more time to read a cup.
kind_times = Table(
    "kind_times",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),  # 0
    # JSON: by seat, of each kind of decision an array of the fields of `KindTimes`
    Column("by_seat", Text, nullable=False),
)

isolations = Table(
    "isolations",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("position", Integer, primary_key=True),  # 0
    Column("tier", String, nullable=False),
)

records = Table(
    "records",
    metadata,
    Column("match_key", ForeignKey("matches.key"), primary_key=True),
    Column("cup", ForeignKey("cups.name"), nullable=False),
    Column("name", String, nullable=False),
    Column("sha256", String, nullable=False),
    Column("deal_count", Integer, nullable=False),
    UniqueConstraint("cup", "name"),
)

# In the order of storing. One writer at a time commits, so that no number turns up below one that was seen.
arrivals = Table(
    "arrivals",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    Column("cup", ForeignKey("cups.name"), nullable=False),
    Column("match_key", ForeignKey("matches.key"), nullable=False, unique=True),
    Column("at", String, nullable=False),  # ISO 8601 with its zone
    Index("arrivals_of_cups", "cup", "sequence"),
    sqlite_autoincrement=True,
)


def write_outcome(connection: Connection, outcome: Outcome, at: datetime) -> None:
    """Insert the rows of *outcome*, stored *at* that time; the caller owns the transaction."""
    match = outcome.match
    connection.execute(
        insert(matches),
        [
            {
                "key": match.key,
                "cup": match.cup,
                "round": match.round,
                "format": match.format.value,
                "unit": match.unit.value,
                "rules_id": match.rules_id,
                "ending": outcome.ending.value,
                "decision_count": outcome.decision_count,
                "message_count": outcome.message_count,
                "elapsed_s": outcome.elapsed_s,
            }
        ],
    )
    connection.execute(
        insert(records),
        [
            {
                "match_key": match.key,
                "cup": match.cup,
                "name": outcome.record_name,
                "sha256": outcome.record_sha256,
                "deal_count": outcome.deal_count,
            }
        ],
    )
    of_players = [each for each in outcome.results if isinstance(each, FriendsResult)]
    parts: tuple[tuple[Table, Iterable[Mapping[str, object]]], ...] = (
        (boards, ({"board": board} for board in match.boards)),
        (
            seats,
            (
                {"cup": match.cup, "entrant": entrant, "version": version}
                for entrant, version in zip(match.seating, match.versions, strict=True)
            ),
        ),
        (results, (_result_row(each) for each in outcome.results if isinstance(each, Result))),
        (friends_results, (_friends_row(each) for each in of_players)),
        (gains, (_gain_row(seat) for each in of_players for seat in each.seats)),
        (faults, map(_fault_row, outcome.faults)),
        (seat_times, map(_times_row, outcome.times)),
        (kind_times, _kinds_rows(outcome.times)),
        (isolations, [{"tier": _storable(outcome.isolation)}] if outcome.isolation else []),
        (machine_faults, map(_machine_fault_row, outcome.machine_faults)),
    )
    for table, rows in parts:
        numbered = [{"match_key": match.key, "position": position, **row} for position, row in enumerate(rows)]
        if numbered:
            connection.execute(insert(table), numbered)
    arrival = {"cup": match.cup, "match_key": match.key, "at": at.astimezone(UTC).isoformat(timespec="seconds")}
    connection.execute(insert(arrivals), [arrival])


def read_outcomes(connection: Connection, cup: str) -> Iterator[Outcome]:
    """Outcomes of *cup* by round and key, a few rows in memory at a time."""
    return _outcomes(connection, matches.c.cup == cup)


def read_outcome(connection: Connection, key: str) -> Outcome | None:
    """The outcome of one match; None if it is not stored."""
    found = tuple(_outcomes(connection, matches.c.key == key))
    return found[0] if found else None


def read_arrivals(connection: Connection, cup: str, after: int) -> tuple[Arrival, ...]:
    """Arrivals of *cup* with a sequence above *after*, in its order."""
    # An older ledger that is only read has not been given this table.
    if arrivals.name not in inspect(connection).get_table_names():
        return ()
    found = connection.execute(
        select(arrivals.c.sequence, arrivals.c.match_key, arrivals.c.at)
        .where(arrivals.c.cup == cup, arrivals.c.sequence > after)
        .order_by(arrivals.c.sequence)
    )
    return tuple(Arrival(*row) for row in found)


def _outcomes(connection: Connection, which: ColumnElement[bool]) -> Iterator[Outcome]:
    heads = connection.execute(
        select(matches, records.c.name, records.c.sha256, records.c.deal_count)
        .join(records, records.c.match_key == matches.c.key)
        .where(which)
        .order_by(matches.c.round, matches.c.key)
    )
    # An older ledger that is only read has not been given the newer tables.
    there = inspect(connection).get_table_names()
    parts = {
        table: _Parts(_rows(connection.execute(_in_order(table, which))) if table.name in there else ())
        for table in _PARTS
    }
    # The same few bots sit at many tables; whoever keeps seatings is to keep each once.
    seen: dict[tuple[str, ...], tuple[str, ...]] = {}
    for head in _rows(heads):
        places = parts[seats].of(head.key)
        match = Match(
            key=head.key,
            cup=head.cup,
            round=head.round,
            format=Format(head.format),
            unit=Unit(head.unit),
            rules_id=head.rules_id,
            seating=seen.setdefault(seating := tuple(place.entrant for place in places), seating),
            versions=seen.setdefault(versions := tuple(place.version for place in places), versions),
            boards=tuple(row.board for row in parts[boards].of(head.key)),
        )
        yield Outcome(
            match=match,
            ending=Ending(head.ending),
            results=_results(
                parts[results].of(head.key),
                parts[friends_results].of(head.key),
                parts[gains].of(head.key),
                seat_count=len(places),
            ),
            faults=tuple(map(_fault, parts[faults].of(head.key))),
            times=_times(parts[seat_times].of(head.key), parts[kind_times].of(head.key)),
            record_name=head.name,
            record_sha256=head.sha256,
            deal_count=head.deal_count,
            decision_count=head.decision_count,
            message_count=head.message_count,
            elapsed_s=head.elapsed_s,
            isolation="".join(row.tier for row in parts[isolations].of(head.key)),
            machine_faults=tuple(map(_machine_fault, parts[machine_faults].of(head.key))),
        )


_PARTS = (boards, seats, results, friends_results, gains, faults, seat_times, kind_times, isolations, machine_faults)


def _in_order(table: Table, which: ColumnElement[bool]) -> Select[Any]:
    return (
        select(table)
        .join(matches, matches.c.key == table.c.match_key)
        .where(which)
        .order_by(matches.c.round, matches.c.key, table.c.position)
    )


class _Parts:
    """Rows of one table in the order of the matches, handed out match by match."""

    def __init__(self, rows: Iterable[Row[Any]]) -> None:
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def of(self, key: str) -> tuple[Row[Any], ...]:
        row, found = self._next, []
        # By place, as by name takes half of all the time; all these tables begin with the key.
        while row is not None and row[0] == key:
            found.append(row)
            row = next(self._rows, None)
        self._next = row
        return tuple(found)


def _rows(found: CursorResult[Any]) -> Iterator[Row[Any]]:
    """The same rows, fetched many at a time."""
    return chain.from_iterable(found.partitions(_ROWS_AT_ONCE))


def _result_row(result: Result) -> dict[str, object]:
    return {
        "board": result.board,
        "score": result.score,
        "margin": result.margin,
        "declarers": result.declarers,
        "points": result.points,
        "rated": result.rated,
        "lost_by": result.lost_by,
    }


def _result(row: Row[Any]) -> Result:
    _, _, board, score, margin, declarers, points, rated, lost_by = tuple(row)
    return Result(board, score, margin, declarers, points, rated, lost_by)


def _friends_row(result: FriendsResult) -> dict[str, object]:
    return {"board": result.board, "points": result.points, "rated": result.rated, "lost_by": result.lost_by}


def _gain_row(seat: SeatResult) -> dict[str, object]:
    return {"gain": seat.gain, "has_won": seat.has_won, "part": None if seat.part is None else seat.part.value}


def _results(
    of_sides: Sequence[Row[Any]], of_players: Sequence[Row[Any]], seat_rows: Sequence[Row[Any]], *, seat_count: int
) -> tuple[AnyResult, ...]:
    """The results of one match, which are all of one kind."""
    if not of_players:
        return tuple(map(_result, of_sides))
    each = [SeatResult(row.gain, row.has_won, None if row.part is None else Part(row.part)) for row in seat_rows]
    return tuple(
        FriendsResult(
            board=row.board,
            seats=tuple(each[index * seat_count : (index + 1) * seat_count]),
            points=row.points,
            rated=row.rated,
            lost_by=row.lost_by,
        )
        for index, row in enumerate(of_players)
    )


def _fault_row(fault: Fault) -> dict[str, object]:
    return {
        "deal": fault.deal,
        "seat": fault.seat,
        "ending": fault.ending.value,
        "rule": _storable(fault.rule),
        "overrun_s": fault.overrun_s,
        "offence": _storable(fault.offence),
    }


def _storable(text: str) -> str:
    """What a stranger sent, as it can be kept: no text of theirs may stop the ledger."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")


def _fault(row: Row[Any]) -> Fault:
    return Fault(row.deal, row.seat, Ending(row.ending), row.rule, row.overrun_s, row.offence)


def _machine_fault_row(fault: MachineFault) -> dict[str, object]:
    at, sentence = _storable(fault.at), _storable(fault.sentence)
    return {"kind": fault.kind.value, "deal": fault.deal, "at": at, "sentence": sentence}


def _machine_fault(row: Row[Any]) -> MachineFault:
    return MachineFault(MachineTrouble(row.kind), row.deal, row.at, row.sentence)


def _times_row(times: SeatTimes) -> dict[str, object]:
    return {
        "decision_count": times.decision_count,
        "total_s": times.total_s,
        "p50_s": times.p50_s,
        "p95_s": times.p95_s,
        "max_s": times.max_s,
    }


def _kinds_rows(times: Sequence[SeatTimes]) -> list[dict[str, object]]:
    """What the times of all seats say by kind of decision: one row, or none if they say nothing."""
    if not any(each.kinds for each in times):
        return []
    by_seat = [
        [(kind.kind, kind.decision_count, kind.total_s, kind.p50_s, kind.p95_s, kind.max_s) for kind in each.kinds]
        for each in times
    ]
    return [{"by_seat": msgspec.json.encode(by_seat).decode()}]


def _times(seat_rows: Sequence[Row[Any]], kinds_rows: Sequence[Row[Any]]) -> tuple[SeatTimes, ...]:
    """The times of all seats of a match; by kind of decision where that is stored."""
    by_seat: Iterable[_Kinds] = _BY_SEAT.decode(kinds_rows[0].by_seat) if kinds_rows else repeat(())
    found = []
    for row, of_kinds in zip(seat_rows, by_seat, strict=bool(kinds_rows)):
        _, _, decision_count, total_s, p50_s, p95_s, max_s = tuple(row)
        kinds = tuple([KindTimes(*each) for each in of_kinds])
        found.append(SeatTimes(decision_count, total_s, p50_s, p95_s, max_s, kinds))
    return tuple(found)


_Kinds: TypeAlias = tuple[tuple[Kind, int, float, float, float, float], ...]

_BY_SEAT = msgspec.json.Decoder(tuple[_Kinds, ...])
