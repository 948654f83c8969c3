"""The ledger: what was played, kept in a database so that nothing is lost and nothing counts twice.

Every call is synchronous and one transaction; a caller with an event loop makes it in a thread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sqlalchemy import Connection, Engine, insert, inspect, select, update

from arena.entries import Arrival, CupEntry, EntrantEntry
from arena.ledger_errors import (
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerMissing,
    LedgerTooNew,
    LedgerUnreachable,
    LedgerUnwritable,
    NotALedger,
    UnsupportedLedger,
)
from arena.ledger_results import (
    PlayersResult,
    SideResult,
    count_lost_by_faults,
    count_results,
    read_results_of_players,
    read_results_of_sides,
)
from arena.ledger_stores.postgresql import PostgresqlStore
from arena.ledger_stores.server_url import NAME_ONE, parse_server_url
from arena.ledger_stores.sqlite import SqliteStore
from arena.ledger_stores.store import Engines, Store
from arena.ledger_tables import (
    SCHEMA_VERSION,
    conditions,
    cups,
    entrants,
    matches,
    metadata,
    read_arrivals,
    read_outcome,
    read_outcomes,
    revelations,
    schema,
    submissions,
    write_outcome,
)
from arena.matches import Ending, Format, Outcome, Unit

__all__ = [
    "Arrival",
    "CupChanged",
    "CupEntry",
    "EntrantEntry",
    "Ledger",
    "LedgerBusy",
    "LedgerError",
    "LedgerFull",
    "LedgerMissing",
    "LedgerReader",
    "LedgerTooNew",
    "LedgerUnreachable",
    "LedgerUnwritable",
    "NotALedger",
    "UnknownCup",
    "UnsupportedLedger",
    "ledger_url",
    "open_ledger",
    "read_ledger",
]

SQLITE = "sqlite:///"


class UnknownCup(LookupError):
    """A cup that the ledger does not know."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the ledger has no cup {name!r}")
        self.name = name


class CupChanged(Exception):
    """A cup of this name was begun with another configuration, and its results are in the ledger.

    Attributes:
        stored: as the ledger has it.
        offered: as it was to go on.
    """

    def __init__(self, stored: CupEntry, offered: CupEntry) -> None:
        super().__init__(f"the cup {stored.name!r} was begun with another configuration")
        self.stored = stored
        self.offered = offered


class LedgerReader:
    """A ledger to be read. Each call sees one moment of it, whatever is written meanwhile."""

    def __init__(self, store: Store, engine: Engine) -> None:
        self._store = store
        self._engine = engine

    def cup_names(self) -> tuple[str, ...]:
        """All cups, in the order of their names."""
        with self._reading() as connection:
            # Databases do not agree on the order of letters.
            return tuple(sorted(connection.scalars(select(cups.c.name))))

    def cup(self, name: str) -> CupEntry:
        """The cup *name*.

        Raises:
            UnknownCup: there is none.
        """
        with self._reading() as connection:
            found = _find_cup(connection, name)
        if found is None:
            raise UnknownCup(name)
        return found

    def done_keys(self, cup: str) -> frozenset[str]:
        """Keys of all matches of *cup* whose outcome is stored."""
        with self._reading() as connection:
            return frozenset(connection.scalars(select(matches.c.key).where(matches.c.cup == cup)))

    def outcomes(self, cup: str) -> Iterator[Outcome]:
        """Outcomes of *cup* by round, then key."""
        with self._reading() as connection:
            # A server would send the whole cup at once.
            yield from read_outcomes(connection.execution_options(stream_results=True), cup)

    def outcome(self, key: str) -> Outcome | None:
        """The outcome of one match; None if it is not stored."""
        with self._reading() as connection:
            return read_outcome(connection, key)

    def arrivals(self, cup: str, after: int = 0) -> tuple[Arrival, ...]:
        """When the outcomes of *cup* were stored, in that order.

        Those of a ledger before version 5 are not known; whatever is stored later comes with a higher sequence.

        Args:
            cup: its name.
            after: only those with a higher sequence.
        """
        with self._reading() as connection:
            return read_arrivals(connection, cup, after)

    def results_of_sides(self, cup: CupEntry, format_: Format, unit: Unit) -> Iterator[SideResult]:
        """Rated results of one format and unit by the rules of *cup*, in no order that counts."""
        with self._reading() as connection:
            yield from read_results_of_sides(connection.execution_options(stream_results=True), cup, format_, unit)

    def results_of_players(self, cup: CupEntry, unit: Unit) -> Iterator[PlayersResult]:
        """The same of Finding Friends."""
        with self._reading() as connection:
            yield from read_results_of_players(connection.execution_options(stream_results=True), cup, unit)

    def result_counts(self, cup: str) -> Counter[Unit]:
        """Deals and games of *cup* that are stored, rated or not."""
        with self._reading() as connection:
            return count_results(connection, cup)

    def lost_by_faults(self, cup: str) -> Counter[str]:
        """Deals and games of *cup* that each entrant has lost by faults."""
        with self._reading() as connection:
            return count_lost_by_faults(connection, cup)

    def is_revealed(self, cup: str) -> bool:
        """Whether the secret of *cup* was published, or was about to be."""
        with self._reading() as connection:
            return _is_revealed(connection, cup)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._store.in_our_words(), self._engine.connect() as connection:
            yield connection


class Ledger(LedgerReader):
    """A ledger to be written to; one process at a time has it."""

    def __init__(self, store: Store, engines: Engines) -> None:
        super().__init__(store, engines.read)
        self._writer = engines.write

    def begin_cup(self, entry: CupEntry) -> CupEntry:
        """Enter a cup, or go on with it; what is stored counts, with the secret of the first time.

        Raises:
            CupChanged: a cup of this name has another configuration, other rules or other entrants.
        """
        with self._writing() as connection:
            stored = _find_cup(connection, entry.name)
            if stored is None:
                _insert_cup(connection, entry)
                return entry
        if (stored.config, stored.rules_id, stored.entrants) != (entry.config, entry.rules_id, entry.entrants):
            raise CupChanged(stored, entry)
        return stored

    def store(self, outcome: Outcome, *, at: datetime | None = None) -> bool:
        """Store *outcome* once under its match's key; it is on the disk when this returns.

        Args:
            outcome: what came of a match.
            at: when it is stored, with its zone; now unless given.

        Returns:
            Whether it was stored: not if one of this key is there already, nor if the match was aborted.

        Raises:
            UnknownCup: its cup was not begun.
        """
        if outcome.ending is Ending.ABORTED:
            return False
        key, cup = outcome.match.key, outcome.match.cup
        with self._writing() as connection:
            if connection.scalar(select(cups.c.name).where(cups.c.name == cup)) is None:
                raise UnknownCup(cup)
            if connection.scalar(select(matches.c.key).where(matches.c.key == key)) is not None:
                return False
            write_outcome(connection, outcome, at or datetime.now(UTC))
        return True

    def reveal(self, cup: str, at: datetime) -> None:
        """Note that the secret of *cup* is about to be published, if it was not before; on the disk on return.

        Args:
            at: now, with its zone.
        """
        with self._writing() as connection:
            if not _is_revealed(connection, cup):
                connection.execute(insert(revelations).values(cup=cup, at=at.isoformat(timespec="seconds")))

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._store.in_our_words(), self._writer.begin() as connection:
            yield connection


def ledger_url(path: Path) -> str:
    """URL of the SQLite file at *path*, whatever its name."""
    return f"{SQLITE}{str(path).replace('%', '%25').replace('?', '%3F')}"


@contextmanager
def open_ledger(url: str) -> Iterator[Ledger]:
    """The ledger at *url* to write to, made if there is none; no other process can have it meanwhile.

    Raises:
        LedgerBusy: another process has it.
        LedgerError: of another kind, if it cannot be used.
    """
    store = _store(url)
    with store.open_to_write() as engines:
        with store.in_our_words(), engines.write.begin() as connection:
            if not inspect(connection).get_table_names():
                metadata.create_all(connection)
                connection.execute(insert(schema).values(version=SCHEMA_VERSION))
            if _check_schema(connection, store.where) < SCHEMA_VERSION:
                # All that later versions have is tables of their own, which are empty at first.
                metadata.create_all(connection)
                connection.execute(update(schema).values(version=SCHEMA_VERSION))
        yield Ledger(store, engines)


@contextmanager
def read_ledger(url: str) -> Iterator[LedgerReader]:
    """The ledger at *url* to read, also while another process writes to it.

    Raises:
        LedgerMissing: there is none.
        LedgerError: of another kind, if it cannot be used.
    """
    store = _store(url)
    with store.open_to_read() as engine:
        with store.in_our_words(), engine.connect() as connection:
            if not inspect(connection).get_table_names():
                raise LedgerMissing(store.where, "there is no ledger yet", "run the cup first, or name another one")
            _check_schema(connection, store.where)
        yield LedgerReader(store, engine)


def _store(url: str) -> Store:
    """The database that *url* names.

    Raises:
        UnsupportedLedger: none that can be a ledger.
    """
    if url.startswith(SQLITE):
        file, has_parameters, _ = url.removeprefix(SQLITE).partition("?")
        # Names of files are bytes.
        name = unquote(file, errors="surrogateescape")
        if has_parameters or name in {"", ":memory:"} or "\0" in name:
            raise UnsupportedLedger(url, "this names no file that can be a ledger", NAME_ONE)
        return SqliteStore(Path(name))
    return PostgresqlStore(parse_server_url(url))


def _check_schema(connection: Connection, where: str) -> int:
    """The version of a ledger's tables, which is one that is known here."""
    if schema.name not in inspect(connection).get_table_names():
        raise NotALedger(where, "this is a database, but no ledger", "name another one")
    version: int | None = connection.scalar(select(schema.c.version))
    if version is None or not 1 <= version <= SCHEMA_VERSION:
        raise LedgerTooNew(
            where,
            f"its tables are of version {version}, and this program knows versions up to {SCHEMA_VERSION}",
            "use the version of tractor-arena that wrote it, or a later one",
        )
    return version


# --- Cups


def _insert_cup(connection: Connection, entry: CupEntry) -> None:
    connection.execute(
        insert(cups).values(
            name=entry.name,
            config=entry.config,
            rules_id=entry.rules_id,
            commitment=entry.commitment,
            secret=entry.secret,
            created=entry.created.isoformat(),
        )
    )
    rows: list[dict[str, Any]] = [
        {
            "cup": entry.name,
            "name": entrant.name,
            "position": position,
            "author": entrant.author,
            "language": entrant.language,
            "version": entrant.version,
        }
        for position, entrant in enumerate(entry.entrants)
    ]
    if rows:
        connection.execute(insert(entrants), rows)
    rows = [
        {"cup": entry.name, "name": entrant.name, "content": entrant.content, "is_remote": entrant.is_remote}
        for entrant in entry.entrants
        if entrant.content or entrant.is_remote
    ]
    if rows:
        connection.execute(insert(submissions), rows)
    rows = [
        {"cup": entry.name, "position": position, "label": label, "text": text}
        for position, (label, text) in enumerate(entry.conditions)
    ]
    if rows:
        connection.execute(insert(conditions), rows)


def _is_revealed(connection: Connection, cup: str) -> bool:
    # An older ledger that is only read has not been given this table.
    if revelations.name not in inspect(connection).get_table_names():
        return False
    return connection.scalar(select(revelations.c.at).where(revelations.c.cup == cup)) is not None


def _find_cup(connection: Connection, name: str) -> CupEntry | None:
    row = connection.execute(select(cups).where(cups.c.name == name)).one_or_none()
    if row is None:
        return None
    entered = connection.execute(select(entrants).where(entrants.c.cup == name).order_by(entrants.c.position))
    # An older ledger that is only read has not been given this table.
    has_submissions = submissions.name in inspect(connection).get_table_names()
    found = connection.execute(select(submissions).where(submissions.c.cup == name)) if has_submissions else ()
    submitted = {each.name: (each.content, each.is_remote) for each in found}
    said = connection.execute(select(conditions).where(conditions.c.cup == name).order_by(conditions.c.position))
    return CupEntry(
        name=row.name,
        config=row.config,
        rules_id=row.rules_id,
        secret=row.secret,
        created=datetime.fromisoformat(row.created),
        entrants=tuple(
            EntrantEntry(each.name, each.author, each.language, each.version, *submitted.get(each.name, ("", False)))
            for each in entered
        ),
        conditions=tuple((each.label, each.text) for each in said),
    )
