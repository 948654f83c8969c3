"""The arena's side of a cluster: every answer of a worker ends well, or in a sentence. The cluster is a fake."""

from __future__ import annotations

import hashlib
import math
import socket
import sys
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio

from arena.bot_store import BotStore
from arena.cluster.address import Cluster, parse_cluster
from arena.cluster.answers import Answer, GivenUp, Log, NotPlayed, Why, encode_answer, played
from arena.cluster.hall import ClusterHall, cluster_venue, open_cluster_hall, tables_of
from arena.cluster.troubles import ClusterTrouble
from arena.config import parse_cup
from arena.cup_file import BadCup
from arena.events import Event, MatchRepeated
from arena.hall import Files, Occasion
from arena.match_run import MachineTooSlow, StrictFault
from arena.matches import Match, Outcome
from arena.records_store import record_name
from arena.schedule import matches
from tests.arena.cups import PAIRS, SECRET, cup, cup_text
from tests.arena.played import outcome, result

NOWHERE = Cluster("tcp://127.0.0.1:1", None)


@dataclass
class Fake:
    """A cluster that answers what it is given, one after another.

    Attributes:
        keys: under which it was asked.
    """

    answers: Sequence[Answer | bytes]
    tables: int = 1
    keys: list[str] = field(default_factory=list)
    is_closed: bool = False

    async def carry_out(self, key: str, order: bytes) -> bytes:
        assert order
        self.keys.append(key)
        answer = self.answers[len(self.keys) - 1]
        return answer if isinstance(answer, bytes) else encode_answer(answer)

    async def table_count(self) -> int:
        return self.tables

    def listen(self, on_lost: Callable[[str, Collection[str]], None]) -> None:
        self.on_lost = on_lost

    async def close(self) -> None:
        self.is_closed = True


@dataclass
class Scene:
    match: Match
    hall: ClusterHall
    files: Files
    told: list[Event]
    deals: list[Match]
    tables: trio.MemoryReceiveChannel[int]


@asynccontextmanager
async def opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fake: Fake, *, workers_within_s: float = 60.0
) -> AsyncIterator[Scene]:
    async def open_fake(_: Cluster) -> Fake:
        return fake

    # What it imports when it is opened.
    monkeypatch.setattr("arena.cluster.office.open_office", open_fake)
    a_cup = cup(PAIRS)
    files = Files(records=tmp_path / "records", logs=tmp_path / "logs")
    told: list[Event] = []
    deals: list[Match] = []
    tell_tables, tables = trio.open_memory_channel[int](math.inf)
    occasion = Occasion(a_cup, SECRET, files, None, 1, deals.append, told.append, tell_tables.send_nowait)
    async with open_cluster_hall(NOWHERE, occasion, workers_within_s=workers_within_s) as one:
        yield Scene(next(iter(matches(a_cup, SECRET))), one, files, told, deals, tables)


def of(match: Match, record: bytes = b"record", logs: tuple[Log, ...] = (), **changes: str) -> tuple[Outcome, Answer]:
    """An outcome of a match, and the answer that tells it."""
    sha256 = hashlib.sha256(record).hexdigest()
    one = replace(
        outcome(match.seating, [result(1.0, 2, board=board) for board in match.boards]),
        match=match,
        record_name=changes.get("name", record_name(match.key)),
        record_sha256=changes.get("sha256", sha256),
    )
    return one, played(one, machine="there", record=record, logs=logs)


def match_of() -> Match:
    return next(iter(matches(cup(PAIRS), SECRET)))


async def test_a_match_is_as_if_it_had_been_played_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Outcome, record and what the bots printed; and a deal is told for each result."""
    match = match_of()
    logs = (Log(f"{match.seating[0]}.log", "=== match\nhello\n"), Log("../escaped", "no"), Log("Nobody.log", "no"))
    wanted, answer = of(match, logs=logs)
    async with opened(monkeypatch, tmp_path, fake := Fake([answer])) as scene:
        found = await scene.hall.play(scene.match)

    assert found == wanted
    assert [path.read_bytes() for path in scene.files.records.iterdir()] == [b"record"]
    assert {path.name: path.read_text() for path in scene.files.logs.iterdir()} == {
        logs[0].name: "=== on there, as follows\n=== match\nhello\n"
    }
    assert not (tmp_path / "escaped").exists()
    assert scene.deals == [match] * len(wanted.results)
    assert fake.is_closed


async def test_a_match_that_was_given_up_is_asked_for_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Under another key, as the first may still be on its way out of the cluster."""
    wanted, answer = of(match_of())
    async with opened(monkeypatch, tmp_path, fake := Fake([GivenUp("there", "it left"), answer])) as scene:
        assert await scene.hall.play(scene.match) == wanted

    assert len(set(fake.keys)) == 2
    assert all(key.startswith(wanted.match.key) for key in fake.keys)
    assert [type(event) for event in scene.told] == [MatchRepeated]


async def test_a_worker_that_is_gone_is_told_for_its_matches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match = match_of()
    fake = Fake([])

    async def lose(key: str, order: bytes) -> bytes:
        assert order
        fake.on_lost("tcp://192.0.2.7:1", [key, "of another"])
        fake.on_lost("tcp://192.0.2.8:1", [])
        return encode_answer(of(match)[1])

    fake.carry_out = lose  # type: ignore[method-assign]  # a cluster that loses a worker
    async with opened(monkeypatch, tmp_path, fake) as scene:
        await scene.hall.play(scene.match)

    (event,) = scene.told
    assert isinstance(event, MatchRepeated)
    assert (event.match, event.reason) == (match.key, "the worker at tcp://192.0.2.7:1 is gone; another one plays it")


@pytest.mark.parametrize(
    ("answer", "error", "sentence"),
    [
        (NotPlayed("there", Why.UNABLE, "has no bot"), ClusterTrouble, "the worker there cannot play: it has no bot"),
        (NotPlayed("there", Why.MACHINE_TOO_SLOW, "void"), MachineTooSlow, "there: void"),
        (NotPlayed("there", Why.STRICT_FAULT, "late"), StrictFault, "late"),
        (b"\x00", ClusterTrouble, "cannot be read"),
        (of(match_of(), sha256="ab" * 32)[1], ClusterTrouble, "there sent a damaged record"),
        (of(match_of(), name="../../../x")[1], ClusterTrouble, "what there answered names the record '../../../x'"),
    ],
)
async def test_what_stops_a_cup_is_told(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    answer: Answer | bytes,
    error: type[Exception],
    sentence: str,
) -> None:
    async with opened(monkeypatch, tmp_path, Fake([answer])) as scene:
        with pytest.raises(error, match=sentence):
            await scene.hall.play(scene.match)

    assert not scene.files.records.exists()


async def test_workers_that_come_later_are_told_of(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("arena.cluster.hall.LOOK_EVERY_S", 0.01)
    async with opened(monkeypatch, tmp_path, fake := Fake([])) as scene:
        with trio.fail_after(10):
            assert await scene.tables.receive() == 1
            fake.tables = 3
            while await scene.tables.receive() != 3:
                pass


async def test_a_cluster_without_workers_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.RaisesGroup(pytest.RaisesExc(ClusterTrouble, match="start some with arena worker tcp://127.0.0.1:1")):
        async with opened(monkeypatch, tmp_path, Fake([], tables=0), workers_within_s=0.05):
            await trio.sleep_forever()


def test_a_scheduler_that_is_not_there_is_told() -> None:
    with pytest.raises(ClusterTrouble, match=r"can be reached at tcp://127\.0\.0\.1:1: Connection refused"):
        tables_of(NOWHERE)


def test_one_that_takes_the_call_and_says_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:

    monkeypatch.setattr("arena.cluster.office.DIAL_WITHIN_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        cluster = parse_cluster(f"127.0.0.1:{silent.getsockname()[1]}", option="--cluster")
        with pytest.raises(ClusterTrouble, match="it does not answer"):
            tables_of(cluster)


def test_bots_elsewhere_are_refused_by_name(tmp_path: Path) -> None:
    store = BotStore(tmp_path / "bots")
    store.enter_remote("Far", chairs=2, submitted=datetime(2026, 3, 1, tzinfo=UTC))
    a_cup = parse_cup(cup_text(names="A") + '\n[[bot]]\nentrant = "Far"\n', tmp_path, store)

    with pytest.raises(BadCup, match="'Far' dials in from elsewhere") as refused:
        cluster_venue(NOWHERE, a_cup)
    assert refused.value.key == "bot[2].entrant"


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(ClusterTrouble, match=r"\.venv/bin/pip install -c constraints\.txt -e '\.\[cluster\]'"):
        cluster_venue(NOWHERE, cup(PAIRS))
