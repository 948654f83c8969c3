"""Ordinary tools at a referee: grpcurl lists what is served, and plays a whole match as one of the bots."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import pytest
import trio

from referee.serving.server import Listening, open_referee
from tests.referee.serving.processes import PlayedMatch, ask_for, honest_bots, match_request
from tests.tools import require_tool

pytestmark = pytest.mark.slow

PLAY = "tractor.v1.BotService/Play"


def grpcurl(*arguments: str) -> str:
    """What it prints."""
    command = [require_tool("grpcurl"), "-plaintext", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["list"], "tractor.v1.BotService\n"),
        (["describe", "tractor.v1.BotService"], "rpc Play ( stream .tractor.v1.PlayRequest )"),
        (["describe", "tractor.v1.Decision"], "repeated .tractor.v1.Card cards = 2;"),
    ],
)
async def test_grpcurl_shows_what_is_served(asked: list[str], said: str, tmp_path: Path) -> None:
    async with open_referee(bots=f"unix:{tmp_path}/bots.sock", arena=f"unix:{tmp_path}/arena.sock"):
        printed = await trio.to_thread.run_sync(lambda: grpcurl(f"unix://{tmp_path}/bots.sock", *asked))

        assert said in printed


async def test_grpcurl_asks_for_the_health_of_a_service(tmp_path: Path) -> None:
    async with open_referee(bots="127.0.0.1:0", arena=f"unix:{tmp_path}/arena.sock") as at:
        probe = ["-d", '{"service": "tractor.v1.BotService"}', at.bots, "grpc.health.v1.Health/Check"]
        printed = await trio.to_thread.run_sync(lambda: grpcurl(*probe))

        assert json.loads(printed) == {"status": "SERVING"}


async def test_a_person_with_grpcurl_plays_a_match() -> None:
    """Hello, ready, and for each question a decision as JSON, read from what is printed: here the default."""
    async with open_referee(bots="127.0.0.1:0", arena="127.0.0.1:0") as at:
        match = match_request("by hand", limit_s=60.0)
        tokens = [chair.token for chair in match.chairs]
        with honest_bots(at.bots, tokens[1:]):
            played, heard = await _played_by_hand(at, tokens[0], match)

    (deal,) = played.deals
    kinds = [kind for message in heard for kind in message]
    assert list(deal.faults) == []
    assert kinds[:2] == ["welcome", "match_starting"]
    assert kinds[-2:] == ["deal_ended", "match_ended"]
    assert kinds.count("question") == played.finished.clocks[0].decision_count > 25


async def _played_by_hand(at: Listening, token: str, match: Any) -> tuple[PlayedMatch, list[dict[str, Any]]]:
    heard: list[dict[str, Any]] = []
    played: list[PlayedMatch] = []

    async def ask() -> None:
        played.append(await ask_for(at, match))

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            nursery.start_soon(trio.to_thread.run_sync, _play, at.bots, token, heard)
    return played[0], heard


def _play(address: str, token: str, heard: list[dict[str, Any]]) -> None:
    with typing_to_grpcurl(address) as (typed, printed):
        _type(typed, {"hello": {"protocol": "tractor.v1", "token": token, "name": "a person"}})
        for message in _messages(printed):
            heard.append(message)
            match message:
                case {"match_starting": _}:
                    _type(typed, {"ready": {}})
                case {"question": question}:
                    _type(typed, {"decision": question["default_decision"]})
                case {"match_ended": _}:
                    return
                case _:
                    pass


@contextmanager
def typing_to_grpcurl(address: str) -> Iterator[tuple[IO[str], IO[str]]]:
    """What is typed, and what is printed."""
    command = [require_tool("grpcurl"), "-plaintext", "-d", "@", address, PLAY]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdin, process.stdout
        finally:
            process.kill()


def _type(typed: IO[str], message: dict[str, Any]) -> None:
    typed.write(json.dumps(message) + "\n")
    typed.flush()


def _messages(printed: IO[str]) -> Iterator[dict[str, Any]]:
    """Messages as grpcurl prints them: each begins with a line ``{`` and ends with a line ``}``."""
    lines: list[str] = []
    for line in printed:
        lines.append(line)
        if line.rstrip() == "}":
            yield json.loads("".join(lines))
            lines.clear()
