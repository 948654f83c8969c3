"""Starts programs in process groups of their own, keeps what they print, and leaves nothing of them behind."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from signal import Signals
from typing import TypeAlias

import trio

from arena.confinement import Confinement
from arena.output import CappedOutput
from arena.sandbox import orphans
from arena.sandbox.enclosure import Enclosure, Errand
from arena.sandbox.folder_size import taken_bytes
from arena.sandbox.group import Group
from arena.sandbox.isolation import Isolation
from arena.sandbox.processes import below, running
from arena.sandbox.usage import Excess, Meter, Usage

GRACE_S = 1.0
"""Between the request to end (SIGTERM) and the end (SIGKILL)."""

DRAIN_S = 0.2
"""For what a program printed last, once it has ended: a program it left running may hold its output open."""

COUNTED_EVERY_S = 0.25
"""How often it is looked at what programs use that no control group counts; it takes milliseconds."""

GROUP_LOOKED_AT_EVERY_S = 0.01
GROUP_GOES_WITHIN = 100
"""Looks at a control group, until what was killed in it is gone."""

COUNTING_SHARE = 4
"""Time between two counts of files, for each second that counting them took."""

SOCKET_PATH_BYTES = 107
"""Longest path of a unix socket on Linux."""

_WARDEN = Path(__file__).with_name("warden.py")
_PIPE_BYTES = 65536
_PIPE_READS = 16
"""That empty the largest pipe that a program can ask for."""

_Folder: TypeAlias = tempfile.TemporaryDirectory[str]


class CannotStart(Exception):
    """A program that the system does not start."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} cannot be started: {reason}")
        self.name = name
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Program:
    """What to start.

    Attributes:
        name: for people.
        folder: where it is started; None for where the arena was.
        environment: the whole of it, but for HOME and TMPDIR, which are a new folder that goes with the process.
        confinement: what it may see and use; None for a program of ours, which is not confined.
    """

    name: str
    command: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    confinement: Confinement | None = None


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
        processes = running()
        steps = below(self.pid, processes)
        inside = [pid for pid, count in steps.items() if count >= self._enclosure.wrapper_count]
        if not inside:
            # It has not come so far as to be the program.
            self._signal_group(number)
        for pid in inside:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

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
                memory_bytes_peak=seen.memory_bytes_peak or used.ru_maxrss * 1024,
                cpu_s=max(seen.cpu_s, used.ru_utime + used.ru_stime),
            )
        return self._enclosure.status_of(self._popen.returncode)


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


class Launcher:
    """Starts programs and knows which of them run."""

    def __init__(
        self, nursery: trio.Nursery, folder: Path, warden: subprocess.Popen[bytes], isolation: Isolation | None
    ) -> None:
        self.folder = folder
        self.isolation = isolation
        self._nursery = nursery
        self._warden = warden
        self._children: set[Child] = set()
        self._numbers = count()

    @property
    def children(self) -> frozenset[Child]:
        """Programs that have not ended."""
        return frozenset(self._children)

    def start(self, program: Program, read_stdout: Callable[[bytes], None] | None = None) -> Child:
        """Start a program; what it prints is kept, its standard output handed to *read_stdout* instead if given.

        Raises:
            CannotStart: the system refuses.
        """
        home = tempfile.TemporaryDirectory(prefix="home-", dir=self.folder, ignore_cleanup_errors=True)
        try:
            enclosure = self._enclosure(program, Path(home.name))
        except OSError as error:
            home.cleanup()
            where = f"{error.filename}: " if error.filename else ""
            raise CannotStart(program.name, f"{where}{error.strerror or error}") from None
        for folder in enclosure.group.folders if enclosure.group else ():
            self._tell_warden(f"+{folder}\n")
        err_read, err_write = os.pipe()
        out_read, out_write = os.pipe() if read_stdout else (err_read, err_write)
        try:
            popen = subprocess.Popen(
                enclosure.command,
                cwd=enclosure.folder,
                env=enclosure.environment,
                stdin=subprocess.DEVNULL,
                stdout=out_write,
                stderr=err_write,
                pass_fds=enclosure.descriptors,
                # A group of its own, so that all of it can be ended, and a terminal's Ctrl-C does not reach it first;
                # and a session, by which what it leaves is known.
                start_new_session=True,
            )
        except OSError as error:
            os.close(err_read)
            if read_stdout:
                os.close(out_read)
            if enclosure.group is not None:
                enclosure.group.remove()
            home.cleanup()
            raise CannotStart(program.name, error.strerror or str(error)) from None
        finally:
            enclosure.close()
            for end in {err_write, out_write}:
                os.close(end)
        orphans.expect(popen.pid)
        self._tell_warden(f"+{popen.pid}\n")
        child = Child(program, popen, home, enclosure)
        pipes: dict[int, Callable[[bytes], None]] = {err_read: child.output.add}
        if read_stdout:
            pipes[out_read] = read_stdout
        self._children.add(child)
        self._nursery.start_soon(self._care_for, child, pipes, enclosure)
        return child

    def _enclosure(self, program: Program, home: Path) -> Enclosure:
        folder = program.folder or Path.cwd()
        if program.confinement is None:
            own = {**program.environment, "HOME": str(home), "TMPDIR": str(home)}
            return Enclosure(program.command, program.folder, own)
        if self.isolation is None:
            raise OSError("it is to be confined, and this launcher has nothing to confine it with")
        _check_startable(program.command[0], folder)
        # Between what is looked at here and the start, nothing else runs in this process.
        return self.isolation.enclose(
            Errand(
                command=program.command,
                folder=folder,
                environment=program.environment,
                confinement=program.confinement,
                home=home,
                number=next(self._numbers),
            )
        )

    async def _care_for(self, child: Child, pipes: Mapping[int, Callable[[bytes], None]], enclosure: Enclosure) -> None:
        def forget(group: int) -> None:
            self._tell_warden(f"-{group}\n")

        # What was started is followed to its end, also when all else is cancelled.
        with trio.CancelScope(shield=True):
            await child.follow(pipes, forget)
        for folder in enclosure.group.folders if enclosure.group else ():
            self._tell_warden(f"-{folder}\n")
        self._children.discard(child)

    async def count_use(self, scope: trio.CancelScope) -> None:
        """Look from time to time at what programs use that nothing else counts, and end those that use too much."""
        with scope:
            while True:
                await trio.sleep(COUNTED_EVERY_S)
                counted = [child for child in self._children if child.meter and child.status is None]
                processes = running() if counted else {}
                for child in counted:
                    assert child.meter is not None
                    child.excess = child.meter.read(child.pid, processes)
                    if child.excess is not None:
                        child.signal(signal.SIGKILL)

    async def count_files(self, scope: trio.CancelScope) -> None:
        """Look from time to time at how much programs write where no file system of their own has a size."""
        with scope:
            while True:
                began = trio.current_time()
                for child in [child for child in self._children if child.meter and child.status is None]:
                    await child.count_files()
                # Where there is much to count, it is counted less often.
                await trio.sleep(COUNTED_EVERY_S + COUNTING_SHARE * (trio.current_time() - began))

    async def end_all(self) -> None:
        """End every program that still runs, all at the same time."""
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for child in self.children:
                    nursery.start_soon(child.end)

    def _tell_warden(self, line: str) -> None:
        # A warden that was killed is missed only if the arena is killed too.
        with contextlib.suppress(BrokenPipeError):
            assert self._warden.stdin is not None
            self._warden.stdin.write(line.encode())


def _check_startable(program: str, folder: Path) -> None:
    """Refuse what the system would refuse, as that is seen only inside, where it looks like a program that fails.

    Raises:
        OSError: as it would be told.
    """
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(folder))
    path = folder / program
    with path.open("rb") as source:
        beginning = source.read(4)
    if not os.access(path, os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if beginning != b"\x7fELF" and not beginning.startswith(b"#!"):
        raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC))


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


@asynccontextmanager
async def open_launcher(isolation: Isolation | None = None) -> AsyncIterator[Launcher]:
    """A `Launcher` with a private folder; once the block is left, all that it started has ended and the folder is gone.

    If this process is killed outright, a warden ends what it started.

    Args:
        isolation: what confined programs are started with; without it there can be none.
    """
    folder = Path(tempfile.mkdtemp(prefix="tractor-", dir=_socket_root()))
    orphans.adopt()
    if isolation is not None and isolation.groups is not None:
        isolation.groups.sweep()
    with _warden(folder) as warden:
        async with trio.open_nursery() as nursery:
            launcher = Launcher(nursery, folder, warden, isolation)
            of_use, of_files = trio.CancelScope(), trio.CancelScope()
            if isolation is not None and isolation.groups is None:
                nursery.start_soon(launcher.count_use, of_use)
                nursery.start_soon(launcher.count_files, of_files)
            try:
                yield launcher
            finally:
                await launcher.end_all()
                of_use.cancel()
                of_files.cancel()


def _socket_root() -> str:
    """The folder for temporary files, unless it is too long a path for sockets in it."""
    root = tempfile.gettempdir()
    room = len("/tractor-12345678/referee-1234-0123456789abcdef.sock")
    return root if len(os.fsencode(root)) + room <= SOCKET_PATH_BYTES else "/tmp"  # noqa: S108 - mkdtemp is private


@contextmanager
def _warden(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = (sys.executable, "-I", "-S", str(_WARDEN), str(folder))
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Lines are written one by one, at once.
        bufsize=0,
        process_group=0,
    ) as warden:
        # Leaving the block closes the pipe and waits.
        yield warden
