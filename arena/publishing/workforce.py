"""Files of matches made beside the fit of their results: by other processes where there are many, else by this one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

import arena
from arena.exit_status import how_it_ended
from arena.publishing.errors import PublishError
from arena.publishing.match_files import Job
from arena.publishing.worker import END, REPORT, Order, Task, Worker

FEW = 300
"""Matches whose files are made before another process has loaded what it needs."""

HELPING = 2
"""Processes beside this one: their part takes twice as long as what is left to it, and the system shares out two cores
among the three."""


class Workforce:
    """Makes the files of all matches of a cup; see `workforce`."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._tasks: list[Task] = []
        self._match_count = 0
        self._processes: list[subprocess.Popen[bytes]] = []
        self._turn = 0
        self._is_alone = len(os.sched_getaffinity(0)) == 1

    def hand_over(self, task: Task, match_count: int) -> None:
        """Have the files of some more rounds made, whose lines are in the file already."""
        self._tasks.append(task)
        self._match_count += match_count
        if not self._processes and not self._is_alone and self._match_count > FEW:
            self._processes = [_started(self._order) for _ in range(HELPING)]
        if self._processes:
            self._tell()

    def finish(self) -> tuple[str, ...]:
        """The files that were written, when all are.

        Raises:
            PublishError: a record is missing or not the one in the ledger.
            OSError: the folder cannot be written to.
        """
        if not self._processes:
            worker = Worker(self._order)
            for task in self._tasks:
                worker.work(task)
            return worker.written()
        for process in self._processes:
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.write(END)
                process.stdin.flush()
        # A folder that is put in place as one has files of several.
        return tuple(dict.fromkeys(name for process in self._processes for name in _reported(process)))

    def end(self) -> None:
        """End the processes, if there still are some."""
        for process in self._processes:
            process.kill()
            # What it was not told is not written any more.
            with suppress(BrokenPipeError), process:
                pass

    def _tell(self) -> None:
        """Hand out the tasks by turns, as they are of about one size."""
        for task in self._tasks:
            process = self._processes[self._turn]
            self._turn = (self._turn + 1) % len(self._processes)
            assert process.stdin is not None
            with suppress(BrokenPipeError):
                process.stdin.write(msgspec.json.encode(task) + b"\n")
                process.stdin.flush()
        self._tasks.clear()


@contextmanager
def workforce(job: Job, lines: Path) -> Iterator[Workforce]:
    """Whoever makes the files of matches, until the block is left.

    Args:
        lines: the file of all matches, which is being written.
    """
    made = Workforce(Order(job, os.fsencode(lines)))
    try:
        yield made
    finally:
        made.end()


def _reported(process: subprocess.Popen[bytes]) -> tuple[str, ...]:
    """What a process has written, once it has ended."""
    said = process.communicate()[0]
    if process.returncode or not said:
        raise OSError(f"the process that made the pages of matches {how_it_ended(process.returncode)}")
    report = REPORT.decode(said)
    if report.refused is not None:
        where, what = report.refused
        raise PublishError(Path(os.fsdecode(where)), what)
    if report.failed is not None:
        number, words, name = report.failed
        raise OSError(number, words, os.fsdecode(name))
    return report.written


def _started(order: Order) -> subprocess.Popen[bytes]:
    # Not from the folder at hand, which may be a stranger's.
    command = [sys.executable, "-P", "-m", "arena.publishing.worker"]
    found = [str(Path(arena.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(found)},
    )
    assert process.stdin is not None
    # How it ended, if it did, is told at the end.
    with suppress(BrokenPipeError):
        process.stdin.write(msgspec.json.encode(order) + b"\n")
    return process
