"""How long a large cup takes to publish, and how much memory: 10,000 matches of 16 deals, with their records."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from arena.ledger import ledger_url, open_ledger
from arena.ledger_tables import write_outcome
from arena.records_store import record_name
from tests.arena.played import cup_entry, played_cup, record_bytes

NAMES = tuple(f"bot {number}" for number in range(20))
DEALS = 16
ROUNDS = 25
"""Each has 400 matches of these bots."""

ROOT = Path(__file__).resolve().parents[2]

PUBLISH = """
import json, resource, sys, time
from pathlib import Path
from arena.ledger import ledger_url, read_ledger
from arena.publish import Progress, publish

def peak_mb():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024

folder = Path(sys.argv[1])
loaded_mb, began = peak_mb(), time.perf_counter()
with read_ledger(ledger_url(folder / "arena.sqlite")) as ledger:
    publish(ledger, "test-cup", folder / "out", folder / "records", progress=Progress.COMPLETE)
print(json.dumps({"s": time.perf_counter() - began, "mb": peak_mb(), "growth_mb": peak_mb() - loaded_mb}))
"""


def measure(rounds: int = ROUNDS) -> dict[str, object]:
    """Seconds to publish all of it once, and by how many MB the process grows at its largest."""
    found = published(rounds)
    return {"publish_10k_matches_s": round(found["s"], 1), "publish_10k_matches_mb": round(found["growth_mb"])}


def published(rounds: int) -> dict[str, float]:
    """Publish a cup of so many rounds in a process of its own: ``s``, its largest size ``mb``, and ``growth_mb``."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as place:
        folder = Path(place)
        _play(folder, rounds)
        done = subprocess.run(
            [sys.executable, "-c", PUBLISH, str(folder)], cwd=ROOT, check=True, capture_output=True, text=True
        )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def _play(folder: Path, rounds: int) -> None:
    """A ledger and records, as if they had been played."""
    records = folder / "records"
    records.mkdir()
    entrants = tuple(replace(cup_entry().entrants[0], name=name) for name in NAMES)
    with open_ledger(ledger_url(folder / "arena.sqlite")) as ledger:
        ledger.begin_cup(cup_entry(entrants=entrants))
        # Made up, and not worth a transaction for each.
        with ledger._writing() as connection:
            for outcome in played_cup(NAMES, rounds=rounds, deals=DEALS):
                key = outcome.match.key
                (records / record_name(key)).write_bytes(record_bytes(key))
                write_outcome(connection, replace(outcome, record_name=record_name(key)))
