"""Matches played on this machine: bots and referees are started here, and each referee is replaced when it dies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from itertools import repeat
from math import ceil

import trio

from arena.cores import claimed, our_cores
from arena.deals import Board, boards
from arena.events import Listener, match_repeated
from arena.hall import Occasion, RefereeFailed
from arena.launch import Launcher, open_launcher
from arena.match_run import Workshop, machine_fault, play_match
from arena.matches import MachineFault, MachineTrouble, Match, Outcome
from arena.referees import RefereePost, Referees
from arena.remote.reception import open_reception
from arena.schedule import stage_of
from arena.table import RefereeGone
from referee.rules.ruleset import ruleset

TRIES = 3
"""Times that a match is played from its start because the referee died."""


@dataclass(slots=True)
class _Post:
    """A post of referees, and how many tables are there."""

    referees: Referees
    tables: int = 0


class Posts:
    """The posts of a machine, over which tables are spread."""

    def __init__(self, posts: Sequence[Referees]) -> None:
        self._posts = tuple(_Post(referees) for referees in posts)

    @contextmanager
    def table(self) -> Iterator[Referees]:
        """A table at the referee that has the fewest."""
        post = min(self._posts, key=lambda post: post.tables)
        post.tables += 1
        try:
            yield post.referees
        finally:
            post.tables -= 1


class LocalHall:
    """The tables of this machine, spread over its referees."""

    def __init__(self, shop: Workshop, posts: Posts, listen: Listener) -> None:
        self._shop = shop
        self._posts = posts
        self._listen = listen

    async def play(self, match: Match) -> Outcome:
        """The outcome of a match; see `arena.hall.Hall`."""
        reason = ""
        died: list[MachineFault] = []
        for _ in range(TRIES):
            if reason:
                self._listen(match_repeated(match, reason))
            with self._posts.table() as referees:
                referee = await referees.current()
                try:
                    outcome = await play_match(match, referee, self._shop)
                except RefereeGone as gone:
                    referee.broken.set()
                    reason = str(gone)
                    died.append(machine_fault(MachineTrouble.REFEREE_GONE, reason))
                else:
                    referees.succeeded()
                    return replace(outcome, machine_faults=(*died, *outcome.machine_faults))
        raise RefereeFailed(f"a match between {', '.join(dict.fromkeys(match.seating))} failed {TRIES} times: {reason}")


@asynccontextmanager
async def open_local_hall(
    occasion: Occasion, *, post: Callable[[Launcher, int | None], Referees] = RefereePost
) -> AsyncIterator[LocalHall]:
    """The hall of this machine, with a referee for each of its cores, as far as there are tables for them.

    Args:
        occasion: what is played.
        post: where matches find a referee, which keeps to a core, or to none.
    """
    cup, rules = occasion.cup, ruleset(occasion.cup.options)

    def deal(match: Match) -> tuple[Board, ...]:
        return boards(occasion.secret, match, stage_of(cup, match), rules)

    with _cores(occasion) as cores:
        async with (
            open_reception(cup.entrants, cup.time, occasion.files.remote, occasion.listen) as reception,
            open_launcher(occasion.isolation) as launcher,
            trio.open_nursery() as nursery,
        ):
            posts = [post(launcher, core) for core in cores]
            for referees in posts:
                nursery.start_soon(referees.keep_filled)
            shop = Workshop(
                cup=cup,
                deal=deal,
                launcher=launcher,
                records=occasion.files.records,
                logs=occasion.files.logs,
                on_deal=occasion.on_deal,
                reception=reception,
                tables_at_a_referee=ceil(occasion.tables / len(posts)),
            )
            yield LocalHall(shop, Posts(posts), occasion.listen)
            nursery.cancel_scope.cancel()


@contextmanager
def _cores(occasion: Occasion) -> Iterator[tuple[int | None, ...]]:
    """One for each referee: the core that it keeps to, or None."""
    if occasion.pin:
        with claimed(occasion.tables) as cores:
            yield cores
    else:
        yield tuple(repeat(None, min(occasion.tables, len(our_cores()))))
