"""The arena's side: asks a gateway to bring bots to the chairs of a match. Messages become values here."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from referee.serving.address import Address
from referee.serving.bridge import client as bridge
from referee.serving.bridge.loop import open_loop
from referee.serving.gateway.seating import SEAT
from referee.wire.tractor.v1.remote_pb2 import RemoteChair as WireChair
from referee.wire.tractor.v1.remote_pb2 import SeatRequest, SeatResponse

GatewayLost = bridge.CallFailed
"""The gateway refused a match, stopped in the middle of one, or was not there."""


@dataclass(frozen=True, slots=True)
class RemoteChair:
    """A chair that a bot from elsewhere is to be brought to.

    Attributes:
        token: what the referee knows it by.
    """

    entrant: str
    token: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Awaited:
    """An entrant with too few streams."""

    entrant: str
    needed_count: int
    connected_count: int
    token_count: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """Bots have not dialled in."""

    awaited: tuple[Awaited, ...]
    listens_at: str


@dataclass(frozen=True, slots=True)
class Seated:
    """The match can begin; *empty* are chairs that nobody came for in time."""

    empty: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """A chair, by its index, is empty."""

    chair: int
    why: str


@dataclass(frozen=True, slots=True)
class Came:
    """A chair, by its index, is taken, after the match began."""

    chair: int


SeatUpdate: TypeAlias = Waiting | Seated | Left | Came


class Gateway:
    """A gateway within reach."""

    def __init__(self, client: bridge.Client) -> None:
        self._client = client

    @asynccontextmanager
    async def seat(
        self, chairs: Sequence[RemoteChair], *, bots_address: str, wait_within_s: float
    ) -> AsyncIterator[AsyncIterator[SeatUpdate]]:
        """Bots in *chairs* of the referee at *bots_address*, until the block is left; then they are free.

        The iterator raises `GatewayLost`.
        """
        async with aclosing(self._updates(chairs, bots_address, wait_within_s)) as updates:
            yield updates

    async def _updates(
        self, chairs: Sequence[RemoteChair], bots_address: str, wait_within_s: float
    ) -> AsyncGenerator[SeatUpdate, None]:
        request = SeatRequest(
            bots_address=bots_address,
            chairs=[WireChair(entrant=chair.entrant, token=chair.token) for chair in chairs],
            wait_within_s=wait_within_s,
        )
        call = self._client.call(SEAT, request.SerializeToString(), SeatResponse.FromString)
        async with aclosing(call) as responses:
            async for response in responses:
                if (update := _update(response)) is not None:
                    yield update


@asynccontextmanager
async def reach_gateway(address: Address) -> AsyncIterator[Gateway]:
    """The gateway at *address*; it is dialled when the first match is asked for."""
    async with open_loop() as loop, bridge.connect(loop, address) as client:
        yield Gateway(client)


def _update(response: SeatResponse) -> SeatUpdate | None:
    """What a message says; None for one that this arena does not know."""
    match response.WhichOneof("update"):
        case "waiting":
            awaited = tuple(
                Awaited(each.entrant, each.needed_count, each.connected_count, each.token_count)
                for each in response.waiting.awaited
            )
            return Waiting(awaited, response.waiting.listens_at)
        case "seated":
            return Seated(tuple(response.seated.empty))
        case "left":
            return Left(response.left.chair, response.left.why)
        case "came":
            return Came(response.came.chair)
        case _:
            return None
