"""Speed of the referee at work: decisions through all of it, beside bare gRPC streams that carry as much.

Both ask the same bots, which are all in one process, over unix sockets. What is compared is measured in the same
rounds, one after the other, so that a ratio compares what ran at the same time.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median, median_low
from tempfile import TemporaryDirectory
from typing import IO, NamedTuple

import structlog
import trio

from referee.serving.client import Client, open_client
from referee.wire.tractor.v1 import table_pb2
from tests.bench import peers
from tests.referee.serving.processes import match_request, referee_process
from tests.referee.serving.tables import board, play, spec

ROUNDS = 9
TABLE_COUNTS = (1, 4, 16)
COMPARED_COUNTS = (1, 16)
DECISIONS_PER_ROUND = 1600
DECISIONS_PER_DEAL = 160


class Pace(NamedTuple):
    """What some tables did at once."""

    elapsed_s: float
    decision_count: int
    message_count: int


def measure(rounds: int = ROUNDS) -> dict[str, object]:
    """Medians over the rounds: ratios of the time for a decision, decisions a second, messages in each direction."""
    question = usual_question()
    found: dict[str, list[float]] = {}
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        ask_bare = stack.enter_context(bare_streams(f"unix:{folder}/bare", max(COMPARED_COUNTS)))
        referee = stack.enter_context(referee_process(bots=f"unix:{folder}/bots", arena=f"unix:{folder}/arena"))
        matches = [bench_request(number) for number in range(max(TABLE_COUNTS))]
        stack.enter_context(bots(referee.at.bots, [chair.token for match in matches for chair in match.chairs]))
        # At once, for bots that nobody asks for anything are sent away after a while.
        trio.run(play_at_once, matches, referee.at.arena)
        for _ in range(rounds):
            for name, figure in one_round(matches, referee.at.arena, ask_bare, question).items():
                found.setdefault(name, []).append(figure)
    return {name: round(median(figures), 3) for name, figures in found.items()}


def one_round(
    matches: Sequence[table_pb2.PlayMatchRequest], arena: str, ask_bare: AskBare, question: bytes
) -> dict[str, float]:
    """The figures of one round."""
    figures: dict[str, float] = {}
    for count in TABLE_COUNTS:
        bare_s = ask_bare(count, DECISIONS_PER_ROUND // count, question) if count in COMPARED_COUNTS else 0.0
        pace = trio.run(play_at_once, matches[:count], arena)
        decision_s = pace.elapsed_s / pace.decision_count
        figures[f"decisions_per_s_{count}"] = 1 / decision_s
        if count in COMPARED_COUNTS:
            figures[f"decision_over_bare_stream_{count}"] = decision_s / (bare_s / DECISIONS_PER_ROUND)
            figures[f"bare_stream_us_{count}"] = bare_s / DECISIONS_PER_ROUND * 1e6
        if count == 1:
            figures["messages_per_decision"] = pace.message_count / 2 / pace.decision_count
    return figures


async def play_at_once(matches: Sequence[table_pb2.PlayMatchRequest], arena: str) -> Pace:
    """Play a match at each of some tables, which all begin at once."""
    finished: list[table_pb2.MatchFinished] = []

    async def play_one(client: Client, match: table_pb2.PlayMatchRequest) -> None:
        updates = [update async for update in client.play_match(match)]
        finished.append(updates[-1].finished)

    async with open_client(arena) as client:
        started_s = time.perf_counter()
        async with trio.open_nursery() as nursery:
            for match in shortened(matches):
                nursery.start_soon(play_one, client, match)
        elapsed_s = time.perf_counter() - started_s
    if len(finished) == 1:
        # Without what comes before the first deal.
        elapsed_s = finished[0].elapsed_s
    return Pace(
        elapsed_s=elapsed_s,
        decision_count=sum(clock.decision_count for match in finished for clock in match.clocks),
        message_count=sum(match.message_count for match in finished),
    )


def bench_request(number: int) -> table_pb2.PlayMatchRequest:
    """A match as long as a round needs if it is the only one; all have the same deals."""
    return match_request(f"bench {number}", deals=DECISIONS_PER_ROUND // DECISIONS_PER_DEAL, limit_s=60.0)


def shortened(matches: Sequence[table_pb2.PlayMatchRequest]) -> Iterator[table_pb2.PlayMatchRequest]:
    """The matches with so few deals that together they are as long as one."""
    for match in matches:
        shorter = table_pb2.PlayMatchRequest()
        shorter.CopyFrom(match)
        del shorter.boards[max(1, len(match.boards) // len(matches)) :]
        yield shorter


def usual_question() -> bytes:
    """A question of the usual length, as it is sent."""
    quiet = structlog.testing.capture_logs()
    with quiet:
        played = play(spec(board(1)))
    sent = [response.SerializeToString() for response in played.streams[0][0].heard() if response.HasField("question")]
    return next(data for data in sent if len(data) == median_low(map(len, sent)))


@contextmanager
def bots(address: str, tokens: Sequence[str]) -> Iterator[None]:
    """Lean bots in one process."""
    with process("bots", address, *tokens):
        yield


class AskBare:
    """Asks over bare streams."""

    def __init__(self, to_server: IO[str], from_server: IO[str]) -> None:
        self._to_server = to_server
        self._from_server = from_server

    def __call__(self, stream_count: int, times: int, question: bytes) -> float:
        """Seconds for so many streams at once to ask, each so many times."""
        self._to_server.write(f"{stream_count} {times} {question.hex()}\n")
        self._to_server.flush()
        return float(self._from_server.readline())


@contextmanager
def bare_streams(address: str, stream_count: int) -> Iterator[AskBare]:
    """A bare server in one process, and its bots in another."""
    with process("bare", address, str(stream_count)) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdout.readline()
        with bots(address, [str(number) for number in range(stream_count)]):
            yield AskBare(server.stdin, server.stdout)


@contextmanager
def process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process of `tests.bench.peers`, ended when the block is left."""
    command = [sys.executable, "-m", peers.__name__, *arguments]
    environment = {**os.environ, "GRPC_ENABLE_FORK_SUPPORT": "0", "GRPC_VERBOSITY": "NONE"}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, process_group=0
    ) as started:
        try:
            yield started
        finally:
            started.kill()
