"""A gateway in this process, bots that dial it by hand, and a referee's side that is played by the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import grpc
import trio

from arena.remote.certificates import checked_hosts, make
from arena.remote.places import RemotePlaces
from arena.remote.tokens import TokenWatch, give_tokens
from referee.serving.address import Address, parse_address
from referee.serving.bridge.door import Door
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import Server, listen
from referee.serving.bridge.stream import Stream
from referee.serving.chair import BOT_METHOD
from referee.serving.gateway.client import Gateway, reach_gateway
from referee.serving.gateway.server import open_gateway
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.bridge.peers import Peer

WITHIN_S = 20.0
PLAY = BOT_METHOD.path


@dataclass(frozen=True, slots=True)
class Room:
    """A gateway at work.

    Attributes:
        address: where bots dial in.
        gateway: as the arena reaches it.
        referee: where the streams to the referee arrive.
    """

    files: Path
    address: str
    gateway: Gateway
    referee: Server[pb.PlayRequest]
    authority: bytes = field(repr=False)

    @property
    def credentials(self) -> grpc.ChannelCredentials:
        return grpc.ssl_channel_credentials(self.authority)

    def tokens(self, entrant: str = "Far", count: int = 1) -> tuple[str, ...]:
        return give_tokens(self.files, entrant, count)

    def dial(self, token: str | None = None, **hello: object) -> Guest:
        """A bot that has said hello, if it has a token."""
        guest = Guest(self.address, self.credentials)
        if token is not None:
            guest.greet(token, **hello)
        return guest

    async def arrival(self) -> Stream[pb.PlayRequest]:
        """The next stream to the referee."""
        with trio.fail_after(WITHIN_S):
            return await self.referee.arrivals.receive()


class Guest(Peer):
    """A bot as the test plays it."""

    def __init__(self, address: str, credentials: grpc.ChannelCredentials | None) -> None:
        super().__init__(address, PLAY, credentials)

    def greet(self, token: str, **fields: object) -> None:
        hello = pb.Hello(**{"protocol": "tractor.v1", "token": token, **fields})  # type: ignore[arg-type]  # by name
        self.say(pb.PlayRequest(hello=hello).SerializeToString())

    def answer(self, question_id: int, note: str = "") -> None:
        decision = pb.Decision(question_id=question_id, note=note)
        self.say(pb.PlayRequest(decision=decision).SerializeToString())

    async def told(self) -> pb.PlayResponse:
        """The next message."""
        with trio.fail_after(WITHIN_S):
            return pb.PlayResponse.FromString(await self.hear())

    async def welcomed(self) -> None:
        assert (await self.told()).HasField("welcome")

    async def ended(self) -> tuple[str, str]:
        with trio.fail_after(WITHIN_S):
            return await self.ending()


@asynccontextmanager
async def room(folder: Path, **bounds: int) -> AsyncIterator[Room]:
    """A gateway and a referee's address, until the block is left; *bounds* are those of its door."""
    places = RemotePlaces(folder)
    make(places, checked_hosts([]), days=1, now=datetime.now(UTC))
    door = Door(places.server.read_bytes(), places.server_key.read_bytes(), **bounds)
    watch = TokenWatch(places)
    async with (
        open_loop() as loop,
        listen(loop, parse_address("127.0.0.1:0"), BOT_METHOD) as referee,
        open_gateway(
            bots=Address("127.0.0.1:0", None),
            door=door,
            arena=parse_address(f"unix:{places.folder}/g.sock"),
            book=watch.now,
        ) as address,
        reach_gateway(parse_address(f"unix:{places.folder}/g.sock")) as gateway,
    ):
        yield Room(folder, address, gateway, referee, places.authority.read_bytes())
