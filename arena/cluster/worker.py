"""The command `arena worker`: plays matches for the cups of a cluster until it is told to end."""

from __future__ import annotations

import os
import platform
import signal
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import trio

from arena.bot_store import BOTS, BotStore
from arena.cluster.address import Cluster
from arena.cluster.desk import TableDesk
from arena.cluster.library import load
from arena.cluster.tables import open_tables
from arena.cluster.troubles import ClusterTrouble, Unreachable
from arena.console import complain, say
from arena.exception_groups import first_exception
from arena.hall import RefereeFailed
from arena.launch import CannotStart
from arena.runner import tables_of_this_machine
from arena.sandbox.isolation import Isolation
from arena.sandbox.probe import CannotIsolate, find_isolation
from referee.serving.bridge.loop import Loop, open_loop

if TYPE_CHECKING:
    from arena.cluster.member import Member

FAILED = 1
INTERRUPTED = 130
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

DIAL_WITHIN_S = 10.0
"""For a scheduler to answer, each time that it is looked for."""

LOOK_FOR_S = 300.0
"""How long a scheduler is looked for that is not there yet, or not any more."""

LOOK_AGAIN_S = 1.0
END_WITHIN_S = 5.0
"""For the library to leave the cluster; the scheduler sees it go in any case."""


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker is to do.

    Attributes:
        tables: matches at once.
        files: the folder in which bots that were submitted are.
        look_for_s: how long a scheduler is looked for.
    """

    cluster: Cluster
    tables: int
    files: Path
    isolation: Isolation
    look_for_s: float = LOOK_FOR_S

    @property
    def machine(self) -> str:
        """This worker's name in the cluster."""
        return f"{platform.node() or 'worker'}-{os.getpid()}"


def work(
    cluster: Cluster,
    *,
    tables: int | None,
    files: Path,
    unsafe: bool,
    look_for_s: float = LOOK_FOR_S,
) -> int:
    """Play for a cluster until a signal; the exit status.

    Args:
        tables: matches at once; None for as many as there are cores.
        unsafe: bots are started also where they cannot be kept apart.
    """
    told, status = "", 0
    try:
        load()
        isolation = find_isolation(unsafe=unsafe)
        trio.run(serve, Work(cluster, tables or tables_of_this_machine(), files, isolation, look_for_s))
    except* (ClusterTrouble, CannotIsolate, CannotStart, RefereeFailed) as troubles:
        told, status = str(first_exception(troubles)), FAILED
    except* OSError as troubles:
        error = first_exception(troubles)
        assert isinstance(error, OSError)
        told = f"{error.filename or files}: {error.strerror or error}; see to it, and start the worker again"
        status = FAILED
    except* KeyboardInterrupt:
        # Before signals were listened to.
        status = INTERRUPTED
    if told:
        complain(told)
    return status


async def serve(order: Work) -> None:
    """Be a worker until SIGINT, SIGTERM or SIGHUP. What is being played then is broken off, for others to play.

    Raises:
        ClusterTrouble: the scheduler is not there, for too long.
        RefereeFailed, CannotStart, OSError: this machine cannot play.
    """
    with trio.open_signal_receiver(*SIGNALS) as signals:
        async with (
            open_tables(
                order.isolation, BotStore(order.files / BOTS), tables=order.tables, machine=order.machine
            ) as tables,
            open_loop() as loop,
            trio.open_nursery() as nursery,
        ):
            desk = TableDesk(loop, nursery, tables.carry_out, order.machine)
            nursery.start_soon(_attend, order, loop, desk, tables.launcher.folder)
            async for _ in signals:
                break
            nursery.cancel_scope.cancel()


async def _attend(order: Work, loop: Loop, desk: TableDesk, folder: Path) -> None:
    """Belong to the cluster, and to the next one at its address."""
    address, look_for_s = order.cluster.address, f"{order.look_for_s:.0f} s"
    say(f"Looking for the scheduler at {address}, for at most {look_for_s}")
    while True:
        member = await _join(order, loop, desk, folder)
        many = f"{order.tables} tables" if order.tables > 1 else "1 table"
        say(f"Playing at {many} for {address}, as {order.machine}, in tier {order.isolation.tier.value}")
        try:
            await loop.run(member.until_dropped)
        except trio.Cancelled:
            desk.close()
            with trio.move_on_after(END_WITHIN_S, shield=True):
                await loop.run(member.leave)
            raise
        desk.drop_all()
        say(f"The scheduler at {address} is gone; looking for it, for at most {look_for_s}")


async def _join(order: Work, loop: Loop, desk: TableDesk, folder: Path) -> Member:
    """A place in the cluster, once the scheduler is there; and what keeps us out, as long as it is the same, once."""
    # It loads the library.
    from arena.cluster.member import join  # noqa: PLC0415

    until = trio.current_time() + order.look_for_s
    told = ""
    while True:
        knock = partial(
            join,
            order.cluster,
            desk,
            tables=order.tables,
            name=order.machine,
            folder=folder,
            within_s=max(LOOK_AGAIN_S, min(DIAL_WITHIN_S, until - trio.current_time())),
        )
        try:
            return await loop.run(knock)
        except ClusterTrouble as trouble:
            if trio.current_time() + LOOK_AGAIN_S > until:
                raise
            # What to do about it is for the end, if it comes to that: in between it would look like the end.
            reason = trouble.reason if isinstance(trouble, Unreachable) else str(trouble)
            if told != reason:
                told = reason
                say(f"Still looking: {reason}")
        await trio.sleep(LOOK_AGAIN_S)
