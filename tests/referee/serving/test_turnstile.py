"""Bots of one machine think in turn, and nobody pays for the turns of others."""

from __future__ import annotations

import hashlib
import time
from itertools import pairwise
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from referee.serving.clock import TimeControl
from referee.serving.faults import SeatEnding
from referee.serving.spec import MatchSpec
from referee.serving.table import DealOver, Finished, Table, Update
from referee.serving.turnstile import OPEN, Turnstile
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.processes import ask_for, honest_bots, match_request, referee_process
from tests.referee.serving.tables import FakePlace, FakePulse, FakeStream, Player, Reply, at, by_default, nothing, spec

SOON_S = 1e6
"""In the fake clock's time."""

MUCH = bytes(1 << 20)
"""That it takes about a millisecond to read."""

# --- The turnstile itself


async def test_whoever_waits_longest_is_next(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0
    turnstile, order = Turnstile(1), list[int]()

    async def think(number: int) -> None:
        async with turnstile.passed():
            order.append(number)
            await trio.sleep(1)
        # Asking again at once is asking last.
        async with turnstile.passed():
            order.append(number)

    async with trio.open_nursery() as nursery:
        for number in range(5):
            nursery.start_soon(think, number)
            await wait_all_tasks_blocked()

    assert order == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]


async def test_so_many_are_let_in_as_it_was_told(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0
    turnstile, inside, most = Turnstile(3), 0, 0

    async def think() -> None:
        nonlocal inside, most
        async with turnstile.passed():
            inside += 1
            most = max(most, inside)
            await trio.sleep(1)
            inside -= 1

    async with trio.open_nursery() as nursery:
        for _ in range(10):
            nursery.start_soon(think)

    assert most == 3


@pytest.mark.parametrize("is_inside", [True, False], ids=["thinking", "waiting"])
async def test_a_place_is_given_back_by_whoever_is_cancelled(autojump_clock: MockClock, *, is_inside: bool) -> None:
    assert autojump_clock.autojump_threshold == 0
    turnstile, scope = Turnstile(1), trio.CancelScope()

    async def think(scope: trio.CancelScope, seconds: float) -> None:
        with scope:
            async with turnstile.passed():
                await trio.sleep(seconds)

    with trio.fail_after(SOON_S):
        async with trio.open_nursery() as nursery:
            first, second = (scope, trio.CancelScope()) if is_inside else (trio.CancelScope(), scope)
            for each in (first, second):
                nursery.start_soon(think, each, 10 * SOON_S if each is scope else 1)
                await wait_all_tasks_blocked()
            scope.cancel()
        async with turnstile.passed():
            pass


async def test_nobody_waits_where_no_number_was_given() -> None:
    async with OPEN.passed(), OPEN.passed(), OPEN.passed():
        pass


# --- Tables, in a time of their own


class Log:
    """When bots were asked, and when they had answered."""

    def __init__(self) -> None:
        self.thoughts: list[tuple[float, float]] = []

    def of(self, player: Player) -> Player:
        """The same player, and it is noted."""

        def answer(question: pb.Question) -> Reply:
            decision, after_s = player(question)
            asked_at_s = trio.current_time()
            self.thoughts.append((asked_at_s, asked_at_s + after_s))
            return decision, after_s

        return answer

    @property
    def overlaps(self) -> int:
        """How often one was asked before another had answered."""
        thoughts = sorted(self.thoughts)
        return sum(after[0] < before[1] for before, after in pairwise(thoughts))


async def play_tables(
    turnstile: Turnstile, *tables: tuple[MatchSpec, Player], scopes: tuple[trio.CancelScope, ...] = ()
) -> list[Finished]:
    """Play at tables that begin at once, each with a player for all its seats, and with what stops it."""
    finished: list[Finished] = []

    async def play_one(match: MatchSpec, player: Player, scope: trio.CancelScope) -> None:
        updates: list[Update] = []
        places = [FakePlace(chair.entrant, [FakeStream(player)]) for chair in match.chairs]
        with scope:
            await Table(match, places, updates.append, pulse=FakePulse(), turnstile=turnstile).play()
        finished.extend(update for update in updates if isinstance(update, Finished))

    with trio.fail_after(SOON_S):
        async with trio.open_nursery() as nursery:
            for number, (match, player) in enumerate(tables):
                nursery.start_soon(play_one, match, player, scopes[number] if scopes else trio.CancelScope())
    return finished


@pytest.mark.slow
async def test_bots_of_different_tables_think_one_after_another(autojump_clock: MockClock) -> None:
    """And their clocks show their own time alone, which is a tenth of a second for each decision."""
    assert autojump_clock.autojump_threshold == 0
    log = Log()

    finished = await play_tables(Turnstile(1), *[(spec(), log.of(by_default))] * 3)

    assert log.overlaps == 0
    uses = [use for end in finished for use in end.time_use]
    assert len(uses) == 12
    assert [round(use.max_s, 6) for use in uses] == [0.1] * 12


@pytest.mark.slow
async def test_bots_of_different_tables_think_at_once_where_nothing_forbids_it(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0
    log = Log()

    await play_tables(OPEN, *[(spec(), log.of(by_default))] * 3)

    assert log.overlaps > 0


@pytest.mark.slow
async def test_a_bot_that_never_answers_has_its_place_until_its_time_is_up(autojump_clock: MockClock) -> None:
    """All eleven seconds of it, once in the match; the other table plays to its end."""
    assert autojump_clock.autojump_threshold == 0

    silent, honest = await play_tables(Turnstile(1), (spec(), at(3, nothing)), (spec(), by_default))

    assert {end.ending for end in (silent, honest)} == {pb.MATCH_ENDING_NORMAL}
    assert sum(use.max_s > 10 for end in (silent, honest) for use in end.time_use) == 1


@pytest.mark.slow
async def test_a_table_that_is_stopped_holds_up_no_other(autojump_clock: MockClock) -> None:
    """Stopped while its bot thinks; the others, one of which is next in turn, play on."""
    assert autojump_clock.autojump_threshold == 0
    stopped = trio.CancelScope(deadline=trio.current_time() + 5)
    endless = spec(time=TimeControl(limit_s=10 * SOON_S, bank_s=0, increment_s=0))
    free = trio.CancelScope()

    finished = await play_tables(Turnstile(1), (endless, nothing), (spec(), by_default), scopes=(stopped, free))

    assert stopped.cancelled_caught
    assert [end.ending for end in finished] == [pb.MATCH_ENDING_NORMAL]


@pytest.mark.slow
async def test_a_bot_that_dies_while_it_waits_is_lost_as_ever(autojump_clock: MockClock) -> None:
    assert autojump_clock.autojump_threshold == 0
    doomed = FakeStream(by_default)
    places = [
        FakePlace(chair.entrant, [doomed if seat == 0 else FakeStream()]) for seat, chair in enumerate(spec().chairs)
    ]
    turnstile, updates = Turnstile(1), list[Update]()

    async def kill() -> None:
        async with turnstile.passed():
            await trio.sleep(3)
            doomed.die()

    with trio.fail_after(SOON_S):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(kill)
            await wait_all_tasks_blocked()
            await Table(spec(), places, updates.append, pulse=FakePulse(), turnstile=turnstile).play()

    (deal,) = [update.deal for update in updates if isinstance(update, DealOver)]
    assert [(fault.seat, fault.ending) for fault in deal.faults] == [(0, SeatEnding.DISCONNECTED)]


@pytest.mark.slow
async def test_bots_elsewhere_wait_for_nobody(autojump_clock: MockClock) -> None:
    """They use no core of this machine."""
    assert autojump_clock.autojump_threshold == 0
    log = Log()

    await play_tables(Turnstile(1), *[(spec(lag_allowance_s=0.5, resume_within_s=15), log.of(by_default))] * 3)

    assert log.overlaps > 0


# --- With real streams


@pytest.mark.slow
def test_a_referee_as_a_process_lets_one_bot_think_at_a_time(tmp_path: Path) -> None:
    """The bots of two tables note when they begin and end to think, each on a thread of its own."""
    thoughts: list[tuple[float, float]] = []

    def think(response: pb.PlayResponse) -> None:
        if response.HasField("question"):
            began_s = time.monotonic()
            # Other threads run meanwhile.
            hashlib.sha256(MUCH)
            thoughts.append((began_s, time.monotonic()))

    matches = [match_request(f"match {number}", limit_s=60.0) for number in range(2)]
    with referee_process(bots=f"unix:{tmp_path}/bots", arena=f"unix:{tmp_path}/arena", thinking=1) as running:

        async def be_arena() -> None:
            async with trio.open_nursery() as nursery:
                for match in matches:
                    nursery.start_soon(ask_for, running.at, match)

        tokens = [chair.token for match in matches for chair in match.chairs]
        with honest_bots(running.at.bots, tokens, heard=think):
            trio.run(be_arena)

    thoughts.sort()
    assert len(thoughts) > 200
    assert not [after for before, after in pairwise(thoughts) if after[0] < before[1]]
