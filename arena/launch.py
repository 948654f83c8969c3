"""Starts programs in process groups of their own, keeps what they print, and leaves nothing of them behind."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import trio

from arena.confinement import Confinement
from arena.output import CappedOutput

GRACE_S = 1.0
"""Between the request to end (SIGTERM) and the end (SIGKILL)."""

DRAIN_S = 0.2
"""For what a program printed last, once it has ended: a program it left running may hold its output open."""

SOCKET_PATH_BYTES = 107
"""Longest path of a unix socket on Linux."""

_WARDEN = Path(__file__).with_name("warden.py")
_PIPE_BYTES = 65536
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
        ended: set once the whole process group is gone.
        status: exit status as in `subprocess`; None while it runs.
        was_told_to_end: whether it still ran when `end` was called.
    """

    def __init__(self, program: Program, popen: subprocess.Popen[bytes], home: _Folder) -> None:
        self.program = program
        self.pid = popen.pid
        self.output = CappedOutput()
        self.ended = trio.Event()
        self.status: int | None = None
        self.was_told_to_end = False
        self.started_at = time.monotonic()
        self._popen = popen
        self._home = home

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the whole process group, if it is there."""
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, number)

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
                forget(self.pid)
                nursery.cancel_scope.deadline = trio.current_time() + DRAIN_S
        finally:
            os.close(pidfd)
        self.status = self._popen.wait()
        with contextlib.suppress(OSError):
            self._home.cleanup()
        self.ended.set()


class Launcher:
    """Starts programs and knows which of them run."""

    def __init__(self, nursery: trio.Nursery, folder: Path, warden: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self._nursery = nursery
        self._warden = warden
        self._children: set[Child] = set()

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
        err_read, err_write = os.pipe()
        out_read, out_write = os.pipe() if read_stdout else (err_read, err_write)
        try:
            popen = subprocess.Popen(
                program.command,
                cwd=program.folder,
                env={**program.environment, "HOME": home.name, "TMPDIR": home.name},
                stdin=subprocess.DEVNULL,
                stdout=out_write,
                stderr=err_write,
                # A group of its own, so that all of it can be ended, and a terminal's Ctrl-C does not reach it first.
                process_group=0,
            )
        except OSError as error:
            os.close(err_read)
            if read_stdout:
                os.close(out_read)
            home.cleanup()
            raise CannotStart(program.name, error.strerror or str(error)) from None
        finally:
            for end in {err_write, out_write}:
                os.close(end)
        self._tell_warden(f"+{popen.pid}\n")
        child = Child(program, popen, home)
        pipes: dict[int, Callable[[bytes], None]] = {err_read: child.output.add}
        if read_stdout:
            pipes[out_read] = read_stdout
        self._children.add(child)
        self._nursery.start_soon(self._care_for, child, pipes)
        return child

    async def _care_for(self, child: Child, pipes: Mapping[int, Callable[[bytes], None]]) -> None:
        # What was started is followed to its end, also when all else is cancelled.
        with trio.CancelScope(shield=True):
            await child.follow(pipes, lambda group: self._tell_warden(f"-{group}\n"))
        self._children.discard(child)

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


async def _read_all(pipe: int, take: Callable[[bytes], None]) -> None:
    async with trio.lowlevel.FdStream(pipe) as stream:
        while data := await stream.receive_some(_PIPE_BYTES):
            take(data)


@asynccontextmanager
async def open_launcher() -> AsyncIterator[Launcher]:
    """A `Launcher` with a private folder; once the block is left, all that it started has ended and the folder is gone.

    If this process is killed outright, a warden ends what it started.
    """
    folder = Path(tempfile.mkdtemp(prefix="tractor-", dir=_socket_root()))
    with _warden(folder) as warden:
        async with trio.open_nursery() as nursery:
            launcher = Launcher(nursery, folder, warden)
            try:
                yield launcher
            finally:
                await launcher.end_all()


def _socket_root() -> str:
    """The folder for temporary files, unless it is too long a path for sockets in it."""
    root = tempfile.gettempdir()
    room = len("/tractor-12345678/referee-1234-arena.sock")
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
