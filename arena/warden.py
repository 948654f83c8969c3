"""Ends what an arena leaves behind when it is killed outright: run as a program of its own, with a pipe as its input.

The arena writes a line for each process group, ``+1234`` when it is started and ``-1234`` before it is forgotten, and
likewise one for each folder of a control group. When the pipe closes, for whatever reason, what is still known is
killed, with all that it started, and the folder given as argument is removed. Nothing of the arena is imported, so that
it is there within milliseconds.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROUNDS = 200
ROUND_S = 0.02
"""How often, and how long apart, a control group is looked at until it is empty."""


def watch(lines: Iterable[str]) -> tuple[set[int], set[Path]]:
    """Process groups, and folders of control groups, still known when *lines* end."""
    known = set[str]()
    for line in lines:
        name = line[1:].rstrip("\n")
        if line.startswith("+"):
            known.add(name)
        else:
            known.discard(name)
    return {int(name) for name in known if name.isdigit()}, {Path(name) for name in known if not name.isdigit()}


def kill(groups: Iterable[int]) -> None:
    """Kill process groups, those that are there, and first what their leaders started."""
    for group in groups:
        while started := _below(group):
            for pid in started:
                _kill(pid)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def remove(folders: Iterable[Path]) -> None:
    """Kill what is in control groups, and remove them."""
    for folder in folders:
        for _ in range(ROUNDS):
            with contextlib.suppress(OSError):
                for pid in (folder / "cgroup.procs").read_text(encoding="ascii").split():
                    _kill(int(pid))
            with contextlib.suppress(OSError):
                folder.rmdir()
            if not folder.exists():
                break
            time.sleep(ROUND_S)


def clear(folder: str) -> None:
    """Remove a folder, also what is read-only in it, as some compilers leave what they download."""
    for place, _, _ in os.walk(folder):
        with contextlib.suppress(OSError):
            Path(place).chmod(0o700)
    shutil.rmtree(folder, ignore_errors=True)


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def _below(root: int) -> list[int]:
    """What a process started, and what that started, as far as it runs."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                text = (entry / "stat").read_text(errors="replace")
                state, parent, *_ = text[text.rindex(")") + 2 :].split()
                if state not in "ZX":
                    parents[int(entry.name)] = int(parent)
    found = [root]
    for each in found:
        found += [pid for pid, parent in parents.items() if parent == each and pid not in found]
    return found[1:]


if __name__ == "__main__":
    # The terminal's Ctrl-C and hang-up are for the arena, which says when all is over by closing the pipe.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    groups, folders = watch(sys.stdin)
    kill(groups)
    remove(folders)
    clear(sys.argv[1])
