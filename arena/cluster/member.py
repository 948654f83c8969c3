"""A worker's end of a cluster, on the library's event loop: it joins, has its orders carried out, and leaves."""

from __future__ import annotations

import contextlib
from pathlib import Path

from distributed import Worker

from arena.cluster.address import Cluster
from arena.cluster.call import Desk, DeskPlugin
from arena.cluster.library import TABLE, dial, security_of
from arena.cluster.troubles import ClusterTrouble

JOIN_WITHIN_S = 30.0
"""For a scheduler that answers to take a worker."""

LEAVE_WITHIN_S = 2.0


class Member:
    """One worker, as long as it belongs to a cluster."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    @property
    def address(self) -> str:
        """By which the cluster knows it."""
        return str(self._worker.address)

    async def until_dropped(self) -> None:
        """Wait until the scheduler is gone, or has sent it away."""
        await self._worker.finished()

    async def leave(self) -> None:
        """Leave the cluster, which gives to others what was not done."""
        await self._worker.close(timeout=LEAVE_WITHIN_S, executor_wait=False, reason="stopped")


async def join(cluster: Cluster, desk: Desk, *, tables: int, name: str, folder: Path, within_s: float) -> Member:
    """A member of a cluster, with so many tables.

    Args:
        folder: for what the library writes.
        within_s: for the scheduler to answer.

    Raises:
        ClusterTrouble: there is no scheduler that takes it.
    """
    await dial(cluster, within_s=within_s)
    worker = Worker(
        cluster.address,
        nthreads=tables,
        name=name,
        resources={TABLE: tables},
        security=security_of(cluster),
        local_directory=str(folder),
        # It holds little, and for a moment.
        memory_limit=0,
        dashboard=False,
        dashboard_address="127.0.0.1:0",
        death_timeout=JOIN_WITHIN_S,
        plugins=(DeskPlugin(desk),),
    )
    try:
        await worker
    except (OSError, RuntimeError, TimeoutError) as error:
        with contextlib.suppress(OSError, RuntimeError, TimeoutError):
            await worker.close(timeout=LEAVE_WITHIN_S, executor_wait=False)
        deepest = error.__cause__ or error
        raise ClusterTrouble(f"the Dask scheduler at {cluster.address} does not take this worker: {deepest}") from None
    return Member(worker)
