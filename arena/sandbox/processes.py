"""What /proc tells of processes: who started whom, and how much memory and time they use."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_KIB = 1024
_MEMORY = (b"RssAnon:", b"RssShmem:", b"VmSwap:")


@dataclass(frozen=True, slots=True)
class Process:
    """One process, at one moment.

    Attributes:
        state: one letter, as in /proc; ``Z`` has ended and was not waited for.
        cpu_s: without that of its children.
        started_ticks: since the machine was started; with the number, it tells processes of one machine apart.
    """

    pid: int
    parent: int
    session: int
    state: str
    thread_count: int
    cpu_s: float
    started_ticks: int


def running() -> dict[int, Process]:
    """All processes that can be seen, by number; to look at hundreds of them takes milliseconds."""
    return among(int(name) for name in os.listdir("/proc") if name.isdigit())  # noqa: PTH208 - pathlib is slower


def among(pids: Iterable[int]) -> dict[int, Process]:
    """Those of some processes that are there, by number."""
    return {pid: process for pid in pids if (process := look_at(pid))}


def children() -> dict[int, Process]:
    """Processes whose parent is this one, and that nobody has waited for, by number."""
    try:
        # A list for each thread; one that ends hands its children to another.
        listed = among(pid for thread in os.listdir("/proc/self/task") for pid in _children_of(thread))  # noqa: PTH208
    except OSError:
        # A thread has just ended, or the kernel was built without such lists.
        listed = running()
    return {pid: process for pid, process in listed.items() if process.parent == os.getpid()}


def _children_of(thread: str) -> list[int]:
    with open(f"/proc/self/task/{thread}/children", "rb") as source:  # noqa: PTH123
        return [int(word) for word in source.read().split()]


def look_at(pid: int) -> Process | None:
    """A process; None if it is not there."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as source:  # noqa: PTH123
            text = source.read()
    except OSError:
        return None
    # A program's name, in brackets, may hold brackets.
    fields = text[text.rindex(b")") + 2 :].split()
    return Process(
        pid=pid,
        parent=int(fields[1]),
        session=int(fields[3]),
        state=fields[0].decode(),
        thread_count=int(fields[17]),
        cpu_s=(int(fields[11]) + int(fields[12])) / _TICKS_PER_S,
        started_ticks=int(fields[19]),
    )


def below(root: int, processes: Mapping[int, Process]) -> dict[int, int]:
    """Processes that *root* started, and those that they started, each with how many steps it is away."""
    children: dict[int, list[int]] = {}
    for process in processes.values():
        children.setdefault(process.parent, []).append(process.pid)
    found: dict[int, int] = {}
    depth, generation = 0, [root]
    while generation:
        depth += 1
        generation = [child for parent in generation for child in children.get(parent, ()) if child not in found]
        found.update(dict.fromkeys(generation, depth))
    return found


def private_memory_bytes(pids: Iterable[int]) -> int:
    """Memory that is theirs and no file's, in swap too; what they share with each other counts for each."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/status", "rb") as source:  # noqa: PTH123
                lines = source.read().splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) * _KIB for line in lines if line.startswith(_MEMORY))
    return total
