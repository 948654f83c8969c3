"""A bot for tests: it plays default decisions, or legal ones by chance, and misbehaves where it is told to.

As a program it plays one chair, address and token from ``TRACTOR_ADDRESS`` and ``TRACTOR_TOKEN``, and prints what
happens to it as JSON lines. Questions are counted from 1 over the whole stream. It imports only gRPC and the stubs.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

import grpc

from referee.wire.tractor.v1 import bot_pb2 as pb

PLAY = "/tractor.v1.BotService/Play"
UNDECODABLE = b"\xff\xff\xff\xff"
BIG = 10_000_000
FLOOD = 1000


@dataclass(frozen=True, slots=True)
class Script:
    """What the bot does; numbers are of questions, 0 for never.

    Attributes:
        random_seed: plays legal decisions by chance; 0 for defaults.
        wants_events, wants_history: as in the hello.
        illegal_at: answers with a card that does not exist.
        late_at: answers only when it has been told that it is late.
        crash_at: kills itself.
        rubbish_at: sends bytes that are no message.
        big_at: sends 10 MB.
        slow_start_s: waits so long before it says that it is ready.
        silent: answers no question.
        two_answers: answers every question twice.
        old_answer: answers the question before, once more, before every answer.
        flood: on its first question sends 1000 answers.
        no_hello: says nothing at all.
        no_ready: never says that it is ready.
        stop_reading: reads nothing after it said that it is ready.
        note: said with every decision.
        protocol: of the hello.
    """

    random_seed: int = 0
    wants_events: bool = False
    wants_history: bool = False
    illegal_at: int = 0
    late_at: int = 0
    crash_at: int = 0
    rubbish_at: int = 0
    big_at: int = 0
    slow_start_s: float = 0.0
    silent: bool = False
    two_answers: bool = False
    old_answer: bool = False
    flood: bool = False
    no_hello: bool = False
    no_ready: bool = False
    stop_reading: bool = False
    note: str = ""
    protocol: str = "tractor.v1"


def _encode(message: pb.PlayRequest | bytes) -> bytes:
    return message if isinstance(message, bytes) else message.SerializeToString()


class ScriptedBot:
    """One chair; *heard* is called with everything that the referee says."""

    def __init__(self, token: str, script: Script, heard: Callable[[pb.PlayResponse], object]) -> None:
        self._script = script
        self._heard = heard
        self._token = token
        self._requests: queue.SimpleQueue[pb.PlayRequest | bytes | None] = queue.SimpleQueue()
        self._question_count = 0
        self._old: pb.Decision | None = None
        self._held_back: pb.Decision | None = None
        self._rng = random.Random(script.random_seed)

    def play(self, address: str) -> tuple[str, str]:
        """Play until the stream ends; the status and the sentence with which it did."""
        with grpc.insecure_channel(address) as channel:
            if not self._script.no_hello:
                self._requests.put(pb.PlayRequest(hello=self._hello()))
            stream = channel.stream_stream(PLAY, _encode, pb.PlayResponse.FromString)
            responses = stream(iter(self._requests.get, None))
            try:
                for response in responses:
                    self._heard(response)
                    self._react(response)
            except grpc.RpcError as error:
                return error.code().name, error.details() or ""
            finally:
                self._requests.put(None)
            return "OK", ""

    def _hello(self) -> pb.Hello:
        script = self._script
        return pb.Hello(
            protocol=script.protocol,
            token=self._token,
            name="scripted bot",
            wants_legal_decisions=20 if script.random_seed else 0,
            wants_events=script.wants_events,
            wants_history=script.wants_history,
        )

    def _react(self, response: pb.PlayResponse) -> None:
        match response.WhichOneof("message"):
            case "match_starting":
                self._get_ready()
            case "question":
                self._question_count += 1
                self._answer(response.question)
            case "refusal":
                if self._held_back is not None:
                    self._send(self._held_back)
                    self._held_back = None
            case "goodbye":
                self._requests.put(None)
            case _:
                pass

    def _get_ready(self) -> None:
        if self._script.no_ready:
            return
        time.sleep(self._script.slow_start_s)
        self._requests.put(pb.PlayRequest(ready=pb.Ready()))
        if self._script.stop_reading:
            threading.Event().wait()

    def _answer(self, question: pb.Question) -> None:
        script, number = self._script, self._question_count
        decision = self._decide(question)
        if script.silent:
            return
        if number == script.late_at:
            self._held_back = decision
            return
        if number == script.crash_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == script.rubbish_at:
            self._requests.put(UNDECODABLE)
            return
        if number == script.big_at:
            self._requests.put(bytes(BIG))
            return
        if number == script.illegal_at:
            decision = pb.Decision(question_id=question.question_id, cards=[pb.CARD_UNSPECIFIED])
        for _ in range(FLOOD if script.flood and number == 1 else 0):
            self._send(pb.Decision(question_id=0))
        if script.old_answer and self._old is not None:
            self._send(self._old)
        for _ in range(2 if script.two_answers else 1):
            self._send(decision)
        self._old = decision

    def _decide(self, question: pb.Question) -> pb.Decision:
        decision = pb.Decision(question_id=question.question_id, note=self._script.note)
        legal = question.legal_decisions
        if legal.sizes:
            chosen = self._rng.randrange(len(legal.sizes))
            start = sum(legal.sizes[:chosen])
            listed = slice(start, start + legal.sizes[chosen])
            decision.cards.extend(legal.cards[listed])
            decision.friend_calls.extend(legal.friend_calls[listed])
        else:
            decision.cards.extend(question.default_decision.cards)
            decision.friend_calls.extend(question.default_decision.friend_calls)
        return decision

    def _send(self, decision: pb.Decision) -> None:
        self._requests.put(pb.PlayRequest(decision=decision))


def arguments_of(script: Script) -> list[str]:
    """The command line that `main` reads as this script."""
    return [
        f"--{field.name.replace('_', '-')}={getattr(script, field.name)}"
        for field in fields(Script)
        if getattr(script, field.name) != field.default
    ]


def read_arguments(arguments: Sequence[str] | None = None) -> Script:
    """The script that a command line describes."""
    parser = argparse.ArgumentParser(description="A bot that misbehaves where it is told to.")
    for field in fields(Script):
        kind: Callable[[str], object] = (lambda text: text == "True") if field.type == "bool" else type(field.default)
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=kind, default=field.default)
    return Script(**vars(parser.parse_args(arguments)))


def main() -> None:
    """Play one chair, as the environment says."""

    def say(**what: object) -> None:
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()

    def heard(response: pb.PlayResponse) -> None:
        kind = response.WhichOneof("message")
        if kind == "refusal":
            refusal = response.refusal
            say(heard=kind, reason=refusal.reason, rule=refusal.rule, strikes=refusal.strike_count)
        elif kind not in {"question", "event"}:
            say(heard=kind)

    status, sentence = ScriptedBot(os.environ["TRACTOR_TOKEN"], read_arguments(), heard).play(
        os.environ["TRACTOR_ADDRESS"]
    )
    say(ended=status, sentence=sentence)


if __name__ == "__main__":
    main()
