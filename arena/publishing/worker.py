"""A process that makes files of matches for another: a job on standard input, then where the matches stand; a report.

Each match is read from the lines of `matches.jsonl` while these are being written.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import msgspec

from arena.outcome_line import read_outcome_line
from arena.publishing.errors import PublishError
from arena.publishing.garbage import rarely_searched
from arena.publishing.match_files import Job, MatchFiles

END = b"end\n"
"""The last line that a worker is told; without it whoever started it is gone."""


@dataclass(frozen=True, slots=True)
class Task:
    """Whole rounds of matches: bytes of the file of their lines."""

    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Order:
    """What a worker is told first.

    Attributes:
        lines: the file of all matches, as the system has its name.
    """

    job: Job
    lines: bytes


@dataclass(frozen=True, slots=True)
class Report:
    """What a worker tells at its end.

    Attributes:
        written: files to be put in place, below the folder of the cup.
        refused: what cannot be published: file, as the system has its name, and why.
        failed: what the system refused: number of the error, its words, and the file.
    """

    written: tuple[str, ...]
    refused: tuple[bytes, str] | None = None
    failed: tuple[int, str, bytes] | None = None


REPORT = msgspec.json.Decoder(Report)


class Worker:
    """Makes the files of one round of matches after another."""

    def __init__(self, order: Order) -> None:
        self._lines = Path(os.fsdecode(order.lines))
        self._files = MatchFiles(order.job)

    def work(self, task: Task) -> None:
        """Make the files of the matches that stand there; errors are those of `MatchFiles.make`."""
        with self._lines.open("rb") as file:
            file.seek(task.start)
            lines = file.read(task.size).splitlines()
        self._files.make([read_outcome_line(line) for line in lines])

    def written(self) -> tuple[str, ...]:
        """Files to be put in place."""
        return tuple(self._files.parts.written)


def main() -> None:
    """Work until there is no more, then report."""
    # Who started this clears up after Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lines, out, parent = sys.stdin.buffer, sys.stdout.buffer, os.getppid()
    worker = Worker(msgspec.json.decode(lines.readline(), type=Order))
    report: Report | None = None
    for line in lines:
        if line == END:
            found = report or Report(worker.written())
            out.write(msgspec.json.encode(found))
            out.flush()
            return
        if os.getppid() != parent:
            return
        if report is None:
            try:
                worker.work(msgspec.json.decode(line, type=Task))
            except PublishError as problem:
                report = Report((), refused=(os.fsencode(problem.where), problem.what))
            except OSError as problem:
                name = os.fsencode(str(problem.filename or ""))
                report = Report((), failed=(problem.errno or 0, problem.strerror or str(problem), name))


if __name__ == "__main__":
    with rarely_searched():
        main()
