"""Databases that others made: another program, a later version, an earlier one."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, text

from arena.ledger import LedgerTooNew, NotALedger, open_ledger, read_ledger
from arena.ledger_tables import SCHEMA_VERSION, metadata
from tests.arena.played import FIVE, cup_entry, entrants, friends_outcome, full_outcome


def execute(url: str, *statements: str) -> None:
    """Do something to a database behind the ledger's back."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def test_database_of_another_program_is_left_alone(url: str) -> None:
    execute(url, "CREATE TABLE recipes (name TEXT)")
    for opening in (open_ledger, read_ledger):
        with pytest.raises(NotALedger, match="no ledger"), opening(url):
            pass


def test_ledger_of_a_later_version_is_refused(url: str) -> None:
    with open_ledger(url):
        pass
    execute(url, "UPDATE ledger_schema SET version = version + 1")
    for opening in (open_ledger, read_ledger):
        with pytest.raises(LedgerTooNew, match=f"version {SCHEMA_VERSION + 1}"), opening(url):
            pass


# --- Ledgers from before there were players


FIRST_TABLES = {
    *("ledger_schema", "cups", "conditions", "entrants", "matches", "boards", "seats", "results"),
    *("faults", "seat_times", "records"),
}
"""Of version 1."""


def of_version_1(url: str) -> None:
    """A ledger with an outcome, as the version before wrote it."""
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        ledger.store(full_outcome())
    later = [table.name for table in reversed(metadata.sorted_tables) if table.name not in FIRST_TABLES]
    execute(url, *(f"DROP TABLE {name}" for name in later), "UPDATE ledger_schema SET version = 1")


def test_an_older_ledger_is_read(url: str) -> None:
    of_version_1(url)

    with read_ledger(url) as ledger:
        assert list(ledger.outcomes("test-cup")) == [full_outcome()]
        assert ledger.outcome(full_outcome().match.key) == full_outcome()
        assert not ledger.is_revealed("test-cup")
        assert ledger.arrivals("test-cup") == ()


def test_an_older_ledger_goes_on_with_all_that_it_has(url: str) -> None:
    of_version_1(url)
    with open_ledger(url) as ledger:
        assert list(ledger.outcomes("test-cup")) == [full_outcome()]
        assert ledger.store(friends_outcome())
        assert len(list(ledger.outcomes("test-cup"))) == 2
        assert [arrival.key for arrival in ledger.arrivals("test-cup")] == [friends_outcome().match.key]

    with open_ledger(url) as ledger:
        assert not ledger.store(friends_outcome())
