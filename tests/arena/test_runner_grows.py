"""A cup whose hall gets more tables while it is played."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from arena.events import TablesAdded
from arena.hall import Files, Occasion
from arena.identity import cup_entry
from arena.ledger import Ledger
from arena.matches import Match, Outcome
from arena.runner import Run
from arena.stock import take_stock
from tests.arena.cups import PAIRS, cup
from tests.arena.played import BEGUN, outcome, result
from tests.arena.referee_fake import DisplayFake

SOON_S = 10.0


@dataclass
class GrowingHall:
    """A hall of one table that gets three with its first match; each takes until nothing else happens.

    Attributes:
        most: matches at once.
    """

    occasion: Occasion
    now: int = 0
    most: int = 0

    async def play(self, match: Match) -> Outcome:
        self.now += 1
        self.most = max(self.most, self.now)
        if self.most == 1:
            # Nobody sits at a table twice, and at none that is gone.
            for tables in (2, 1, 2, 3):
                self.occasion.on_tables(tables)
        with trio.fail_after(SOON_S):
            await wait_all_tasks_blocked()
        self.now -= 1
        told = outcome(match.seating, [result(1.0, 2, board=board) for board in match.boards])
        return replace(told, match=match)


@pytest.mark.parametrize(("may_grow", "most", "told"), [(True, 3, [2, 3, 9]), (False, 1, [])])
async def test_tables_that_come_later_are_played_at_unless_their_number_was_set(
    ledger: Ledger, tmp_path: Path, may_grow: bool, most: int, told: list[int]
) -> None:
    a_cup, display = cup(PAIRS, names="ABCD"), DisplayFake()
    halls: list[GrowingHall] = []

    @asynccontextmanager
    async def open_hall(occasion: Occasion) -> AsyncIterator[GrowingHall]:
        halls.append(GrowingHall(occasion))
        yield halls[0]
        # With no match left there is nothing to sit down for.
        occasion.on_tables(9)

    stock = take_stock(a_cup, ledger.begin_cup(cup_entry(a_cup, BEGUN)), ledger, display.on_outcome)
    run = Run(stock, ledger, Files(tmp_path, tmp_path), display, 1, None, open_hall, may_grow=may_grow)
    await run.play()

    assert halls[0].most == most
    assert [event.tables for event in display.of(TablesAdded)] == told
    assert len(ledger.done_keys("test")) == run.stock.match_count
