"""An asyncio loop on a thread of its own, joined to the trio that opened it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar, TypeVarTuple

import outcome
import trio

from referee.serving.bridge.doorbell import Doorbell

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")

STOP_WITHIN_S = 3.0
"""How long the end of the thread is waited for. It is a daemon: one that hangs does not keep the process."""


class Loop(trio.abc.Instrument):
    """Both sides of the bridge. Each method says on which thread it is to be called.

    What either side has for the other crosses at the end of a turn of its loop, all of it together. Woken earlier, the
    other thread would only take the interpreter away from this one, which has not finished.
    """

    def __init__(self) -> None:
        self._trio = trio.lowlevel.current_trio_token()
        self._clock = trio.lowlevel.current_clock()
        self._started = trio.Event()
        self._ended = trio.Event()
        self._asyncio: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._error: BaseException | None = None
        # From trio's thread to the other.
        self._calls: deque[Callable[[], object]] = deque()
        # asyncio's thread.
        self._bells: list[Doorbell] = []
        self._thread = threading.Thread(target=self._run, name="grpc-aio", daemon=True)

    # --- From any thread

    def now(self) -> float:
        """What ``trio.current_time()`` is, seconds."""
        return self._clock.current_time()

    def to_trio(self, function: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
        """Call a function, which must not raise, on trio's thread; if trio has ended, never."""
        with contextlib.suppress(trio.RunFinishedError):
            self._trio.run_sync_soon(function, *arguments)

    # --- trio's thread

    def to_asyncio(self, function: Callable[[*Arguments], object], *arguments: *Arguments) -> None:
        """Call a function, which must not raise, on the asyncio thread; if its loop is closed, never."""
        self._calls.append(partial(function, *arguments))

    def before_io_wait(self, timeout: float) -> None:  # noqa: ARG002  # trio's name and signature
        """Trio has nothing more to do in this turn of its loop; trio calls this."""
        loop = self._asyncio
        if self._calls and loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._make_calls)

    async def run(
        self, function: Callable[[*Arguments], Coroutine[Any, Any, Result]], *arguments: *Arguments
    ) -> Result:
        """What a coroutine function gives on the asyncio thread.

        If the caller is cancelled meanwhile, so is the coroutine, whose end is not waited for.
        """
        waiting = trio.lowlevel.current_task()
        given_up = False
        running: list[asyncio.Task[Result]] = []

        def report(task: asyncio.Task[Result]) -> None:
            result: outcome.Outcome[Result]
            if task.cancelled():
                result = outcome.Error(Cancelled())
            elif (error := task.exception()) is not None:
                result = outcome.Error(error)
            else:
                result = outcome.Value(task.result())
            self.to_trio(resume, result)

        def resume(result: outcome.Outcome[Result]) -> None:
            if not given_up:
                trio.lowlevel.reschedule(waiting, result)

        def start() -> None:
            task = asyncio.get_running_loop().create_task(function(*arguments))
            task.add_done_callback(report)
            running.append(task)

        def cancel() -> None:
            for task in running:
                task.cancel()

        def give_up(_: object) -> trio.lowlevel.Abort:
            nonlocal given_up
            given_up = True
            self.to_asyncio(cancel)
            return trio.lowlevel.Abort.SUCCEEDED

        self.to_asyncio(start)
        result: Result = await trio.lowlevel.wait_task_rescheduled(give_up)
        return result

    async def open(self) -> None:
        """Start the thread; raises whatever keeps its loop from running."""
        self._thread.start()
        await self._started.wait()
        trio.lowlevel.add_instrument(self)
        if self._error is not None:
            self._thread.join(timeout=STOP_WITHIN_S)
            raise self._error

    async def close(self) -> None:
        """End the loop, whatever still runs on it, and the thread."""
        with trio.CancelScope(shield=True):
            stop = self._stop
            if stop is not None:
                self.to_asyncio(stop.set)
            with trio.move_on_after(STOP_WITHIN_S):
                await self._ended.wait()
                # All that is left of the thread is to return.
                self._thread.join(timeout=STOP_WITHIN_S)
        trio.lowlevel.remove_instrument(self)

    # --- asyncio's thread

    def ring(self, bell: Doorbell) -> None:
        """Ring a bell at the end of this turn of the loop."""
        if not self._bells:
            asyncio.get_running_loop().call_soon(self._ring_bells)
        self._bells.append(bell)

    def _ring_bells(self) -> None:
        bells, self._bells = self._bells, []
        for bell in bells:
            bell.ring()

    def _make_calls(self) -> None:
        calls = self._calls
        while calls:
            calls.popleft()()

    # --- The thread itself

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001  # nobody sees it on this thread; `open` raises it on trio's
            self._error = error
        self.to_trio(self._started.set)
        self.to_trio(self._ended.set)

    async def _serve(self) -> None:
        self._asyncio, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self.to_trio(self._started.set)
        await self._stop.wait()


class Cancelled(Exception):
    """The coroutine was cancelled on the asyncio thread, because the loop ended."""


@asynccontextmanager
async def open_loop() -> AsyncIterator[Loop]:
    """A running `Loop`, whose thread has ended when the block is left."""
    loop = Loop()
    await loop.open()
    try:
        yield loop
    finally:
        await loop.close()
