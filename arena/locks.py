"""Locks among processes: files that are there while somebody has them, and nobody's once the process is gone."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Alone with something, also among processes; a lock ends with the process that has it, and its file with both."""
    lock = take(path, waits=True)
    assert lock is not None
    with held(lock, path):
        yield


@contextmanager
def held(lock: int, path: Path | None = None) -> Iterator[None]:
    """A lock that was taken is given back with the block, and its file removed first if *path* names it."""
    try:
        yield
    finally:
        if path is not None:
            path.unlink(missing_ok=True)
        os.close(lock)


def take(path: Path, *, waits: bool) -> int | None:
    """The lock at *path*, as a descriptor to be closed; None if somebody has it who is not waited for."""
    while True:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(lock), path.stat()):
                return lock
        except BlockingIOError:
            os.close(lock)
            return None
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(lock)
            raise
        # Who had it has removed the file, and a new one is another lock.
        os.close(lock)
