"""One seat through a match: its chair, its clock, its news and its conduct."""

from __future__ import annotations

from typing import Protocol

import trio

from referee.serving.chair import Answer, Chair
from referee.serving.clock import Bank, TimeControl, TimeUse, time_use
from referee.serving.faults import Conduct
from referee.wire.tractor.v1.bot_pb2 import Event, PlayResponse

HANDOVER_S = 0.01
"""What a question may need to reach gRPC. A default is played this much later than a decision is due, not earlier."""


class Place(Protocol):
    """What a seat needs to know of `referee.serving.chairs.Place`."""

    @property
    def entrant(self) -> str: ...

    @property
    def chair(self) -> Chair | None: ...

    async def taken(self) -> Chair: ...

    def close(self) -> None: ...


class Seat:
    """One seat.

    Attributes:
        number: index in order of play.
        name: ``North``.
        bank: thinking time left.
        last_measured_s: what the last decision took; 0 before the first.
        conduct: in this deal.
        out_because: why it takes no part in the rest of the match; None while it does.
    """

    def __init__(self, number: int, name: str, place: Place, time: TimeControl) -> None:
        self.number = number
        self.name = name
        self.place = place
        self.bank = Bank(time.bank_s)
        self.last_measured_s = 0.0
        self.conduct = Conduct()
        self.out_because: str | None = None
        self._time = time
        self._chair: Chair | None = None
        self._news: list[Event] = []
        self._spent_s: list[float] = []
        self._message_count = 0

    @property
    def chair(self) -> Chair | None:
        """Who plays here; None if nobody does now."""
        return self._chair if self._chair is not None and self._chair.is_open else None

    @property
    def allowed_s(self) -> float:
        """What the next decision may take before it is late."""
        return self.bank.allowed_s(self._time)

    @property
    def time_use(self) -> TimeUse:
        """What its decisions took."""
        return time_use(self._spent_s)

    @property
    def message_count(self) -> int:
        """Messages of this match, both ways."""
        return self._message_count + (0 if self._chair is None else self._chair.message_count)

    def seat(self, chair: Chair) -> None:
        """Let a bot play here from now on."""
        # What was said before this match, on a stream that plays several, is not counted.
        self._message_count = self.message_count - chair.message_count
        self._chair = chair
        self._news.clear()

    def stand_out(self, because: str) -> None:
        """Let nobody play here any more in this match."""
        self.out_because = because
        self._message_count = self.message_count
        self._chair = None
        self.place.close()

    @property
    def wants_events(self) -> bool:
        """Whether the bot wants to be told of events at once."""
        return (chair := self.chair) is not None and chair.wishes.events

    def hear(self, event: Event) -> None:
        """Tell the bot of an event: at once if it wants that, else with what it is told next."""
        chair = self.chair
        if chair is None:
            return
        if chair.wishes.events:
            response = PlayResponse()
            response.event.CopyFrom(event)
            chair.tell(response)
        else:
            self._news.append(event)

    def take_news(self) -> list[Event]:
        """What the bot has not been told yet."""
        news, self._news = self._news, []
        return news

    async def answer(self, chair: Chair, question: PlayResponse) -> Answer | None:
        """The answer to a question; None if it did not come in time.

        Raises:
            ChairLost: the bot has gone.
        """
        with trio.move_on_after(self.allowed_s + HANDOVER_S):
            return await chair.ask(question)
        # It may have come while this process could not run; when it came is written on it.
        return chair.answer_that_waits()

    def charge(self, spent_s: float) -> None:
        """Note what a decision took."""
        self.bank = self.bank.charge(spent_s, self._time)
        self.last_measured_s = spent_s
        self._spent_s.append(spent_s)
