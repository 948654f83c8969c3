"""The arena's side: asks a referee for matches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from referee.serving.address import parse_address
from referee.serving.bridge import client as bridge
from referee.serving.bridge.loop import open_loop
from referee.serving.server import PLAY_MATCH
from referee.wire.tractor.v1.table_pb2 import PlayMatchRequest, PlayMatchResponse

RefereeLost = bridge.CallFailed
"""The referee refused a match, stopped in the middle of one, or was not there."""


class Client:
    """A referee within reach; its matches are independent of each other."""

    def __init__(self, client: bridge.Client) -> None:
        self._client = client

    def play_match(self, request: PlayMatchRequest) -> bridge.Call[PlayMatchResponse]:
        """Updates of a match, which begins when the first is asked for; the last is ``finished``.

        The match is stopped if it is closed before (``aclose``) or a wait for an update is cancelled. Waiting raises
        `RefereeLost` where the match cannot be played, or not to its end.
        """
        return self._client.call(PLAY_MATCH, request.SerializeToString(), PlayMatchResponse.FromString)


@asynccontextmanager
async def open_client(address: str) -> AsyncIterator[Client]:
    """A referee whose arena address is *address*; it is dialled when the first match is asked for.

    Raises:
        BadAddress: *address* is none.
    """
    async with open_loop() as loop, bridge.connect(loop, parse_address(address)) as client:
        yield Client(client)
