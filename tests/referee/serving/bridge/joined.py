"""A server and a client that reaches it, each on a loop of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from referee.serving.address import parse_address
from referee.serving.bridge.client import Client, connect
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import Server, listen
from referee.serving.bridge.stream import Method


@asynccontextmanager
async def joined(method: Method[bytes]) -> AsyncIterator[tuple[Server[bytes], Client]]:
    """Both ends, until the block is left."""
    async with (
        open_loop() as loop,
        listen(loop, parse_address("127.0.0.1:0"), method) as server,
        open_loop() as other,
        connect(other, parse_address(server.address)) as client,
    ):
        yield server, client
