"""What a program uses, and whether that is more than it may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from arena.confinement import Limits
from arena.sandbox.processes import Process, below, private_memory_bytes


@dataclass(frozen=True, slots=True)
class Usage:
    """What a program, with all that it started, has used.

    Attributes:
        memory_bytes_peak: 0 if unknown. With a control group, the most at any time, as the kernel counts it. Without
            one, the most private memory at any look at it, four times a second. Of a program that has ended before the
            first, or is not looked at, it is the most of its largest process, with the files in it, and known only
            where it is more than the arena has had: the kernel begins with that.
        cpu_s: of all cores together.
    """

    memory_bytes_peak: int = 0
    cpu_s: float = 0.0


class Excess(StrEnum):
    """A limit that a program was ended for."""

    MEMORY = "memory"
    PROCESSES = "processes"
    FILES = "files"


class Meter:
    """Counts what one program uses, each time that it is read, where no control group does.

    Attributes:
        limits: that it reads by.
        usage: so far, as far as it was seen.
        excess: the first limit that it was seen beyond.
    """

    def __init__(self, limits: Limits) -> None:
        self.usage = Usage()
        self.excess: Excess | None = None
        self.limits = limits
        self._cpu_s: dict[int, float] = {}

    def read(self, root: int, processes: Mapping[int, Process]) -> Excess | None:
        """Look at *root* and what it started; the limit that it is beyond, if any."""
        inside = [pid for pid in (root, *below(root, processes)) if pid in processes]
        memory_bytes = private_memory_bytes(inside)
        self._cpu_s |= {pid: processes[pid].cpu_s for pid in inside}
        self.usage = Usage(max(self.usage.memory_bytes_peak, memory_bytes), sum(self._cpu_s.values()))
        if sum(processes[pid].thread_count for pid in inside) > self.limits.process_count + _OURS:
            self.excess = self.excess or Excess.PROCESSES
        elif memory_bytes > self.limits.memory_bytes:
            self.excess = self.excess or Excess.MEMORY
        return self.excess


_OURS = 4
"""Processes between the arena and the program, which are not its own."""
