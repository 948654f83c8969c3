"""A referee that plays nothing and says what a test wants; the programs at its tables are real, and only sit there."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, aclosing, asynccontextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeAlias, TypeVar

import trio

from arena.config import Cup
from arena.cores import our_cores
from arena.events import Event
from arena.hall import Files
from arena.identity import cup_entry
from arena.launch import Launcher
from arena.ledger import Ledger
from arena.local_hall import open_local_hall
from arena.matches import Ending, Match, Outcome, Result, SeatTimes
from arena.referees import Referee
from arena.runner import Run
from arena.standings import Standings
from arena.stock import take_stock
from arena.table import Begun, DealPlayed, Finished, SeatFault, TableSpec, Update
from tests.arena.isolation import isolation_here
from tests.arena.played import BEGUN

SITTING = '"sleep 60"'
"""The command of a program that only sits there."""

Kind = TypeVar("Kind", bound=Event)

Said: TypeAlias = Update | Callable[[], Awaitable[object]]

Script: TypeAlias = Callable[[TableSpec], Iterable[Said]]
"""What is said at a table, one after another as the arena asks, or waited for in between; it may raise."""


def deal(number: int, **changes: object) -> DealPlayed:
    """A deal that North–South won as declarers, by two levels."""
    plain = DealPlayed(
        records=(f'{{"board": {number}}}',),
        number=number,
        starter=0,
        declarers=(0, 2),
        opponents_points=40,
        declarers_won=True,
        nobody_won=False,
        gains=(2, 0, 2, 0),
        levels=(4, 2, 4, 2),
        debts=(),
        game_winners=(),
        faults=(),
        forfeited_by=(),
        is_thrown_in=False,
        is_void=False,
        decision_count=100,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]  # fields by name


def friends_deal(number: int, **changes: object) -> DealPlayed:
    """A deal of five players that the first, who made, and the third won by two levels."""
    plain = deal(number, gains=(2, 0, 2, 0, 0), levels=(4, 2, 4, 2, 2))
    return replace(plain, **changes)  # type: ignore[arg-type]  # fields by name


def lost(number: int, seat: int, ending: Ending = Ending.DISCONNECTED) -> DealPlayed:
    """A deal that a fault of *seat* lost."""
    return deal(number, faults=(SeatFault(seat, ending, "", None, "gone"),), forfeited_by=(seat,))


def finished(**changes: object) -> Finished:
    times = (SeatTimes(100, 2.0, 0.01, 0.05, 0.2),) * 4
    plain = Finished(Ending.NORMAL, by_fault=False, sentence="", times=times, message_count=200, elapsed_s=3.0)
    return replace(plain, **changes)  # type: ignore[arg-type]  # fields by name


def all_well(spec: TableSpec) -> list[Update]:
    """Every deal is won by North–South; a game by their first deal."""
    if spec.is_game:
        return [Begun(), deal(1, game_winners=(0, 2), levels=(15, 2, 15, 2)), finished()]
    return [Begun(), *(deal(board.number) for board in spec.boards), finished()]


class RefereeFake:
    """Plays by a script, and keeps what it was asked.

    Attributes:
        specs: the matches that it was asked for.
    """

    def __init__(self, script: Script = all_well) -> None:
        self.specs: list[TableSpec] = []
        self._script = script

    @asynccontextmanager
    async def play_match(self, spec: TableSpec) -> AsyncIterator[AsyncIterator[Update]]:
        self.specs.append(spec)
        async with aclosing(self._updates(spec)) as updates:
            yield updates

    async def _updates(self, spec: TableSpec) -> AsyncGenerator[Update, None]:
        for update in self._script(spec):
            await trio.lowlevel.checkpoint()
            if callable(update):
                await update()
            else:
                yield update


class PostFake:
    """A post that is filled anew whenever its referee broke.

    Attributes:
        filled: how often.
    """

    def __init__(self, client: RefereeFake) -> None:
        self.filled = 0
        self._client = client
        self._referee: Referee | None = None

    async def current(self) -> Referee:
        await trio.lowlevel.checkpoint()
        if self._referee is None or self._referee.broken.is_set():
            self.filled += 1
            self._referee = Referee(self._client, "unix:/nowhere")
        return self._referee

    def succeeded(self) -> None:
        """Nothing to note."""

    async def keep_filled(self) -> None:
        await trio.sleep_forever()


class DisplayFake:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.deals = 0
        self.outcomes: list[Outcome] = []

    def of(self, kind: type[Kind]) -> list[Kind]:
        return [event for event in self.events if isinstance(event, kind)]

    def show(self) -> AbstractContextManager[object]:
        return nullcontext()

    def conclude(self, standings: Standings) -> None:
        """Nothing to show."""

    def on_deal(self, match: Match) -> None:
        assert match.boards
        self.deals += 1

    def on_outcome(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)

    def listen(self, event: Event) -> None:
        self.events.append(event)


class Rehearsal:
    """A run with a fake referee, ready to be played.

    Attributes:
        referee: the fake.
        display: what it was told.
        post: where the fake works.
        launcher: what starts the programs.
    """

    launcher: Launcher

    def __init__(self, cup: Cup, ledger: Ledger, folder: Path, script: Script = all_well, *, tables: int = 1) -> None:
        self.referee = RefereeFake(script)
        self.post = PostFake(self.referee)
        self.display = DisplayFake()
        self.files = Files(records=folder / "records", logs=folder / "logs")
        entry = ledger.begin_cup(cup_entry(cup, BEGUN))
        stock = take_stock(cup, entry, ledger, self.display.on_outcome)
        open_hall = partial(open_local_hall, post=self._post)
        self.run = Run(stock, ledger, self.files, self.display, tables, isolation_here(), open_hall)

    def _post(self, launcher: Launcher, core: int | None) -> PostFake:
        assert core is None or core in our_cores()
        self.launcher = launcher
        return self.post


async def played(stage: Rehearsal) -> list[Outcome]:
    """The outcomes of a run, which is played to its end."""
    await stage.run.play()
    return list(stage.run.ledger.outcomes("test"))


def of_sides(outcome: Outcome) -> list[Result]:
    """The results of an outcome that are of two sides."""
    return [result for result in outcome.results if isinstance(result, Result)]
