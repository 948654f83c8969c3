"""Calling, from trio to trio through gRPC."""

from __future__ import annotations

import threading

import grpc
import pytest
import trio

from referee.serving.address import parse_address
from referee.serving.bridge.client import Call, CallFailed, connect
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.bridge.stream import EndedBy, Method
from tests.referee.serving.bridge.joined import joined
from tests.referee.serving.bridge.peers import PATH, decode

LISTEN = Method(PATH, decode, 1 << 20, ends_when_peer_is_done=False)


async def test_a_request_is_answered_by_a_row_of_messages() -> None:
    async with joined(LISTEN) as (server, client), trio.open_nursery() as nursery:

        async def count() -> None:
            stream = await server.arrivals.receive()
            for number in range(int(stream.opening)):
                stream.send(b"%d" % number)
            stream.close(grpc.StatusCode.OK, "that was all")

        nursery.start_soon(count)
        with trio.fail_after(5):
            answers = [answer async for answer in client.call(PATH, b"5", decode)]

        assert answers == [b"0", b"1", b"2", b"3", b"4"]


async def test_a_refused_call_says_why() -> None:
    async with joined(LISTEN) as (server, client), trio.open_nursery() as nursery:

        async def refuse() -> None:
            (await server.arrivals.receive()).close(grpc.StatusCode.INVALID_ARGUMENT, "no such rules")

        nursery.start_soon(refuse)
        with pytest.raises(CallFailed, match="no such rules") as failed, trio.fail_after(5):
            await anext(client.call(PATH, b"please", decode))

        assert failed.value.status is grpc.StatusCode.INVALID_ARGUMENT


async def test_a_wait_that_is_cancelled_cancels_the_call() -> None:
    async with joined(LISTEN) as (server, client):
        call = client.call(PATH, b"please", decode)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(anext, call)
            with trio.fail_after(5):
                stream = await server.arrivals.receive()
            nursery.cancel_scope.cancel()
        with trio.fail_after(5):
            await stream.ended.wait()

        assert stream.end is not None
        assert stream.end.by is EndedBy.PEER


async def test_a_call_that_is_closed_early_is_cancelled() -> None:
    async with joined(LISTEN) as (server, client):
        call = client.call(PATH, b"please", decode)
        async with trio.open_nursery() as nursery:

            async def serve() -> None:
                stream = await server.arrivals.receive()
                stream.send(b"one")
                with trio.fail_after(5):
                    await stream.ended.wait()

            nursery.start_soon(serve)
            assert await anext(call) == b"one"
            call.close()


async def test_closing_the_client_fails_the_calls_that_wait() -> None:
    """Those that begin afterwards, too: whoever waits for a referee that is being replaced hears that it is gone."""
    told: list[str] = []

    async def wait_for(call: Call[bytes]) -> None:
        with pytest.raises(CallFailed) as failed:
            await anext(call)
        told.append(str(failed.value))

    async with (
        open_loop() as loop,
        listen(loop, parse_address("127.0.0.1:0"), LISTEN) as server,
        open_loop() as other,
        connect(other, parse_address(server.address)) as client,
        trio.open_nursery() as nursery,
    ):
        with trio.fail_after(5):
            nursery.start_soon(wait_for, client.call(PATH, b"please", decode))
            await server.arrivals.receive()
            await other.run(client.close)
            await wait_for(client.call(PATH, b"please", decode))

    assert len(told) == 2
    assert all("the client was closed" in each for each in told)


async def test_nobody_there_is_said_at_once() -> None:
    async with open_loop() as loop, connect(loop, parse_address("127.0.0.1:1")) as client:
        with pytest.raises(CallFailed) as failed, trio.fail_after(5):
            await anext(client.call(PATH, b"please", decode))

        assert failed.value.status is grpc.StatusCode.UNAVAILABLE


async def test_closing_with_a_call_open_leaves_no_thread() -> None:
    async with joined(LISTEN) as (_, client):
        call = client.call(PATH, b"please", decode)
        with trio.move_on_after(0.05):
            await anext(call)
        started_s = trio.current_time()

    assert trio.current_time() - started_s < 1
    assert [thread.name for thread in threading.enumerate() if thread.name == "grpc-aio"] == []
