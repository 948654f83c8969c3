"""Wakes a trio task from another thread.

`Loop.to_trio` does that too, but there a task of trio's own is woken, which then wakes the one that waits. With a bell
the waiting task is the next to run, which matters where it happens for every decision.
"""

from __future__ import annotations

import contextlib
import os
import threading

import trio


class Doorbell:
    """A bell with one listener; it is a file, and is to be closed."""

    def __init__(self) -> None:
        self._file = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        # Between a look at the file's number and the ring, another file must not get the number.
        self._lock = threading.Lock()

    def __del__(self) -> None:
        # Where trio has gone, nobody else closes it.
        if self._file >= 0:
            os.close(self._file)

    def ring(self) -> None:
        """Wake the listener, or have it not wait when it next would; nothing if it was closed. From any thread."""
        with self._lock:
            if self._file >= 0:
                os.eventfd_write(self._file, 1)

    async def heard(self) -> None:
        """Wait until it has rung since it was last heard.

        Raises:
            trio.ClosedResourceError: it was closed.
        """
        if self._file < 0:
            raise trio.ClosedResourceError
        await trio.lowlevel.wait_readable(self._file)
        # Between the ring and now, another task may have closed it.
        if self._file < 0:
            raise trio.ClosedResourceError
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._file)

    def close(self) -> None:
        """Close it; whoever waits is told."""
        if self._file >= 0:
            trio.lowlevel.notify_closing(self._file)
            with self._lock:
                file, self._file = self._file, -1
                os.close(file)
