"""One program that was started: what it printed and used, and how all of it is ended."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from signal import Signals
from typing import TypeAlias

import trio

from arena.confinement import Confinement
from arena.output import CappedOutput
from arena.sandbox import orphans
from arena.sandbox.enclosure import Enclosure
from arena.sandbox.folder_size import taken_bytes
from arena.sandbox.group import Group
from arena.sandbox.processes import Process, among, below, running
from arena.sandbox.usage import Excess, Meter, Usage

GRACE_S = 1.0
"""Between the request to end (SIGTERM) and the end (SIGKILL)."""

DRAIN_S = 0.2
"""For what a program printed last, once it has ended: a program it left running may hold its output open."""

GROUP_LOOKED_AT_EVERY_S = 0.01
GROUP_GOES_WITHIN = 100
"""Looks at a control group, until what was killed in it is gone."""

_PIPE_BYTES = 65536
_PIPE_READS = 16
"""That empty the largest pipe that a program can ask for."""

_KIB = 1024
_COUNTED_LATE_BYTES = 1 << 20
"""By which two counts of one memory may differ: kernels add up late what single processors have counted."""

_Folder: TypeAlias = tempfile.TemporaryDirectory[str]


@dataclass(frozen=True, slots=True)
class Program:
    """What to start.

    Attributes:
        name: for people.
        folder: where it is started; None for where the arena was.
        environment: the whole of it, but for HOME and TMPDIR, which are a new folder that goes with the process.
        confinement: what it may see and use; None for a program of ours, which is not confined.
        core: that it keeps to, with all that it starts; None for any.
    """

    name: str
    command: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    confinement: Confinement | None = None
    core: int | None = None


class Child:
    """A program that was started.

    Attributes:
        output: what it printed, except what goes to a reader of its standard output.
        ended: set once the program, and all that it started, is gone.
        status: exit status as in `subprocess`; None while it runs.
        was_told_to_end: whether it still ran when `end` was called.
        excess: the limit that it, or a process of its own, was ended for; None if there was none.
        usage: what it used, once it has ended.
    """

    def __init__(self, program: Program, popen: subprocess.Popen[bytes], home: _Folder, enclosure: Enclosure) -> None:
        self.program = program
        self.pid = popen.pid
        self.output = CappedOutput()
        self.ended = trio.Event()
        self.status: int | None = None
        self.was_told_to_end = False
        self.started_at = time.monotonic()
        self.excess: Excess | None = None
        self.usage = Usage()
        self.meter = Meter(program.confinement.limits) if program.confinement and enclosure.is_counted else None
        self._popen = popen
        # What the kernel's count of its memory begins with.
        self._our_memory_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _KIB
        self._home = home
        self._enclosure = enclosure

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether it, or a process that it started, was ended because it used more memory than it may."""
        return self.excess is Excess.MEMORY

    async def count_files(self) -> None:
        """Look at how much it has written to the disk, and end it if that is too much."""
        assert self.meter is not None
        most = self.meter.limits.file_bytes
        inside = [self.pid, *below(self.pid, running())]
        taken = await trio.to_thread.run_sync(partial(taken_bytes, self._home.name, inside, most=most))
        if taken > most and self.status is None:
            self.meter.excess = self.excess = self.excess or Excess.FILES
            self.signal(signal.SIGKILL)

    def signal(self, number: Signals) -> None:
        """Send a signal to all of the program, if it is there. What holds it goes with it when it is killed."""
        if self.status is not None:
            return
        if number is signal.SIGKILL or not self._enclosure.wrapper_count:
            self._signal_group(number)
            return
        steps = below(self.pid, self._seen())
        inside = [pid for pid, count in steps.items() if count >= self._enclosure.wrapper_count]
        if not inside:
            # It has not come so far as to be the program.
            self._signal_group(number)
        for pid in inside:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def _seen(self) -> Mapping[int, Process]:
        """Processes among which all of it is."""
        group = self._enclosure.group
        return running() if group is None else among(group.pids())

    def _signal_group(self, number: Signals) -> None:
        if number is signal.SIGKILL:
            self._kill_below()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, number)

    def _kill_below(self) -> None:
        """All that it started goes first, as long as it can be found below it."""
        if self._enclosure.group is not None:
            self._enclosure.group.kill()
        elif self._enclosure.wrapper_count:
            kill_tree(self.pid)

    async def end(self, grace_s: float = GRACE_S) -> None:
        """Ask it to end, and make it end if it has not after *grace_s* seconds; wait until nothing of it is left."""
        with trio.CancelScope(shield=True):
            self.was_told_to_end = self.was_told_to_end or self._runs()
            self.signal(signal.SIGTERM)
            with trio.move_on_after(grace_s):
                await self.ended.wait()
            self.signal(signal.SIGKILL)
            await self.ended.wait()

    def _runs(self) -> bool:
        """Whether it has not ended, seen or unseen; it is left to be waited for."""
        look = os.WEXITED | os.WNOWAIT | os.WNOHANG
        return self.status is None and os.waitid(os.P_PID, self.pid, look) is None

    async def follow(self, pipes: Mapping[int, Callable[[bytes], None]], forget: Callable[[int], None]) -> None:
        """Read what it prints until it ends; then end all of its group, *forget* the group's number, and clear up."""
        pidfd = os.pidfd_open(self.pid)
        try:
            async with trio.open_nursery() as nursery:
                for pipe, take in pipes.items():
                    nursery.start_soon(_read_all, pipe, take)
                await trio.lowlevel.wait_readable(pidfd)
                # Not reaped yet, so that its number still is its group's and nobody else's.
                self.signal(signal.SIGKILL)
                orphans.sweep()
                forget(self.pid)
                nursery.cancel_scope.deadline = trio.current_time() + DRAIN_S
        finally:
            os.close(pidfd)
        self.status = self._reaped()
        if self._enclosure.group is not None:
            await self._close(self._enclosure.group)
        with contextlib.suppress(OSError):
            self._home.cleanup()
        self.ended.set()

    async def _close(self, group: Group) -> None:
        self.usage = group.usage()
        if group.ran_out_of_memory():
            self.excess = Excess.MEMORY
        for _ in range(GROUP_GOES_WITHIN):
            if group.remove():
                break
            await trio.sleep(GROUP_LOOKED_AT_EVERY_S)

    def _reaped(self) -> int:
        _, status, used = os.wait4(self.pid, 0)
        self._popen.returncode = os.waitstatus_to_exitcode(status)
        orphans.forget(self.pid)
        if self._enclosure.group is None:
            seen = self.meter.usage if self.meter else Usage()
            self.usage = Usage(
                memory_bytes_peak=seen.memory_bytes_peak or self._memory_bytes_beyond_ours(used.ru_maxrss * _KIB),
                cpu_s=max(seen.cpu_s, used.ru_utime + used.ru_stime),
            )
        return self._enclosure.status_of(self._popen.returncode)

    def _memory_bytes_beyond_ours(self, counted_bytes: int) -> int:
        """What the kernel counted, if that is the program's; 0 if it may be ours, of before it became the program."""
        return counted_bytes if counted_bytes > self._our_memory_bytes + _COUNTED_LATE_BYTES else 0


def kill_tree(root: int) -> None:
    """Kill all that *root* started, and what that started, until nothing is left of it; *root* itself is not killed."""
    while True:
        processes = running()
        left = [pid for pid in below(root, processes) if processes[pid].state != "Z"]
        if not left:
            return
        for pid in left:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)


async def _read_all(pipe: int, take: Callable[[bytes], None]) -> None:
    async with trio.lowlevel.FdStream(pipe) as stream:
        try:
            while data := await stream.receive_some(_PIPE_BYTES):
                take(data)
        except trio.Cancelled:
            # On a busy machine the time may be up before what is there was read.
            with contextlib.suppress(BlockingIOError):
                for _ in range(_PIPE_READS):
                    take(os.read(pipe, _PIPE_BYTES))
            raise
