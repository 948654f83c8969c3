"""How much of the disk a program takes, where its private folder is one of the machine's own and has no size."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable

ENTRY_BYTES = 4096
"""What a file takes at least, empty or not."""

_BLOCK_BYTES = 512


def taken_bytes(folder: str, pids: Iterable[int], *, most: int) -> int:
    """What lies in *folder*, and what these processes hold open that lies nowhere any more.

    Counting ends where it is more than *most*. What goes away meanwhile, or cannot be entered, counts for nothing.
    """
    total = 0
    waiting = [folder]
    while waiting and total <= most:
        try:
            entries = list(os.scandir(waiting.pop()))
        except OSError:
            continue
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:
                continue
            total += max(ENTRY_BYTES, status.st_blocks * _BLOCK_BYTES)
            if stat.S_ISDIR(status.st_mode):
                waiting.append(entry.path)
    return total + sum(_open_and_gone_bytes(pid) for pid in pids)


def _open_and_gone_bytes(pid: int) -> int:
    total = 0
    try:
        names = os.listdir(f"/proc/{pid}/fd")  # noqa: PTH208
    except OSError:
        return 0
    for name in names:
        try:
            status = os.stat(f"/proc/{pid}/fd/{name}")  # noqa: PTH116
        except OSError:
            continue
        if stat.S_ISREG(status.st_mode) and status.st_nlink == 0:
            total += status.st_blocks * _BLOCK_BYTES
    return total
