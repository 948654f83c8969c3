"""The hall of this machine: real referees on all cores, with real bots."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from arena.child import Child
from arena.cores import our_cores
from arena.events import Event, MatchRepeated
from arena.hall import Files, Occasion
from arena.launch import Launcher
from arena.local_hall import LocalHall, open_local_hall
from arena.matches import MachineTrouble, Match, Outcome
from arena.referees import RefereePost
from arena.sandbox.processes import below, running
from tests.arena.isolation import isolation_here
from tests.arena.quick_cups import quick_cup, quick_match

# Two tables of Python programs are started in each.
pytestmark = pytest.mark.slow

SOON_S = 120
DEALS = 2


class Stage:
    """A hall at work.

    Attributes:
        launcher: what started all programs.
        events: what was told.
        on_deal: done after every deal.
    """

    launcher: Launcher
    hall: LocalHall

    def __init__(self, on_deal: Callable[[Stage, Match], None]) -> None:
        self.cup = quick_cup(DEALS, patience_s=60)
        self.events: list[Event] = []
        self._on_deal = on_deal

    @asynccontextmanager
    async def open(self, folder: Path, *, tables: int, pin: bool) -> AsyncIterator[None]:
        def post(launcher: Launcher, core: int | None) -> RefereePost:
            self.launcher = launcher
            return RefereePost(launcher, core)

        occasion = Occasion(
            cup=self.cup,
            secret=b"a secret for tests",
            files=Files(folder / "records", folder / "logs"),
            isolation=isolation_here(),
            tables=tables,
            on_deal=lambda match: self._on_deal(self, match),
            listen=self.events.append,
            pin=pin,
        )
        async with open_local_hall(occasion, post=post) as self.hall:
            yield

    async def play(self, count: int) -> list[Outcome]:
        """The outcomes of so many matches at once."""
        outcomes: list[Outcome] = []

        async def play_one(number: int) -> None:
            outcomes.append(await self.hall.play(quick_match(self.cup, number)))

        with trio.fail_after(SOON_S):
            async with trio.open_nursery() as nursery:
                for number in range(count):
                    nursery.start_soon(play_one, number)
        return outcomes

    @property
    def referees(self) -> list[Child]:
        return [child for child in self.launcher.children if child.program.confinement is None]

    @property
    def bots(self) -> list[Child]:
        return [child for child in self.launcher.children if child.program.confinement is not None]


def dialled(bot: Child, referee: Child) -> bool:
    return bot.program.environment["TRACTOR_ADDRESS"] in referee.program.command


def cores_of(child: Child) -> set[str]:
    """The lists of cores of a program, with all that it started, as the kernel writes them."""
    return cores_of_processes([child.pid, *below(child.pid, running())])


def cores_of_processes(pids: Sequence[int]) -> set[str]:
    """Of all their threads."""
    tasks = [task for pid in pids for task in Path(f"/proc/{pid}/task").iterdir()]
    lines = [line for task in tasks for line in (task / "status").read_text(encoding="utf-8").splitlines()]
    return {line.split()[1] for line in lines if line.startswith("Cpus_allowed_list:")}


def require_cores() -> None:
    if len(our_cores()) < 2:
        pytest.skip("this test is about two cores, and there is one for us")


async def test_the_bots_of_a_table_are_on_the_core_of_its_referee(tmp_path: Path) -> None:
    """With all their threads; every table has a core to itself while there are any, and the arena keeps to none."""
    require_cores()
    found: list[dict[str, set[str]]] = []

    def look(stage: Stage, _: Match) -> None:
        if not found:
            found.append(
                {
                    core: set().union(*[cores_of(bot) for bot in stage.bots if dialled(bot, referee)])
                    for referee in stage.referees
                    for core in cores_of(referee)
                }
            )

    before = os.sched_getaffinity(0)
    stage = Stage(look)
    async with stage.open(tmp_path, tables=2, pin=True):
        await stage.play(2)

    (on_core,) = found
    assert len(on_core) == 2
    assert set(on_core) <= {str(core) for core in our_cores()}
    assert all(bots == {core} for core, bots in on_core.items())
    assert os.sched_getaffinity(0) == before


async def test_without_pinning_everything_runs_on_all_cores(tmp_path: Path) -> None:
    """There is a referee for each core all the same."""
    found: list[set[str]] = []

    def look(stage: Stage, _: Match) -> None:
        if not found:
            found.extend(cores_of(child) for child in stage.launcher.children)

    stage = Stage(look)
    async with stage.open(tmp_path, tables=2, pin=False):
        await stage.play(1)
        assert len(stage.referees) == min(2, len(our_cores()))

    assert found
    assert all(cores == cores_of_processes([os.getpid()]) for cores in found)


async def test_a_referee_that_is_killed_costs_the_others_nothing(tmp_path: Path) -> None:
    """Its match is played again, the other goes on at its table."""
    require_cores()
    killed: list[Child] = []

    def kill_one(stage: Stage, _: Match) -> None:
        if not killed:
            killed.append(stage.referees[0])
            killed[0].signal(signal.SIGKILL)

    stage = Stage(kill_one)
    async with stage.open(tmp_path, tables=2, pin=True):
        outcomes = await stage.play(2)

    assert [type(event) for event in stage.events] == [MatchRepeated]
    troubles = sorted([fault.kind for fault in outcome.machine_faults] for outcome in outcomes)
    assert troubles == [[], [MachineTrouble.REFEREE_GONE]]
    assert [outcome.deal_count for outcome in outcomes] == [DEALS, DEALS]
    assert not any(outcome.faults for outcome in outcomes)
