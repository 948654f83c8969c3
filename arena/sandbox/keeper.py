"""Keeps what a program starts together, where no namespace does: ``python -I -S keeper.py COMMAND...``.

Whatever the program starts, and leaves, becomes a child of this process. Once the program has ended, or the arena has,
all of it is killed, and this process ends as the program did. Nothing of the arena is imported.
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from types import FrameType

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def keep(command: list[str]) -> int:
    """Run *command*, end all that it leaves, and give its status, negative for the number of a signal."""
    parent = os.getppid()
    libc = ctypes.CDLL(None)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    # A signal that has a handler; the program is told to end by its own number.
    signal.signal(signal.SIGUSR1, _leave_nothing)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGUSR1, 0, 0, 0)
    if os.getppid() != parent:
        return 0
    program = os.fork()
    if program == 0:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.execv(command[0], command)  # noqa: S606
    # What was handed down is the program's.
    os.closerange(3, 64)
    # So that they end with the program, and not with this process.
    for descriptor in (0, 1, 2):
        os.dup2(os.open(os.devnull, os.O_RDWR), descriptor)
    while True:
        pid, status = os.wait()
        if pid == program:
            _end_all()
            return os.waitstatus_to_exitcode(status)


def _leave_nothing(_number: int, _frame: FrameType | None) -> None:
    _end_all()
    os._exit(0)


def _end_all() -> None:
    """Kill everything below this process until nothing is."""
    while True:
        for pid in _below(os.getpid()):
            try:
                os.kill(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        try:
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
        except ChildProcessError:
            return


def _below(root: int) -> list[int]:
    parents = {}
    for name in os.listdir("/proc"):  # noqa: PTH208 - pathlib is slow to import
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as source:  # noqa: PTH123
                    text = source.read()
            except OSError:
                continue
            parents[int(name)] = int(text[text.rindex(b")") + 2 :].split()[1])
    found = [root]
    for parent in found:
        found += [pid for pid, its_parent in parents.items() if its_parent == parent and pid not in found]
    return found[1:]


def _end_as(status: int) -> None:
    if status >= 0:
        sys.exit(status)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if -status not in {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)


if __name__ == "__main__":
    _end_as(keep(sys.argv[1:]))
