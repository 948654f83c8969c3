"""Waits for what another thread or process does, which sends trio no word of it."""

from __future__ import annotations

from collections.abc import Callable

import trio


async def until(fact: Callable[[], object], *, within_s: float = 5) -> None:
    """Wait until *fact* is true; `trio.TooSlowError` if it is not in time."""
    with trio.fail_after(within_s):
        while not fact():  # noqa: ASYNC110  # there is no event to wait for
            await trio.sleep(0.001)
