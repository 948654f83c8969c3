"""Records are checked by as many processes as there are cores; one that is lost is missed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cup_document import CupDocument
from arena.verifying.published import Folder, read_document
from arena.verifying.record_check import RecordReport
from arena.verifying.worker import Job
from arena.verifying.workforce import WorkerLost, check_all
from tests.arena.cups import PAIRS, cup
from tests.arena.verifying.made import published

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("verifying")]

MANY = 1_000_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In a folder whose name is no text, as far as that is UTF-8."""
    folder = tmp_path_factory.mktemp("made") / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    return published(folder, cup(PAIRS, names="AB"))


def job(folder: Path) -> Job:
    document, _ = read_document(Folder(folder).read("cup.json"), CupDocument, name="cup.json")
    return Job(os.fsencode(folder), document, None)


def lines(folder: Path) -> Iterator[tuple[int, bytes]]:
    return iter(list(enumerate((folder / "matches.jsonl").read_bytes().splitlines(), start=1)))


def children() -> set[int]:
    """Processes that this one started, other tests' servers among them."""
    tasks = Path("/proc/self/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}


def test_many_processes_find_what_one_finds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    next((folder / "records").iterdir()).write_bytes(b"no record")
    before = children()
    sums = []
    for deal_count in (1, MANY):
        sum_ = RecordReport()
        check_all(job(folder), lines(folder), deal_count=deal_count, on_report=sum_.merge)
        sums.append((sum_.record_count, sum_.deal_count, sum_.result_count, sum_.findings.counts))

    assert sums[0] == sums[1]
    assert sums[0][3]
    assert children() == before


def test_a_process_that_is_lost_is_told_and_leaves_no_other(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    before = children()

    def deadly() -> Iterator[tuple[int, bytes]]:
        for each in lines(folder):
            os.kill(min(children() - before), signal.SIGKILL)
            yield each

    with pytest.raises(WorkerLost, match=r"signal 9 \(SIGKILL\)"):
        check_all(job(folder), deadly(), deal_count=MANY, on_report=lambda _: None)
    assert children() == before
