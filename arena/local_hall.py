"""Matches played on this machine: bots and referee are started here, and the referee is replaced when it dies."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import trio

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


class LocalHall:
    """The tables of this machine."""

    def __init__(self, shop: Workshop, referees: Referees, listen: Listener) -> None:
        self._shop = shop
        self._referees = referees
        self._listen = listen

    async def play(self, match: Match) -> Outcome:
        """The outcome of a match; see `arena.hall.Hall`."""
        reason = ""
        died: list[MachineFault] = []
        for _ in range(TRIES):
            if reason:
                self._listen(match_repeated(match, reason))
            referee = await self._referees.current()
            try:
                outcome = await play_match(match, referee, self._shop)
            except RefereeGone as gone:
                referee.broken.set()
                reason = str(gone)
                died.append(machine_fault(MachineTrouble.REFEREE_GONE, reason))
            else:
                self._referees.succeeded()
                return replace(outcome, machine_faults=(*died, *outcome.machine_faults))
        raise RefereeFailed(f"a match between {', '.join(dict.fromkeys(match.seating))} failed {TRIES} times: {reason}")


@asynccontextmanager
async def open_local_hall(
    occasion: Occasion, *, post: Callable[[Launcher], Referees] = RefereePost
) -> AsyncIterator[LocalHall]:
    """The hall of this machine.

    Args:
        occasion: what is played.
        post: where matches find their referee.
    """
    cup, rules = occasion.cup, ruleset(occasion.cup.options)

    def deal(match: Match) -> tuple[Board, ...]:
        return boards(occasion.secret, match, stage_of(cup, match), rules)

    async with (
        open_reception(cup.entrants, cup.time, occasion.files.remote, occasion.listen) as reception,
        open_launcher(occasion.isolation) as launcher,
        trio.open_nursery() as nursery,
    ):
        referees = post(launcher)
        nursery.start_soon(referees.keep_filled)
        shop = Workshop(
            cup=cup,
            deal=deal,
            launcher=launcher,
            records=occasion.files.records,
            logs=occasion.files.logs,
            on_deal=occasion.on_deal,
            reception=reception,
        )
        yield LocalHall(shop, referees, occasion.listen)
        nursery.cancel_scope.cancel()
