"""Who is let in at the gateway, and who is told why not."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import grpc
import pytest
import trio

from tests.referee.serving.gateway.rooms import WITHIN_S, Guest, room
from tests.referee.serving.waiting import until

# Each opens a gateway, which makes certificates.
pytestmark = pytest.mark.slow


async def test_a_bot_with_a_token_is_welcomed_at_once(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        welcome = (await bot.told()).welcome

        assert (welcome.entrant, welcome.message_bytes_max) == ("Far", 65536)
        bot.close()


@pytest.mark.parametrize(
    ("fields", "ending"),
    [
        ({"token": "wrong"}, ("UNAUTHENTICATED", "the token in the hello is none of this arena's")),
        ({"token": ""}, ("UNAUTHENTICATED", "the hello has no token")),
        ({"protocol": "tractor.v9"}, ("FAILED_PRECONDITION", "this gateway speaks 'tractor.v1', not 'tractor.v9'")),
        ({"name": "x" * 65}, ("INVALID_ARGUMENT", "the name in the hello has at most 64 bytes")),
    ],
)
async def test_a_bad_hello_is_refused(fields: dict[str, str], ending: tuple[str, str], tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(**{"token": token, **fields})
        status, sentence = await bot.ended()

        assert status == ending[0]
        assert sentence.startswith(ending[1])
        assert token not in sentence
        bot.close()


async def test_a_token_has_one_stream(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        first = at.dial(token)
        await first.welcomed()
        second = at.dial(token)
        status, sentence = await second.ended()

        assert (status, "a stream with this token is open already" in sentence) == ("ALREADY_EXISTS", True)
        second.close()
        first.close()


async def test_tokens_given_while_it_runs_count(tmp_path: Path) -> None:
    """New ones let in, and those that they replace end the streams that had them."""
    async with room(tmp_path) as at:
        (old,) = at.tokens()
        before = at.dial(old)
        await before.welcomed()
        (new,) = at.tokens()
        after = at.dial(new)
        await after.welcomed()

        assert await before.ended() == ("UNAUTHENTICATED", "the token was revoked: newer ones were given")
        before.close()
        after.close()


async def test_plain_text_is_refused_at_once(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = Guest(at.address, None)
        bot.greet(token)
        status, _ = await bot.ended()

        assert status == "UNAVAILABLE"
        bot.close()


async def test_a_bot_that_does_not_know_the_authority_does_not_dial(tmp_path: Path) -> None:
    """It tells nobody its token whom it does not know."""
    async with room(tmp_path / "one") as at, room(tmp_path / "other") as other:
        (token,) = at.tokens()
        bot = Guest(at.address, other.credentials)
        bot.greet(token)
        status, _ = await bot.ended()

        assert status == "UNAVAILABLE"
        bot.close()


async def test_sixty_streams_of_one_peer_do_no_harm(tmp_path: Path) -> None:
    """Those that say nothing are bounded, and a bot with a token is let in beside them."""
    async with room(tmp_path, unheard_of_a_peer_max=16) as at:
        (token,) = at.tokens()
        silent = [at.dial() for _ in range(60)]
        endings = []

        async def note(bot: Guest) -> None:
            endings.append(await bot.ended())

        with trio.fail_after(WITHIN_S):
            async with trio.open_nursery() as nursery:
                for bot in silent:
                    nursery.start_soon(note, bot)
        bot = at.dial(token)
        await bot.welcomed()

        assert {status for status, _ in endings} == {"RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED"}
        assert sum(status == "DEADLINE_EXCEEDED" for status, _ in endings) <= 16
        for each in (*silent, bot):
            each.close()


async def test_streams_are_bounded_in_all(tmp_path: Path) -> None:
    async with room(tmp_path, streams_max=2) as at:
        bots = [at.dial(token) for token in at.tokens(count=2)]
        for bot in bots:
            await bot.welcomed()
        third = at.dial("x")

        assert await third.ended() == ("RESOURCE_EXHAUSTED", "too many streams; try again later")
        for bot in (*bots, third):
            bot.close()


@pytest.mark.parametrize(
    ("message", "status"), [(b"\xff\xff\xff\xff", "INVALID_ARGUMENT"), (b"\x00" * 100_000, "RESOURCE_EXHAUSTED")]
)
async def test_what_is_no_message_ends_the_stream(message: bytes, status: str, tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        bot.say(message)

        assert (await bot.ended())[0] == status
        bot.close()


async def test_a_flood_ends_the_stream(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        for _ in range(1000):
            bot.answer(1)

        assert await bot.ended() == ("RESOURCE_EXHAUSTED", "too many messages that were not asked for")
        bot.close()


async def test_fifty_bots_that_come_and_go_leave_nothing(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - counted, not read

    async with room(tmp_path) as at:
        (token,) = at.tokens()

        async def come_and_go(count: int) -> None:
            for _ in range(count):
                bot = at.dial(token)
                while (said := await _first(bot)) != "welcome":
                    # The one before has not been seen to leave.
                    bot.close()
                    bot = at.dial(token)
                    assert said == "ALREADY_EXISTS"
                bot.close()

        await come_and_go(5)
        before = open_files(), threading.active_count()
        await come_and_go(50)
        # Some of gRPC's own come and go.
        await until(
            lambda: open_files() <= before[0] + 5 and threading.active_count() <= before[1] + 2, within_s=WITHIN_S
        )


async def _first(bot: Guest) -> str:
    try:
        await bot.welcomed()
    except BaseException as error:
        rpc = error if isinstance(error, grpc.RpcError) else None
        if rpc is None:
            raise
        return str(rpc.code().name)
    return "welcome"


async def test_a_connection_that_never_shakes_hands_keeps_nobody_out(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        host, _, port = at.address.rpartition(":")
        with socket.create_connection((host, int(port))) as idle:
            bot = at.dial(token)
            await bot.welcomed()

            assert idle.fileno() >= 0
            bot.close()
