"""Which cores arenas take, and that what they start keeps to them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cores import claimed, our_cores, started_on

SAY_CORES = "import os; print(sorted(os.sched_getaffinity(0)))"


@pytest.fixture
def claim(tmp_path: Path) -> str:
    """A name that no arena of this machine claims cores by."""
    return f"{os.getpid()}-{tmp_path.name}"


def cores_of_a_program() -> str:
    """Those that a program finds, started by a shell that was started here."""
    command = ["sh", "-c", '"$0" -c "$1"', sys.executable, SAY_CORES]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.slow
def test_what_is_started_on_a_core_keeps_to_it() -> None:
    """And we do not, afterwards."""
    before = os.sched_getaffinity(0)
    last = our_cores()[-1]

    with started_on(last):
        found = cores_of_a_program()

    assert found == str([last])
    assert os.sched_getaffinity(0) == before


@pytest.mark.slow
def test_what_is_started_on_none_runs_anywhere() -> None:
    with started_on(None):
        assert cores_of_a_program() == str(list(our_cores()))


def test_a_core_that_is_not_ours_is_done_without() -> None:
    """As where the system keeps affinity from us: what is started runs where it may."""
    before = os.sched_getaffinity(0)

    with started_on(100_000):
        assert os.sched_getaffinity(0) == before


def test_arenas_take_different_cores_while_there_are_any(claim: str) -> None:
    ours = our_cores()

    with claimed(1, claim=claim) as first, claimed(1, claim=claim) as second:
        assert len(first) == len(second) == 1
        assert len(ours) == 1 or first != second


def test_cores_that_others_have_are_shared_where_there_are_no_more(claim: str) -> None:
    ours = our_cores()

    with claimed(len(ours), claim=claim), claimed(1, claim=claim) as one, claimed(len(ours), claim=claim) as every:
        assert set(one) <= set(ours)
        assert every == ours


def test_no_more_cores_are_taken_than_there_are(claim: str) -> None:
    with claimed(1000, claim=claim) as taken:
        assert taken == our_cores()


def test_a_core_is_free_again_when_its_arena_has_ended(claim: str) -> None:
    with claimed(1, claim=claim) as first:
        pass
    with claimed(1, claim=claim) as again:
        assert again == first
