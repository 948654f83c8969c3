"""All cores at one task: matches are handed to a process for each core, and their reports added up."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import trio

import arena
from arena.exit_status import how_it_ended
from arena.verifying.published import BadFile
from arena.verifying.record_check import RecordReport
from arena.verifying.worker import REPORTS, Job, Worker

FEW_DEALS = 400
"""Fewer are checked before another process has loaded what it needs."""


class WorkerLost(Exception):
    """A process ended before its work was done; a sentence."""


def check_all(
    job: Job,
    lines: Iterator[tuple[int, bytes]],
    *,
    deal_count: int,
    on_report: Callable[[RecordReport], None],
) -> None:
    """Check the records of the matches that stand in *lines*, in whatever order.

    Args:
        lines: of `matches.jsonl`, with their numbers; read no faster than they are worked at.
        deal_count: of all, about; for a few no process is started.

    Raises:
        WorkerLost: a process was ended by the system, as for lack of memory.
        BadFile: the next of the lines cannot be read.
    """
    cores = len(os.sched_getaffinity(0))
    if deal_count < FEW_DEALS or cores == 1:
        worker = Worker(job)
        for number, content in lines:
            on_report(worker.check(number, content))
        return
    trio.run(_share, job, lines, cores, on_report)


async def _share(
    job: Job, lines: Iterator[tuple[int, bytes]], count: int, on_report: Callable[[RecordReport], None]
) -> None:
    lost: list[WorkerLost | BadFile] = []
    try:
        async with trio.open_nursery() as nursery:
            for _ in range(count):
                nursery.start_soon(_employ, job, lines, on_report)
    except* (WorkerLost, BadFile) as group:
        lost += [each for each in group.exceptions if isinstance(each, WorkerLost | BadFile)]
    # Raised above, it would be one of a group again.
    if lost:
        raise lost[0]


async def _employ(job: Job, lines: Iterator[tuple[int, bytes]], on_report: Callable[[RecordReport], None]) -> None:
    """Give matches to one process until there are none."""
    # Not from the folder at hand, which may be a stranger's.
    command = [sys.executable, "-P", "-m", "arena.verifying.worker"]
    paths = [str(Path(arena.__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]
    process = await trio.lowlevel.open_process(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    reports = _Lines(process.stdout)
    try:
        await process.stdin.send_all(msgspec.json.encode(job) + b"\n")
        for number, content in lines:
            await process.stdin.send_all(b"%d %s\n" % (number, content))
            on_report(REPORTS.decode(await reports.next()))
        await process.stdin.aclose()
        await process.wait()
    except (trio.BrokenResourceError, EOFError):
        raise WorkerLost(f"a process that checked records {how_it_ended(await process.wait())}") from None
    finally:
        if process.returncode is None:
            process.kill()
            with trio.CancelScope(shield=True):
                await process.wait()


class _Lines:
    """A stream, line by line."""

    def __init__(self, stream: trio.abc.ReceiveStream) -> None:
        self._stream = stream
        self._begun = bytearray()

    async def next(self) -> bytes:
        """The next line.

        Raises:
            EOFError: there is none.
        """
        while (end := self._begun.find(b"\n")) < 0:
            chunk = await self._stream.receive_some()
            if not chunk:
                raise EOFError
            self._begun += chunk
        line = bytes(self._begun[:end])
        del self._begun[: end + 1]
        return line
