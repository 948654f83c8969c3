"""Bots that misbehave in every way, in processes of their own, against a real referee; and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest
import trio

from referee.rules.record import read_line
from referee.rules.replay import first_difference_of
from referee.wire.tractor.v1 import bot_pb2 as pb
from referee.wire.tractor.v1.table_pb2 import (
    SEAT_ENDING_DISCONNECTED,
    SEAT_ENDING_ILLEGAL,
    SEAT_ENDING_LATE,
    SEAT_ENDING_NOT_READY,
    SEAT_ENDING_PROTOCOL,
    SeatEnding,
)
from tests.referee.serving.processes import (
    BotProcess,
    PlayedMatch,
    RefereeProcess,
    ask_for,
    bot_process,
    honest_bots,
    match_request,
    referee_process,
)
from tests.scripted_bot import Script, arguments_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("scripted bots")]


USUAL: Mapping[str, object] = {}
SHORT: Mapping[str, object] = {"limit_s": 0.3, "bank_s": 1.0}
"""Time enough for bots that behave, also on a busy machine."""


@pytest.fixture(scope="module")
def referee() -> Iterator[RefereeProcess]:
    """One referee for all of them: whatever a bot does, it goes on."""
    with referee_process() as process:
        yield process


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a match in which seat 1 followed a script."""

    match: PlayedMatch
    bot: BotProcess

    @property
    def endings(self) -> list[SeatEnding.ValueType]:
        """Of the first deal; all are of the seat with the script, for the others behave."""
        faults = self.match.deals[0].faults
        assert {fault.seat for fault in faults} <= {1}
        return [fault.ending for fault in faults]

    @property
    def forfeited(self) -> list[list[int]]:
        return [list(deal.forfeited_by) for deal in self.match.deals]

    @property
    def default_count(self) -> int:
        """Decisions of the first deal that were defaults because no legal one came."""
        return len(read_line(self.match.deals[0].record).defaults)


def name_of(value: object) -> str:
    """A script as a command line, for the names of tests."""
    return (" ".join(arguments_of(value)) or "no switch") if isinstance(value, Script) else str(value)


async def came_of(
    referee: RefereeProcess,
    script: Script,
    *,
    deals: int = 1,
    bot_ends: bool = False,
    changes: Mapping[str, object] = USUAL,
) -> Came:
    """Play a match with this script at seat 1 and honest bots at the others, and see that its record holds.

    Args:
        referee: plays it.
        script: of the bot at seat 1.
        deals: boards of the match.
        bot_ends: the bot ends by itself, which is waited for.
        changes: fields of the request that are otherwise than usual.
    """
    match = match_request(f"match of {script}", deals=deals, **changes)
    tokens = [chair.token for chair in match.chairs]
    with honest_bots(referee.at.bots, tokens[1:]), bot_process(referee.at.bots, tokens[0], script) as bot:
        played = await ask_for(referee.at, match)
        if bot_ends:
            await trio.to_thread.run_sync(bot.process.wait)
    assert referee.process.poll() is None
    assert len(played.deals) == deals
    assert first_difference_of(read_line(deal.record) for deal in played.deals) is None
    return Came(played, bot)


@pytest.mark.parametrize(
    "script",
    [
        Script(),
        Script(random_seed=5, note="by chance"),
        Script(wants_events=True, wants_history=True),
        Script(slow_start_s=0.3),
        Script(two_answers=True),
        Script(old_answer=True),
    ],
    ids=name_of,
)
async def test_a_bot_that_does_no_harm_plays_on(referee: RefereeProcess, script: Script) -> None:
    """Answers that were not asked for are dropped; a second one answers an old question."""
    came = await came_of(referee, script, deals=2)

    assert came.endings == []
    assert came.forfeited == [[], []]
    assert came.default_count == 0
    assert came.match.finished.ending == pb.MATCH_ENDING_NORMAL
    assert came.bot.heard("refusal") == []


async def test_a_random_bot_deviates_from_the_default(referee: RefereeProcess) -> None:
    """The honest bots do not."""
    played, other = [(await came_of(referee, Script(random_seed=seed))).match.deals[0] for seed in (1, 2)]

    assert read_line(played.record).tricks != read_line(other.record).tricks


async def test_an_illegal_decision_is_refused_and_the_default_played(referee: RefereeProcess) -> None:
    came = await came_of(referee, Script(illegal_at=2))
    (refusal,) = came.bot.heard("refusal")

    assert came.endings == [SEAT_ENDING_ILLEGAL]
    assert refusal["reason"] == pb.REFUSAL_REASON_ILLEGAL
    assert refusal["rule"] == came.match.deals[0].faults[0].rule != ""
    assert refusal["strikes"] == 1
    assert came.default_count == 1
    assert came.forfeited == [[]]


async def test_a_late_decision_is_replaced_by_the_default_and_dropped_when_it_comes(referee: RefereeProcess) -> None:
    came = await came_of(referee, Script(late_at=2), changes=SHORT)
    (refusal,) = came.bot.heard("refusal")

    assert came.endings == [SEAT_ENDING_LATE]
    assert 0 < came.match.deals[0].faults[0].overrun_s < 0.5
    assert refusal["reason"] == pb.REFUSAL_REASON_LATE
    assert came.default_count == 1
    assert came.forfeited == [[]]


async def test_a_silent_bot_loses_the_deal_by_strikes(referee: RefereeProcess) -> None:
    came = await came_of(referee, Script(silent=True), changes=SHORT)

    assert came.endings == [SEAT_ENDING_LATE] * 3
    assert came.forfeited == [[1]]
    assert [refusal["strikes"] for refusal in came.bot.heard("refusal")] == [1, 2, 3]
    assert came.default_count > 20
    assert len(came.bot.heard("deal_ended")) == 1


async def test_a_crash_costs_the_deal_and_the_others_play_on(referee: RefereeProcess) -> None:
    came = await came_of(referee, Script(crash_at=3), deals=2, bot_ends=True, changes={"connect_within_s": 3.0})

    assert came.endings == [SEAT_ENDING_DISCONNECTED]
    assert came.forfeited == [[1], [1]]
    assert [fault.ending for fault in came.match.deals[1].faults] == [SEAT_ENDING_NOT_READY]
    assert came.match.finished.ending == pb.MATCH_ENDING_NORMAL


async def test_a_bot_that_is_started_again_plays_the_next_deal(referee: RefereeProcess) -> None:
    match = match_request("started again", deals=2)
    tokens = [chair.token for chair in match.chairs]
    with honest_bots(referee.at.bots, tokens[1:]):
        async with trio.open_nursery() as nursery:

            async def arena() -> None:
                played = await ask_for(referee.at, match)
                assert [list(deal.forfeited_by) for deal in played.deals] == [[1], []]
                nursery.cancel_scope.cancel()

            nursery.start_soon(arena)
            with bot_process(referee.at.bots, tokens[0], Script(crash_at=3)) as bot:
                await trio.to_thread.run_sync(bot.process.wait)
            with bot_process(referee.at.bots, tokens[0], Script()):
                await trio.sleep_forever()


async def test_a_bot_that_is_killed_in_a_question_and_started_again_in_its_grace_plays_on(
    referee: RefereeProcess,
) -> None:
    match = match_request("taken up", limit_s=1.0, bank_s=30.0)
    match.chairs[0].resume_within_s = 20.0
    tokens = [chair.token for chair in match.chairs]
    played: list[PlayedMatch] = []
    with honest_bots(referee.at.bots, tokens[1:]):
        is_over = trio.Event()

        async def arena() -> None:
            played.append(await ask_for(referee.at, match))
            is_over.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(arena)
            for script in (Script(crash_at=3), Script(crash_at=2)):
                with bot_process(referee.at.bots, tokens[0], script) as bot:
                    await trio.to_thread.run_sync(bot.process.wait)
            with bot_process(referee.at.bots, tokens[0], Script()):
                await is_over.wait()

    assert [list(deal.faults) for deal in played[0].deals] == [[]]
    assert played[0].finished.clocks[0].max_s > 0.05


@pytest.mark.parametrize(
    ("script", "ending", "status"),
    [
        (Script(rubbish_at=2), SEAT_ENDING_PROTOCOL, "INVALID_ARGUMENT"),
        (Script(big_at=2), SEAT_ENDING_PROTOCOL, "RESOURCE_EXHAUSTED"),
        (Script(flood=True), SEAT_ENDING_PROTOCOL, "RESOURCE_EXHAUSTED"),
        (Script(note="x" * 2000), SEAT_ENDING_PROTOCOL, "INVALID_ARGUMENT"),
    ],
    ids=name_of,
)
async def test_a_breach_of_the_protocol_ends_the_stream_with_a_reason(
    referee: RefereeProcess, script: Script, ending: SeatEnding.ValueType, status: str
) -> None:
    came = await came_of(referee, script, bot_ends=True)

    assert came.endings == [ending]
    assert came.forfeited == [[1]]
    assert came.bot.ending[0] == status
    assert came.bot.ending[1]


@pytest.mark.parametrize(
    "script", [Script(no_hello=True), Script(no_ready=True), Script(protocol="tractor.v9")], ids=name_of
)
async def test_a_bot_that_does_not_get_ready_forfeits(referee: RefereeProcess, script: Script) -> None:
    came = await came_of(referee, script, changes={"connect_within_s": 3.0, "ready_within_s": 0.5})

    assert came.endings == [SEAT_ENDING_NOT_READY]
    assert came.forfeited == [[1]]
    assert came.match.finished.ending == pb.MATCH_ENDING_NORMAL


async def test_a_bot_that_stops_reading_is_late_and_no_more(referee: RefereeProcess) -> None:
    came = await came_of(referee, Script(stop_reading=True), changes=SHORT)

    assert came.endings == [SEAT_ENDING_LATE] * 3
    assert came.forfeited == [[1]]


async def test_tables_do_not_disturb_each_other(referee: RefereeProcess) -> None:
    """While one seat after another is silent at one table, another table is played."""
    ended: list[str] = []
    slow, quick = match_request("slow", limit_s=1.0, bank_s=1.0), match_request("quick", deals=3)

    async def play(name: str, tokens: list[str], script: Script) -> None:
        match = slow if name == "slow" else quick
        with honest_bots(referee.at.bots, tokens[1:]), bot_process(referee.at.bots, tokens[0], script):
            await ask_for(referee.at, match)
            ended.append(name)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, "slow", [chair.token for chair in slow.chairs], Script(silent=True))
        nursery.start_soon(play, "quick", [chair.token for chair in quick.chairs], Script())

    assert ended == ["quick", "slow"]
