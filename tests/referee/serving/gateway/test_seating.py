"""Bots are brought to tables and back; what is passed on between them and a referee, and what is not."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import grpc
import pytest
import trio

from referee.serving.bridge.stream import Stream
from referee.serving.gateway.client import Came, GatewayLost, Left, RemoteChair, Seated, SeatUpdate, Waiting
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.gateway.rooms import WITHIN_S, Guest, Room, room

# Each opens a gateway, which makes certificates.
pytestmark = pytest.mark.slow


class Call:
    """A match's call, and what was said to it."""

    def __init__(self, updates: AsyncIterator[SeatUpdate]) -> None:
        self._updates = updates

    async def next(self) -> SeatUpdate:
        with trio.fail_after(WITHIN_S):
            return await anext(self._updates)


@asynccontextmanager
async def match(
    at: Room, *tokens: str, entrants: Sequence[str] = ("Far",), wait_within_s: float = WITHIN_S
) -> AsyncIterator[Call]:
    chairs = [RemoteChair(entrant, token) for entrant, token in zip(entrants, tokens, strict=True)]
    async with at.gateway.seat(chairs, bots_address=at.referee.address, wait_within_s=wait_within_s) as updates:
        yield Call(updates)


def question(number: int) -> bytes:
    asked = pb.Question(question_id=number, default_decision=pb.Decision(question_id=number))
    return pb.PlayResponse(question=asked).SerializeToString()


async def asked(stream: Stream[pb.PlayRequest], bot: Guest, number: int) -> int:
    """The number under which a bot sees the question *number* of a referee."""
    stream.send(question(number))
    seen = (await bot.told()).question
    assert seen.default_decision.question_id == seen.question_id
    return seen.question_id


async def answered(stream: Stream[pb.PlayRequest]) -> pb.PlayRequest:
    with trio.fail_after(WITHIN_S):
        return (await stream.receive()).message


async def test_the_referee_hears_the_bot_under_the_token_of_the_match(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token, name="far", wants_legal_decisions=7, wants_history=True)
        await bot.welcomed()
        async with match(at, "chair") as call:
            assert await call.next() == Seated(())
            hello = (await at.arrival()).opening.hello

        assert hello == pb.Hello(
            protocol="tractor.v1", token="chair", name="far", wants_legal_decisions=7, wants_history=True
        )
        bot.close()


async def test_one_stream_of_a_bot_plays_match_after_match(tmp_path: Path) -> None:
    """It hears one welcome and no goodbye; the numbers of questions rise, and each referee sees its own."""
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        seen = []
        for name in ("first", "second"):
            async with match(at, name) as call:
                assert await call.next() == Seated(())
                stream = await at.arrival()
                stream.send(pb.PlayResponse(welcome=pb.Welcome(entrant="Far")).SerializeToString())
                for number in (1, 2):
                    seen.append(await asked(stream, bot, number))
                    bot.answer(seen[-1], note=name)
                    decision = (await answered(stream)).decision
                    assert (decision.question_id, decision.note) == (number, name)
                stream.send(pb.PlayResponse(goodbye=pb.Goodbye(sentence="bye")).SerializeToString())
                stream.close(grpc.StatusCode.OK, "bye")
                assert isinstance(await call.next(), Left)

        assert seen == [1, 2, 3, 4]
        bot.close()


async def test_an_answer_to_an_earlier_match_is_dropped(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        async with match(at, "first") as call:
            await call.next()
            late = await asked(await at.arrival(), bot, 1)
        async with match(at, "second") as call:
            await call.next()
            stream = await at.arrival()
            number = await asked(stream, bot, 1)
            bot.answer(late, note="late")
            bot.answer(number, note="now")

            assert (await answered(stream)).decision.note == "now"
        bot.close()


async def test_the_last_words_of_a_referee_reach_the_bot_when_its_match_is_over(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        async with match(at, "chair") as call:
            await call.next()
            stream = await at.arrival()
            stream.send(pb.PlayResponse(match_ended=pb.MatchEnded()).SerializeToString())

        assert (await bot.told()).HasField("match_ended")
        with trio.fail_after(WITHIN_S):
            await stream.ended.wait()
        bot.close()


async def test_a_bot_that_comes_again_takes_its_seat_up_again(tmp_path: Path) -> None:
    """The referee's stream breaks with the bot's, and is opened anew under the same token of the match."""
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        async with match(at, "chair") as call:
            assert await call.next() == Seated(())
            first = await at.arrival()
            bot.close()
            with trio.fail_after(WITHIN_S):
                await first.ended.wait()
            assert isinstance(await call.next(), Left)
            again = at.dial(token)
            await again.welcomed()
            assert await call.next() == Came(0)
            second = await at.arrival()

            assert second.opening.hello.token == "chair"
            assert await asked(second, again, 9) == 9
            again.close()


async def test_a_bot_hears_why_a_referee_sent_it_away(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        async with match(at, "chair") as call:
            await call.next()
            (await at.arrival()).close(grpc.StatusCode.INVALID_ARGUMENT, "a note has at most 1024 bytes")

            assert await bot.ended() == ("INVALID_ARGUMENT", "a note has at most 1024 bytes")
        bot.close()


async def test_bots_that_are_missing_are_told_and_waited_for(tmp_path: Path) -> None:
    """Nobody is seated before all are there."""
    async with room(tmp_path) as at:
        tokens = at.tokens(count=2)
        first = at.dial(tokens[0])
        await first.welcomed()
        async with match(at, "one", "two", entrants=("Far", "Far")) as call:
            waiting = await call.next()
            assert isinstance(waiting, Waiting)
            (awaited,) = waiting.awaited
            assert (awaited.entrant, awaited.needed_count, awaited.connected_count) == ("Far", 2, 1)
            assert (awaited.token_count, waiting.listens_at) == (2, at.address)
            second = at.dial(tokens[1])
            await second.welcomed()

            assert await call.next() == Seated(())
            assert {(await at.arrival()).opening.hello.token for _ in range(2)} == {"one", "two"}
        first.close()
        second.close()


async def test_a_match_begins_without_those_who_do_not_come(tmp_path: Path) -> None:
    """Who comes later takes the seat all the same."""
    async with room(tmp_path) as at:
        tokens = at.tokens(count=2)
        first = at.dial(tokens[0])
        await first.welcomed()
        async with match(at, "one", "two", entrants=("Far", "Far"), wait_within_s=0.01) as call:
            assert isinstance(await call.next(), Waiting)
            assert await call.next() == Seated((1,))
            second = at.dial(tokens[1])
            await second.welcomed()

            assert await call.next() == Came(1)
        first.close()
        second.close()


async def test_a_bot_that_plays_elsewhere_is_waited_for_without_an_end(tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        (token,) = at.tokens()
        bot = at.dial(token)
        await bot.welcomed()
        async with match(at, "first") as first:
            assert await first.next() == Seated(())
            async with match(at, "second", wait_within_s=0.01) as second, trio.open_nursery() as nursery:
                said: list[SeatUpdate] = []

                async def listen() -> None:
                    said.append(await second.next())

                nursery.start_soon(listen)
                stream = await at.arrival()
                assert said == []
                stream.close(grpc.StatusCode.OK, "the match is over")
                assert isinstance(await first.next(), Left)

        assert said == [Seated(())]
        bot.close()


async def test_two_matches_do_not_wait_for_each_others_bots(tmp_path: Path) -> None:
    """Each takes all its bots at once or none."""
    async with room(tmp_path) as at:
        far, away = at.tokens("Far")[0], at.tokens("Away")[0]
        async with trio.open_nursery() as nursery:
            seated: list[str] = []

            async def play(name: str, entrants: Sequence[str]) -> None:
                async with match(at, f"{name} 1", f"{name} 2", entrants=entrants) as call:
                    while not isinstance(await call.next(), Seated):
                        pass
                    seated.append(name)

            nursery.start_soon(play, "a", ("Far", "Away"))
            nursery.start_soon(play, "b", ("Away", "Far"))
            bots = [at.dial(far), at.dial(away)]
            for bot in bots:
                await bot.welcomed()

        assert sorted(seated) == ["a", "b"]
        for bot in bots:
            bot.close()


@pytest.mark.parametrize("address", ["", "192.0.2.1:80", "unix:"])
async def test_a_match_without_a_referee_of_this_machine_is_refused(address: str, tmp_path: Path) -> None:
    async with room(tmp_path) as at:
        with pytest.raises(GatewayLost) as lost:
            async with at.gateway.seat(
                [RemoteChair("Far", "x")], bots_address=address, wait_within_s=WITHIN_S
            ) as updates:
                await Call(updates).next()

        assert lost.value.status is grpc.StatusCode.INVALID_ARGUMENT
