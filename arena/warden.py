"""Ends what an arena leaves behind when it is killed outright: run as a program of its own, with a pipe as its input.

The arena writes a line for each process group, ``+1234`` when it is started and ``-1234`` before it is forgotten. When
the pipe closes, for whatever reason, what is still known is killed and the folder given as argument is removed.
Nothing of the arena is imported, so that it is there within milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
from collections.abc import Iterable


def watch(lines: Iterable[str]) -> set[int]:
    """Process groups still known when *lines* end."""
    groups: set[int] = set()
    for line in lines:
        group = int(line[1:])
        if line.startswith("+"):
            groups.add(group)
        else:
            groups.discard(group)
    return groups


def kill(groups: Iterable[int]) -> None:
    """Kill process groups, those that are there."""
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    # The terminal's Ctrl-C and hang-up are for the arena, which says when all is over by closing the pipe.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    kill(watch(sys.stdin))
    shutil.rmtree(sys.argv[1], ignore_errors=True)
