"""The post of a referee is filled, again and again, and given up when that is no use."""

from __future__ import annotations

import signal
import sys

import pytest
import trio

from arena.hall import RefereeFailed
from arena.launch import open_launcher
from arena.referees import STARTS_IN_A_ROW, Referee, RefereePost

pytestmark = pytest.mark.slow

SOON_S = 60


async def test_a_broken_referee_is_replaced() -> None:
    """By a process of its own, at addresses of its own; nothing of either is left."""
    with trio.fail_after(SOON_S):
        async with open_launcher() as launcher, trio.open_nursery() as nursery:
            post = RefereePost(launcher)
            nursery.start_soon(post.keep_filled)
            first = await post.current()
            (child,) = launcher.children
            first.broken.set()
            second = await post.current()
            nursery.cancel_scope.cancel()

    assert first.bots_address != second.bots_address
    assert child.status is not None
    assert launcher.children == frozenset()


async def test_a_referee_that_dies_is_replaced() -> None:
    with trio.fail_after(SOON_S):
        async with open_launcher() as launcher, trio.open_nursery() as nursery:
            post = RefereePost(launcher)
            nursery.start_soon(post.keep_filled)
            first = await post.current()
            for child in launcher.children:
                await child.end(grace_s=0.0)
            await first.broken.wait()
            second = await post.current()
            nursery.cancel_scope.cancel()

    assert second is not first


async def test_a_referee_that_is_killed_while_it_starts_is_replaced() -> None:
    with trio.fail_after(SOON_S):
        async with open_launcher() as launcher, trio.open_nursery() as nursery:
            nursery.start_soon((post := RefereePost(launcher)).keep_filled)
            while not launcher.children:
                await trio.lowlevel.checkpoint()
            for child in launcher.children:
                child.signal(signal.SIGKILL)
            at_work = await post.current()
            nursery.cancel_scope.cancel()

    assert at_work.bots_address


async def test_referees_that_die_in_a_row_are_given_up() -> None:
    """A match played between two deaths begins a new row."""
    seen: list[Referee] = []

    async def break_each(post: RefereePost) -> None:
        while True:
            seen.append(await post.current())
            if len(seen) == 1:
                post.succeeded()
            seen[-1].broken.set()

    with trio.fail_after(SOON_S), pytest.RaisesGroup(RefereeFailed, flatten_subgroups=True):
        async with open_launcher() as launcher, trio.open_nursery() as nursery:
            post = RefereePost(launcher)
            nursery.start_soon(break_each, post)
            await post.keep_filled()

    assert len(seen) == STARTS_IN_A_ROW


async def test_a_referee_that_does_not_start_is_told_with_its_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    with trio.fail_after(SOON_S):
        async with open_launcher() as launcher:
            # The warden is there; what is started from here on is no Python.
            monkeypatch.setattr(sys, "executable", "/bin/cat")
            with pytest.raises(
                RefereeFailed,
                match=r"not start: it ended with exit status 1; it printed last: Try '/bin/cat --help'.*; see whether",
            ):
                await RefereePost(launcher).keep_filled()
