"""The asyncio thread, and the two ways across."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine

import pytest
import trio

from referee.serving.bridge.doorbell import Doorbell
from referee.serving.bridge.loop import Cancelled, Loop, open_loop
from tests.referee.serving.waiting import until


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
    begun, cancelled = threading.Event(), threading.Event()

    async def hang() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async with open_loop() as loop, trio.open_nursery() as nursery:
        nursery.start_soon(loop.run, hang)
        await until(begun.is_set)
        nursery.cancel_scope.cancel()
        with trio.CancelScope(shield=True):
            await until(cancelled.is_set)


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


async def test_calls_cross_in_order_and_together() -> None:
    crossed: list[int] = []
    turns: set[int] = set()
    turn = 0

    def count() -> None:
        nonlocal turn
        turn += 1
        asyncio.get_running_loop().call_soon(count)

    def note(number: int) -> None:
        crossed.append(number)
        turns.add(turn)

    async def reached() -> list[int]:
        return list(crossed)

    async with open_loop() as loop:
        loop.to_asyncio(count)
        await trio.sleep(0.01)
        for number in range(100):
            loop.to_asyncio(note, number)

        assert await loop.run(reached) == list(range(100))
        assert len(turns) == 1


async def test_bells_are_rung_at_the_end_of_a_turn() -> None:
    async def ring(bell: Doorbell) -> None:
        loop.ring(bell)
        loop.ring(bell)

    async with open_loop() as loop:
        bell = Doorbell()
        await loop.run(ring, bell)
        with trio.fail_after(5):
            await bell.heard()
        bell.close()


async def test_messages_to_a_side_that_has_gone_are_dropped() -> None:
    async with open_loop() as loop:
        pass
    loop.to_asyncio(pytest.fail, "called on a closed loop")
    await trio.sleep(0.01)


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
