"""Starts programs, confined or not, and leaves nothing of them behind."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path

import trio

from arena.child import Child, Program
from arena.cores import started_on
from arena.sandbox import orphans
from arena.sandbox.enclosure import Enclosure, Errand
from arena.sandbox.isolation import Isolation
from arena.sandbox.processes import running

COUNTED_EVERY_S = 0.25
"""How often it is looked at what programs use that no control group counts; it takes milliseconds."""

COUNTING_SHARE = 4
"""Time between two counts of files, for each second that counting them took."""

SOCKET_PATH_BYTES = 107
"""Longest path of a unix socket on Linux."""

_WARDEN = Path(__file__).with_name("warden.py")


class CannotStart(Exception):
    """A program that the system does not start."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"{name} cannot be started: {reason}")
        self.name = name
        self.reason = reason


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
            with started_on(program.core):
                popen = subprocess.Popen(
                    enclosure.command,
                    cwd=enclosure.folder,
                    env=enclosure.environment,
                    stdin=subprocess.DEVNULL,
                    stdout=out_write,
                    stderr=err_write,
                    pass_fds=enclosure.descriptors,
                    # A group of its own, so that all of it can be ended, and a terminal's Ctrl-C does not reach it
                    # first; and a session, by which what it leaves is known.
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
