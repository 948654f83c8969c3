"""How tables make use of a second core: the arena's own hall, its referees and Python bots on one core, and on two.

Each hall is a process of its own that is held to its cores, with all that it starts. Both are stopped and go on in
turn, a moment each, so that what else the machine does meets both alike. A machine may not have two whole cores to
give, so it is asked, in the same rounds, for a loop that shares nothing.
"""

from __future__ import annotations

import contextlib
import json
import multiprocessing
import os
import select
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import structlog
import trio

from arena.events import Event
from arena.hall import Files, Occasion
from arena.local_hall import open_local_hall
from arena.matches import Match
from arena.sandbox.processes import below, running
from tests.arena.isolation import isolation_here
from tests.arena.quick_cups import quick_cup, quick_match
from tests.referee.serving.tables import board, play, spec

ROUNDS = 20
TABLES = 16
ROUND_S = 1.0
LOOP_S = 0.2
DEALS = 256
"""Of each match: more than there is time for."""

PATIENCE_S = 3600
"""Of the arena with its bots: while a hall is stopped, their clocks go on."""

BEGUN_WITHIN_S = 600.0


def measure(rounds: int = ROUNDS, *, tables: int = TABLES) -> dict[str, object]:
    """Decisions a second on one core and on two, their ratio, and that of a bare loop.

    Where there is only one core for us, the ratios are left out.
    """
    cores = sorted(os.sched_getaffinity(0))[:2]
    counts = range(1, len(cores) + 1)
    bare = list[float]()
    with ExitStack() as stack:
        halls = [stack.enter_context(playing(cores[:count], tables)) for count in counts]
        loops = [stack.enter_context(loopers(cores[:count])) for count in counts]
        # On a busy machine few deals end in few rounds.
        while len(bare) < rounds or not all(hall.can_tell() for hall in halls):
            for hall in halls:
                hall.play_a_round()
            rates = [loop() for loop in loops]
            bare.append(rates[-1] / rates[0])
    a_deal = decisions_of_a_deal()
    rates = [hall.deals_per_s() * a_deal for hall in halls]
    found: dict[str, object] = {
        f"decisions_per_s_{tables}_tables_{count}_core{'s' if count > 1 else ''}": round(rate, 1)
        for count, rate in zip(counts, rates, strict=True)
    }
    if len(cores) > 1:
        found |= {"scaling_2_cores": round(rates[1] / rates[0], 3), "scaling_2_cores_bare": round(median(bare), 3)}
    return found


def decisions_of_a_deal() -> float:
    """How many, on average, if all do what is proposed to them."""
    with structlog.testing.capture_logs():
        played = play(spec(*map(board, range(1, 9))))
    return sum(deal.decision_count for deal in played.deals) / len(played.deals)


class Hall:
    """A hall in another process, where every table plays; it is stopped but for its rounds.

    Tables that began together end their deals together, so deals in a while say little. Each table's pace is taken from
    the end of one of its deals to that of another.
    """

    def __init__(self, process: subprocess.Popen[bytes], tables: int) -> None:
        self._process = process
        assert process.stdout is not None
        self._printed = process.stdout.fileno()
        self._played_s = 0.0
        self._ends = defaultdict[int, list[float]](list)
        """Of each table, in seconds of play: when its deals ended."""
        begun = set[int]()
        until_s = time.monotonic() + BEGUN_WITHIN_S
        while len(begun) < tables:
            assert time.monotonic() < until_s, "the tables do not begin"
            begun |= set(os.read(self._printed, 4096))
        self._tables = tables
        self._signal(signal.SIGSTOP)

    def play_a_round(self) -> None:
        """Play for a while."""
        self._signal(signal.SIGCONT)
        began_s = time.perf_counter()
        while (left_s := began_s + ROUND_S - time.perf_counter()) > 0:
            if select.select([self._printed], [], [], left_s)[0]:
                now_s = self._played_s + time.perf_counter() - began_s
                for table in os.read(self._printed, 4096):
                    self._ends[table].append(now_s)
        self._signal(signal.SIGSTOP)
        self._played_s += time.perf_counter() - began_s

    def can_tell(self) -> bool:
        """Whether every table has played a whole deal in these rounds."""
        return len(self._ends) == self._tables and all(len(ends) > 1 for ends in self._ends.values())

    def deals_per_s(self) -> float:
        """Of all tables together."""
        return sum((len(ends) - 1) / (ends[-1] - ends[0]) for ends in self._ends.values())

    def _signal(self, number: signal.Signals) -> None:
        for pid in (self._process.pid, *below(self._process.pid, running())):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


@contextmanager
def playing(cores: Sequence[int], tables: int) -> Iterator[Hall]:
    """A hall on these cores, where so many tables play at once until the block is left."""
    told = json.dumps({"cores": list(cores), "tables": tables})
    command = [sys.executable, "-m", "tests.bench.cores", told]
    with subprocess.Popen(command, stdout=subprocess.PIPE, process_group=0) as process:
        try:
            yield Hall(process, tables)
        finally:
            # Its warden ends the rest.
            process.kill()


# --- The process that plays


def play_as_told(told: str) -> None:
    """Play until killed; for every deal that ends, the table's number is printed, one byte."""
    given = json.loads(told)
    os.sched_setaffinity(0, given["cores"])
    trio.run(play_at_once, given["tables"])


async def play_at_once(tables: int) -> None:
    """Play a match at each of some tables at the same time."""
    cup = quick_cup(DEALS, patience_s=PATIENCE_S)
    matches = {quick_match(cup, number).key: number for number in range(tables)}
    with TemporaryDirectory() as name:
        folder = Path(name)
        occasion = Occasion(
            cup=cup,
            secret=b"a bench has no secrets",
            files=Files(folder / "records", folder / "logs"),
            isolation=isolation_here(),
            tables=tables,
            on_deal=partial(_print_table, matches),
            listen=_ignore,
            pin=True,
        )
        async with open_local_hall(occasion) as hall, trio.open_nursery() as nursery:
            for number in range(tables):
                nursery.start_soon(hall.play, quick_match(cup, number))


def _print_table(numbers: dict[str, int], match: Match) -> None:
    os.write(1, bytes([numbers[match.key]]))


def _ignore(_: Event) -> None:
    """Nobody is told."""


# --- A loop that shares nothing


@contextmanager
def loopers(cores: Sequence[int]) -> Iterator[Callable[[], float]]:
    """Tells, whenever asked, the loops a second of a process on each of the cores, all at once, together."""
    with multiprocessing.get_context("spawn").Pool(len(cores)) as pool:
        yield lambda: sum(pool.map(_loops_a_second, cores, chunksize=1))


def _loops_a_second(core: int) -> float:
    os.sched_setaffinity(0, {core})
    count, began_s = 0, time.perf_counter()
    while time.perf_counter() - began_s < LOOP_S:
        sum(range(1000))
        count += 1
    return count / (time.perf_counter() - began_s)


if __name__ == "__main__":
    play_as_told(*sys.argv[1:])
