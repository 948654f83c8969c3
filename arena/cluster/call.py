"""What Dask calls on a worker: the one name that goes over the wire. It knows nothing of matches."""

from __future__ import annotations

from typing import Protocol

from distributed import WorkerPlugin, get_worker

PLUGIN = "tractor-arena"

_HELD = frozenset({"executing", "long-running"})
"""States in which Dask has a worker carry out a task."""

_WANTED = frozenset({*_HELD, "memory", "error", "rescheduled"})
"""States after them that are no end before its time."""


class Desk(Protocol):
    """Where a worker takes its orders; called on the library's event loop."""

    async def carry_out(self, key: str, order: bytes) -> bytes:
        """The answer to an order."""
        ...

    def drop(self, key: str) -> None:
        """An order is not wanted any more."""
        ...


class DeskPlugin(WorkerPlugin):
    """Lets tasks find the desk of their worker, and the desk know what Dask wants no more."""

    name = PLUGIN

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def transition(self, key: object, start: str, finish: str, **_: object) -> None:
        """A task went from one state to another; the library calls this.

        A task in the middle of its work is never interrupted by the library, which only forgets it.
        """
        if start in _HELD and finish not in _WANTED:
            self.desk.drop(str(key))


async def play(key: str, order: bytes) -> bytes:
    """The answer to an order, from the tables of the worker that is asked.

    It waits on the event loop, so that no thread stands still and a worker can leave at once.
    """
    plugin = get_worker().plugins[PLUGIN]
    assert isinstance(plugin, DeskPlugin)
    return await plugin.desk.carry_out(key, order)
