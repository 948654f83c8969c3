"""What a program and all that it starts use, as the system counts it: looked at now and then while it runs."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import trio

LOOK_EVERY_S = 0.2

_TICKS = os.sysconf("SC_CLK_TCK")
_PROC = Path("/proc")


class Usage:
    """Of one program.

    Attributes:
        memory_bytes: the most private memory that all its processes were seen to have together.
        seen_s: for how long it was looked at.
    """

    def __init__(self, pid: int) -> None:
        self.memory_bytes = 0
        self.seen_s = 0.0
        self._pid = pid
        self._cpu_s: dict[int, float] = {}

    @property
    def cpu_s(self) -> float:
        """Processor time of all its processes."""
        return sum(self._cpu_s.values())

    def look(self) -> None:
        """Look once."""
        memory_bytes = 0
        for pid in family(self._pid):
            with suppress(OSError, ValueError, IndexError):
                self._cpu_s[pid] = max(self._cpu_s.get(pid, 0.0), _cpu_s(pid))
                memory_bytes += _private_bytes(pid)
        self.memory_bytes = max(self.memory_bytes, memory_bytes)

    async def watch(self, ended: trio.Event) -> None:
        """Look until *ended*."""
        since_s = trio.current_time()
        while not ended.is_set():
            self.look()
            with trio.move_on_after(LOOK_EVERY_S):
                await ended.wait()
        self.seen_s = trio.current_time() - since_s


def family(pid: int) -> list[int]:
    """A process and all that descend from it."""
    found, at = [pid], 0
    while at < len(found):
        with suppress(OSError):
            for task in (_PROC / str(found[at]) / "task").iterdir():
                with suppress(OSError):
                    found += [int(child) for child in (task / "children").read_text().split()]
        at += 1
    return found


def left_over(variable: str) -> dict[int, str]:
    """Processes with *variable*, as ``NAME=value``, in their environment, with their command lines."""
    found = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            if variable.encode() in (entry / "environ").read_bytes().split(b"\0"):
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                found[int(entry.name)] = command or "(unnamed)"
    return found


def _cpu_s(pid: int) -> float:
    # The name, in brackets, may hold anything.
    fields = (_PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / _TICKS


def _private_bytes(pid: int) -> int:
    for line in (_PROC / str(pid) / "status").read_text().splitlines():
        if line.startswith("RssAnon:"):
            return int(line.split()[1]) * 1024
    return 0
