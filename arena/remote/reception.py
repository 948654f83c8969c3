"""How matches have remote bots brought to their tables: the gateway asked, waited for, and missed when it is gone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import trio

from arena.cup_file import TimeControl
from arena.entrants import Entrant, Remote
from arena.events import BotAwaited
from arena.exception_groups import first_exception
from arena.remote.places import RemotePlaces
from arena.remote.sockets import is_listened_on, short_path
from referee.serving.address import Address
from referee.serving.gateway.client import (
    Came,
    Gateway,
    GatewayLost,
    Left,
    RemoteChair,
    Seated,
    SeatUpdate,
    Waiting,
    reach_gateway,
)

WAIT_FOR_BOTS_S = 300.0
"""For bots that have not dialled in, before a match; after it their seats are not ready."""


class GatewayGone(Exception):
    """There is no gateway, or it stopped; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Reception:
    """The gateway, as the matches of one cup use it.

    Attributes:
        lag_allowance_s, resume_within_s: of every remote chair.
        tell: hears for whom a match waits.
    """

    gateway: Gateway
    files: Path
    lag_allowance_s: float
    resume_within_s: float
    tell: Callable[[BotAwaited], None]
    wait_within_s: float = WAIT_FOR_BOTS_S

    @asynccontextmanager
    async def seated(
        self, chairs: Sequence[RemoteChair], *, bots_address: str, note: Callable[[int, str], None]
    ) -> AsyncIterator[None]:
        """Remote bots in *chairs*; the block begins once they are there, or their time to dial in has passed.

        Args:
            chairs: of one match.
            bots_address: where its referee expects bots.
            note: hears what becomes of a chair, by its index.

        Raises:
            GatewayGone: also in the middle of the block, which is then cancelled.
        """
        try:
            async with self.gateway.seat(
                chairs, bots_address=bots_address, wait_within_s=self.wait_within_s
            ) as updates:
                await self._wait(updates, note)
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._listen, updates, note)
                    yield
                    nursery.cancel_scope.cancel()
        except GatewayLost as lost:
            raise self._gone(lost) from None
        except BaseExceptionGroup as group:
            # What the block raised is raised as it was, not as what came of two tasks.
            _, others = group.split(trio.Cancelled)
            if others is None:
                raise
            first = first_exception(others)
            raise (self._gone(first) if isinstance(first, GatewayLost) else first) from None

    async def _wait(self, updates: AsyncIterator[SeatUpdate], note: Callable[[int, str], None]) -> None:
        async for update in updates:
            match update:
                case Waiting():
                    for each in update.awaited:
                        self.tell(
                            BotAwaited(
                                entrant=each.entrant,
                                needed=each.needed_count,
                                connected=each.connected_count,
                                tokens=each.token_count,
                                address=update.listens_at,
                                within_s=self.wait_within_s,
                            )
                        )
                case Seated():
                    for index in update.empty:
                        note(index, "nobody dialled in for this seat before the match began")
                    return
                case _:
                    _note(update, note)
        raise GatewayGone("the gateway let a match go before it began; see what arena serve-bots printed")

    async def _listen(self, updates: AsyncIterator[SeatUpdate], note: Callable[[int, str], None]) -> None:
        async for update in updates:
            _note(update, note)
        raise GatewayGone("the gateway let a match go; see what arena serve-bots printed")

    def _gone(self, lost: GatewayLost) -> GatewayGone:
        # Of a connection that broke off, gRPC's words say nothing to people.
        why = "" if lost.is_broken_off else f" ({lost.sentence})"
        return GatewayGone(
            f"the gateway of remote bots stopped{why}; start it again with arena serve-bots --files {self.files}, "
            "and then this command"
        )


@asynccontextmanager
async def open_reception(
    entrants: Sequence[Entrant], time: TimeControl, files: Path, tell: Callable[[BotAwaited], None]
) -> AsyncIterator[Reception | None]:
    """The gateway of these files, for the remote ones among *entrants*; None if there are none.

    Raises:
        GatewayGone: there is none at work.
    """
    names = [entrant.name for entrant in entrants if isinstance(entrant.player, Remote)]
    if not names:
        yield None
        return
    places = RemotePlaces(files)
    if not is_listened_on(places.socket):
        raise GatewayGone(
            f"{', '.join(names)} dial{'s' if len(names) == 1 else ''} in from elsewhere, and no gateway is at work to "
            f"let them in: start arena serve-bots --files {files} in another terminal, and then this command"
        )
    with short_path(places.socket) as socket:
        async with reach_gateway(Address(f"unix:{socket}", socket)) as gateway:
            yield Reception(gateway, files, time.lag_allowance_s, time.resume_within_s, tell)


def _note(update: SeatUpdate, note: Callable[[int, str], None]) -> None:
    match update:
        case Left(chair, why):
            note(chair, f"left: {why}")
        case Came(chair):
            note(chair, "came, and took the seat")
        case _:
            pass
