"""The gateway at work: bots from elsewhere on one address, cups on another."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import grpc
import trio

from referee.serving.address import Address
from referee.serving.bridge.door import Door
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.chair import BOT_METHOD
from referee.serving.gateway.address import address_to_dial
from referee.serving.gateway.guests import Book, Guests
from referee.serving.gateway.seating import SEAT_METHOD, Seating


@asynccontextmanager
async def open_gateway(
    *, bots: Address, door: Door, arena: Address, book: Callable[[], Book], hosts: Sequence[str] = ()
) -> AsyncIterator[str]:
    """A gateway at work until the block is left; the address that bots dial, with the port that was found.

    Args:
        bots: where bots dial in, through the *door*.
        hosts: of the certificate.
        arena: where cups ask for them.
        book: the chairs as they are at this moment.

    Raises:
        BadAddress: it cannot listen there.
    """
    async with (
        open_loop() as loop,
        listen(loop, bots, BOT_METHOD, door=door) as bots_server,
        listen(loop, arena, SEAT_METHOD) as arena_server,
        trio.open_nursery() as nursery,
    ):
        guests = Guests(book)
        seating = Seating(loop, guests)
        seating.listens_at = address_to_dial(bots_server.address, hosts)
        nursery.start_soon(guests.admit, bots_server)
        nursery.start_soon(seating.serve, arena_server)
        yield seating.listens_at
        guests.send_away_all(grpc.StatusCode.UNAVAILABLE, "the gateway is shutting down")
        nursery.cancel_scope.cancel()
