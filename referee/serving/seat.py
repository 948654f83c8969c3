"""One seat through a match: its chair, its clock, its news and its conduct."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import chain
from typing import Protocol

import trio

from referee.serving.chair import Answer, Chair, ChairLost
from referee.serving.clock import Bank, TimeControl, TimeUse, time_use
from referee.serving.decision_kind import DecisionKind
from referee.serving.faults import Conduct, SeatEnding
from referee.serving.spec import ChairSpec
from referee.wire.tractor.v1.bot_pb2 import Event, PlayResponse

HANDOVER_S = 0.01
"""What a question may need to reach gRPC. A default is played this much later than a decision is due, not earlier."""


class Place(Protocol):
    """What a seat needs to know of `referee.serving.chairs.Place`."""

    @property
    def entrant(self) -> str: ...

    @property
    def chair(self) -> Chair | None: ...

    longest_gap_s: float

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
        is_ready: the bot at the seat has said so.
        is_resumed: its stream was taken up again, and it has not been told yet what it missed.
        lag_allowance_s: of each decision, not counted.
        resume_within_s: for a stream that broke to be taken up again; 0 where it is lost at once.
    """

    def __init__(self, number: int, name: str, place: Place, time: TimeControl, chair: ChairSpec) -> None:
        self.number = number
        self.name = name
        self.place = place
        self.lag_allowance_s = chair.lag_allowance_s
        self.resume_within_s = chair.resume_within_s
        self.is_ready = False
        self.is_resumed = False
        self.bank = Bank(time.bank_s)
        self.last_measured_s = 0.0
        self.conduct = Conduct()
        self.out_because: str | None = None
        self._time = time
        self._chair: Chair | None = None
        self._news: list[Event] = []
        self._heard: list[Event] = []
        self._spent_s: dict[DecisionKind, list[float]] = {kind: [] for kind in DecisionKind}
        self._message_count = 0

    @property
    def chair(self) -> Chair | None:
        """Who plays here; None if nobody does now."""
        return self._chair if self._chair is not None and self._chair.is_open else None

    @property
    def loss(self) -> ChairLost:
        """How the bot was lost that played here."""
        latest = self._latest
        chair = self._chair if latest is None or latest.is_open else latest
        return ChairLost(SeatEnding.DISCONNECTED, "nobody was at the seat") if chair is None else chair.loss

    @property
    def resumable_until_s(self) -> float:
        """Until when the stream that broke here may be taken up again, in trio's time; minus infinity if it may not."""
        latest = self._latest
        if latest is None or not self.resume_within_s or self.place.longest_gap_s > self.resume_within_s:
            return -math.inf
        if latest.is_open:
            return math.inf
        broke_at_s = latest.broke_at_s
        return -math.inf if broke_at_s is None else broke_at_s + self.resume_within_s

    @property
    def _latest(self) -> Chair | None:
        """Who was at the place last: whoever plays here, or came after that one and was not asked anything yet."""
        return self._chair if self.place.chair is None else self.place.chair

    @property
    def thinks_here(self) -> bool:
        """Whether the bot is on this machine, as far as is known: one elsewhere is allowed what the way to it costs."""
        return not (self.lag_allowance_s or self.resume_within_s)

    @property
    def allowed_s(self) -> float:
        """What the next decision may take of the bot's own time."""
        return self.bank.allowed_s(self._time)

    @property
    def time_use(self) -> TimeUse:
        """What its decisions took."""
        return time_use(list(chain.from_iterable(self._spent_s.values())))

    @property
    def time_use_by_kind(self) -> Mapping[DecisionKind, TimeUse]:
        """The same for each kind of decision that it took, in their order."""
        return {kind: time_use(spent_s) for kind, spent_s in self._spent_s.items() if spent_s}

    @property
    def message_count(self) -> int:
        """Messages of this match, both ways."""
        return self._message_count + (0 if self._chair is None else self._chair.message_count)

    def seat(self, chair: Chair) -> None:
        """Let a bot play here from now on; it has missed what was told to another before it."""
        # What was said before this match, on a stream that plays several, is not counted.
        self._message_count = self.message_count - chair.message_count
        if self._chair is not None and self._chair is not chair:
            chair.go_on_from(self._chair)
            self.is_resumed = True
        self.place.longest_gap_s = 0.0
        self._chair = chair
        self.is_ready = False
        self._news = list(self._heard)

    def end_deal(self) -> None:
        """Forget what was told of the deal; who comes later needs none of it."""
        self._heard.clear()

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
        if self.resume_within_s:
            self._heard.append(event)
        chair = self.chair
        if chair is None:
            return
        if chair.wishes.events:
            _tell(chair, event)
        else:
            self._news.append(event)

    def hear_play(self, event: Event) -> None:
        """Tell a bot that wants events of a single play, which others see on the table, or in the trick."""
        if (chair := self.chair) is not None:
            _tell(chair, event)

    def take_news(self) -> list[Event]:
        """What the bot has not been told yet."""
        self.is_resumed = False
        news, self._news = self._news, []
        return news

    async def answer(self, chair: Chair, question: PlayResponse, *, due_s: float) -> Answer | None:
        """The answer to a question; None if it did not come by *due_s*, in trio's time.

        Raises:
            ChairLost: the bot has gone.
        """
        with trio.move_on_at(due_s + HANDOVER_S):
            return await chair.ask(question)
        # It may have come while this process could not run; when it came is written on it.
        return chair.answer_that_waits()

    def charge(self, spent_s: float, kind: DecisionKind) -> None:
        """Note what a decision took, the way to the bot and back included."""
        self.bank = self.bank.charge(spent_s - self.lag_allowance_s, self._time)
        self.last_measured_s = spent_s
        self._spent_s[kind].append(spent_s)


def _tell(chair: Chair, event: Event) -> None:
    response = PlayResponse()
    response.event.CopyFrom(event)
    chair.tell(response)
