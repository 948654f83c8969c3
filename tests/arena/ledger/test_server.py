"""A ledger on a PostgreSQL server: what is said when the server is not there, goes away, or does not let us in."""

from __future__ import annotations

import sys
from urllib.parse import quote

import pytest
from sqlalchemy import make_url

from arena.ledger import (
    LedgerBusy,
    LedgerError,
    LedgerMissing,
    LedgerUnreachable,
    LedgerUnwritable,
    NotALedger,
    UnsupportedLedger,
    open_ledger,
    read_ledger,
)
from arena.ledger_stores.postgresql import PostgresqlStore
from arena.matches import Outcome
from tests.arena.played import cup_entry, entrants, outcome, result
from tests.arena.postgres import PASSWORD, PostgresServer

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("postgresql")]


@pytest.fixture
def url(server: PostgresServer) -> str:
    return server.new_url()


def played(round_: int) -> Outcome:
    return outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=round_)


def test_server_that_goes_away_stops_the_cup_and_the_ledger_goes_on_later(server: PostgresServer, url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        assert ledger.store(played(1))
        server.stop()
        try:
            with pytest.raises(LedgerUnreachable, match=r"the connection to the server was lost.*same command"):
                ledger.store(played(2))
            with pytest.raises(LedgerUnreachable, match=r"cannot be reached.*see that it runs"):
                ledger.store(played(3))
            with pytest.raises(LedgerUnreachable, match=r"cannot be reached.*see that it runs"), read_ledger(url):
                pass
        finally:
            server.start()
        # A server that is back does not know who had the lock.
        with pytest.raises(LedgerUnreachable, match="lost"):
            ledger.store(played(2))

    with open_ledger(url) as ledger:
        assert ledger.store(played(2))
        assert list(ledger.outcomes("test-cup")) == [played(1), played(2)]


def test_writer_whose_session_was_ended_never_writes_again(server: PostgresServer, url: str) -> None:
    """Its lock went with the session, and another arena may have the ledger by now."""
    with open_ledger(url) as lost:
        lost.begin_cup(cup_entry())
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        with open_ledger(url) as other:
            assert other.store(played(1))
            for _ in range(2):
                with pytest.raises(LedgerUnreachable, match="lost"):
                    lost.store(played(2))

            assert list(other.outcomes("test-cup")) == [played(1)]


def test_ledgers_in_two_schemas_of_one_database_are_two(server: PostgresServer) -> None:
    with open_ledger(server.new_url()) as one, open_ledger(server.new_url()) as other:
        one.begin_cup(cup_entry())

        assert other.cup_names() == ()


def test_commits_are_durable_whatever_the_server_says(server: PostgresServer, url: str) -> None:
    server.execute("ALTER ROLE guarded SET synchronous_commit = off")
    with open_ledger(url.replace("//arena@", f"//guarded:{quote(PASSWORD, safe='')}@")) as ledger:
        with ledger._writing() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        with ledger._reading() as connection:
            assert connection.exec_driver_sql("SHOW transaction_isolation").scalar() == "repeatable read"
            assert connection.exec_driver_sql("SHOW transaction_read_only").scalar() == "on"


def test_names_in_any_script_come_back(url: str) -> None:
    entry = cup_entry(entrants=entrants("拖拉机", "Zoë", "🂡", "'; DROP TABLE cups; --", "%s"))
    with open_ledger(url) as ledger:
        ledger.begin_cup(entry)

        assert ledger.cup("test-cup") == entry


# Who is not let in. -----------------------------------------------------------------------------------------------


def refusal(url: str) -> LedgerError:
    """What both ways to open a ledger say."""
    with pytest.raises(LedgerError) as when_read, read_ledger(url):
        pass
    with pytest.raises(LedgerError) as when_written, open_ledger(url):
        pass
    assert str(when_read.value) == str(when_written.value)
    return when_written.value


def test_wrong_password_is_refused_and_not_told(url: str) -> None:
    refused = refusal(url.replace("//arena@", "//guarded:hunter2@"))

    assert isinstance(refused, LedgerUnreachable)
    assert 'password authentication failed for user "guarded"' in refused.what
    assert "its password" in refused.remedy
    assert "hunter2" not in str(refused)
    assert "guarded@" in refused.where


def test_right_password_is_not_told_either(server: PostgresServer, url: str) -> None:
    """Not in what is said of the ledger, nor in the names of what holds the URL."""
    secret = quote(PASSWORD, safe="")
    guarded = url.replace("//arena@", f"//guarded:{secret}@")
    with open_ledger(guarded) as ledger:
        shown = repr(ledger._store) + str(ledger._store.where) + repr(ledger._engine) + repr(ledger._writer)
        server.stop()
        try:
            with pytest.raises(LedgerUnreachable) as lost:
                ledger.cup_names()
        finally:
            server.start()

    for told in (shown, str(lost.value), repr(lost.value.__cause__)):
        assert PASSWORD not in told
        assert secret not in told


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            "postgres://ada:hunter2@/arena?host=/run/pg&sslmode=prefer&options=-csearch_path%3Dspring",
            "postgresql://ada@/arena?host=/run/pg&options=-csearch_path%3Dspring",
        ),
        ("postgresql://a%2Fb:hunter2@db.example:5433/arena", "postgresql://a%2Fb@db.example:5433/arena"),
        ("postgresql:///arena?password=hunter2", "postgresql:///arena"),
    ],
)
def test_what_is_told_of_a_ledger_can_be_given_again(given: str, told: str) -> None:
    assert PostgresqlStore(make_url(given)).where == told
    assert PostgresqlStore(make_url(told)).where == told


@pytest.mark.parametrize(
    ("changed", "said", "remedy"),
    [
        ("database", 'database "nowhere" does not exist', "make it there with createdb"),
        ("user", 'role "nobody-else" does not exist', "lets this user in"),
        ("host", "No such file or directory", "see that it runs"),
    ],
)
def test_what_is_not_there_is_named(url: str, changed: str, said: str, remedy: str) -> None:
    other = {
        "database": url.replace("/postgres?", "/nowhere?"),
        "user": url.replace("//arena@", "//nobody-else@"),
        "host": url.replace("host=", "host=/gone"),
    }[changed]
    refused = refusal(other)

    assert isinstance(refused, LedgerUnreachable)
    assert said in refused.what
    assert remedy in refused.remedy


def test_what_is_no_parameter_of_a_connection_is_refused(url: str) -> None:
    refused = refusal(f"{url}&colour=red")

    assert isinstance(refused, UnsupportedLedger)
    assert "colour" in refused.what


def test_schema_that_is_not_there_is_said(url: str) -> None:
    gone = f"{url}_gone"
    with pytest.raises(LedgerUnwritable, match="search_path"), open_ledger(gone):
        pass
    with pytest.raises(LedgerMissing), read_ledger(gone):
        pass


def test_user_who_may_make_no_tables_is_told_so(server: PostgresServer, url: str) -> None:
    server.execute("CREATE ROLE guest LOGIN")
    schema = url.rpartition("%3D")[2]
    server.execute(f"GRANT USAGE ON SCHEMA {schema} TO guest")
    refused = pytest.raises(LedgerUnwritable, match=r"may not do what is needed.*permission denied")
    with refused, open_ledger(url.replace("//arena@", "//guest@")):
        pass


def test_database_that_takes_no_writing_is_said(url: str) -> None:
    with open_ledger(url):
        pass
    read_only = f"{url}%20-cdefault_transaction_read_only%3Don"
    with open_ledger(read_only) as ledger, pytest.raises(LedgerUnwritable, match="read-only"):
        ledger.begin_cup(cup_entry())


def test_database_of_few_letters_is_refused(server: PostgresServer) -> None:
    server.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    with pytest.raises(NotALedger, match="LATIN1"), open_ledger(server.url("latin")):
        pass


def test_scheme_may_be_shorter(url: str) -> None:
    with open_ledger(url.replace("postgresql:", "postgres:")) as ledger:
        ledger.begin_cup(cup_entry())
    with pytest.raises(LedgerBusy), open_ledger(url), open_ledger(url.replace("postgresql:", "postgresql+psycopg:")):
        pass


def test_missing_driver_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    refused = refusal(url)

    assert isinstance(refused, UnsupportedLedger)
    assert refused.remedy == "install it: .venv/bin/pip install -c constraints.txt -e '.[postgres]'"
