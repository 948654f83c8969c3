"""How fast outcomes get into a ledger, each on the disk before the next, and how the bare database compares."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from arena.ledger import Ledger, ledger_url, open_ledger
from arena.matches import Outcome
from tests.arena.played import cup_entry, outcome, result

DEALS = 16
ROUNDS = 5
COMMITS = 60
"""Of each kind in a round. The two take turns, as disks are fast and slow by the minute."""


def measure() -> dict[str, object]:
    """Outcomes of 16 deals stored in a second, one by one, in SQLite on the disk of the checkout; the best round.

    ``ledger_commits_over_bare`` is that rate as a part of what transactions of one row reach, with the same settings.
    """
    folder = Path(__file__).resolve().parents[2]
    stored, bare = [], []
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=folder) as place:
        database = _bare(Path(place) / "bare.sqlite")
        with open_ledger(ledger_url(Path(place) / "ledger.sqlite")) as ledger:
            ledger.begin_cup(cup_entry())
            for round_ in range(ROUNDS):
                played = [_played(round_ * COMMITS + number) for number in range(COMMITS)]
                stored.append(_rate(partial(_store, ledger, played)))
                bare.append(_rate(partial(_insert, database)))
        database.close()
    ratios = sorted(one / other for one, other in zip(stored, bare, strict=True))
    return {
        "ledger_commits_per_s": round(max(stored), 1),
        "ledger_commits_over_bare": round(ratios[len(ratios) // 2], 3),
    }


def _played(round_: int) -> Outcome:
    return outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(DEALS)], round_=round_)


def _store(ledger: Ledger, played: list[Outcome]) -> None:
    for each in played:
        assert ledger.store(each)


def _bare(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE matches (number INTEGER PRIMARY KEY, key TEXT)")
    return database


def _insert(database: sqlite3.Connection) -> None:
    for _ in range(COMMITS):
        database.execute("BEGIN IMMEDIATE")
        database.execute("INSERT INTO matches (key) VALUES (?)", ("5f" * 32,))
        database.execute("COMMIT")


def _rate(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return COMMITS / (time.perf_counter() - began)
