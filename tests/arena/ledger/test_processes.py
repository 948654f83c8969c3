"""A ledger and several processes: one writes at a time, and whatever dies, nothing is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ledger import LedgerBusy, open_ledger, read_ledger
from tests.sizes import scale

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
    root = Path(__file__).parents[3]
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
