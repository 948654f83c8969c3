"""Tables start their programs in turn."""

from __future__ import annotations

import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from arena.turns import TURN_S, Turns


async def started(turns: Turns, *takes_s: float) -> list[float]:
    """When each table, in order, had its turn, if they take so long to begin."""
    at_s: list[float] = []
    began_s = trio.current_time()

    async def start(take_s: float) -> None:
        is_over = await turns.taken()
        at_s.append(trio.current_time() - began_s)
        await trio.sleep(take_s)
        is_over.set()

    async with trio.open_nursery() as nursery:
        for take_s in takes_s:
            nursery.start_soon(start, take_s)
            await wait_all_tasks_blocked()
    return [round(each, 6) for each in at_s]


async def test_a_table_starts_when_the_one_before_has_begun(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0

    assert await started(Turns(), 1, 2, 1) == [0, 1, 3]


async def test_a_table_that_does_not_begin_holds_up_others_only_so_long(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0

    assert await started(Turns(), 1000, 1, 1000, 1) == [0, TURN_S, TURN_S + 1, 2 * TURN_S + 1]


async def test_a_table_that_is_stopped_while_it_waits_costs_no_turn(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0
    turns = Turns()
    is_over = await turns.taken()

    with trio.move_on_after(1) as given_up:
        await turns.taken()
    is_over.set()

    assert given_up.cancelled_caught
    assert await started(turns, 1, 1) == [0, 1]
