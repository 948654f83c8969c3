"""The asyncio thread, and the two ways across."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine

import pytest
import trio

from referee.serving.bridge.loop import Cancelled, Loop, open_loop


def bridge_threads() -> int:
    return sum(thread.name == "grpc-aio" for thread in threading.enumerate())


async def test_a_coroutine_runs_there_and_its_result_comes_here() -> None:
    async def name_of_thread(greeting: str) -> str:
        await asyncio.sleep(0)
        return f"{greeting} {threading.current_thread().name}"

    async with open_loop() as loop:
        assert await loop.run(name_of_thread, "hello") == "hello grpc-aio"


async def test_an_error_there_is_raised_here() -> None:
    async def fail() -> None:
        raise LookupError("nothing there")

    async with open_loop() as loop:
        with pytest.raises(LookupError, match="nothing there"):
            await loop.run(fail)


async def test_giving_up_here_cancels_there() -> None:
    cancelled = threading.Event()

    async def hang() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async with open_loop() as loop:
        with trio.move_on_after(0.01):
            await loop.run(hang)
        assert await trio.to_thread.run_sync(cancelled.wait, 5)


async def test_time_is_the_same_on_both_sides() -> None:
    async with open_loop() as loop:

        async def now() -> float:
            return loop.now()

        before_s = trio.current_time()
        there_s = await loop.run(now)

        assert before_s <= there_s <= trio.current_time()


async def test_whoever_waits_when_the_loop_ends_is_told() -> None:
    async with trio.open_nursery() as nursery, open_loop() as loop:

        async def wait() -> None:
            with pytest.raises(Cancelled):
                await loop.run(asyncio.Event().wait)

        nursery.start_soon(wait)
        await trio.testing.wait_all_tasks_blocked()

    assert bridge_threads() == 0


async def test_messages_to_a_side_that_has_gone_are_dropped() -> None:
    async with open_loop() as loop:
        pass
    loop.to_asyncio(pytest.fail, "called on a closed loop")


def test_trio_may_go_first() -> None:
    """The other thread may still have something to say; nobody hears it, and nothing breaks."""

    async def open_and_leave() -> Loop:
        async with open_loop() as loop:
            return loop

    trio.run(open_and_leave).to_trio(pytest.fail, "called on a trio that has gone")


async def test_a_loop_that_cannot_run_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(main: Coroutine[object, object, None]) -> None:
        main.close()
        raise OSError("too many open files")

    monkeypatch.setattr(asyncio, "run", broken)
    with pytest.raises(OSError, match="too many open files"):
        async with open_loop():
            pass

    assert bridge_threads() == 0
