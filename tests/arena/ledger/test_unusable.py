"""Ledgers that cannot be used: where, what and what to do is said, and what is there is left alone."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from arena.ledger import (
    Ledger,
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerMissing,
    LedgerUnwritable,
    NotALedger,
    UnsupportedLedger,
    ledger_url,
    open_ledger,
    read_ledger,
)
from arena.matches import Outcome
from tests.arena.played import cup_entry, full_outcome, outcome, result


def test_errors_say_where_what_and_what_to_do(url: str, path: Path) -> None:
    """That somebody else has the ledger is said with who it is."""
    with open_ledger(url), pytest.raises(LedgerError) as refused, open_ledger(url):
        pass

    assert isinstance(refused.value, LedgerBusy)
    assert refused.value.where in {str(path), url}
    assert "another" in refused.value.what
    assert str(os.getpid()) in refused.value.what
    assert "wait" in refused.value.remedy


def test_ledger_that_is_not_there_is_not_made_by_reading(url: str, path: Path) -> None:
    for _ in range(2):
        with pytest.raises(LedgerMissing, match="run the cup first"), read_ledger(url):
            pass
    assert not path.exists()


def test_file_of_another_kind_is_left_alone(file_url: str, path: Path) -> None:
    path.write_text("This is a letter, and no database at all. " * 100)
    for opening in (open_ledger, read_ledger):
        with pytest.raises(NotALedger), opening(file_url):
            pass
    assert path.read_text().startswith("This is a letter")


@pytest.mark.parametrize(
    "other",
    [
        "mysql://host/arena",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite+pysqlcipher:///arena.sqlite",
        "arena.sqlite",
        "",
        "postgresql+asyncpg://host/arena",
    ],
)
def test_url_of_something_else_is_refused(other: str) -> None:
    with pytest.raises(UnsupportedLedger, match="write sqlite:///FILE or postgresql://"), open_ledger(other):
        pass


@pytest.mark.parametrize(
    "secret",
    [
        "mysql://ada:pass/word@host/arena",
        "postgresql://ada:pass@word:word@host/arena",
        "postgresql+asyncpg://ada:pass@word@host/arena?password=pass",
    ],
)
def test_password_in_a_url_that_is_refused_is_not_told(secret: str) -> None:
    with pytest.raises(UnsupportedLedger) as refused, open_ledger(secret):
        pass

    assert "ada" in str(refused.value)
    assert not [part for part in ("pass@", "pass/", "word@", "=pass", ":word") if part in str(refused.value)]


def test_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(LedgerUnwritable, match=r"gone/arena\.sqlite.*folder"),
        open_ledger(ledger_url(tmp_path / "gone" / "arena.sqlite")),
    ):
        pass


def test_errors_of_the_caller_pass_through_unchanged(url: str) -> None:
    with pytest.raises(FileNotFoundError), open_ledger(url):
        raise FileNotFoundError


@pytest.fixture
def locked_folder() -> Iterator[Path]:
    """A folder that this process, or the ordinary user that it becomes, may read and not write."""
    folder = Path(tempfile.mkdtemp())
    yield folder
    if os.getuid() == 0:
        os.seteuid(0)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_read_only_folder_can_be_read_and_is_not_written(locked_folder: Path) -> None:
    url = ledger_url(locked_folder / "arena.sqlite")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.store(full_outcome())
    locked_folder.chmod(0o555)
    if os.getuid() == 0:
        os.seteuid(65534)

    with read_ledger(url) as reader:
        assert list(reader.outcomes("test-cup")) == [full_outcome()]
    with pytest.raises(LedgerUnwritable, match="writ"), open_ledger(url):
        pass


@pytest.mark.slow
def test_full_disk_stops_clearly_and_leaves_what_was_stored(file_url: str) -> None:
    """SQLite's own limit on the file's pages stands in for the end of the disk."""

    def limit(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 80")

    stored: list[Outcome] = []

    def fill(ledger: Ledger) -> None:
        for round_ in range(1, 1000):
            each = outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(80)], round_=round_)
            assert ledger.store(each)
            stored.append(each)

    event.listen(Engine, "connect", limit)
    try:
        with open_ledger(file_url) as ledger:
            ledger.begin_cup(cup_entry())
            with pytest.raises(LedgerFull, match="make room"):
                fill(ledger)
    finally:
        event.remove(Engine, "connect", limit)

    assert stored
    with open_ledger(file_url) as ledger:
        assert list(ledger.outcomes("test-cup")) == stored
        assert ledger.store(outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=1000))
