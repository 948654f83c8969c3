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
from arena.ledger_stores.server_url import parse_server_url
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
    ("secret", "said"),
    [
        ("mysql://ada:pass/word@host/arena", "only an SQLite file"),
        ("postgresql+asyncpg://ada:pass@word@host/arena?password=pass", "only an SQLite file"),
        ("postgresql:/ada:pass@word/arena", "no URL of a database"),
        ("postgresql://ada:pass@word:word@host/arena", "more than one @"),
        ("postgresql://ada:p@ss/w:rd%1@127.0.0.1:55732/arena", "more than one @"),
        ("postgresql://ada:pass/word@host/arena", "an @ after a /, a ? or a #"),
        ("postgresql://ada:pass?word@host/arena", "an @ after a /, a ? or a #"),
        ("postgresql://ada:pass#word@host/arena", "an @ after a /, a ? or a #"),
        ("postgresql://ada:pass%1word@host/arena", "a % without two hexadecimal digits"),
        ("postgresql://ada:pass%@host/arena", "a % without two hexadecimal digits"),
        ("postgresql://host/arena?password=pass%word", "a % without two hexadecimal digits"),
        ("postgresql://host/arena?password=pass@word", "an @ after a /, a ? or a #"),
        ("postgresql://ada:pass%ffword@host/arena", "no UTF-8"),
        ("postgresql://ada:pass%00word@host/arena", "a control character"),
        ("postgresql://ada:pass\nword@host/arena", "a control character"),
        ("postgresql://ada:password/arena", "no number from 1 to 65535"),
        ("postgresql://ada@host:password/arena", "no number from 1 to 65535"),
    ],
)
def test_url_that_may_be_meant_otherwise_than_it_is_read_is_refused_and_not_told(secret: str, said: str) -> None:
    """What is read as a host or a database may be the rest of a password."""
    for opening in (open_ledger, read_ledger):
        with pytest.raises(UnsupportedLedger) as refused, opening(secret):
            pass

        assert said in refused.value.what
        told = str(refused.value).replace("a password", "")
        assert not [part for part in ("ada", "pass", "word", "p@ss", "w:rd", "host/", "127") if part in told]
        if not said.endswith(("file", "database")):
            assert "@ as %40, / as %2F, : as %3A, % as %25, # as %23 and ? as %3F" in told


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://host:99999/arena",
        "postgresql://host:0/arena",
        "postgresql://host:/arena",
        "postgresql://[::1]:70000/arena",
        "postgresql:///arena?host=/run/pg&port=99999",
    ],
)
def test_port_that_there_cannot_be_is_refused_before_anything_is_dialled(url: str) -> None:
    with pytest.raises(UnsupportedLedger, match=r"no number from 1 to 65535; mend the port"), open_ledger(url):
        pass


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("postgresql://a%40b:p%2F%3A%25%23%3F@db.example:5433/arena", ("a@b", "p/:%#?", "db.example", 5433, "arena")),
        ("postgresql://ada:p:w@[::1]:5433/arena", ("ada", "p:w", "::1", 5433, "arena")),
        ("postgresql:///arena?port=5433,5434&host=/run/pg", (None, None, None, None, "arena")),
    ],
)
def test_url_whose_password_is_escaped_is_read_as_it_is_meant(url: str, parts: tuple[object, ...]) -> None:
    read = parse_server_url(url)

    assert (read.username, read.password, read.host, read.port, read.database) == parts


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
