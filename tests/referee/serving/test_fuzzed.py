"""Random and mutated messages against a referee: it goes on, honest bots are unharmed, and every stream is told why.

Much of it is many short streams, for a bad message ends its stream; some of it is a seat in a match. Whatever status a
stream ends with must be in the table of docs/protocol.md.
"""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

import grpc
import pytest
import trio
from google.protobuf.message import DecodeError

from referee.rules.record import read_line
from referee.rules.replay import first_difference_of
from referee.serving.chair import BOT_METHOD, MESSAGE_BYTES_MAX
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving import frames, mutations
from tests.referee.serving.processes import ask_for, honest_bots, match_request, memory_kib, referee_process
from tests.referee.serving.refusals import refusals_of_the_docs
from tests.sizes import scale

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("fuzzed")]

MESSAGES = scale(4_000, 100_000)
STREAMS_AT_ONCE = 12
DEALS = scale(2, 12)
RAW_BYTES_MAX = 4096
WITHIN_S = 60.0
"""For one stream to be ended, on a very busy machine."""

KIB_MAX = 64 * 1024
"""What the referee may have more in memory after all that: mostly what its allocator keeps."""

STATUSES = {"UNAUTHENTICATED", "CANCELLED", "INVALID_ARGUMENT", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION"}
"""By which bad streams end."""


@dataclass(slots=True)
class Fuzzer:
    """Opens streams, on a thread of its own, and counts what it sent, and with what they ended."""

    address: str
    rng: Random
    message_count: int = 0
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)

    def run(self, message_count: int) -> None:
        """Short streams, one after another, until so many messages were sent."""
        with grpc.insecure_channel(self.address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            while self.message_count < message_count:
                self._stream(channel)

    def _stream(self, channel: grpc.Channel) -> None:
        rng, begun, over = self.rng, threading.Event(), threading.Event()
        messages = [mutations.any_message(rng) for _ in range(rng.choice([1, 4, 12, 12, 12]))]
        if rng.random() < 0.8:
            # Those that say something come first, for the others end the stream.
            messages.sort(key=_is_none)
        if rng.random() < 0.8:
            messages.insert(0, mutations.hello(f"token {rng.random()}", rng))
        cancelled_at = rng.randrange(12) if rng.random() < 0.2 else -1
        # A stream that breaks no rule waits for its match, so it is better that we end it.
        waits = any(_is_none(message) for message in messages) and rng.random() < 0.5

        def say() -> Iterator[bytes]:
            for number, message in enumerate(messages):
                if number == cancelled_at:
                    begun.wait(WITHIN_S)
                    call.cancel()
                    return
                self.message_count += 1
                yield message
            if waits:
                over.wait(WITHIN_S)

        call: Any = channel.stream_stream(BOT_METHOD.path, None, None)(say(), timeout=WITHIN_S)
        begun.set()
        call.add_callback(over.set)
        self._note_end(call)

    def run_refused(self) -> None:
        """A stream for each status by which the referee refuses, so that none of them is left to chance."""
        refused = (
            pb.PlayRequest(hello=pb.Hello(protocol="tractor.v2", token="a token")).SerializeToString(),
            pb.PlayRequest(hello=pb.Hello(protocol="tractor.v1")).SerializeToString(),
            mutations.ready(),
            bytes(MESSAGE_BYTES_MAX + 1),
        )
        with grpc.insecure_channel(self.address) as channel:
            for message in refused:
                over = threading.Event()

                def say(message: bytes = message, over: threading.Event = over) -> Iterator[bytes]:
                    self.message_count += 1
                    yield message
                    over.wait(WITHIN_S)

                call: Any = channel.stream_stream(BOT_METHOD.path, None, None)(say(), timeout=WITHIN_S)
                call.add_callback(over.set)
                self._note_end(call)

    def run_raw(self, message_count: int) -> None:
        """The same by hand-made frames, which is far faster: streams end with a status, whatever it is."""
        host, _, port = self.address.rpartition(":")
        with socket.create_connection((host, int(port)), timeout=WITHIN_S) as line, line.makefile("rb") as heard:
            line.sendall(frames.PREFACE)
            number = 1
            while self.message_count < message_count:
                messages = [mutations.any_message(self.rng) for _ in range(9)]
                messages = [message for message in messages if len(message) < RAW_BYTES_MAX]
                messages.sort(key=_is_none)
                messages = [mutations.hello(f"token {self.rng.random()}", self.rng), *messages]
                line.sendall(frames.stream(number, BOT_METHOD.path, messages))
                self.message_count += len(messages)
                self.endings["raw", frames.ending_of(number, heard, line)] += 1
                number += 2

    def sit(self, token: str, *, is_over: Callable[[], bool]) -> None:
        """Play with this token, badly, on one stream after another."""
        while not is_over():
            with grpc.insecure_channel(self.address) as channel:
                self._sitting(channel, token)

    def _sitting(self, channel: grpc.Channel, token: str) -> None:
        rng, said = self.rng, SimpleQueue[bytes | None]()
        early = [mutations.ready(), mutations.decision(1, rng)]
        if rng.random() < 0.1:
            said.put(rng.choice(early))
        said.put(mutations.hello(token, rng))
        call: Any = channel.stream_stream(BOT_METHOD.path, None, None)(iter(said.get, None))
        with suppress(grpc.RpcError):
            for data in call:
                response = pb.PlayResponse.FromString(data)
                match response.WhichOneof("message"):
                    case "match_starting":
                        said.put(rng.choice([*early, mutations.ready(), mutations.hello(token, rng)]))
                        said.put(mutations.ready())
                    case "question" if rng.random() < 0.03:
                        break
                    case "question":
                        for message in self._answers(response.question):
                            self.message_count += 1
                            said.put(message)
                    case "match_ended":
                        break
                    case _:
                        pass
        if rng.random() < 0.5:
            call.cancel()
        said.put(None)
        self._note_end(call)

    def _answers(self, question: pb.Question) -> Iterator[bytes]:
        """Often well, and often after some that answer nothing; seldom so badly that the stream is over."""
        rng = self.rng
        for _ in range(rng.choice([0, 0, 1, 3])):
            yield mutations.decision(rng.randrange(question.question_id), rng)
        if rng.random() < 0.02:
            yield mutations.any_message(rng, question_id=question.question_id)
        if rng.random() < 0.7:
            question.default_decision.note = "n" * rng.choice([0, 1024])
            yield pb.PlayRequest(decision=question.default_decision).SerializeToString()
        else:
            yield mutations.decision(question.question_id, rng)

    def _note_end(self, call: Any) -> None:
        try:
            for _ in call:
                pass
        except grpc.RpcError as error:
            self.endings[error.code().name, error.details() or ""] += 1
        else:
            self.endings["OK", ""] += 1


def _is_none(message: bytes) -> bool:
    """Whether it cannot be decoded."""
    try:
        pb.PlayRequest.FromString(message)
    except DecodeError:
        return True
    return False


def test_no_message_harms_the_referee(tmp_path: Path) -> None:
    """Short streams, while honest bots play a match."""
    log = tmp_path / "log"
    with log.open("w") as written, referee_process(log=written) as referee:
        warming = Fuzzer(referee.at.bots, Random(0))
        warming.run(500)
        before_kib, began_s = memory_kib(referee.process.pid), time.monotonic()
        fuzzers = [Fuzzer(referee.at.bots, Random(number)) for number in range(1, STREAMS_AT_ONCE + 1)]
        threads = [
            threading.Thread(target=fuzzer.run_raw if number % 4 else fuzzer.run, args=(_share(number),), daemon=True)
            for number, fuzzer in enumerate(fuzzers)
        ]
        for thread in threads:
            thread.start()
        warming.endings.clear()
        warming.run_refused()
        match = match_request("beside", limit_s=20.0, bank_s=60.0)
        with honest_bots(referee.at.bots, [chair.token for chair in match.chairs]):
            played = trio.run(ask_for, referee.at, match)
        for thread in threads:
            thread.join()
        took_s, grown_kib = time.monotonic() - began_s, memory_kib(referee.process.pid) - before_kib

        assert referee.process.poll() is None
    message_count = sum(fuzzer.message_count for fuzzer in fuzzers)
    endings = sum((fuzzer.endings for fuzzer in (warming, *fuzzers)), Counter[tuple[str, str]]())
    statuses = Counter(status for status, _ in endings.elements())
    sys.stdout.write(f"{message_count / took_s:.0f} messages a second, {grown_kib} KiB more, {statuses}\n")

    assert message_count >= MESSAGES
    assert [list(deal.faults) for deal in played.deals] == [[]]
    assert grown_kib < KIB_MAX
    assert _unknown(endings) == []
    assert {how for status, how in endings if status == "raw"} == {"status"}
    assert statuses.keys() >= STATUSES
    assert _complaints(log) == []


def _share(number: int) -> int:
    """Messages of one of them; those by hand-made frames say nine of ten."""
    by_hand = STREAMS_AT_ONCE * 3 // 4
    return -(-MESSAGES * 9 // (10 * by_hand)) if number % 4 else -(-MESSAGES // (10 * (STREAMS_AT_ONCE - by_hand)))


def test_a_seat_that_says_anything_harms_itself_alone(tmp_path: Path) -> None:
    """Deal after deal; the others play on, and what became of it is in the records."""
    log = tmp_path / "log"
    match = match_request("with a fuzzer", deals=DEALS, limit_s=5.0, bank_s=60.0, strikes_allowed=1000)
    match.chairs[0].resume_within_s = 20.0
    tokens = [chair.token for chair in match.chairs]
    with log.open("w") as written, referee_process(log=written) as referee:
        fuzzer, over = Fuzzer(referee.at.bots, Random(2)), threading.Event()
        sitting = threading.Thread(target=lambda: fuzzer.sit(tokens[0], is_over=over.is_set), daemon=True)
        with honest_bots(referee.at.bots, tokens[1:]):
            sitting.start()
            played = trio.run(ask_for, referee.at, match)
            over.set()
            sitting.join(WITHIN_S)
            assert referee.process.poll() is None
    faults = [fault for deal in played.deals for fault in deal.faults]

    assert played.finished.ending == pb.MATCH_ENDING_NORMAL
    assert len(played.deals) == DEALS
    assert {fault.seat for fault in faults} == {1}
    assert first_difference_of(read_line(deal.record) for deal in played.deals) is None
    assert _unknown(fuzzer.endings) == []
    assert _complaints(log) == []


def _unknown(endings: Counter[tuple[str, str]]) -> list[tuple[str, str]]:
    """Endings that the documents do not explain. One that we asked for ourselves needs no explanation."""
    known = refusals_of_the_docs()
    return [ending for ending in endings if ending[0] not in {"OK", "CANCELLED", "raw"} and not known(*ending)]


def _complaints(log: Path) -> list[str]:
    """What a referee writes that has met a mistake of its own."""
    found = []
    for line in log.read_text().splitlines():
        try:
            entry = json.loads(line)
        except ValueError:
            # What gRPC itself writes begins with a letter for its level.
            found += [] if line[:1] == "I" else [line]
        else:
            found += [line] if entry["level"] not in {"info", "debug"} else []
    return found
