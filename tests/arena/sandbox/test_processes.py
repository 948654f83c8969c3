"""Which processes are found, and that what is looked at for it is no more than what can hold them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from arena.sandbox import processes
from arena.sandbox.processes import among, children


def waiting() -> subprocess.Popen[bytes]:
    """A program that runs until its standard input is closed."""
    return subprocess.Popen(["/bin/cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)


@pytest.fixture
def two() -> Iterator[list[int]]:
    """Children of two threads."""
    with ExitStack() as running, ThreadPoolExecutor(1) as pool:
        started = [running.enter_context(waiting()), running.enter_context(pool.submit(waiting).result())]
        yield [each.pid for each in started]


def test_children_of_all_threads_are_found(two: list[int]) -> None:
    assert set(two) <= set(children())


def test_children_are_found_where_the_kernel_keeps_no_lists(two: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    listed = children()

    def no_list(_thread: str) -> list[int]:
        raise FileNotFoundError

    monkeypatch.setattr(processes, "_children_of", no_list)

    assert set(two) <= set(children())
    assert set(children()) == set(listed)


def test_what_a_child_started_is_no_child() -> None:
    command = ["/bin/sh", "-c", "cat & echo $!; wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as shell:
        assert shell.stdout is not None
        grandchild = int(shell.stdout.readline())
        found = children()
        shell.kill()

    assert shell.pid in found
    assert grandchild not in found


def test_a_process_that_is_not_there_is_left_out(two: list[int]) -> None:
    assert set(among([two[0], 2**22 + 1])) == {two[0]}
