"""The other processes of the stream benchmark: lean bots, and a bare server that asks them as fast as it can.

The bots are the same for both, so that only what asks them is compared.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import grpc

from referee.wire.tractor.v1.bot_pb2 import Decision, Hello, PlayRequest, PlayResponse, Ready

SERVICE, METHOD = "tractor.v1.BotService", "Play"
BOTS_WITHIN_S = 60.0
READY = PlayRequest(ready=Ready()).SerializeToString()
OPTIONS = [
    # A connection for every bot, as if each were a process.
    ("grpc.use_local_subchannel_pool", 1),
]


def play_by_default(address: str, token: str) -> None:
    """One chair that agrees with every default, until the stream ends."""

    def requests() -> Iterator[bytes]:
        yield PlayRequest(hello=Hello(protocol="tractor.v1", token=token)).SerializeToString()
        # What is heard is waited for on the thread that sends, so that no answer crosses from one to another.
        for data in calls.get():
            response = PlayResponse.FromString(data)
            kind = response.WhichOneof("message")
            if kind == "question":
                default = response.question.default_decision
                decision = Decision(question_id=default.question_id, cards=default.cards)
                yield PlayRequest(decision=decision).SerializeToString()
            elif kind == "match_starting":
                yield READY

    calls: queue.SimpleQueue[Iterator[bytes]] = queue.SimpleQueue()
    with grpc.insecure_channel(address, options=OPTIONS) as channel:
        call = channel.stream_stream(f"/{SERVICE}/{METHOD}", None, None)(requests())
        calls.put(iter(call))
        call.code()


def be_bots(address: str, tokens: Sequence[str]) -> None:
    """Many chairs in this process, until standard input ends."""
    threads = [threading.Thread(target=play_by_default, args=(address, token), daemon=True) for token in tokens]
    for thread in threads:
        thread.start()
    sys.stdin.read()


class BareServer:
    """A synchronous server whose streams ask the same question again and again when they are told to."""

    def __init__(self, stream_count: int) -> None:
        self._stream_count = stream_count
        self._streams: list[threading.Semaphore] = []
        self._all_there = threading.Event()
        self._question = b""
        self._times = 0
        self._done = threading.Semaphore(0)

    def play(self, requests: Iterator[bytes], context: grpc.ServicerContext) -> Iterator[bytes]:
        next(requests)
        told = threading.Semaphore(0)
        # A stream that has ended waits for nothing more, else its thread would outlive the server.
        context.add_callback(told.release)
        self._streams.append(told)
        if len(self._streams) == self._stream_count:
            self._all_there.set()
        while told.acquire() and context.is_active():
            try:
                for _ in range(self._times):
                    yield self._question
                    next(requests)
            finally:
                self._done.release()

    def run(self, stream_count: int, times: int, question: bytes) -> float:
        """Seconds for *stream_count* streams at once to ask and be answered, each so many times."""
        if not self._all_there.wait(BOTS_WITHIN_S):
            sys.exit(f"{self._stream_count} streams expected, {len(self._streams)} are there")
        self._question, self._times = question, times
        started_s = time.perf_counter()
        for told in self._streams[:stream_count]:
            told.release()
        for _ in range(stream_count):
            self._done.acquire()
        return time.perf_counter() - started_s


def be_bare_server(address: str, stream_count: int) -> None:
    """Run what standard input says, a line each: how many streams, how many times, the question in hex."""
    bare = BareServer(stream_count)
    server = grpc.server(ThreadPoolExecutor(stream_count), options=[("grpc.so_reuseport", 0)])
    handler = grpc.stream_stream_rpc_method_handler(bare.play)
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(SERVICE, {METHOD: handler})])
    server.add_insecure_port(address)
    server.start()
    print("listening", flush=True)
    try:
        for line in sys.stdin:
            count, times, question = line.split()
            print(bare.run(int(count), int(times), bytes.fromhex(question)), flush=True)
    finally:
        server.stop(None)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["bots", address, *tokens]:
            be_bots(address, tokens)
        case ["bare", address, stream_count]:
            be_bare_server(address, int(stream_count))
        case _:
            sys.exit("peers bots ADDRESS TOKEN... | peers bare ADDRESS STREAMS")
