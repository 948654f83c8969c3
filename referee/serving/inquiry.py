"""One decision asked of one seat: on its stream, or on as many as the bot takes it up on while its clock runs."""

from __future__ import annotations

import trio

from referee.rules.deal import Asking, Decision
from referee.rules.refusal import Refusal
from referee.serving.chair import Answer, Chair, ChairLost
from referee.serving.faults import SeatEnding
from referee.serving.questions import as_json, question_of, refusal_of
from referee.serving.seat import Seat
from referee.serving.spec import MatchSpec
from referee.serving.starting import get_ready, taken_up
from referee.serving.turnstile import OPEN, Turnstile
from referee.wire.tractor.v1 import bot_pb2 as wire


class Inquiry:
    """What one seat is asked now, and what it is told about its answer.

    Attributes:
        asked_at_s: when its clock began, in trio's time; until then, when this was made.
    """

    def __init__(
        self,
        spec: MatchSpec,
        seat: Seat,
        state: Asking,
        *,
        default: Decision,
        deal_number: int,
        turnstile: Turnstile,
    ) -> None:
        self.asked_at_s = trio.current_time()
        self._spec = spec
        self._seat = seat
        self._state = state
        self._default = default
        self._deal_number = deal_number
        # A bot elsewhere needs no room here.
        self._turnstile = turnstile if seat.thinks_here else OPEN
        self._question: wire.PlayResponse | None = None

    async def answer(self) -> tuple[Answer | None, float]:
        """The answer, None if none came in time, and the seconds that it took.

        Raises:
            ChairLost: the bot has gone, and did not come back in time where it may.
        """
        seat = self._seat
        allowed_s = seat.allowed_s + seat.lag_allowance_s
        if (chair := seat.chair) is not None and seat.is_ready:
            # What takes time here is done before there is room, for then somebody else thinks.
            question = self._put(chair)
            try:
                async with self._turnstile.passed():
                    self.asked_at_s = trio.current_time()
                    answer = await seat.answer(chair, question, due_s=self.asked_at_s + allowed_s)
            except ChairLost as lost:
                if lost.ending is not SeatEnding.DISCONNECTED:
                    raise
            else:
                return answer, trio.current_time() - self.asked_at_s if answer is None else answer.measured_s
        answer = await self._answer_of_another(due_s=self.asked_at_s + allowed_s)
        return answer, (trio.current_time() if answer is None else answer.at_s) - self.asked_at_s

    def refuse(self, refused: Refusal | None) -> None:
        """Tell the bot that its answer was refused, or did not come in time (None)."""
        if self._question is not None and (chair := self._seat.chair) is not None:
            chair.tell(refusal_of(self._question, refused, strike_count=self._seat.conduct.strikes))

    def as_json(self) -> str:
        """The question as JSON text; empty if none was put."""
        return "" if self._question is None else as_json(self._question)

    async def _answer_of_another(self, *, due_s: float) -> Answer | None:
        """The answer on a stream that takes up the one that broke, or that one in its turn, once the bot is ready."""
        seat = self._seat
        while True:
            newcomer = seat.chair or await taken_up(seat, due_s=due_s)
            chair = await get_ready(self._spec, seat, newcomer, due_s=due_s)
            if chair is None:
                return None
            question = self._put(chair)
            left_s = due_s - trio.current_time() - seat.lag_allowance_s
            question.question.time_left_s = min(seat.allowed_s, max(0.0, left_s))
            try:
                return await seat.answer(chair, question, due_s=due_s)
            except ChairLost as lost:
                if lost.ending is not SeatEnding.DISCONNECTED:
                    raise

    def _put(self, chair: Chair) -> wire.PlayResponse:
        """The question, written anew: each stream has numbers, wishes and news of its own."""
        self._question = question_of(
            self._state,
            self._seat,
            chair,
            default=self._default,
            match_id=self._spec.match_id,
            deal_number=self._deal_number,
        )
        return self._question
