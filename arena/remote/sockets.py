"""Unix sockets in folders with long names: the kernel takes no path of more than 107 bytes."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def short_path(path: Path) -> Iterator[Path]:
    """A path that is short and leads to *path*, by way of its opened folder; good in this process, in this block.

    Raises:
        OSError: there is no such folder.
    """
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield Path(f"/proc/self/fd/{folder}/{path.name}")
    finally:
        os.close(folder)


def is_listened_on(path: Path) -> bool:
    """Whether a process listens on a socket."""
    try:
        with short_path(path) as short, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.connect(str(short))
    except OSError:
        return False
    return True
