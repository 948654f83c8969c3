"""The cores of this machine that are ours, and which of them tables keep to."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

CLAIM = "tractor-arena-core"
"""Begins the names under which the arenas of a machine claim its cores."""


def our_cores() -> tuple[int, ...]:
    """Numbers of the cores that this process may run on, in order."""
    return tuple(sorted(os.sched_getaffinity(0)))


@contextmanager
def claimed(count: int, *, claim: str = CLAIM) -> Iterator[tuple[int, ...]]:
    """So many of our cores, at most all; while the block lasts, others that claim by the same name take them last.

    Two arenas with a table each would else both play on the first core.
    """
    with ExitStack() as claims:
        ours = our_cores()
        free: list[int] = []
        for core in ours:
            if len(free) == count:
                break
            if _claim(f"{claim}-{core}", claims):
                free.append(core)
        taken = [core for core in ours if core not in free]
        yield tuple(sorted((free + taken)[:count]))


def _claim(name: str, claims: ExitStack) -> bool:
    """Whether nobody had claimed a core; it is then claimed until *claims* are closed, or this process ends."""
    # A name that is no file: it goes with the process, however that ends.
    holder = claims.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
    try:
        holder.bind(f"\0{name}")
    except OSError:
        return False
    return True


@contextmanager
def started_on(core: int | None) -> Iterator[None]:
    """What this thread starts within the block runs on *core*, and so does all that it starts in its turn.

    With None, and where the system does not have it, it runs wherever this thread may.
    """
    if core is None:
        yield
        return
    # Programs inherit it from the thread that starts them; set on one that runs already, it would come too late for
    # what that has started. The other threads of this process are left alone.
    before = os.sched_getaffinity(0)
    try:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, {core})
        yield
    finally:
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, before)
