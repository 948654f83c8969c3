"""Orders come in on the library's event loop, are carried out in trio, and are dropped when nobody wants them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from arena.cluster.answers import Answer, GivenUp, NotPlayed, Why, decode_answer
from arena.cluster.call import DeskPlugin
from arena.cluster.desk import TableDesk
from referee.serving.bridge.loop import Loop, open_loop

ANSWER = NotPlayed("here", Why.UNABLE, "has no bot")


@dataclass
class Joined:
    desk: TableDesk
    loop: Loop


@asynccontextmanager
async def joined(play: Callable[[bytes], Awaitable[Answer]]) -> AsyncIterator[Joined]:
    async with open_loop() as loop, trio.open_nursery() as nursery:
        yield Joined(TableDesk(loop, nursery, play, "here"), loop)
        nursery.cancel_scope.cancel()


async def answers(order: bytes) -> Answer:
    assert order == b"order"
    return ANSWER


class Hanging:
    """Plays for ever; knows when it began and when it was broken off."""

    def __init__(self) -> None:
        self.begun = trio.Event()
        self.ended = trio.Event()

    async def __call__(self, _: bytes) -> Answer:
        self.begun.set()
        try:
            await trio.Event().wait()
        finally:
            self.ended.set()
        return ANSWER


async def test_an_order_is_answered() -> None:
    async with joined(answers) as here:
        assert decode_answer(await here.loop.run(here.desk.carry_out, "key", b"order")) == ANSWER


async def test_who_waits_no_more_has_the_match_broken_off() -> None:
    hanging = Hanging()
    async with joined(hanging) as here:
        async with trio.open_nursery() as waiting:
            waiting.start_soon(here.loop.run, here.desk.carry_out, "key", b"order")
            await hanging.begun.wait()
            waiting.cancel_scope.cancel()
        await hanging.ended.wait()


async def test_what_dask_forgets_is_broken_off() -> None:
    """The library tells of a task that left its work for another end than its own."""
    hanging = Hanging()
    async with joined(hanging) as here:
        plugin = DeskPlugin(here.desk)
        told: list[Answer] = []

        async def wait() -> None:
            told.append(decode_answer(await here.loop.run(here.desk.carry_out, "key", b"order")))

        async with trio.open_nursery() as waiting:
            waiting.start_soon(wait)
            await hanging.begun.wait()
            here.loop.to_asyncio(plugin.transition, "other", "executing", "released")
            here.loop.to_asyncio(plugin.transition, "key", "ready", "released")
            here.loop.to_asyncio(plugin.transition, "key", "executing", "memory")
            await here.loop.run(asyncio.sleep, 0)
            assert not hanging.ended.is_set()
            here.loop.to_asyncio(plugin.transition, "key", "executing", "released")
        assert told == [GivenUp("here", "the worker broke it off")]


async def test_a_worker_that_leaves_breaks_off_all_and_begins_nothing() -> None:
    hanging = Hanging()
    async with joined(hanging) as here, trio.open_nursery() as waiting:
        waiting.start_soon(here.loop.run, here.desk.carry_out, "key", b"order")
        await hanging.begun.wait()
        here.desk.close()
        here.desk.drop_all()
        told = decode_answer(await here.loop.run(here.desk.carry_out, "another", b"order"))

        assert told == GivenUp("here", "the worker broke it off")
        assert hanging.ended.is_set()
