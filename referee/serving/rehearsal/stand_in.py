"""Chairs in which nobody sits: what they are asked is answered here and at once, with the default decision."""

from __future__ import annotations

from collections import deque

import grpc
import trio

from referee.serving.bridge.stream import Arrival, End, EndedBy, StreamEnded
from referee.serving.chair import Chair
from referee.wire.tractor.v1 import bot_pb2 as wire


class StandIn:
    """A stream without a bot; used as `BotStream` is."""

    def __init__(self) -> None:
        self.handed_at_s = 0.0
        self.ended_at_s = 0.0
        self.sent_count = 0
        self.received_count = 0
        self.end: End | None = None
        self.ended = trio.Event()
        self._answers: deque[Arrival[wire.PlayRequest]] = deque()

    def send(self, message: bytes) -> None:
        """Answer a message."""
        self.sent_count += 1
        self.handed_at_s = trio.current_time()
        response = wire.PlayResponse.FromString(message)
        request = wire.PlayRequest()
        match response.WhichOneof("message"):
            case "match_starting":
                request.ready.SetInParent()
            case "question":
                request.decision.CopyFrom(response.question.default_decision)
            case _:
                return
        self.received_count += 1
        self._answers.append(Arrival(request, self.handed_at_s))

    async def receive(self) -> Arrival[wire.PlayRequest]:
        """The answer; nobody waits where there is none."""
        if self._answers:
            return self._answers.popleft()
        await self.ended.wait()
        assert self.end is not None
        raise StreamEnded(self.end)

    def take(self) -> Arrival[wire.PlayRequest] | None:
        """The answer, if there is one."""
        return self._answers.popleft() if self._answers else None

    def close(self, status: grpc.StatusCode, sentence: str, *, by: EndedBy = EndedBy.US) -> None:
        """Say no more."""
        self.end = End(by, status, sentence)
        self.ended.set()


class StandInPlace:
    """The place of a stand-in at a table."""

    entrant = "stand-in"

    def __init__(self) -> None:
        hello = wire.Hello(protocol="tractor.v1", name="stand-in")
        self.chair: Chair | None = Chair(StandIn(), hello)
        self.longest_gap_s = 0.0

    async def taken(self) -> Chair:
        """There from the start."""
        await trio.lowlevel.checkpoint()
        assert self.chair is not None
        return self.chair

    def close(self) -> None:
        """Nobody else comes."""
