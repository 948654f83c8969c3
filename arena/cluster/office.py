"""The arena's end of a cluster, on the library's event loop: orders go out as tasks, answers come back, in bytes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import CancelledError
from functools import partial

from distributed import Client, Future, KilledWorker

from arena.cluster import call
from arena.cluster.address import Cluster
from arena.cluster.library import TABLE, dial, security_of
from arena.cluster.troubles import ClusterTrouble
from arena.console import complain

DIAL_WITHIN_S = 10.0
"""For a scheduler to answer; it takes a moment."""

CLOSE_WITHIN_S = 3.0


class Office:
    """A client of a scheduler."""

    def __init__(self, client: Client, cluster: Cluster) -> None:
        self._client = client
        self._address = cluster.address

    async def carry_out(self, key: str, order: bytes) -> bytes:
        """The answer to an order; given up, the order is taken back from whoever has it.

        The scheduler gives a task whose worker has died to another one.

        Raises:
            ClusterTrouble: the scheduler is gone, or workers cannot do it.
        """
        self._check()
        future: Future[object] = self._client.submit(
            call.play, key, order, key=key, pure=False, retries=0, resources={TABLE: 1}
        )
        try:
            answer = await future
        except CancelledError:
            raise self._gone() from None
        except KilledWorker as killed:
            raise ClusterTrouble(
                f"{killed.allowed_failures + 1} workers in a row were lost while they played the same match; see what "
                "ended them, and run the same command again"
            ) from None
        except Exception as error:  # noqa: BLE001 - whatever a worker's machine may raise
            raise ClusterTrouble(
                f"a worker cannot carry out what it is told ({type(error).__name__}: {error}); it may have another "
                "version of tractor-arena or of Dask: install the same on all machines"
            ) from None
        finally:
            # A result that is held on would be worked out again when its worker goes.
            future.release()
        if not isinstance(answer, bytes):
            raise ClusterTrouble(f"a worker answered with {type(answer).__name__} in place of bytes")
        return answer

    async def table_count(self) -> int:
        """Tables of all workers that are there.

        Raises:
            ClusterTrouble: the scheduler is gone.
        """
        self._check()
        scheduler = self._client.scheduler
        assert scheduler is not None, "a client that runs has one"
        try:
            known = await scheduler.identity(n_workers=-1)
        except (OSError, CancelledError):
            raise self._gone() from None
        return sum(int(worker["resources"].get(TABLE, 0)) for worker in known["workers"].values())

    def listen(self, on_lost: Callable[[str, Collection[str]], None]) -> None:
        """From now on, have *on_lost* told the address of every worker that goes, and the keys of what it had to do."""

        def hear(event: tuple[float, object]) -> None:
            _, message = event
            if isinstance(message, dict) and message.get("action") == "remove-worker":
                # What it had done and nobody had fetched is done again, too.
                lost = [*message["processing-tasks"], *message["lost-computed-tasks"]]
                on_lost(str(message["worker"]), [str(key) for key in lost])

        self._client.subscribe_topic("all", hear)

    async def close(self) -> None:
        """Leave; the scheduler drops whatever was asked for and not done."""
        await self._client.close(timeout=CLOSE_WITHIN_S)

    def _check(self) -> None:
        if self._client.status != "running":
            raise self._gone()

    def _gone(self) -> ClusterTrouble:
        return ClusterTrouble(
            f"the Dask scheduler at {self._address} is gone; what is in the ledger counts. Start it again, and the "
            "same command goes on"
        )


async def open_office(cluster: Cluster) -> Office:
    """A client of the scheduler of a cluster; whoever opens it closes it.

    Raises:
        ClusterTrouble: there is none that can be reached.
    """
    looking = f"looking for the scheduler at {cluster.address}, for at most {DIAL_WITHIN_S:.0f} s"
    await dial(cluster, within_s=DIAL_WITHIN_S, on_slow=partial(complain, looking))
    client = Client(
        cluster.address,
        asynchronous=True,
        security=security_of(cluster),
        timeout=DIAL_WITHIN_S,
        set_as_default=False,
        name="tractor-arena",
    )
    try:
        await client
    except OSError as error:
        raise ClusterTrouble(f"the Dask scheduler at {cluster.address} does not take us: {error}") from None
    return Office(client, cluster)
