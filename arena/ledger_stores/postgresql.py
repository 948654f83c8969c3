"""A ledger in a PostgreSQL database: one writer by a lock of its session, and no word of the password anywhere."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, ProgrammingError

from arena.ledger_errors import (
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerUnreachable,
    LedgerUnwritable,
    NotALedger,
    UnsupportedLedger,
)
from arena.ledger_stores.store import Engines

LOCK_KEY = 0x54524143
"""Of the advisory lock; the second half of its key is the schema that holds the tables."""

LOCK_WAIT_S = 3
"""Until another arena is taken to be at work, not one that was killed and that the server has not missed yet."""

CONNECT_WITHIN_S = 10

SOCKET_OPTIONS = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3, "tcp_user_timeout": 60_000}
"""Seconds, seconds, tries and milliseconds after which a server that has vanished is given up."""

SESSION = {
    # Whatever the server's own settings are, what is stored is on the disk.
    "synchronous_commit": "on",
    # Between two matches there can be hours.
    "idle_session_timeout": "0",
    # An arena whose machine has vanished keeps the lock no longer than this; the server would wait for two hours.
    "tcp_keepalives_idle": "30",
    "tcp_keepalives_interval": "10",
    "tcp_keepalives_count": "3",
}
"""Settings of the session that writes; those that an older server does not know are passed over."""

INSTALL = ".venv/bin/pip install -c constraints.txt -e '.[postgres]'"
"""In the checkout that the arena runs from."""

AGAIN = "run the same command again"

_NO_DATABASE = re.compile('database ".*" does not exist')
"""In the server's words, if they are English; of what it says to whom it does not let in there is no code."""

_SET = "SELECT set_config(name, %s, false) FROM pg_settings WHERE name = %s"
_TAKE_LOCK = text("SELECT pg_advisory_lock(:key, hashtext(current_schema()))")
_HOLDER = text(
    """
    SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND granted AND classid = :key AND objsubid = 2
        AND objid::bigint = hashtext(current_schema())::bigint & 4294967295
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    """
)


@dataclass(frozen=True, slots=True)
class PostgresqlStore:
    """The database that *url* names."""

    url: URL = field(repr=False)

    @property
    def where(self) -> str:
        """The URL of the ledger as it can be given again: without the password, and of parameters what names it."""
        url = self.url
        where = URL.create(
            "postgresql",
            username=url.username,
            host=url.host,
            port=url.port,
            database=url.database or "",
            query={name: url.query[name] for name in ("host", "port", "options") if name in url.query},
        )
        # A folder of sockets is read more easily as it is, and may be given so.
        place, mark, parameters = where.render_as_string().partition("?")
        return f"{place}{mark}{parameters.replace('%2F', '/')}"

    @contextmanager
    def open_to_write(self) -> Iterator[Engines]:
        """The database, locked."""
        with self._reading() as reader, self._writing() as writer:
            yield Engines(read=reader, write=writer)

    @contextmanager
    def open_to_read(self) -> Iterator[Engine]:
        """The database, which nothing is written to."""
        with self._reading() as engine:
            yield engine

    @contextmanager
    def in_our_words(self) -> Iterator[None]:
        """Turn what the server refuses into errors that say what to do."""
        try:
            yield
        except DBAPIError as error:
            found = _translated(self.where, error)
            if found is None:
                raise
            raise found from error

    @contextmanager
    def _reading(self) -> Iterator[Engine]:
        engine = self._engine()
        try:
            yield engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        finally:
            engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Engine]:
        # All is written through the session that has the lock. If it is lost, so is the lock, and another arena may
        # have taken it: there is no second connection.
        engine = self._engine(poolclass=QueuePool, pool_size=1, max_overflow=0, pool_timeout=3600)
        was_connected = False

        def prepare(connection: DBAPIConnection, _: object) -> None:
            nonlocal was_connected
            if was_connected:
                raise LedgerUnreachable(
                    self.where, "the connection to the server was lost", f"see that the server runs, and {AGAIN}"
                )
            with_cursor = connection.cursor()
            for name, value in SESSION.items():
                with_cursor.execute(_SET, (value, name))
            with_cursor.close()
            connection.commit()
            was_connected = True

        event.listen(engine, "connect", prepare)
        try:
            with self.in_our_words():
                self._lock(engine)
            yield engine
        finally:
            engine.dispose()

    def _lock(self, engine: Engine) -> None:
        """Take the lock for as long as the session lives; the server lets it go when this process dies."""
        with engine.connect() as connection:
            self._check(connection)
            connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_WAIT_S}s'"))
            try:
                connection.execute(_TAKE_LOCK, {"key": LOCK_KEY})
            except DBAPIError as error:
                if _state(error) != "55P03":
                    raise
                connection.rollback()
                raise LedgerBusy(
                    self.where,
                    f"another arena{_holder(connection)} is writing to this ledger",
                    "wait until it has ended, or name another database with --ledger",
                ) from None

    def _check(self, connection: Connection) -> None:
        encoding = connection.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise NotALedger(
                self.where,
                f"the database keeps texts as {encoding}, in which not every name can be written",
                "make one with ENCODING 'UTF8'",
            )
        if connection.scalar(text("SELECT current_schema()")) is None:
            raise LedgerUnwritable(
                self.where, "the user sees no schema that could hold tables", "make one, or set the search_path"
            )

    def _engine(self, **pool: object) -> Engine:
        url = self.url.set(drivername="postgresql+psycopg")
        chosen = {"connect_timeout": CONNECT_WITHIN_S, "application_name": _own_name(), **SOCKET_OPTIONS}
        arguments = {name: value for name, value in chosen.items() if name not in url.query}
        try:
            # What a cup is drawn from stays out of every error.
            return create_engine(url, connect_args=arguments, hide_parameters=True, **pool)
        except ImportError:
            raise UnsupportedLedger(
                self.where,
                "a ledger in PostgreSQL needs the library psycopg",
                f"install it: {INSTALL}",
            ) from None


def _own_name() -> str:
    """By which the server's people know who is connected: 63 bytes at most."""
    name = f"arena {os.getpid()} on {socket.gethostname()}"
    return name.encode("ascii", "replace")[:63].decode()


def _holder(connection: Connection) -> str:
    """Who has the lock, if the server tells this user."""
    name = connection.scalar(_HOLDER, {"key": LOCK_KEY})
    return f" ({name})" if name else ""


def _state(error: DBAPIError) -> str:
    """PostgreSQL's code for an error: five letters and digits, or nothing where there was no server to give one."""
    return getattr(error.orig, "sqlstate", None) or ""


def _translated(where: str, error: DBAPIError) -> LedgerError | None:
    # The driver's own words name the host, the user and the database, and never the password.
    said = " ".join(str(error.orig).split())
    state = _state(error)
    if state == "53100":
        return LedgerFull(where, "the server's disk is full", f"make room there and {AGAIN}")
    if state in {"42501", "3F000"}:
        return LedgerUnwritable(where, f"the user may not do what is needed ({said})", "let the user make tables there")
    if state == "25006":
        return LedgerUnwritable(where, f"it cannot be written to ({said})", "name the server that takes writing")
    if state[:2] in {"58", "XX"}:
        return LedgerUnwritable(where, f"the server is in trouble ({said})", "see what its log says")
    if error.connection_invalidated:
        lost = f"the connection to the server was lost ({said})"
        return LedgerUnreachable(where, lost, f"see that the server runs, and {AGAIN}")
    if state[:2] in {"08", "25", "40", "53", "55", "57"}:
        return LedgerUnreachable(where, f"the server stopped what was asked of it ({said})", AGAIN)
    if state:
        return None
    if isinstance(error, ProgrammingError):
        return UnsupportedLedger(where, f"the server cannot be asked like this ({said})", "mend the URL")
    if _NO_DATABASE.search(said):
        remedy = f"make it there with createdb --encoding=UTF8 --template=template0, or mend its name, and {AGAIN}"
        return LedgerUnreachable(where, f"the server has no such database ({said})", remedy)
    remedy = f"see that it runs, has the database and lets this user in, by its password if it asks, and {AGAIN}"
    return LedgerUnreachable(where, f"the database cannot be reached ({said})", remedy)
