"""Cups on a cluster: a Dask scheduler and workers as processes, which die, and a cup that comes out the same."""

from __future__ import annotations

import json
import select
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from os import close, pidfd_open
from pathlib import Path
from typing import TypeAlias

import pytest

from arena.bot_store import BotStore, Draft
from tests.end_to_end.arena_process import SAMPLE_BOTS, Arena, bot, events, of, until
from tests.end_to_end.cluster_process import ENDS_WITHIN_S, Scheduler, Worker

# All of them use the same scheduler, and the machine's cores.
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]

HEAD = '[cup]\nname = "cup"\nseed = "elsewhere"\n[time]\nlimit_s = 20.0\n'
BOTS = bot("Ada") + bot("Ben", "greedy_bot.py")


def cup(deals: int, bots: str = BOTS, per_match: int = 1) -> str:
    return f'{HEAD}[[stage]]\nformat = "pairs"\ndeals = {deals}\ndeals_per_match = {per_match}\n{bots}'


@pytest.fixture(scope="module")
def scheduler() -> Iterator[Scheduler]:
    one = Scheduler()
    yield one
    one.close()


NewArena: TypeAlias = Callable[[str, str], Arena]
NewWorker: TypeAlias = Callable[..., Worker]


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def new_arena(opened: ExitStack, tmp_path: Path) -> NewArena:
    """Makes an arena, in a folder of the name given, for a cup."""

    def make(name: str, text: str) -> Arena:
        folder = tmp_path / name
        folder.mkdir()
        arena = Arena(folder, text)
        opened.callback(arena.close)
        return arena

    return make


@pytest.fixture
def new_worker(opened: ExitStack, tmp_path: Path) -> NewWorker:
    """Starts a worker, in a folder of the name given, and waits until it belongs to the cluster at an address."""

    def make(name: str, address: str, *options: str) -> Worker:
        worker = Worker(tmp_path / name, address, *options)
        opened.callback(worker.close)
        return worker

    return make


def run(address: str, *more: str) -> tuple[str, ...]:
    return ("run", "cup.toml", "--json", "--cluster", address, *more)


def test_a_worker_that_is_killed_changes_nothing(
    new_arena: NewArena, new_worker: NewWorker, scheduler: Scheduler
) -> None:
    """`kill -9` of one of two in the middle of a match: the cup is that which is played here, each match once.

    Nor does it that one of the two comes when the cup has begun.
    """
    first = new_worker("first", scheduler.address)
    away, here = new_arena("away", cup(deals=5)), new_arena("here", cup(deals=5))
    process = away.start(*run(scheduler.address))
    before = until(process, "cup_begun")
    second = new_worker("second", scheduler.address)
    before += until(process, "tables_added")
    # The one that is in the middle of it has more programs.
    victim, survivor = sorted((first, second), key=lambda worker: -len(worker.started()))
    left = victim.started()
    victim.kill()
    out, err = process.communicate(timeout=180)
    told = before + events(out)
    done = here.run()

    assert (process.returncode, err) == (0, "")
    assert (done.returncode, troubles(done.stderr)) == (0, [])
    assert told[0]["tables"] == 1
    assert of(told, "tables_added")[0]["tables"] == 2
    assert of(told, "match_repeated")
    assert set(Counter(each["match"] for each in of(told, "match_played")).values()) == {1}
    assert [match["match"]["key"] for match in away.matches()] == [match["match"]["key"] for match in here.matches()]
    assert away.untimed_records() == here.untimed_records()
    assert standings(away) == standings(here)
    assert {match["isolation"] for match in away.matches()} == {match["isolation"] for match in here.matches()}
    until_ended(left)
    assert scheduler.task_count() == 0
    assert survivor.stop() == (0, "")
    assert survivor.arena.left_behind() == away.left_behind() == {}


def test_a_cup_that_is_stopped_stops_its_workers(
    new_arena: NewArena, new_worker: NewWorker, scheduler: Scheduler
) -> None:
    """After Ctrl-C nothing is played on, and the worker is there for others."""
    worker = new_worker("worker", scheduler.address)
    arena = new_arena("arena", cup(deals=100, per_match=100))
    idle = worker.started()
    process = arena.start(*run(scheduler.address, "--tables", "1"))
    until(process, "cup_begun")
    playing = until_playing(worker, idle)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=ENDS_WITHIN_S)

    assert (process.returncode, err) == (128 + signal.SIGINT, "")
    until_ended(playing)
    assert scheduler.task_count() == 0
    assert worker.process.poll() is None


def test_a_cup_outlives_its_scheduler(new_arena: NewArena, new_worker: NewWorker, opened: ExitStack) -> None:
    """It stops with a sentence; workers wait for the next scheduler; the same command goes on."""
    scheduler = Scheduler()
    opened.callback(scheduler.close)
    worker = new_worker("worker", scheduler.address)
    arena = new_arena("arena", cup(deals=2))
    process = arena.start(*run(scheduler.address))
    before = until(process, "match_played")
    scheduler.close()
    out, err = process.communicate(timeout=ENDS_WITHIN_S)
    worker.until("The scheduler at")
    again = Scheduler(port=scheduler.port)
    opened.callback(again.close)
    worker.until("Playing")
    done = arena.run(*run(scheduler.address))
    stored = len(of(before + events(out), "match_played"))

    assert process.returncode == 1
    assert f"arena: the Dask scheduler at {scheduler.address} is gone" in err
    assert "Traceback" not in err
    assert (done.returncode, troubles(done.stderr)) == (0, [])
    assert len(of(events(done.stdout), "match_played")) == 4 - stored
    assert len(arena.matches()) == 4
    # What it says of a scheduler that is not there looks like an end, and it has not ended.
    assert worker.stop() == (0, "")


def test_a_bot_that_a_worker_lacks_is_named(
    new_arena: NewArena, new_worker: NewWorker, scheduler: Scheduler, tmp_path: Path
) -> None:
    """The cup stops, says which machine lacks what, and goes on once the bot was submitted there."""
    folder = tmp_path / "bot"
    folder.mkdir()
    command = json.dumps(["{python}", str(SAMPLE_BOTS / "default_bot.py")])
    (folder / "bot.toml").write_text(
        f'name = "Cy"\nversion = "1"\nauthor = ""\nlanguage = "Python"\nrun = {command}\n', encoding="utf-8"
    )
    worker = new_worker("worker", scheduler.address)
    arena = new_arena("arena", cup(1, '[[bot]]\nentrant = "Cy"\n' + bot("Ada")))
    submit(folder, arena.folder)
    stopped = arena.run(*run(scheduler.address))
    submit(folder, worker.arena.folder)
    done = arena.run(*run(scheduler.address))

    assert stopped.returncode == 1
    assert "Traceback" not in stopped.stderr
    assert "has no bot 'Cy' version 1" in stopped.stderr
    assert "arena submit" in stopped.stderr
    assert (done.returncode, troubles(done.stderr)) == (0, [])
    assert len(arena.matches()) == 2


def test_a_cluster_speaks_tls(new_arena: NewArena, new_worker: NewWorker, opened: ExitStack, tmp_path: Path) -> None:
    """With the certificates that the arena makes; who has none is not let in."""
    files = tmp_path / "files"
    maker = new_arena("maker", "")
    made = maker.run("certificates", "--cluster", "127.0.0.1", "--files", str(files))
    authority, certificate, key = (
        str(files / "remote" / name) for name in ("authority.pem", "cluster.pem", "cluster.key")
    )
    scheduler = Scheduler(tls=("--tls-ca-file", authority, "--tls-cert", certificate, "--tls-key", key))
    opened.callback(scheduler.close)
    tls = ("--tls-ca", authority, "--tls-cert", certificate, "--tls-key", key)
    new_worker("worker", scheduler.address, *tls)
    arena = new_arena("arena", cup(deals=1))
    stranger = arena.run(*run(scheduler.address.replace("tls", "tcp")))
    done = arena.run(*run(scheduler.address, *tls))

    assert made.returncode == 0
    assert scheduler.address.startswith("tls://")
    assert stranger.returncode == 1
    assert "arena: no Dask scheduler can be reached at tcp://127.0.0.1" in stranger.stderr
    assert (done.returncode, troubles(done.stderr)) == (0, [])
    assert len(arena.matches()) == 2


# --- What is looked at


def troubles(complaints: str) -> list[str]:
    """Lines on standard error, but for the one that a machine with much to do is told while it waits."""
    return [line for line in complaints.splitlines() if not line.startswith("arena: looking for the scheduler at ")]


def standings(arena: Arena) -> object:
    """The leaderboard but for what took time."""
    return [
        [{key: value for key, value in row.items() if key not in {"times", "times_by_kind"}} for row in section["rows"]]
        for section in arena.board()["sections"]
    ]


def until_playing(worker: Worker, idle: set[int]) -> set[int]:
    """Wait until a worker plays; what it has started for that."""
    while not (playing := worker.started() - idle):
        # Until something ends, or for a moment.
        until_ended(idle, within_s=0.2, must=False)
    return playing


def until_ended(pids: set[int], *, within_s: float = ENDS_WITHIN_S, must: bool = True) -> None:
    """Wait for processes that are not ours to wait for."""
    for pid in pids:
        try:
            pidfd = pidfd_open(pid)
        except ProcessLookupError:
            continue
        try:
            ended = select.select([pidfd], [], [], within_s)[0]
            assert ended or not must, f"{pid} is still there"
        finally:
            close(pidfd)


def submit(folder: Path, to: Path) -> None:
    """Keep a bot in the store of an arena, or of a worker, without checking it."""
    store = BotStore(to / "arena-files" / "bots")
    with store.draft(folder) as draft:
        assert isinstance(draft, Draft)
        store.keep(draft, datetime.now(UTC))
