"""Between one bot and one referee: every message is passed on, but for those that are the gateway's own affair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import grpc
import trio

from referee.serving.bridge.client import CallFailed
from referee.serving.bridge.dialogue import Dialogue
from referee.serving.gateway.guests import Guest
from referee.wire.tractor.v1.bot_pb2 import PlayRequest, PlayResponse

LAST_WORDS_WITHIN_S = 1.0
"""For a referee to say what it has to say when a bot is taken from the table."""

PASSED_ON = frozenset({grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.RESOURCE_EXHAUSTED})
"""Ends that a bot has earned, and its own stream ends by them too."""


@dataclass(frozen=True, slots=True)
class BotLeft:
    """The bot's stream ended."""

    why: str


@dataclass(frozen=True, slots=True)
class LetGo:
    """The referee ended its stream."""

    status: grpc.StatusCode
    why: str


RelayEnd: TypeAlias = BotLeft | LetGo


class Relay:
    """One stream to a referee, on behalf of a bot.

    A bot sees one stream for all its matches, on which the numbers of questions rise; a referee begins anew with every
    match, and its numbers are raised on the way.
    """

    def __init__(self, guest: Guest, dialogue: Dialogue, token: str) -> None:
        self._guest = guest
        self._dialogue = dialogue
        self._token = token
        self._raised_by = guest.last_question_id
        self._end: RelayEnd | None = None

    async def run(self) -> RelayEnd:
        """Pass messages on until one side has ended; if this is cancelled, the referee's last words are passed on."""
        guest, dialogue = self._guest, self._dialogue
        guest.listener = self
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._follow_bot, nursery.cancel_scope)
                await dialogue.send(self._hello().SerializeToString())
                self._end = await self._pass_on_all()
                nursery.cancel_scope.cancel()
        finally:
            if self._end is None:
                with trio.move_on_after(LAST_WORDS_WITHIN_S, shield=True):
                    await dialogue.finish()
                    await self._pass_on_all()
            guest.listener = None
            dialogue.close()
        return self._concluded()

    def _concluded(self) -> RelayEnd:
        end = self._end
        assert end is not None, "it was run"
        if isinstance(end, LetGo) and end.status in PASSED_ON:
            self._guest.stream.close(end.status, end.why)
        return end

    async def hear(self, request: PlayRequest) -> None:
        """The bot said something."""
        if request.WhichOneof("message") == "decision" and self._raised_by:
            number = request.decision.question_id
            if number <= self._raised_by:
                # It answers a question of an earlier match.
                return
            request.decision.question_id = number - self._raised_by
        await self._dialogue.send(request.SerializeToString())

    def _hello(self) -> PlayRequest:
        request = PlayRequest()
        request.CopyFrom(self._guest.stream.opening)
        request.hello.token = self._token
        return request

    async def _follow_bot(self, scope: trio.CancelScope) -> None:
        stream = self._guest.stream
        await stream.ended.wait()
        self._end = BotLeft(stream.end.sentence if stream.end else "it left")
        scope.cancel()

    async def _pass_on_all(self) -> LetGo:
        try:
            while (data := await self._dialogue.receive()) is not None:
                self._pass_on(data)
        except CallFailed as failed:
            return LetGo(failed.status, failed.sentence)
        return LetGo(grpc.StatusCode.OK, "the match is over")

    def _pass_on(self, data: bytes) -> None:
        response = PlayResponse.FromString(data)
        match response.WhichOneof("message"):
            case "welcome" | "goodbye":
                # The gateway has welcomed it, and there will be other matches.
                return
            case "question":
                question = response.question
                question.question_id += self._raised_by
                question.default_decision.question_id += self._raised_by
                self._guest.last_question_id = question.question_id
            case "refusal":
                response.refusal.question_id += self._raised_by
            case _:
                pass
        self._guest.stream.send(response.SerializeToString() if self._raised_by else data)
