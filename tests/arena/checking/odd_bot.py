"""A bot that plays default decisions and does one thing wrong, which its argument names; it stands alone."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator

import grpc
from tractor.v1 import bot_pb2 as pb

PLAY = "/tractor.v1.BotService/Play"
LONG_S = 3600.0


class OddBot:
    """One chair."""

    def __init__(self, fault: str) -> None:
        self._fault = fault
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._questions = 0
        self._is_game = False

    def play(self, address: str, token: str) -> None:
        """Play until the goodbye."""
        self._say(hello=self._hello(token))
        with grpc.insecure_channel(address) as channel:
            stream = channel.stream_stream(PLAY, None, None)
            for data in stream(self._said()):
                response = pb.PlayResponse.FromString(data)
                self._look_at(data, response)
                match response.WhichOneof("message"):
                    case "match_starting":
                        self._is_game = response.match_starting.deal_count == 0
                        self._get_ready()
                    case "question":
                        self._questions += 1
                        self._answer(response.question)
                    case "refusal" if self._fault == "crashes-at-refusal":
                        raise RuntimeError("a refusal was not expected")
                    case "goodbye" if self._fault == "ignores-goodbye":
                        time.sleep(LONG_S)
                    case "goodbye":
                        return
                    case None if self._fault == "answers-what-it-does-not-know":
                        self._say(ready=pb.Ready())
                    case _:
                        pass

    def _said(self) -> Iterator[bytes]:
        return iter(self._requests.get, None)

    def _hello(self, token: str) -> pb.Hello:
        fault = self._fault
        return pb.Hello(
            protocol="tractor.v2" if fault == "other-protocol" else "tractor.v1",
            token="mine" if fault == "other-token" else token,
            name="n" * 65 if fault == "long-name" else "odd bot",
        )

    def _get_ready(self) -> None:
        match self._fault:
            case "never-ready":
                return
            case "second-match" if self._questions:
                raise RuntimeError("one match is enough")
            case "chatters":
                self._say(decision=pb.Decision(question_id=0))
            case _:
                pass
        self._say(ready=pb.Ready())

    def _look_at(self, data: bytes, response: pb.PlayResponse) -> None:
        if self._fault == "crashes-at-new-field" and response.HasField("question"):
            known = pb.PlayResponse()
            known.CopyFrom(response)
            known.DiscardUnknownFields()
            if known.ByteSize() != len(data):
                raise RuntimeError("there is a field that I do not know")

    def _answer(self, question: pb.Question) -> None:
        decision = pb.Decision()
        decision.CopyFrom(question.default_decision)
        match self._fault:
            case "wrong-number":
                decision.question_id += 1000
            case "long-note":
                decision.note = "n" * 1025
            case "silent-when-played" if question.phase == pb.PHASE_PLAY:
                return
            case "illegal-follow" if question.view.HasField("trick"):
                del decision.cards[:]
                decision.cards.extend([pb.CARD_RED_JOKER] * len(question.default_decision.cards))
            case "illegal-later" if self._questions % 40 == 0:
                decision.cards.append(pb.CARD_UNSPECIFIED)
            case "traceback" if question.phase == pb.PHASE_PLAY:
                raise RuntimeError("I do not know what to lead")
            case "leaves-whole-games" if self._is_game and question.phase == pb.PHASE_PLAY:
                raise RuntimeError("whole games take too long")
            case "no-phase" if question.phase not in pb.Phase.values():
                raise RuntimeError("a phase that I do not know")
            case "answers-twice":
                self._say(decision=decision)
            case _:
                pass
        self._say(decision=decision)

    def _say(self, **message: object) -> None:
        self._requests.put(pb.PlayRequest(**message).SerializeToString())  # type: ignore[arg-type]


def main() -> None:
    """Play one chair, as the environment says."""
    (fault,) = sys.argv[1:]
    match fault:
        case "exits":
            sys.exit("there is no licence for this bot")
        case "never-dials":
            time.sleep(LONG_S)
        case "ignores-sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        case _:
            pass
    try:
        OddBot(fault).play(os.environ["TRACTOR_ADDRESS"], os.environ["TRACTOR_TOKEN"])
    except grpc.RpcError as error:
        if fault == "lingers":
            threading.Event().wait()
        sys.exit(f"the stream ended: {error.details()}")
    if fault == "bad-status":
        sys.exit(7)


if __name__ == "__main__":
    # Threads of gRPC's would keep a process that raised something while they wait.
    try:
        main()
    except RuntimeError:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)
