"""The ledger: each match once, whatever dies and whoever else is there; and what it says when it cannot."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import Engine

from arena.ledger import (
    CupChanged,
    EntrantEntry,
    Ledger,
    LedgerBusy,
    LedgerError,
    LedgerFull,
    LedgerMissing,
    LedgerTooNew,
    LedgerUnwritable,
    NotALedger,
    UnknownCup,
    UnsupportedLedger,
    ledger_url,
    open_ledger,
    read_ledger,
)
from arena.ledger_tables import SCHEMA_VERSION, metadata
from arena.matches import Ending, Fault, Format, MachineFault, MachineTrouble, Outcome
from tests.arena.played import BEGUN, FIVE, cup_entry, entrants, friends_game, friends_result, outcome, result
from tests.arena.postgres import PostgresServer, running_server
from tests.sizes import scale

ON_SERVER = (pytest.mark.slow, pytest.mark.xdist_group("postgresql"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.sqlite"


@pytest.fixture
def file_url(path: Path) -> str:
    """Of a ledger in SQLite."""
    return ledger_url(path)


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with running_server() as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=ON_SERVER)])
def url(request: pytest.FixtureRequest, path: Path) -> str:
    """Of a ledger that is not there yet, in every database that can hold one."""
    if request.param == "sqlite":
        return ledger_url(path)
    server: PostgresServer = request.getfixturevalue("server")
    return server.new_url()


def execute(url: str, *statements: str) -> None:
    """Do something to a database behind the ledger's back."""
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def full_outcome() -> Outcome:
    """An outcome that uses every field."""
    return outcome(
        ("Ada", "Ben", "Cy", "Dot"),
        [
            result(1.0, 2, board=3),
            result(0.0, -1, board=4, declarers=1, points=95, rated=False, lost_by=2),
            result(0.5, 0, board=5, declarers=None, points=None),
        ],
        format_=Format.INDIVIDUAL,
        round_=2,
        faults=[
            Fault(deal=1, seat=2, ending=Ending.LATE, rule="", overrun_s=0.4, offence=""),
            Fault(deal=1, seat=2, ending=Ending.ILLEGAL, rule="F2", overrun_s=None, offence="♠A | <b> \n"),
        ],
    )


def test_outcome_comes_back_as_it_was_stored(url: str) -> None:
    kept_apart = replace(full_outcome(), isolation="A")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        assert ledger.store(kept_apart)

    with read_ledger(url) as ledger:
        assert list(ledger.outcomes("test-cup")) == [kept_apart]


def test_what_was_submitted_comes_back_as_it_was_entered(url: str) -> None:
    own, submitted, remote = entrants("Ada", "Ben", "Cy")
    entered = (own, replace(submitted, content="5f" * 32), replace(remote, is_remote=True))
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entered))

    with read_ledger(url) as ledger:
        assert ledger.cup("test-cup").entrants == entered


def test_second_outcome_of_a_key_changes_nothing(url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        assert ledger.store(full_outcome())
        assert not ledger.store(replace(full_outcome(), elapsed_s=99.0))

        assert list(ledger.outcomes("test-cup")) == [full_outcome()]
        assert ledger.done_keys("test-cup") == {full_outcome().match.key}


def test_aborted_match_is_not_stored(url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())

        assert not ledger.store(replace(full_outcome(), ending=Ending.ABORTED))
        assert ledger.done_keys("test-cup") == frozenset()


def test_outcomes_come_by_round_then_key_whatever_order_they_were_stored_in(url: str) -> None:
    played = [
        outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board)], round_=round_)
        for round_ in (2, 1, 3)
        for board in (1, 2, 3)
    ]
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        for each in played:
            ledger.store(each)

        assert list(ledger.outcomes("test-cup")) == sorted(played, key=lambda each: (each.match.round, each.match.key))


def test_cups_of_one_ledger_are_kept_apart(url: str) -> None:
    other = outcome(("Ada", "Ben") * 2, [result(1.0, 1)], cup="other")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.begin_cup(cup_entry(name="other"))
        ledger.store(full_outcome())
        ledger.store(other)

        assert ledger.cup_names() == ("other", "test-cup")
        assert list(ledger.outcomes("other")) == [other]
        assert list(ledger.outcomes("test-cup")) == [full_outcome()]


def test_offence_that_no_database_can_hold_is_stored_readably(url: str) -> None:
    fault = Fault(deal=0, seat=0, ending=Ending.PROTOCOL, rule="", overrun_s=None, offence="\0\ud800")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.store(replace(full_outcome(), faults=(fault,)))

        (stored,) = ledger.outcomes("test-cup")
        assert stored.faults[0].offence == "\\0\\ud800"


def test_cup_goes_on_with_the_secret_it_was_begun_with(url: str) -> None:
    with open_ledger(url) as ledger:
        assert ledger.begin_cup(cup_entry()) == cup_entry()
    with open_ledger(url) as ledger:
        assert ledger.begin_cup(cup_entry(secret=b"another")) == cup_entry()
    with read_ledger(url) as reader:
        assert reader.cup("test-cup") == cup_entry()


@pytest.mark.parametrize(
    "changes", [{"config": "other"}, {"rules_id": "00"}, {"entrants": (EntrantEntry("Ada", "", "", "2"),)}]
)
def test_changed_cup_is_refused_with_both_its_forms(url: str, changes: dict[str, object]) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        with pytest.raises(CupChanged, match="test-cup") as refused:
            ledger.begin_cup(cup_entry(**changes))

        assert refused.value.stored == cup_entry()
        assert refused.value.offered == cup_entry(**changes)
        assert ledger.cup("test-cup") == cup_entry()


def test_secret_is_not_shown_in_a_traceback() -> None:
    assert "thirty-two" not in repr(cup_entry())


def test_outcome_of_an_unknown_cup_is_refused(url: str) -> None:
    with open_ledger(url) as ledger:
        with pytest.raises(UnknownCup, match="test-cup"):
            ledger.store(full_outcome())
        with pytest.raises(UnknownCup):
            ledger.cup("test-cup")


def test_reader_sees_one_moment_while_another_writes(url: str) -> None:
    second = outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=3)
    with open_ledger(url) as ledger, read_ledger(url) as reader:
        ledger.begin_cup(cup_entry())
        ledger.store(full_outcome())
        reading = reader.outcomes("test-cup")
        assert next(reading) == full_outcome()
        ledger.store(second)

        assert list(reading) == []
        assert list(reader.outcomes("test-cup")) == [full_outcome(), second]


# What cannot be used. ---------------------------------------------------------------------------------------------


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


def test_errors_say_where_what_and_what_to_do(url: str, path: Path) -> None:
    """That somebody else has the ledger is said with who it is."""
    with open_ledger(url), pytest.raises(LedgerError) as refused, open_ledger(url):
        pass

    assert isinstance(refused.value, LedgerBusy)
    assert refused.value.where in {str(path), url}
    assert "another" in refused.value.what
    assert str(os.getpid()) in refused.value.what
    assert "wait" in refused.value.remedy


# Other processes. -------------------------------------------------------------------------------------------------

WRITER = """
import sys
from arena.ledger import open_ledger
from tests.arena.played import cup_entry, outcome, result

with open_ledger(sys.argv[1]) as ledger:
    ledger.begin_cup(cup_entry())
    print("open", flush=True)
    for round_ in range(1, 100_000):
        played = outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(1, 9)], round_=round_)
        if sys.argv[2] == "store" and ledger.store(played):
            print(played.match.key, flush=True)
        if sys.argv[2] == "hold":
            sys.stdin.read()
            break
"""


@pytest.fixture
def writers() -> Iterator[list[subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    yield started
    for process in started:
        process.kill()
        process.communicate()


def start_writer(url: str, task: str, writers: list[subprocess.Popen[str]]) -> subprocess.Popen[str]:
    root = Path(__file__).parents[2]
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, url, task],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    writers.append(process)
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


@pytest.mark.slow
def test_second_process_is_refused_until_the_first_is_dead(url: str, writers: list[subprocess.Popen[str]]) -> None:
    writer = start_writer(url, "hold", writers)

    with pytest.raises(LedgerBusy), open_ledger(url):
        pass
    with read_ledger(url) as reader:
        assert reader.cup_names() == ("test-cup",)

    writer.send_signal(signal.SIGKILL)
    writer.wait()
    with open_ledger(url) as ledger:
        assert ledger.cup_names() == ("test-cup",)


@pytest.mark.slow
def test_every_stored_match_survives_kill_9_exactly_once(
    url: str, path: Path, writers: list[subprocess.Popen[str]]
) -> None:
    """The writer says each key after storing it, and is killed while it goes on; the next one goes on from there."""
    said: list[str] = []
    for number in range(scale(2, 10)):
        writer = start_writer(url, "store", writers)
        assert writer.stdout is not None
        said += [writer.stdout.readline().strip() for _ in range(5 + 7 * number)]
        writer.send_signal(signal.SIGKILL)
        rest, _ = writer.communicate()
        said += [line for line in rest.splitlines() if len(line) == 64]

    assert len(said) == len(set(said))
    with open_ledger(url) as ledger:
        stored = list(ledger.outcomes("test-cup"))
        assert {each.match.key for each in stored} >= set(said)
        assert len({each.match.key for each in stored}) == len(stored)
        # Each is whole, and those that were not said are at most the one that each writer died over.
        assert all(len(each.results) == 8 and len(each.times) == 4 for each in stored)
        assert len(stored) <= len(said) + len(writers)
    if path.exists():
        with sqlite3.connect(path) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        database.close()


# --- Players, and ledgers from before there were any


def friends_outcome() -> Outcome:
    """An outcome of players that uses every field."""
    return outcome(
        FIVE,
        [
            friends_result((2, 0, 2, 0, 0), 0, [2], board=3),
            friends_result((0, 0, 0, 0, -6), board=4, rated=False, lost_by=4, points=None),
            friends_game((13, 0, 1, 2, 3), (0,), board=5),
        ],
        format_=Format.FRIENDS,
    )


def test_an_outcome_of_players_comes_back_as_it_was_stored(url: str) -> None:
    both = [full_outcome(), friends_outcome()]
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        for each in both:
            assert ledger.store(each)

    with read_ledger(url) as ledger:
        found = list(ledger.outcomes("test-cup"))
    assert sorted(found, key=lambda each: each.match.key) == sorted(both, key=lambda each: each.match.key)


def test_faults_of_the_machine_come_back_as_they_were_stored(url: str) -> None:
    """Also what another program said in characters that no database can hold, readably."""
    faults = (
        MachineFault(MachineTrouble.REFEREE_GONE, None, "2025-06-01T12:00:00+00:00", "it said \0 and died"),
        MachineFault(MachineTrouble.VOID_DEAL, 1, "2025-06-01T12:01:00+00:00", "the machine stood still"),
    )
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.store(replace(full_outcome(), machine_faults=faults))
        (found,) = ledger.outcomes("test-cup")

    assert found.machine_faults == (replace(faults[0], sentence="it said \\0 and died"), faults[1])


def test_that_a_secret_was_published_is_noted_once(url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.begin_cup(cup_entry(name="other"))
        assert not ledger.is_revealed("test-cup")
        ledger.reveal("test-cup", BEGUN)
        ledger.reveal("test-cup", BEGUN)

    with read_ledger(url) as ledger:
        assert [ledger.is_revealed(name) for name in ("test-cup", "other")] == [True, False]


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
        assert not ledger.is_revealed("test-cup")


def test_an_older_ledger_goes_on_with_all_that_it_has(url: str) -> None:
    of_version_1(url)
    with open_ledger(url) as ledger:
        assert list(ledger.outcomes("test-cup")) == [full_outcome()]
        assert ledger.store(friends_outcome())
        assert len(list(ledger.outcomes("test-cup"))) == 2

    with open_ledger(url) as ledger:
        assert not ledger.store(friends_outcome())
