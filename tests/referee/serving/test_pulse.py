"""Times at which this process itself could not run."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from referee.serving.pulse import Pulse


async def beating(pulse: Pulse, mock_clock: MockClock, *steps_s: float) -> None:
    """Let time pass in steps; a step that is longer than a beat is a stall, for nothing runs within it."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pulse.beat)
        for step_s in steps_s:
            mock_clock.jump(step_s)
            await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()


async def test_time_that_passes_in_small_steps_is_no_stall(mock_clock: MockClock) -> None:
    pulse = Pulse()
    since_s = trio.current_time()
    await beating(pulse, mock_clock, *[0.05] * 100)

    assert not pulse.is_machine_at_fault(since_s=since_s, allowed_s=0.2)


async def test_a_stall_of_a_quarter_of_the_time_is_the_machine_s_fault(mock_clock: MockClock) -> None:
    pulse = Pulse()
    since_s = trio.current_time()
    await beating(pulse, mock_clock, 0.1, 0.6, 0.1)

    assert pulse.is_machine_at_fault(since_s=since_s, allowed_s=1.9)
    assert not pulse.is_machine_at_fault(since_s=since_s, allowed_s=2.1)


async def test_stalls_add_up(mock_clock: MockClock) -> None:
    pulse = Pulse()
    since_s = trio.current_time()
    await beating(pulse, mock_clock, 0.1, 0.5, 0.1, 0.5, 0.1)

    assert pulse.is_machine_at_fault(since_s=since_s, allowed_s=3.0)


async def test_a_stall_before_the_question_does_not_count(mock_clock: MockClock) -> None:
    pulse = Pulse()
    await beating(pulse, mock_clock, 0.1, 5, 0.1)

    assert not pulse.is_machine_at_fault(since_s=trio.current_time(), allowed_s=0.2)


async def test_a_stall_is_seen_before_the_watch_itself_wakes(mock_clock: MockClock) -> None:
    pulse = Pulse()
    since_s = trio.current_time()
    mock_clock.jump(1.5)

    assert pulse.is_machine_at_fault(since_s=since_s, allowed_s=1.0)
