"""Processes whose parent has ended come to the arena, not to the machine's first process, so that it can end them."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal

from arena.sandbox.processes import children

_PR_SET_CHILD_SUBREAPER = 36

_STARTED = set[int]()
"""Children of this process that launchers started and wait for. The kernel's list of children is the process's too."""


def adopt() -> None:
    """From now on, orphans below this process are its children."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def expect(pid: int) -> None:
    """A process was started, in a session of its own, that somebody waits for."""
    _STARTED.add(pid)


def forget(pid: int) -> None:
    """It was waited for."""
    _STARTED.discard(pid)


def sweep() -> None:
    """Kill and reap what came to us: children in other sessions than ours that no launcher started."""
    session = os.getsid(0)
    while True:
        orphans = [each for each in children().values() if each.session != session and each.pid not in _STARTED]
        if not orphans:
            return
        for orphan in orphans:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(orphan.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                # It has been killed; what it started comes to us then, and is found the next time round.
                os.waitpid(orphan.pid, 0)
