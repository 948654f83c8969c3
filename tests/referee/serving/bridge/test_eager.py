"""Coroutines that begin at once."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable

from referee.serving.bridge.eager import Eager


def on_asyncio(check: Callable[[], Awaitable[None]]) -> None:
    async def run() -> None:
        await check()

    asyncio.run(run())


def test_it_runs_to_its_first_wait_before_anything_else() -> None:
    async def check() -> None:
        steps: list[str] = []
        gate = asyncio.get_running_loop().create_future()

        async def work() -> None:
            steps.append("begun")
            await gate
            steps.append("gone on")

        running = Eager(work())
        assert steps == ["begun"]
        assert running.is_running
        gate.set_result(None)
        await running.wait(timeout_s=5)
        assert steps == ["begun", "gone on"]
        assert not running.is_running

    on_asyncio(check)


def test_one_that_never_waits_has_finished_at_once() -> None:
    async def check() -> None:
        async def work() -> None:
            pass

        running = Eager(work())
        assert not running.is_running
        await running.wait(timeout_s=5)

    on_asyncio(check)


def test_an_error_that_is_waited_for_is_raised_within() -> None:
    async def check() -> None:
        caught: list[str] = []
        gate = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                await gate
            except LookupError as error:
                caught.append(str(error))

        running = Eager(work())
        gate.set_exception(LookupError("lost"))
        await running.wait(timeout_s=5)
        assert caught == ["lost"]

    on_asyncio(check)


def test_one_that_is_stopped_does_not_go_on() -> None:
    async def check() -> None:
        steps: list[str] = []
        gate = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                await gate
                steps.append("gone on")
            finally:
                steps.append("cleaned up")

        running = Eager(work())
        running.stop()
        gate.set_result(None)
        await asyncio.sleep(0)
        await running.wait(timeout_s=5)
        assert steps == ["cleaned up"]

    on_asyncio(check)


def test_what_one_that_is_stopped_waited_for_may_fail_without_a_word() -> None:
    async def check() -> None:
        complaints: list[object] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: complaints.append(context))
        gate = loop.create_future()

        async def work(gate: asyncio.Future[None]) -> None:
            await gate

        Eager(work(gate)).stop()
        gate.set_exception(LookupError("lost"))
        await asyncio.sleep(0)
        # asyncio complains of it, if nobody has looked, when it is thrown away.
        del gate
        gc.collect()
        assert complaints == []

    on_asyncio(check)


def test_waiting_gives_up_after_a_while() -> None:
    async def check() -> None:
        async def work() -> None:
            await asyncio.get_running_loop().create_future()

        running = Eager(work())
        await running.wait(timeout_s=0.01)
        assert running.is_running
        running.stop()

    on_asyncio(check)
