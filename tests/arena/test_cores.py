"""Which cores arenas take, and that what they start keeps to them."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from arena.cores import claimed, our_cores, started_on

SAY_CORES = "import os, subprocess, sys; print(sorted(os.sched_getaffinity(0)))"


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


def test_arenas_take_different_cores_while_there_are_any() -> None:
    ours = our_cores()

    with claimed(1) as first, claimed(len(ours)) as all_of_them:
        assert len(first) == 1
        assert all_of_them == ours
        with claimed(1) as one_more:
            assert set(one_more) <= set(ours)

    with claimed(1) as first, claimed(1) as second:
        assert len(ours) == 1 or first != second


def test_no_more_cores_are_taken_than_there_are() -> None:
    with claimed(1000) as taken:
        assert taken == our_cores()


def test_a_core_is_free_again_when_its_arena_has_ended() -> None:
    with claimed(1) as first:
        pass
    with claimed(1) as again:
        assert again == first
