"""A stream that we opened, from trio to trio through gRPC."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
import pytest
import trio

from referee.serving.bridge.client import CallFailed
from referee.serving.bridge.dialogue import Dialogue
from referee.serving.bridge.stream import Method, Stream
from tests.referee.serving.bridge.joined import joined
from tests.referee.serving.bridge.peers import PATH, decode

TALK = Method(PATH, decode, 1 << 20, ends_when_peer_is_done=True)


@asynccontextmanager
async def talking() -> AsyncIterator[tuple[Stream[bytes], Dialogue]]:
    """Both ends of one stream, after its first message."""
    async with joined(TALK) as (server, client):
        dialogue = Dialogue(client, client._loop, PATH)
        with trio.fail_after(5):
            await dialogue.send(b"hello")
            stream = await server.arrivals.receive()
        yield stream, dialogue
        dialogue.close()


async def test_messages_go_both_ways() -> None:
    async with talking() as (stream, dialogue):
        with trio.fail_after(5):
            for number in (b"1", b"2"):
                stream.send(number)
                assert await dialogue.receive() == number
                await dialogue.send(number)
                assert (await stream.receive()).message == number


async def test_no_message_is_lost_to_a_wait_that_is_given_up() -> None:
    """Also where it comes at the moment at which the wait ends; the next wait has it."""
    chance = random.Random(1)
    heard = []
    async with talking() as (stream, dialogue):
        with trio.fail_after(20):
            for number in range(300):
                stream.send(b"%d" % number)
                message = None
                while message is None:
                    with trio.move_on_after(chance.uniform(0, 0.001)):
                        message = await dialogue.receive()
                heard.append(message)

    assert heard == [b"%d" % number for number in range(300)]


async def test_an_end_is_told_as_often_as_it_is_asked_for() -> None:
    async with talking() as (stream, dialogue):
        stream.close(grpc.StatusCode.INVALID_ARGUMENT, "no such card")
        for _ in range(2):
            with pytest.raises(CallFailed, match="no such card") as failed, trio.fail_after(5):
                await dialogue.receive()
            assert failed.value.status is grpc.StatusCode.INVALID_ARGUMENT


async def test_closing_the_client_fails_whoever_listens() -> None:
    """Streams that begin afterwards, too; what is sent on them goes to nobody, as on every stream that has ended."""
    async with joined(TALK) as (server, client):
        begun, late = (Dialogue(client, client._loop, PATH) for _ in range(2))
        with trio.fail_after(5):
            await begun.send(b"hello")
            await server.arrivals.receive()
            await client._loop.run(client.close)
            for dialogue in (begun, late):
                await dialogue.send(b"hello?")
                await dialogue.finish()
                with pytest.raises(CallFailed, match="was closed") as failed:
                    await dialogue.receive()
                assert failed.value.status is grpc.StatusCode.CANCELLED
