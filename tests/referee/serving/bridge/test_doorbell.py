"""A bell that another thread rings."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import trio

from referee.serving.bridge.doorbell import Doorbell


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_a_ring_from_another_thread_is_heard() -> None:
    bell = Doorbell()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(bell.heard)
        await trio.testing.wait_all_tasks_blocked()
        threading.Thread(target=bell.ring).start()
    bell.close()


async def test_rings_that_nobody_waited_for_are_heard_once() -> None:
    bell = Doorbell()
    bell.ring()
    bell.ring()
    with trio.fail_after(5):
        await bell.heard()
    with trio.move_on_after(0.01) as waiting:
        await bell.heard()

    assert waiting.cancelled_caught
    bell.close()


async def test_who_listens_when_it_is_closed_is_told() -> None:
    bell = Doorbell()
    async with trio.open_nursery() as nursery:

        async def listen() -> None:
            with pytest.raises(trio.ClosedResourceError):
                await bell.heard()

        nursery.start_soon(listen)
        await trio.testing.wait_all_tasks_blocked()
        bell.close()
    bell.ring()
    with pytest.raises(trio.ClosedResourceError):
        await bell.heard()


async def test_who_has_heard_it_ring_is_told_if_it_is_closed_at_the_same_moment() -> None:
    """Ring and close come in one turn of the loop, in any order."""
    closed_first = 0
    for _ in range(40):
        bell, other = Doorbell(), Doorbell()

        async def listen(bell: Doorbell = bell) -> None:
            nonlocal closed_first
            try:
                await bell.heard()
            except trio.ClosedResourceError:
                closed_first += 1

        async def close(bell: Doorbell = bell, other: Doorbell = other) -> None:
            await other.heard()
            bell.close()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(listen)
            nursery.start_soon(close)
            await trio.testing.wait_all_tasks_blocked()
            bell.ring()
            other.ring()
        other.close()

    assert 0 < closed_first < 40


async def test_it_leaves_no_file() -> None:
    before = open_files()
    closed, dropped = Doorbell(), Doorbell()
    assert open_files() == before + 2
    closed.close()
    closed.close()
    del closed, dropped

    assert open_files() == before
