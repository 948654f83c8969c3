"""A bot that is killed in the middle of its move is missed at once, and streams that come and go leave nothing."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from referee.serving import deal_play
from referee.serving.chair import BOT_METHOD
from referee.serving.client import open_client
from referee.serving.deal_play import DealPlay
from referee.serving.faults import SeatEnding
from referee.serving.inquiry import Inquiry
from referee.serving.server import Listening, open_referee
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.bridge.peers import dial
from tests.referee.serving.processes import bot_process, honest_bots, match_request, referee_process
from tests.referee.serving.waiting import until
from tests.scripted_bot import Script

pytestmark = pytest.mark.slow

KILLS = 5
MISSED_WITHIN_S = 0.1

CYCLES = 200
HOLDERS = 3
HELD_BY_EACH = 20

HOLD = f"""
import sys, time
from tests.referee.serving.bridge.peers import Peer
from referee.wire.tractor.v1 import bot_pb2 as pb
peers = [Peer(sys.argv[1], {BOT_METHOD.path!r}) for _ in range({HELD_BY_EACH})]
for number, peer in enumerate(peers):
    hello = pb.Hello(protocol="tractor.v1", token=f"{{sys.argv[2]}} {{number}}")
    peer.say(pb.PlayRequest(hello=hello).SerializeToString())
time.sleep(600)
"""


@pytest.mark.parametrize("kind", ["unix", "tcp"])
async def test_a_bot_killed_in_its_move_is_missed_within_a_tenth_of_a_second(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the signal to the fault; of several, the best must be so, for a busy machine delays each of them."""
    async with open_referee(
        bots="127.0.0.1:0" if kind == "tcp" else f"unix:{tmp_path}/bots.sock", arena="127.0.0.1:0"
    ) as at:
        took_s = [await _seconds_until_missed(at, f"{kind} {number}", monkeypatch) for number in range(KILLS)]

    assert min(took_s) < MISSED_WITHIN_S, took_s
    assert statistics.median(took_s) < 10 * MISSED_WITHIN_S, took_s


async def _seconds_until_missed(at: Listening, name: str, monkeypatch: pytest.MonkeyPatch) -> float:
    """How long after the kill the fault is noted of a bot that was asked."""
    asked, missed_at_s = trio.Event(), []
    note_fault = DealPlay._note_fault

    class Watched(Inquiry):
        async def answer(self) -> object:  # type: ignore[override]  # passed on as it is
            if self._seat.number == 0:
                asked.set()
            return await super().answer()

    def note(play: DealPlay, seat: object, ending: SeatEnding, *rest: object, **more: object) -> None:
        assert ending is SeatEnding.DISCONNECTED
        missed_at_s.append(trio.current_time())
        note_fault(play, seat, ending, *rest, **more)  # type: ignore[arg-type]  # passed on as it is

    monkeypatch.setattr(deal_play, "Inquiry", Watched)
    monkeypatch.setattr(DealPlay, "_note_fault", note)
    match = match_request(name, limit_s=60.0, strict=True)
    tokens = [chair.token for chair in match.chairs]
    async with open_client(at.arena) as client:
        with (
            honest_bots(at.bots, tokens[1:]),
            bot_process(at.bots, tokens[0], Script(silent=True)) as bot,
            trio.fail_after(60),
        ):
            updates = client.play_match(match)
            await anext(updates)
            await asked.wait()
            # The question is on its way, and the bot thinks.
            await trio.sleep(0.05)
            killed_at_s = trio.current_time()
            bot.process.kill()
            async for _ in updates:
                pass
    monkeypatch.undo()
    return missed_at_s[0] - killed_at_s


async def test_streams_that_come_and_go_leave_nothing(tmp_path: Path) -> None:
    """Whether they leave in order, cancel, or are killed: no thread, no open file, no process."""
    with (tmp_path / "log").open("w") as log, referee_process(log=log) as referee:
        await _come_and_go(referee.at.bots, "first", count=10)
        before = await _held_at_rest(referee.process.pid)
        await _come_and_go(referee.at.bots, "then", count=CYCLES - HOLDERS * HELD_BY_EACH)
        for holder in range(HOLDERS):
            await _hold_and_be_killed(referee.at.bots, f"holder {holder}", referee.process.pid, before)
        await until(partial(_is_at_rest, referee.process.pid, before), within_s=20)

        assert _children_of(referee.process.pid) == []
        assert referee.process.poll() is None
    assert "rror" not in (tmp_path / "log").read_text()


async def _come_and_go(address: str, name: str, *, count: int) -> None:
    for number in range(count):
        hello = pb.Hello(protocol="tractor.v1", token=f"{name} {number}")
        with dial(address, path=BOT_METHOD.path, hello=pb.PlayRequest(hello=hello).SerializeToString()) as peer:
            if number % 2:
                peer.leave()
                with trio.fail_after(20):
                    assert await peer.ending() == ("UNAUTHENTICATED", "no match expects a bot with this token")


@contextmanager
def _holding(address: str, name: str) -> Iterator[None]:
    """A process that holds streams, which is killed when the block is left."""
    with subprocess.Popen([sys.executable, "-c", HOLD, address, name], process_group=0) as holder:
        try:
            yield
        finally:
            holder.kill()


async def _hold_and_be_killed(address: str, name: str, referee: int, before: tuple[int, int]) -> None:
    with _holding(address, name):
        await until(lambda: _held_by(referee)[0] >= before[0] + HELD_BY_EACH, within_s=60)


async def _held_at_rest(process: int) -> tuple[int, int]:
    """What it holds once that does not change any more."""
    held = [_held_by(process)]
    while len(held) < 10 or len(set(held[-10:])) > 1:
        await trio.sleep(0.02)
        held.append(_held_by(process))
    return held[-1]


def _is_at_rest(process: int, before: tuple[int, int]) -> bool:
    """Whether it holds no more than before."""
    files, threads = _held_by(process)
    return files <= before[0] and threads <= before[1]


def _held_by(process: int) -> tuple[int, int]:
    """Open files and threads."""
    folder = Path(f"/proc/{process}")
    return len(list((folder / "fd").iterdir())), len(list((folder / "task").iterdir()))


def _children_of(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()
