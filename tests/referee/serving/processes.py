"""A real referee in a process of its own, real bots, and a real arena's client: everything over gRPC."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import trio

from referee.rules.options import canonical_text
from referee.rules.ruleset import Ruleset
from referee.serving.client import open_client
from referee.serving.server import Listening
from referee.wire.tractor.v1 import bot_pb2 as pb
from referee.wire.tractor.v1 import table_pb2
from tests import scripted_bot
from tests.referee.serving.tables import TRACTOR, deck, request
from tests.scripted_bot import Script, ScriptedBot, arguments_of

BY_DEFAULT = Script()


@dataclass(frozen=True, slots=True)
class RefereeProcess:
    """A referee that listens."""

    process: subprocess.Popen[str]
    at: Listening


@contextmanager
def referee_process(
    *,
    bots: str = "127.0.0.1:0",
    arena: str = "127.0.0.1:0",
    log: IO[str] | int = subprocess.PIPE,
    thinking: int | None = None,
) -> Iterator[RefereeProcess]:
    """``referee serve``, until the block is left; a pipe holds the log of no more than some matches."""
    command = [sys.executable, "-m", "referee.cli", "serve", "--bots", bots, "--arena", arena]
    command += [] if thinking is None else ["--thinking", str(thinking)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, process_group=0) as process:
        assert process.stdout is not None
        try:
            said = json.loads(process.stdout.readline())
            yield RefereeProcess(process, Listening(said["bots"], said["arena"]))
        finally:
            process.kill()


@dataclass(eq=False)
class BotProcess:
    """A scripted bot, and what it printed once it ended."""

    process: subprocess.Popen[str]
    said: list[dict[str, object]] = field(default_factory=list)

    def heard(self, kind: str) -> list[dict[str, object]]:
        """Messages of one kind that it heard."""
        return [line for line in self.said if line.get("heard") == kind]

    @property
    def ending(self) -> tuple[object, object]:
        """Status and sentence with which its stream ended."""
        (last,) = [line for line in self.said if "ended" in line]
        return last["ended"], last["sentence"]


@contextmanager
def bot_process(address: str, token: str, script: Script) -> Iterator[BotProcess]:
    """A scripted bot in a process of its own; when the block is left it has ended, or is ended."""
    command = [sys.executable, "-m", scripted_bot.__name__, *arguments_of(script)]
    environment = {**os.environ, "TRACTOR_ADDRESS": address, "TRACTOR_TOKEN": token}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, process_group=0) as process:
        bot = BotProcess(process)
        try:
            yield bot
        finally:
            process.kill()
            assert process.stdout is not None
            bot.said.extend(json.loads(line) for line in process.stdout.read().splitlines())


@contextmanager
def honest_bots(
    address: str,
    tokens: Sequence[str],
    script: Script = BY_DEFAULT,
    *,
    heard: Callable[[pb.PlayResponse], object] = bool,
) -> Iterator[None]:
    """Bots on threads of this process, which end when the referee lets them go; *heard* is told all they hear."""
    threads = [
        threading.Thread(target=ScriptedBot(token, script, heard).play, args=(address,), daemon=True)
        for token in tokens
    ]
    for thread in threads:
        thread.start()
    yield


def match_request(
    match_id: str, rules: Ruleset = TRACTOR, /, *, deals: int = 1, **changes: object
) -> table_pb2.PlayMatchRequest:
    """A match of some deals, with tokens of its own."""
    seats = range(len(rules.seat_names))
    starter = 0 if rules.friends else 1
    levels = [pb.LEVEL_TWO if rules.start_level <= pb.LEVEL_TWO else pb.LEVEL_TEN for _ in seats]
    boards = [
        table_pb2.Board(
            number=number,
            first_drawer=1,
            starter=starter,
            levels=levels,
            decks=[bytes(deck(100 * redeal + number, rules)) for redeal in range(5 if starter == 0 else 1)],
        )
        for number in range(1, deals + 1)
    ]
    chairs = [table_pb2.Chair(token=f"{match_id} {seat}", entrant=f"bot {seat}") for seat in seats]
    text = canonical_text(rules.options)
    return request(match_id=match_id, rules=text, boards=boards, chairs=chairs, **changes)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """What the arena was told."""

    deals: tuple[table_pb2.DealPlayed, ...]
    finished: table_pb2.MatchFinished


async def ask_for(at: Listening, match: table_pb2.PlayMatchRequest, *, within_s: float = 60) -> PlayedMatch:
    """Have a match played."""
    with trio.fail_after(within_s):
        async with open_client(at.arena) as client:
            updates = [update async for update in client.play_match(match)]
    assert [update.WhichOneof("update") for update in updates[:1]] == ["begun"]
    return PlayedMatch(tuple(update.deal_played for update in updates[1:-1]), updates[-1].finished)


def memory_kib(process: int) -> int:
    """What a process holds of the machine's memory."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
