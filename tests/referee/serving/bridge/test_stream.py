"""One conversation: messages, bounds, and every way in which it ends."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import grpc
import pytest
import trio

from referee.serving.address import parse_address
from referee.serving.bridge import stream as stream_module
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import Server, listen
from referee.serving.bridge.stream import EXCESS_BYTES, OUTBOX_BYTES, EndedBy, Method, Stream, StreamEnded
from tests.referee.serving.bridge import peers
from tests.referee.serving.bridge.peers import MESSAGE_BYTES_MAX, PATH, UNDECODABLE, decode, dial
from tests.referee.serving.waiting import until

TALK = Method(PATH, decode, MESSAGE_BYTES_MAX, ends_when_peer_is_done=True)
LISTEN = Method(PATH, decode, MESSAGE_BYTES_MAX, ends_when_peer_is_done=False)


@asynccontextmanager
async def serving(method: Method[bytes] = TALK) -> AsyncIterator[Server[bytes]]:
    async with open_loop() as loop, listen(loop, parse_address("127.0.0.1:0"), method) as server:
        yield server


async def next_stream(server: Server[bytes]) -> Stream[bytes]:
    with trio.fail_after(5):
        return await server.arrivals.receive()


async def end_of(stream: Stream[bytes]) -> StreamEnded:
    """What `receive` raises once the stream is over, messages that wait left aside."""
    with trio.fail_after(5):
        await stream.ended.wait()
    while stream.take() is not None:
        pass
    with pytest.raises(StreamEnded) as ended:
        await stream.receive()
    return ended.value


async def test_messages_go_both_ways_in_order() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            for number in range(20):
                stream.send(b"question %d" % number)
            assert [await peer.hear() for _ in range(20)] == [b"question %d" % number for number in range(20)]
            for number in range(5):
                peer.say(b"answer %d" % number)

            assert stream.opening == b"hello"
            assert [(await stream.receive()).message for _ in range(5)] == [b"answer %d" % n for n in range(5)]
            assert (stream.sent_count, stream.received_count) == (20, 6)


async def test_arrival_is_stamped_by_grpc_and_not_when_trio_gets_to_it() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            sent_at_s = trio.current_time()
            stream.send(b"question")
            await peer.hear()
            peer.say(b"answer")
            await until(lambda: stream.received_count == 2)
            busy_until_s = trio.current_time() + 0.05
            while trio.current_time() < busy_until_s:
                pass
            arrival = await stream.receive()

            assert sent_at_s <= stream.handed_at_s <= arrival.at_s < busy_until_s - 0.04


async def test_a_wait_that_was_given_up_loses_no_message() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            with trio.move_on_after(0.01) as scope:
                await stream.receive()
            assert scope.cancelled_caught
            peer.say(b"late")
            with trio.fail_after(5):
                arrival = await stream.receive()

            assert arrival.message == b"late"


@pytest.mark.slow
async def test_a_killed_process_is_seen_at_once() -> None:
    """Within 10 ms where there is CPU; the bound leaves room for a busy machine."""
    seen_after_s = []
    async with serving() as server, trio.open_nursery() as nursery:
        for _ in range(5):
            command = [sys.executable, "-m", peers.__name__, server.address]
            process = await nursery.start(partial(trio.run_process, command, stdout=subprocess.DEVNULL, check=False))
            with trio.fail_after(20):
                stream = await server.arrivals.receive()
            stream.send(b"question")
            with trio.move_on_after(0.05):
                await stream.receive()
            killed_at_s = trio.current_time()
            process.kill()
            ended = await end_of(stream)
            seen_after_s.append(trio.current_time() - killed_at_s)

            assert ended.end.by is EndedBy.PEER

    assert statistics.median(seen_after_s) < 0.05


async def test_a_peer_that_leaves_ends_the_stream_after_its_last_message() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            stream.send(b"welcome")
            assert await peer.hear() == b"welcome"
            peer.say(b"last words")
            peer.leave()
            with trio.fail_after(5):
                await stream.ended.wait()

            assert (await stream.receive()).message == b"last words"
            assert (await end_of(stream)).end.by is EndedBy.PEER
            assert await peer.ending() == ("OK", "")


async def test_a_peer_that_says_no_more_than_hello_is_told_why_it_is_refused() -> None:
    """Though its stream is over for us before we have looked at it."""
    async with serving() as server:
        with dial(server.address) as peer:
            peer.leave()
            stream = await next_stream(server)
            with trio.fail_after(5):
                await stream.ended.wait()
            stream.close(grpc.StatusCode.UNAUTHENTICATED, "who are you?")

            assert (await end_of(stream)).end.by is EndedBy.PEER
            assert await peer.ending() == ("UNAUTHENTICATED", "who are you?")


async def test_a_peer_that_is_done_before_it_hears_anything_is_told_so() -> None:
    async with serving() as server:
        with dial(server.address) as silent, dial(server.address, hello=None) as mute:
            for peer in (silent, mute):
                peer.leave()

            assert await silent.ending() == (
                "CANCELLED",
                "the bot's side of the stream was closed before the bot was welcomed",
            )
            assert await mute.ending() == ("INVALID_ARGUMENT", "the stream was closed without a first message")


async def test_a_peer_that_only_listens_is_served_until_it_cancels() -> None:
    async with serving(LISTEN) as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            peer.leave()
            stream.send(b"one")
            assert await peer.hear() == b"one"
            assert not stream.ended.is_set()
        assert (await end_of(stream)).end.by is EndedBy.PEER


@pytest.mark.parametrize(
    ("message", "status", "part"),
    [
        (UNDECODABLE, "INVALID_ARGUMENT", "a message of 1 bytes could not be decoded"),
        (b"x" * (MESSAGE_BYTES_MAX + 1), "RESOURCE_EXHAUSTED", "at most 65536 bytes, this one has 65537"),
        (b"x" * (MESSAGE_BYTES_MAX + EXCESS_BYTES), "RESOURCE_EXHAUSTED", "this one has 262144"),
        (b"x" * 10_000_000, "RESOURCE_EXHAUSTED", "larger than max (10000000 vs. 262144)"),
    ],
)
async def test_a_message_that_is_none_ends_its_stream_alone(message: bytes, status: str, part: str) -> None:
    """Also one that gRPC refuses, in its own words, before we see it: that is a breach, and no peer that left."""
    async with serving() as server:
        with dial(server.address) as good:
            good_stream = await next_stream(server)
            with dial(server.address) as bad:
                bad_stream = await next_stream(server)
                bad.say(message)
                code, sentence = await bad.ending()
                ended = await end_of(bad_stream)
            good.say(b"still here")
            with trio.fail_after(5):
                arrival = await good_stream.receive()

            assert code == status
            assert part in sentence
            assert ended.end.by is EndedBy.BREACH
            assert arrival.message == b"still here"


async def test_a_message_of_the_greatest_length_passes() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            peer.say(b"x" * MESSAGE_BYTES_MAX)
            with trio.fail_after(5):
                assert len((await stream.receive()).message) == MESSAGE_BYTES_MAX


async def test_a_flood_is_ended_after_eight_waiting_messages() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            for _ in range(9):
                peer.say(b"me me me")
            ending = await peer.ending()
            with trio.fail_after(5):
                await stream.ended.wait()
            waiting = 0
            while stream.take() is not None:
                waiting += 1

            assert ending == ("RESOURCE_EXHAUSTED", "too many messages that were not asked for")
            assert waiting == 8
            assert stream.end is not None
            assert stream.end.by is EndedBy.BREACH


async def test_a_flood_is_ended_even_if_every_message_is_taken() -> None:
    """What is not asked for is bounded by the second, however fast it is dropped."""
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            with trio.fail_after(10):
                while not stream.ended.is_set():
                    peer.say(b"me again")
                    with suppress(StreamEnded):
                        await stream.receive()

            assert (await peer.ending())[0] == "RESOURCE_EXHAUSTED"
            assert stream.received_count > 100


@pytest.mark.slow
async def test_answers_to_what_was_asked_are_not_bounded() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            for _ in range(300):
                stream.send(b"question")
                peer.say(b"answer")
                with trio.fail_after(5):
                    await stream.receive()

            assert not stream.ended.is_set()


@pytest.mark.parametrize(
    ("hello", "status"),
    [
        (None, "DEADLINE_EXCEEDED"),
        (UNDECODABLE, "INVALID_ARGUMENT"),
        (b"x" * 70_000, "RESOURCE_EXHAUSTED"),
        (b"x" * 1_000_000, "RESOURCE_EXHAUSTED"),
    ],
)
async def test_a_stream_without_a_first_message_is_ended(
    hello: bytes | None, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if hello is None:
        monkeypatch.setattr(stream_module, "OPENING_WITHIN_S", 0.05)
    async with serving() as server:
        with dial(server.address, hello=hello) as peer, trio.fail_after(5):
            code, sentence = await peer.ending()

            assert code == status
            assert sentence
            with pytest.raises(trio.WouldBlock):
                server.arrivals.receive_nowait()
            await until(lambda: server.stream_count == 0)


async def test_we_end_a_stream_with_a_status_after_what_was_sent() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            stream.send(b"farewell")
            stream.close(grpc.StatusCode.UNAUTHENTICATED, "who are you?")

            assert await peer.hear() == b"farewell"
            assert await peer.ending() == ("UNAUTHENTICATED", "who are you?")
            assert (await end_of(stream)).end.by is EndedBy.US


async def test_we_end_a_stream_in_peace() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            stream.send(b"farewell")
            stream.close(grpc.StatusCode.OK, "nothing more")

            assert await peer.hear() == b"farewell"
            assert await peer.ending() == ("OK", "")


@pytest.mark.slow
async def test_a_peer_that_stops_reading_does_not_fill_memory() -> None:
    async with serving() as server:
        with dial(server.address) as peer:
            stream = await next_stream(server)
            sent = 0
            while not stream.ended.is_set() and sent < 100 * OUTBOX_BYTES:
                stream.send(bytes(10_000))
                sent += 10_000
                await trio.lowlevel.checkpoint()
            with trio.fail_after(5):
                await stream.ended.wait()

            assert sent < 100 * OUTBOX_BYTES
            assert stream._outbox_bytes <= OUTBOX_BYTES + 10_000
            assert (await peer.ending()) == ("RESOURCE_EXHAUSTED", "messages were not read")
            await until(lambda: server.stream_count == 0)
