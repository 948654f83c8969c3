"""The tables of a worker: orders carried out with referees and bots of this machine, as a cup here would be."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from math import ceil
from pathlib import Path

import trio

from arena.bot_store import BotStore
from arena.cluster.answers import Answer, Log, NotPlayed, Played, Why, played
from arena.cluster.bots import BotsHere, MissingBot
from arena.cluster.orders import BadOrder, Order, decode_order
from arena.config import Cup
from arena.cores import claimed
from arena.events import Event
from arena.hall import RefereeFailed
from arena.launch import CannotStart, Launcher, open_launcher
from arena.local_hall import LocalHall, Posts
from arena.match_run import MachineTooSlow, StrictFault, Workshop
from arena.matches import Match, Outcome
from arena.referees import RefereePost
from arena.sandbox.isolation import Isolation
from referee.rules.options import parse_canonical_text

LOG_BYTES = 256 * 1024
"""Of what the programs of one bot print in one match, the last that is sent to the arena."""


class Tables:
    """Tables at which one match after another is played, of whatever cup.

    Attributes:
        launcher: of all that is started here.
    """

    def __init__(self, launcher: Launcher, posts: Posts, bots: BotsHere, *, machine: str, at_a_referee: int) -> None:
        self.launcher = launcher
        self._posts = posts
        self._bots = bots
        self._machine = machine
        self._at_a_referee = at_a_referee

    async def carry_out(self, data: bytes) -> Answer:
        """What came of the match in an order."""
        try:
            order = decode_order(data)
            return await self._play(order)
        except MachineTooSlow as trouble:
            why, reason = Why.MACHINE_TOO_SLOW, str(trouble)
        except StrictFault as trouble:
            why, reason = Why.STRICT_FAULT, str(trouble)
        except (BadOrder, MissingBot, CannotStart, RefereeFailed) as trouble:
            why, reason = Why.UNABLE, str(trouble)
        except OSError as error:
            where = error.filename or self.launcher.folder
            why, reason = Why.UNABLE, f"cannot write there: {where}: {error.strerror or error}"
        return NotPlayed(self._machine, why, reason)

    async def _play(self, order: Order) -> Played:
        cup = Cup(
            name=order.match.cup,
            seed=None,
            options=parse_canonical_text(order.options),
            stages=(),
            time=order.time,
            faults=order.faults,
            tables=None,
            entrants=tuple(map(self._bots.entrant, order.bots)),
        )
        with tempfile.TemporaryDirectory(prefix="match-", dir=self.launcher.folder) as folder:
            records, logs = Path(folder, "records"), Path(folder, "logs")
            shop = Workshop(
                cup=cup,
                deal=lambda _: order.boards,
                launcher=self.launcher,
                records=records,
                logs=logs,
                on_deal=_nothing_to_tell,
                tables_at_a_referee=self._at_a_referee,
            )
            outcome = await LocalHall(shop, self._posts, _nobody_listens).play(order.match)
            return self._told(outcome, records, logs)

    def _told(self, outcome: Outcome, records: Path, logs: Path) -> Played:
        record = (records / outcome.record_name).read_bytes()
        return played(outcome, machine=self._machine, record=record, logs=tuple(_logs(logs)))


@asynccontextmanager
async def open_tables(isolation: Isolation, bots: BotStore, *, tables: int, machine: str) -> AsyncIterator[Tables]:
    """Tables of this machine, with a referee for each of its cores, as far as there are tables for them.

    Nothing that was started is left once the block is over.
    """
    with claimed(tables) as cores:
        async with open_launcher(isolation) as launcher, trio.open_nursery() as nursery:
            posts = [RefereePost(launcher, core) for core in cores]
            for post in posts:
                nursery.start_soon(post.keep_filled)
            at_a_referee = ceil(tables / len(posts))
            yield Tables(launcher, Posts(posts), BotsHere(bots), machine=machine, at_a_referee=at_a_referee)
            nursery.cancel_scope.cancel()


def _logs(folder: Path) -> Iterator[Log]:
    for path in sorted(folder.glob("*")):
        data = path.read_bytes()
        kept = data[-LOG_BYTES:].decode(errors="replace")
        yield Log(path.name, kept if len(data) <= LOG_BYTES else f"… {len(data) - LOG_BYTES} bytes left out …\n{kept}")


def _nothing_to_tell(_: Match) -> None:
    """How far a match is, nobody asks."""


def _nobody_listens(_: Event) -> None:
    """What happens here is told with the outcome."""
