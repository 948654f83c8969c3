"""Commands that are stopped: by Ctrl-C, and likewise by SIGTERM and SIGHUP, they clear up, say so, and end."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from arena.console import complain

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

INTERRUPTED = 130
"""Exit status after Ctrl-C; after another signal it is 128 and its number."""


def stoppable(command: Callable[[], int], *, left: str) -> int:
    """Carry out a *command*, to which every one of the signals is a `KeyboardInterrupt`; the exit status.

    Args:
        command: it may let the interrupt pass, or clear up and return `INTERRUPTED`.
        left: what has become of its work if it was stopped, for people.
    """
    with _as_interrupts() as came:
        try:
            status = command()
        except KeyboardInterrupt:
            status = INTERRUPTED
        except BaseExceptionGroup as group:
            # Others are what came of stopping.
            if group.subgroup(KeyboardInterrupt) is None:
                raise
            status = INTERRUPTED
        if status != INTERRUPTED:
            return status
        with undisturbed():
            number = came[0] if came else signal.SIGINT
            complain(f"stopped by {'Ctrl-C' if number is signal.SIGINT else number.name}; {left}")
        return 128 + number


@contextmanager
def undisturbed() -> Iterator[None]:
    """None of the signals stops the block: what it does is done as a whole. Those that come meanwhile are lost."""
    try:
        before = {number: signal.signal(number, signal.SIG_IGN) for number in SIGNALS}
    except ValueError:
        # Of the main thread alone: others are never interrupted.
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _as_interrupts() -> Iterator[list[signal.Signals]]:
    """SIGTERM and SIGHUP do what Ctrl-C does within the block, which may be one of trio's; those that came."""
    came: list[signal.Signals] = []

    def stop(number: int, frame: FrameType | None) -> None:
        came.append(signal.Signals(number))
        if len(came) > 1:
            # It is clearing up.
            return
        # Trio's own, while it runs, which knows where it can be interrupted.
        interrupt = signal.getsignal(signal.SIGINT)
        if callable(interrupt):
            interrupt(signal.SIGINT, frame)

    before = {number: signal.getsignal(number) for number in SIGNALS}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    if before[signal.SIGINT] is signal.SIG_IGN:
        # A shell that starts a command in the background has it ignore Ctrl-C. It goes on to, but with a handler that
        # trio replaces.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        # As with nohup.
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield came
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
