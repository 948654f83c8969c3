"""How long a large cup takes to publish, and how much memory: 10,000 matches of 16 deals, with their records."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import msgspec
import zstandard
from sqlalchemy import Connection, Insert, TableClause, insert

from arena.config import Cup, read_cup
from arena.identity import cup_entry
from arena.ledger import ledger_url, open_ledger
from arena.ledger_tables import write_outcome
from arena.matches import Ending, Kind, KindTimes, Match, Outcome, Result, SeatTimes
from arena.records_store import record_name
from arena.schedule import scheduled
from arena.waves import first_draw
from referee.rules.cards import Rank
from referee.rules.deal import Scored, Start, State, ThrownIn, begin, step
from referee.rules.legal import random_decision
from referee.rules.options import parse_options
from referee.rules.record import DealRecord, Heading, line_of, record_of
from referee.rules.refusal import Refusal
from referee.rules.ruleset import ruleset
from tests.arena.cups import cup_text
from tests.arena.played import BEGUN

NAMES = tuple(f"bot {number}" for number in range(20))
DEALS = 16
BLOCKS = 26
"""In each, every two bots play 16 decks from both sides, which is 380 matches; beside them is one cycle of tables of
four different bots."""

DEALS_IN_POOL = 100
"""Real ones, of which every match has some: to play each by the rules would take an hour."""

MATCHES_AT_ONCE = 500
"""Of which rows are held while the ledger is made."""

ROOT = Path(__file__).resolve().parents[2]

PUBLISH = """
import json, resource, sys, threading, time
from pathlib import Path
from arena.config import read_cup
from arena.orders import Places, publish_again

def peak_mb(process):
    # What getrusage says begins with the size of whoever started the process.
    (peak,) = (line for line in Path(f"/proc/{process}/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024

peaks, is_over = {}, threading.Event()

def watch():
    # The process that makes the pages of matches is gone when this one could ask.
    while not is_over.wait(0.1):
        for listed in Path("/proc/self/task").glob("*/children"):
            try:
                peaks.update({process: peak_mb(process) for process in listed.read_text().split()})
            except (OSError, ValueError):
                pass

watcher = threading.Thread(target=watch)
watcher.start()
folder = Path(sys.argv[1])
places = Places(None, folder, folder / "out")
began = time.perf_counter()
status = publish_again("cup.toml", lambda: read_cup(folder / "cup.toml"), places, as_json=False)
took_s = time.perf_counter() - began
is_over.set()
watcher.join()
children = resource.getrusage(resource.RUSAGE_CHILDREN)
disk_mb = sum(path.stat().st_size for path in (folder / "out").rglob("*") if path.is_file()) / (1 << 20)
print(json.dumps({
    "status": status,
    "s": took_s,
    "cpu_s": time.process_time(),
    "worker_cpu_s": children.ru_utime + children.ru_stime,
    "mb": peak_mb("self") + sum(peaks.values()),
    "worker_count": len(peaks),
    "disk_mb": disk_mb,
}))
"""


def measure(blocks: int = BLOCKS) -> dict[str, object]:
    """What `arena publish` takes: seconds, of processors too, and of memory and of all files, in MB."""
    found = published(blocks)
    return {
        "publish_10k_matches_s": round(found["s"], 1),
        "publish_10k_matches_cpu_s": round(found["cpu_s"] + found["worker_cpu_s"], 1),
        "publish_10k_matches_mb": round(found["mb"]),
        "publish_10k_matches_disk_mb": round(found["disk_mb"]),
    }


def published(blocks: int) -> dict[str, float]:
    """Publish a finished cup of so many blocks as the command does, in a process of its own.

    Returns:
        ``s``, ``cpu_s`` with what is loaded first, ``worker_cpu_s`` of those beside it, the largest size ``mb``
        of all together, ``worker_count`` of processes beside it, ``disk_mb`` and ``matches``.
    """
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as place:
        count = make(Path(place), blocks)
        done = subprocess.run(
            [sys.executable, "-c", PUBLISH, place], cwd=ROOT, check=True, capture_output=True, text=True
        )
        lines = (Path(place) / "out" / "large" / "matches.jsonl").read_bytes().count(b"\n")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    if found["status"] != 0 or lines != count:
        raise RuntimeError(f"{lines} of {count} matches were published: {done.stderr}")
    return found | {"matches": lines}


def make(folder: Path, blocks: int) -> int:
    """Make a cup file, a ledger in which it is finished, and its records; the number of its matches."""
    path = folder / "cup.toml"
    stages = (
        f'[[stage]]\nformat = "pairs"\ndeals = {DEALS * blocks}\ndeals_per_match = {DEALS}\n',
        f'[[stage]]\nformat = "individual"\ndeals = {DEALS}\ndeals_per_match = {DEALS}\n',
    )
    path.write_text(cup_text(*stages, names=NAMES).replace('name = "test"', 'name = "large"'))
    cup = read_cup(path)
    records = folder / "records" / "large"
    records.mkdir(parents=True)
    count = 0
    with open_ledger(ledger_url(folder / "arena.sqlite")) as ledger:
        entry = ledger.begin_cup(cup_entry(cup, BEGUN, None))
        # Made up, and not worth a transaction for each.
        with ledger._writing() as connection:
            rows = _Rows(connection)
            for outcome, content in _played(cup, entry.secret):
                (records / outcome.record_name).write_bytes(content)
                write_outcome(cast(Connection, rows), outcome, BEGUN)
                count += 1
                if count % MATCHES_AT_ONCE == 0:
                    rows.insert()
            rows.insert()
    return count


class _Rows:
    """In place of a connection: gathers what is inserted, and inserts it table by table."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._gathered: defaultdict[TableClause, list[dict[str, object]]] = defaultdict(list)

    def execute(self, statement: Insert, rows: Sequence[dict[str, object]]) -> None:
        self._gathered[statement.table] += rows

    def insert(self) -> None:
        for table, rows in self._gathered.items():
            self._connection.execute(insert(table), rows)
        self._gathered.clear()


def _played(cup: Cup, secret: bytes) -> Iterator[tuple[Outcome, bytes]]:
    """All matches, as if they had been played, with their records: who is named earlier is the stronger."""
    rng = random.Random(1)
    pool = [_random_deal(rng) for _ in range(DEALS_IN_POOL)]
    # As the arena does it, but in a tenth of the time.
    compressor = zstandard.ZstdCompressor(level=3, write_checksum=True)
    strength = {name: 0.3 - 0.6 * place / len(NAMES) for place, name in enumerate(NAMES)}
    for match in scheduled(cup, secret, [first_draw(cup)]):
        lead = sum(strength[name] for name in match.seating[0::2]) - sum(strength[name] for name in match.seating[1::2])
        content = compressor.compress(_record(match, rng.sample(pool, len(match.boards))))
        yield replace(_outcome(match, 0.5 + lead / 4, rng), record_sha256=hashlib.sha256(content).hexdigest()), content


def _random_deal(rng: random.Random) -> DealRecord:
    """A deal that was played to its end by the rules, by chance, with the time of each decision."""
    rules = ruleset(parse_options("tractor"))
    deck = tuple(sorted(rules.sorted_deck, key=lambda _: rng.random()))
    state: State = begin(Start(rules, deck, Rank.TWO, 0, 0, (Rank.TWO,) * rules.side_count))[0]
    decision_count = 0
    while not isinstance(state, Scored | ThrownIn):
        found = step(state, random_decision(state, rng))
        assert not isinstance(found, Refusal)
        state, _ = found
        decision_count += 1
    heading = Heading(match="large", board=1, deal=1, whole_game=False, names=("",) * len(rules.seat_names))
    return record_of(state, heading, times=tuple(rng.randrange(1, 30) for _ in range(decision_count)))


def _record(match: Match, deals: Sequence[DealRecord]) -> bytes:
    """Lines of deals as if this match had been theirs."""
    lines = [
        line_of(msgspec.structs.replace(deal, match=match.key, board=board, deal=number, names=match.seating))
        for number, (board, deal) in enumerate(zip(match.boards, deals, strict=True), start=1)
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def _outcome(match: Match, chance: float, rng: random.Random) -> Outcome:
    results = []
    for board in match.boards:
        score = float(rng.random() < chance)
        margin = 1 + int(3 * rng.random())
        results.append(Result(board, score, margin if score else -margin, board % 2, 5 * margin, True, None))
    return Outcome(
        match=match,
        ending=Ending.NORMAL,
        results=tuple(results),
        faults=(),
        times=tuple(_times(rng) for _ in match.seating),
        record_name=record_name(match.key),
        record_sha256="",
        deal_count=len(results),
        decision_count=1600,
        message_count=1700,
        elapsed_s=1.25,
    )


def _times(rng: random.Random) -> SeatTimes:
    """Times of a seat, and of the kinds of decision that there are in Tractor."""
    kinds = tuple(
        KindTimes(kind, decision_count, 0.25, round(0.002 + 0.01 * rng.random(), 6), 0.03, 0.2)
        for kind, decision_count in ((Kind.BID, 60), (Kind.BURIAL, 4), (Kind.LEAD, 84), (Kind.FOLLOW, 252))
    )
    return SeatTimes(400, 1.0, 0.002 + 0.01 * rng.random(), 0.03, 0.2 + rng.random(), kinds)
