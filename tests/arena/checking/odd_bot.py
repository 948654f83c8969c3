"""A bot that plays default decisions and does wrong what its argument names, joined by "+"; it stands alone."""

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

ONLY_IN_INTERVIEWS = {"ignores-goodbye", "ignores-sigterm", "lingers", "bad-status"}
"""A game takes longer with each."""


class OddBot:
    """One chair."""

    def __init__(self, faults: set[str]) -> None:
        self._faults = faults
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
                        self._begin(is_game=response.match_starting.deal_count == 0)
                    case "question":
                        self._questions += 1
                        if "prints" in self._faults:
                            _print(f"question {self._questions} of {token}")
                        self._answer(response.question)
                    case "refusal" if "crashes-at-refusal" in self._faults:
                        raise RuntimeError("a refusal was not expected")
                    case "refusal" if "prints" in self._faults:
                        _print(f"question {self._questions} was refused")
                    case "goodbye" if "ignores-goodbye" in self._faults:
                        time.sleep(LONG_S)
                    case "goodbye":
                        return
                    case None if "answers-what-it-does-not-know" in self._faults:
                        self._say(ready=pb.Ready())
                    case _:
                        pass

    def _begin(self, *, is_game: bool) -> None:
        self._is_game = is_game
        if is_game:
            self._faults -= ONLY_IN_INTERVIEWS
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        self._get_ready()

    def _said(self) -> Iterator[bytes]:
        return iter(self._requests.get, None)

    def _hello(self, token: str) -> pb.Hello:
        faults = self._faults
        return pb.Hello(
            protocol="tractor.v2" if "other-protocol" in faults else "tractor.v1",
            token="mine" if "other-token" in faults else token,
            name="n" * 65 if "long-name" in faults else "odd bot",
        )

    def _get_ready(self) -> None:
        if "never-ready" in self._faults:
            return
        if "second-match" in self._faults and self._questions:
            raise RuntimeError("one match is enough")
        if "chatters" in self._faults:
            self._say(decision=pb.Decision(question_id=0))
        self._say(ready=pb.Ready())

    def _look_at(self, data: bytes, response: pb.PlayResponse) -> None:
        if "crashes-at-new-field" in self._faults and response.HasField("question"):
            known = pb.PlayResponse()
            known.CopyFrom(response)
            known.DiscardUnknownFields()
            if known.ByteSize() != len(data):
                raise RuntimeError("there is a field that I do not know")

    def _answer(self, question: pb.Question) -> None:
        self._fall(question)
        decision = pb.Decision()
        decision.CopyFrom(question.default_decision)
        for fault in self._faults:
            match fault:
                case "wrong-number":
                    decision.question_id += 1000
                case "long-note":
                    decision.note = "n" * 1025
                case "silent-when-played" if question.phase == pb.PHASE_PLAY:
                    return
                case "bids-one-of-two" if question.phase == pb.PHASE_BID and not question.view.bids:
                    decision.cards.extend(_one_of_two(question.view))
                case "buries-too-many" if question.phase == pb.PHASE_BURY:
                    decision.cards.append(decision.cards[0])
                case "illegal-follow" if question.view.HasField("trick"):
                    del decision.cards[:]
                    decision.cards.extend([pb.CARD_RED_JOKER] * len(question.default_decision.cards))
                case "illegal-later" if self._questions % 40 == 0:
                    decision.cards.append(pb.CARD_UNSPECIFIED)
                case "answers-twice":
                    self._say(decision=decision)
                case _:
                    pass
        self._say(decision=decision)

    def _fall(self, question: pb.Question) -> None:
        is_play = question.phase == pb.PHASE_PLAY
        for fault in self._faults:
            match fault:
                case "traceback" if is_play:
                    raise RuntimeError("I do not know what to lead")
                case "is-killed" if is_play and self._questions > 40:
                    _print(*(f"frame {number}" for number in range(40)))
                    os.kill(os.getpid(), signal.SIGSEGV)
                case "leaves-whole-games" if self._is_game and is_play:
                    raise RuntimeError("whole games take too long")
                case "no-phase" if question.phase not in pb.Phase.values():
                    raise RuntimeError("a phase that I do not know")
                case _:
                    pass

    def _say(self, **message: object) -> None:
        self._requests.put(pb.PlayRequest(**message).SerializeToString())  # type: ignore[arg-type]


def _print(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _one_of_two(view: pb.View) -> list[pb.Card.ValueType]:
    """A card of which two identical ones bid, if the hand has such."""
    rank = pb.Rank.Name(view.trump.rank).removeprefix("RANK_")
    names = {card: pb.Card.Name(card) for card in view.hand if list(view.hand).count(card) == 2}
    return [card for card, name in names.items() if name.startswith(f"CARD_{rank}_OF")][:1]


def main() -> None:
    """Play one chair, as the environment says."""
    faults = set(sys.argv[1].split("+"))
    if "exits" in faults:
        sys.exit("there is no licence for this bot")
    if "never-dials" in faults:
        time.sleep(LONG_S)
    if "ignores-sigterm" in faults:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        OddBot(faults).play(os.environ["TRACTOR_ADDRESS"], os.environ["TRACTOR_TOKEN"])
    except grpc.RpcError as error:
        if "lingers" in faults:
            threading.Event().wait()
        sys.exit(f"the stream ended: {error.details()}")
    if "bad-status" in faults:
        sys.exit(7)


if __name__ == "__main__":
    # Threads of gRPC's would keep a process that raised something while they wait.
    try:
        main()
    except RuntimeError:
        sys.excepthook(*sys.exc_info())
        sys.stderr.flush()
        os._exit(1)
