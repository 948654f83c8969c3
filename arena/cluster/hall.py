"""A hall whose tables are on other machines: every match one task, each counted once, whoever plays it."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import trio

from arena.cluster.address import Cluster
from arena.cluster.answers import BadAnswer, GivenUp, NotPlayed, Played, Why, decode_answer, outcome_of
from arena.cluster.library import load
from arena.cluster.orders import encode_order
from arena.cluster.troubles import ClusterTrouble
from arena.config import Cup
from arena.cup_file import BadCup
from arena.deals import boards
from arena.entrants import Remote
from arena.events import match_repeated
from arena.exception_groups import first_exception
from arena.file_names import log_name
from arena.hall import Occasion, Venue
from arena.match_run import MachineTooSlow, StrictFault
from arena.matches import Match, Outcome, Unit
from arena.output import append_logged
from arena.records_store import BadRecord, store_record_file
from arena.schedule import stage_of
from referee.rules.ruleset import ruleset
from referee.serving.bridge.loop import Loop, open_loop

if TYPE_CHECKING:
    from arena.cluster.office import Office

LOOK_EVERY_S = 2.0
"""How often it is looked at whether there is any worker."""

WORKERS_WITHIN_S = 120.0
"""How long a cup waits for a worker when there is none."""

CLOSE_WITHIN_S = 6.0


def cluster_venue(cluster: Cluster, cup: Cup) -> Venue:
    """A cluster as the place where a cup is played.

    Raises:
        BadCup: a bot of the cup dials in from elsewhere, to one machine; and the tables are on others.
        ClusterTrouble: what speaks with clusters is not installed.
    """
    load()
    for number, entrant in enumerate(cup.entrants, 1):
        if isinstance(entrant.player, Remote):
            raise BadCup(
                f"bot[{number}].entrant",
                f"{entrant.name!r} dials in from elsewhere, and --cluster plays with bots of the machines of a cluster "
                "alone; leave the bot out, or play the cup without --cluster",
            )

    return Venue(None, partial(open_cluster_hall, cluster), partial(tables_of, cluster))


def tables_of(cluster: Cluster, *, within_s: float = WORKERS_WITHIN_S) -> int:
    """Tables that a cluster has, once it has any.

    Raises:
        ClusterTrouble: there is no scheduler, or no worker in time.
    """

    async def count() -> int:
        async with open_loop() as loop, _open_office(loop, cluster) as office:
            return await _some_tables(loop, office, cluster, within_s=within_s)

    try:
        return trio.run(count)
    except* ClusterTrouble as troubles:
        raise first_exception(troubles) from None


class ClusterHall:
    """The tables of a cluster."""

    def __init__(self, occasion: Occasion, loop: Loop, office: Office) -> None:
        self._occasion = occasion
        self._loop = loop
        self._office = office
        self._rules = ruleset(occasion.cup.options)
        # What an earlier run asked for may still be on its way out of the cluster.
        self._run = secrets.token_hex(4)
        self._asked: dict[str, Match] = {}

    async def play(self, match: Match) -> Outcome:
        """The outcome of a match; see `arena.hall.Hall`.

        Raises:
            ClusterTrouble: the cluster is gone, or cannot play the match.
        """
        occasion = self._occasion
        stage = stage_of(occasion.cup, match)
        order = encode_order(occasion.cup, match, boards(occasion.secret, match, stage, self._rules))
        number = 0
        while True:
            number += 1
            match await self._carry_out(match, f"{match.key}-{self._run}-{number}", order):
                case Played() as told:
                    return await self._keep(match, told)
                case GivenUp() as told:
                    occasion.listen(match_repeated(match, f"{told.machine}: {told.reason}"))
                case NotPlayed() as told:
                    raise _trouble(told)

    async def _carry_out(self, match: Match, key: str, order: bytes) -> Played | NotPlayed | GivenUp:
        self._asked[key] = match
        try:
            return decode_answer(await self._loop.run(self._office.carry_out, key, order))
        except BadAnswer as bad:
            raise ClusterTrouble(f"{bad}; install the same version of tractor-arena on all machines") from None
        finally:
            del self._asked[key]

    async def _keep(self, match: Match, told: Played) -> Outcome:
        """The outcome, with its record and what its bots printed on the disk here."""
        files = self._occasion.files
        try:
            outcome = outcome_of(told, match)
        except BadAnswer as bad:
            raise ClusterTrouble(f"{bad}; take only workers that can be trusted, of this version") from None
        try:
            await trio.to_thread.run_sync(
                partial(store_record_file, files.records, match.key, told.record, sha256=outcome.record_sha256)
            )
        except BadRecord as bad:
            raise ClusterTrouble(f"{told.machine} sent a damaged record: {bad}; run the same command again") from None
        names = {log_name(name) for name in match.seating}
        for log in told.logs:
            if log.name in names:
                append_logged(files.logs / log.name, f"on {told.machine}, as follows", log.text)
        for _ in range(len(outcome.results) if match.unit is Unit.DEALS else outcome.deal_count):
            self._occasion.on_deal(match)
        return outcome

    def on_lost(self, worker: str, keys: Collection[str]) -> None:
        """A worker is gone, and others get what it had to do."""
        for key in keys:
            if key in self._asked:
                reason = f"the worker at {worker} is gone; another one plays it"
                self._occasion.listen(match_repeated(self._asked[key], reason))


@asynccontextmanager
async def open_cluster_hall(
    cluster: Cluster, occasion: Occasion, *, workers_within_s: float = WORKERS_WITHIN_S
) -> AsyncIterator[ClusterHall]:
    """The hall of a cluster; once the block is left, nothing that was asked for is played any more.

    Args:
        workers_within_s: how long the cup waits when there is no worker, at the beginning and later.

    Raises:
        ClusterTrouble: it cannot be reached; also in the middle of the block, when it is gone, or has no workers.
    """
    async with open_loop() as loop, _open_office(loop, cluster) as office, trio.open_nursery() as nursery:
        hall = ClusterHall(occasion, loop, office)

        def hear(worker: str, keys: Collection[str]) -> None:
            loop.to_trio(hall.on_lost, worker, tuple(keys))

        loop.to_asyncio(office.listen, hear)
        nursery.start_soon(_watch, loop, office, cluster, workers_within_s, occasion.on_tables)
        yield hall
        nursery.cancel_scope.cancel()


@asynccontextmanager
async def _open_office(loop: Loop, cluster: Cluster) -> AsyncIterator[Office]:
    # It loads the library.
    from arena.cluster.office import open_office  # noqa: PLC0415

    office = await loop.run(open_office, cluster)
    try:
        yield office
    finally:
        with trio.move_on_after(CLOSE_WITHIN_S, shield=True):
            await loop.run(office.close)


async def _watch(
    loop: Loop, office: Office, cluster: Cluster, within_s: float, on_tables: Callable[[int], None]
) -> None:
    """Tell of the tables that there are; and see to it that a cup does not wait for ever where there are none."""
    while True:
        on_tables(await _some_tables(loop, office, cluster, within_s=within_s))
        await trio.sleep(LOOK_EVERY_S)


async def _some_tables(loop: Loop, office: Office, cluster: Cluster, *, within_s: float) -> int:
    with trio.move_on_after(within_s):
        while True:
            if count := await loop.run(office.table_count):
                return count
            await trio.sleep(min(LOOK_EVERY_S, within_s / 10))
    raise ClusterTrouble(
        f"the cluster at {cluster.address} has had no worker for {within_s:.0f} s; start some with "
        f"arena worker {cluster.address}, and run the same command again"
    )


def _trouble(told: NotPlayed) -> Exception:
    sentence = f"{told.machine}: {told.reason}"
    match told.why:
        case Why.MACHINE_TOO_SLOW:
            return MachineTooSlow(sentence)
        case Why.STRICT_FAULT:
            return StrictFault(told.reason)
        case Why.UNABLE:
            return ClusterTrouble(f"the worker {told.machine} cannot play: it {told.reason}")
