"""Streams find their places by their tokens, over real gRPC."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager

import pytest
import trio

from referee.serving import chairs as chairs_module
from referee.serving.address import parse_address
from referee.serving.bridge.loop import open_loop
from referee.serving.bridge.server import listen
from referee.serving.chair import BOT_METHOD
from referee.serving.chairs import Chairs, TokenInUse
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.bridge.peers import Peer, dial
from tests.referee.serving.waiting import until


@asynccontextmanager
async def admitting() -> AsyncIterator[tuple[Chairs, str]]:
    """Chairs, and the address that bots dial."""
    async with (
        open_loop() as loop,
        listen(loop, parse_address("127.0.0.1:0"), BOT_METHOD) as server,
        trio.open_nursery() as nursery,
    ):
        chairs = Chairs(nursery)
        nursery.start_soon(chairs.admit, server)
        yield chairs, server.address
        nursery.cancel_scope.cancel()


def bot(address: str, **hello: object) -> AbstractContextManager[Peer]:
    """A bot that has said its hello, with some fields otherwise."""
    fields = {"protocol": "tractor.v1", "token": "secret"} | hello
    request = pb.PlayRequest(hello=pb.Hello(**fields))  # type: ignore[arg-type]  # tests say what they like
    return dial(address, path=BOT_METHOD.path, hello=request.SerializeToString())


async def said_to(peer: Peer) -> pb.PlayResponse:
    with trio.fail_after(5):
        return pb.PlayResponse.FromString(await peer.hear())


async def end_of(peer: Peer) -> tuple[str, str]:
    with trio.fail_after(5):
        return await peer.ending()


async def test_a_bot_that_dials_later_is_welcomed_to_its_place() -> None:
    async with admitting() as (chairs, address):
        with chairs.places([("secret", "Ada")]) as (place,), bot(address) as peer:
            welcome = (await said_to(peer)).welcome
            with trio.fail_after(5):
                chair = await place.taken()

            assert welcome.entrant == "Ada"
            assert welcome.message_bytes_max == 65536
            assert welcome.referee_version
            assert chair.is_open


async def test_a_bot_that_dials_first_waits_for_its_match() -> None:
    async with admitting() as (chairs, address):
        with bot(address, token="one") as first, bot(address, token="two") as second:
            await until(lambda: chairs.unclaimed_count == 2)
            with chairs.places([("two", "Bo"), ("one", "Ada")]) as places:
                with trio.fail_after(5):
                    for place in places:
                        await place.taken()

                assert (await said_to(first)).welcome.entrant == "Ada"
                assert (await said_to(second)).welcome.entrant == "Bo"
                assert chairs.unclaimed_count == 0


async def test_the_wishes_of_the_hello_are_kept() -> None:
    async with admitting() as (chairs, address):
        with (
            chairs.places([("secret", "Ada")]) as (place,),
            bot(address, wants_legal_decisions=7, wants_events=True, wants_history=True),
        ):
            with trio.fail_after(5):
                wishes = (await place.taken()).wishes

            assert (wishes.legal_decisions, wishes.events, wishes.history) == (7, True, True)


async def test_a_stream_that_nobody_expects_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chairs_module, "EARLY_BY_S", 0.05)
    async with admitting() as (chairs, address):
        with bot(address) as peer:
            assert await end_of(peer) == ("UNAUTHENTICATED", "no match expects a bot with this token")
        assert chairs.unclaimed_count == 0


async def test_a_stream_may_play_match_after_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chairs_module, "BETWEEN_MATCHES_S", 0.1)
    async with admitting() as (chairs, address):
        with bot(address) as peer:
            for _ in range(2):
                with chairs.places([("secret", "Ada")]) as (place,), trio.fail_after(5):
                    await place.taken()

            assert (await said_to(peer)).HasField("welcome")
            assert (await said_to(peer)).goodbye.sentence == "no other match names this token"
            assert await end_of(peer) == ("OK", "")


@pytest.mark.parametrize(
    ("hello", "status", "part"),
    [
        ({"protocol": "tractor.v2"}, "FAILED_PRECONDITION", "this referee speaks 'tractor.v1', not 'tractor.v2'"),
        ({"protocol": ""}, "FAILED_PRECONDITION", "not ''"),
        ({"token": ""}, "UNAUTHENTICATED", "TRACTOR_TOKEN"),
        ({"name": "n" * 65}, "INVALID_ARGUMENT", "the name in the hello has at most 64 bytes, this one has 65"),
        ({"version": "ä" * 33}, "INVALID_ARGUMENT", "the version in the hello has at most 64 bytes, this one has 66"),
        ({"wants_legal_decisions": 1001}, "INVALID_ARGUMENT", "at most 1000 legal decisions, not 1001"),
    ],
)
async def test_a_bad_hello_is_refused_with_the_reason(hello: dict[str, object], status: str, part: str) -> None:
    async with admitting() as (_, address):
        with bot(address, **hello) as peer:
            code, sentence = await end_of(peer)

            assert code == status
            assert part in sentence


async def test_the_first_message_is_a_hello() -> None:
    async with admitting() as (_, address):
        ready = pb.PlayRequest(ready=pb.Ready()).SerializeToString()
        with dial(address, path=BOT_METHOD.path, hello=ready) as peer:
            assert await end_of(peer) == ("INVALID_ARGUMENT", "the first message must be a hello")


async def test_a_second_stream_with_a_token_in_use_is_refused() -> None:
    """Before the match, and in it."""
    async with admitting() as (chairs, address):
        with bot(address):
            await until(lambda: chairs.unclaimed_count == 1)
            with bot(address) as second:
                assert await end_of(second) == ("ALREADY_EXISTS", "a stream with this token is open already")
            with chairs.places([("secret", "Ada")]) as (place,):
                with bot(address) as third:
                    assert (await end_of(third))[0] == "ALREADY_EXISTS"
                assert place.chair is not None
                assert place.chair.is_open


async def test_a_bot_that_was_lost_may_come_again() -> None:
    async with admitting() as (chairs, address):
        with chairs.places([("secret", "Ada")]) as (place,):
            with bot(address), trio.fail_after(5):
                first = await place.taken()
            with trio.fail_after(5):
                await first.lost()
            with bot(address) as again, trio.fail_after(5):
                second = await place.taken()

                assert second is not first
                assert (await said_to(again)).HasField("welcome")


async def test_a_place_that_was_closed_lets_nobody_in() -> None:
    async with admitting() as (chairs, address):
        with chairs.places([("secret", "Ada")]) as (place,):
            place.close()
            with bot(address) as peer:
                assert (await end_of(peer))[0] == "FAILED_PRECONDITION"


async def test_two_matches_cannot_have_one_token() -> None:
    async with admitting() as (chairs, _):
        with (
            chairs.places([("a", "Ada"), ("b", "Bo")]),
            pytest.raises(TokenInUse, match="the token of seat 2"),
            chairs.places([("c", "Cy"), ("b", "Bo")]),
        ):
            pass


async def test_streams_that_wait_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chairs_module, "UNCLAIMED_COUNT", 1)
    async with admitting() as (chairs, address):
        with bot(address, token="one"):
            await until(lambda: chairs.unclaimed_count == 1)
            with bot(address, token="two") as second:
                assert await end_of(second) == ("RESOURCE_EXHAUSTED", "too many streams wait for a match")


async def test_a_stream_that_leaves_while_it_waits_is_forgotten() -> None:
    async with admitting() as (chairs, address):
        with bot(address):
            await until(lambda: chairs.unclaimed_count == 1)
        await until(lambda: chairs.unclaimed_count == 0)
