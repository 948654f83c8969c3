"""`referee serve` as a process: where it listens, what it prints, how it ends, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import grpc
import pytest
import trio

from referee.rules.options import PRESETS, parse_options
from referee.rules.record import read_line
from referee.rules.replay import first_difference
from referee.rules.ruleset import ruleset
from referee.serving.client import RefereeLost, open_client
from referee.serving.server import PLAY_MATCH, open_referee
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.processes import ask_for, honest_bots, match_request, referee_process
from tests.referee.serving.tables import request
from tests.scripted_bot import Script


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_at_once_and_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    """With streams open and a match being played."""
    sockets = {who: tmp_path / f"{who}.sock" for who in ("bots", "arena")}
    with referee_process(bots=f"unix:{sockets['bots']}", arena=f"unix:{sockets['arena']}") as running:
        assert all(path.is_socket() for path in sockets.values())
        match = match_request("unfinished", limit_s=60.0)
        tokens = [chair.token for chair in match.chairs]

        async def be_arena() -> float:
            async with open_client(running.at.arena) as client:
                updates = client.play_match(match)
                assert (await anext(updates)).HasField("begun")
                told_s = time.monotonic()
                running.process.send_signal(number)
                with pytest.raises(RefereeLost):
                    await anext(updates)
                return told_s

        with honest_bots(running.at.bots, tokens, Script(silent=True)):
            told_s = trio.run(be_arena)
            _, logged = running.process.communicate(timeout=5)
            took_s = time.monotonic() - told_s

    assert running.process.returncode == 0
    assert took_s < 2
    assert not any(path.exists() for path in sockets.values())
    events = [json.loads(line)["event"] for line in logged.splitlines()]
    assert events[0] == "listening"
    assert "match_begun" in events
    assert "stopping" in events


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "said"),
    [
        ("0.0.0.0:5000", "which other machines cannot reach"),
        ("unix:/" + "a" * 120, "at most 107 bytes"),
        ("unix:/no/such/folder/a.sock", "does not exist"),
    ],
)
def test_an_address_that_cannot_be_is_refused_in_a_sentence(bots: str, said: str) -> None:
    command = [sys.executable, "-m", "referee.cli", "serve", "--bots", bots]
    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=30)

    assert ended.returncode == 2
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


async def test_bots_cannot_ask_for_matches() -> None:
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:

        def ask() -> grpc.StatusCode:
            with grpc.insecure_channel(at.bots) as channel, pytest.raises(grpc.RpcError) as error:
                next(iter(channel.unary_stream(PLAY_MATCH, None, None)(request().SerializeToString())))
            return error.value.code()

        assert await trio.to_thread.run_sync(ask) is grpc.StatusCode.UNIMPLEMENTED


@pytest.mark.parametrize(
    ("changes", "status", "said"),
    [
        ({"rules": "nonsense"}, grpc.StatusCode.INVALID_ARGUMENT, "rules"),
        ({"boards": []}, grpc.StatusCode.INVALID_ARGUMENT, "boards: a match has from 1"),
    ],
)
async def test_a_request_that_cannot_be_played_is_refused(
    changes: dict[str, object], status: grpc.StatusCode, said: str
) -> None:
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at, open_client(at.arena) as client:
        with pytest.raises(RefereeLost, match=said) as lost, trio.fail_after(5):
            await anext(client.play_match(request(**changes)))

        assert lost.value.status is status


@pytest.mark.slow
async def test_a_token_plays_in_one_match_at_a_time() -> None:
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at, open_client(at.arena) as client:
        match = match_request("first", limit_s=60.0)
        with honest_bots(at.bots, [chair.token for chair in match.chairs], Script(silent=True)), trio.fail_after(10):
            first = client.play_match(match)
            await anext(first)
            with pytest.raises(RefereeLost, match="the token of seat 1") as lost:
                await anext(client.play_match(match))

        assert lost.value.status is grpc.StatusCode.ALREADY_EXISTS


@pytest.mark.slow
async def test_a_match_that_the_arena_stops_is_over_for_its_bots() -> None:
    heard: list[pb.PlayResponse] = []
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at, open_client(at.arena) as client:
        match = match_request("stopped", limit_s=60.0)
        tokens = [chair.token for chair in match.chairs]
        with honest_bots(at.bots, tokens, Script(silent=True), heard=heard.append):
            updates = client.play_match(match)
            with trio.fail_after(10):
                assert (await anext(updates)).HasField("begun")
                await updates.aclose()
                while sum(response.HasField("match_ended") for response in heard) < 4:  # noqa: ASYNC110
                    await trio.sleep(0.001)

    assert {response.match_ended.ending for response in heard if response.HasField("match_ended")} == {
        pb.MATCH_ENDING_ABORTED
    }


@pytest.mark.slow
async def test_a_match_is_played_in_one_process() -> None:
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
        match = match_request("in one process")
        with honest_bots(at.bots, [chair.token for chair in match.chairs]):
            played = await ask_for(at, match)

    (deal,) = played.deals
    assert list(deal.faults) == []
    assert not deal.thrown_in
    assert sum(clock.decision_count for clock in played.finished.clocks) == deal.decision_count
    assert played.finished.message_count <= 2.3 * deal.decision_count


@pytest.mark.slow
async def test_a_mistake_of_ours_costs_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the arena is told; the next match is played."""
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at, open_client(at.arena) as client:
        with monkeypatch.context() as broken:
            broken.setattr("referee.serving.table.DealPlay", None)
            with honest_bots(at.bots, [f"token-{seat}" for seat in range(4)]):
                updates = client.play_match(request())
                with trio.fail_after(10):
                    await anext(updates)
                    with pytest.raises(RefereeLost, match="its log says more") as lost:
                        await anext(updates)
        assert lost.value.status is grpc.StatusCode.INTERNAL
        match = match_request("the next")
        with honest_bots(at.bots, [chair.token for chair in match.chairs]):
            assert len((await ask_for(at, match)).deals) == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1], ids=["defaults", "chance"])
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_game_is_played_to_its_end(preset: str, seed: int) -> None:
    """By bots that know nothing of it, with the decisions that the referee gives and lists."""
    rules = ruleset(parse_options(preset))
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
        match = match_request(preset, rules, limit_s=60.0)
        tokens = [chair.token for chair in match.chairs]
        scripts = [Script(random_seed=seed and 100 * seed + number) for number in range(len(tokens))]
        with ExitStack() as bots:
            for token, script in zip(tokens, scripts, strict=True):
                bots.enter_context(honest_bots(at.bots, [token], script))
            played = await ask_for(at, match)

    (deal,) = played.deals
    assert list(deal.faults) == []
    assert not deal.thrown_in
    assert first_difference(read_line(deal.record)) is None
    assert len(deal.gains) == len(deal.levels) == len(tokens)
    assert 1 <= len(deal.declarers) <= (rules.makers_side_max or len(tokens) // 2)
