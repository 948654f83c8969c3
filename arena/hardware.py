"""What machine this is, as a condition of a cup: bots think as fast as it is."""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path

from arena.counts import counted

_MODEL = re.compile(r"^(?:model name|Model)\s*:\s*(.+)$", re.MULTILINE)
_MEMORY = re.compile(r"^MemTotal:\s*(\d+) kB$", re.MULTILINE)


def hardware(proc: Path = Path("/proc")) -> str:
    """Cores that we may use, their model if the system tells it, the memory in GiB, and the kind of system.

    Args:
        proc: where the system tells of itself.
    """
    model = _told(_MODEL, proc / "cpuinfo")
    memory_kib = _told(_MEMORY, proc / "meminfo")
    cores = counted(len(os.sched_getaffinity(0)), "core")
    parts = (
        f"{cores} of {' '.join(model.split())}" if model else cores,
        f"{int(memory_kib) / (1 << 20):.0f} GiB of memory" if memory_kib else "",
        f"{platform.system()} on {platform.machine()}",
    )
    return ", ".join(filter(None, parts))


def _told(pattern: re.Pattern[str], file: Path) -> str:
    """What the system tells of itself; empty where it does not."""
    try:
        found = pattern.search(file.read_text(errors="replace"))
    except OSError:
        return ""
    return found[1] if found else ""
