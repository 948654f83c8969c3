"""One bot on its stream: what it asked for, questions and answers, and how it is lost. Knows no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import grpc
import trio

from referee.serving.bridge.stream import Arrival, End, EndedBy, Method, StreamEnded
from referee.serving.faults import SeatEnding
from referee.version import software_version
from referee.wire.tractor.v1.bot_pb2 import Decision, Hello, PlayRequest, PlayResponse

PROTOCOL = "tractor.v1"
MESSAGE_BYTES_MAX = 64 * 1024
NOTE_BYTES_MAX = 1024
NAME_BYTES_MAX = 64
LEGAL_DECISIONS_MAX = 1000

BOT_METHOD: Method[PlayRequest] = Method(
    path="/tractor.v1.BotService/Play",
    decode=PlayRequest.FromString,
    message_bytes_max=MESSAGE_BYTES_MAX,
    ends_when_peer_is_done=True,
)


class BotStream(Protocol):
    """What is used of a `Stream` of requests."""

    handed_at_s: float
    ended_at_s: float
    sent_count: int
    received_count: int

    @property
    def end(self) -> End | None: ...

    @property
    def ended(self) -> trio.Event: ...

    def send(self, message: bytes) -> None: ...

    async def receive(self) -> Arrival[PlayRequest]: ...

    def take(self) -> Arrival[PlayRequest] | None: ...

    def close(self, status: grpc.StatusCode, sentence: str, *, by: EndedBy = EndedBy.US) -> None: ...


class ChairLost(Exception):
    """Nobody is on this stream any more."""

    def __init__(self, ending: SeatEnding, sentence: str) -> None:
        super().__init__(sentence)
        self.ending = ending
        self.sentence = sentence


class Answer(NamedTuple):
    """What a bot decided.

    Attributes:
        cards: as they came: any numbers, in any order.
        friend_calls: pairs of card and ordinal, as they came.
        note: the bot's own words.
        measured_s: from handing the question to gRPC to having all of the answer, seconds.
        at_s: when all of it was there, in trio's time.
    """

    cards: tuple[int, ...]
    friend_calls: tuple[tuple[int, int], ...]
    note: str
    measured_s: float
    at_s: float


@dataclass(frozen=True, slots=True)
class Wishes:
    """What a bot wants to be sent, as said in its hello."""

    legal_decisions: int
    events: bool
    history: bool


class Chair:
    """One stream to a bot.

    Attributes:
        wishes: of its hello.
        is_welcome: a match named its token, and it was told so.
        dialled_at_s: when its hello was heard, in trio's time.
        stale_count: answers to old questions, and other messages that nobody waited for; all were dropped.
    """

    def __init__(self, stream: BotStream, hello: Hello) -> None:
        self.wishes = Wishes(hello.wants_legal_decisions, hello.wants_events, hello.wants_history)
        self.stale_count = 0
        self._stream = stream
        self._last_id = 0
        self._awaited_id = 0
        self._asked_at_s = 0.0
        self.is_welcome = False
        self.dialled_at_s = trio.current_time()

    @property
    def is_open(self) -> bool:
        """Whether the stream has not ended, as far as is known."""
        return self._stream.end is None

    @property
    def broke_at_s(self) -> float | None:
        """When the bot was lost without breaking the protocol, in trio's time; None if it was not."""
        end = self._stream.end
        return self._stream.ended_at_s if end is not None and end.by is EndedBy.PEER else None

    @property
    def loss(self) -> ChairLost:
        """How the stream ended, which it has."""
        end = self._stream.end
        assert end is not None, "the stream has not ended"
        return _lost(end)

    @property
    def message_count(self) -> int:
        """Messages both ways."""
        return self._stream.sent_count + self._stream.received_count

    async def lost(self) -> None:
        """Wait until the stream has ended."""
        await self._stream.ended.wait()

    def welcome(self, entrant: str) -> None:
        """Tell the bot that its hello was accepted, if it has not been told."""
        if not self.is_welcome:
            self.is_welcome = True
            response = PlayResponse()
            response.welcome.entrant = entrant
            response.welcome.referee_version = software_version()
            response.welcome.message_bytes_max = MESSAGE_BYTES_MAX
            self.tell(response)

    def tell(self, response: PlayResponse) -> None:
        """Send something that wants no answer; nothing happens if the stream has ended."""
        self._stream.send(response.SerializeToString())

    def next_question_id(self) -> int:
        """The number of the next question; it is good for one `ask`."""
        self._last_id += 1
        self._awaited_id = self._last_id
        return self._last_id

    def go_on_from(self, before: Chair) -> None:
        """Number questions on from those of the stream that this one takes up again.

        An answer to one of those, which may still come, then answers no other question.
        """
        self._last_id = before._last_id

    async def ask(self, response: PlayResponse) -> Answer:
        """The answer to a question with the number that `next_question_id` gave last.

        Raises:
            ChairLost: the stream ended before it came.
        """
        data = response.SerializeToString()
        self._asked_at_s = trio.current_time()
        self._stream.send(data)
        while True:
            if (answer := self._read(await self._receive())) is not None:
                return answer

    def answer_that_waits(self) -> Answer | None:
        """The answer to the last question, if it came while nobody here could run to receive it."""
        while (arrival := self._stream.take()) is not None:
            if (answer := self._read(arrival)) is not None:
                return answer
        return None

    async def ready(self) -> None:
        """Wait for the bot to say that it is ready.

        Raises:
            ChairLost: the stream ended before.
        """
        while (await self._receive()).message.WhichOneof("message") != "ready":
            self.stale_count += 1

    def leave(self, sentence: str) -> None:
        """Say goodbye and end the stream."""
        response = PlayResponse()
        response.goodbye.sentence = sentence
        self.tell(response)
        self._stream.close(grpc.StatusCode.OK, sentence)

    def refuse(self, status: grpc.StatusCode, sentence: str) -> None:
        """End the stream because nobody wants it."""
        self._stream.close(status, sentence)

    async def _receive(self) -> Arrival[PlayRequest]:
        try:
            return await self._stream.receive()
        except StreamEnded as ended:
            raise _lost(ended.end) from None

    def _read(self, arrival: Arrival[PlayRequest]) -> Answer | None:
        """The answer in a message, or None if it answers something else."""
        request = arrival.message
        decision = request.decision
        if decision.question_id != self._awaited_id or request.WhichOneof("message") != "decision":
            self.stale_count += 1
            return None
        note = self._note(decision)
        # A second answer answers an old question.
        self._awaited_id = 0
        handed_at_s = max(self._stream.handed_at_s, self._asked_at_s)
        calls = decision.friend_calls
        friend_calls = tuple([(call.card, call.ordinal) for call in calls]) if calls else ()
        measured_s = max(0.0, arrival.at_s - handed_at_s)
        return Answer(tuple(decision.cards), friend_calls, note, measured_s, arrival.at_s)

    def _note(self, decision: Decision) -> str:
        note = decision.note
        length = len(note.encode())
        if length > NOTE_BYTES_MAX:
            sentence = f"a note has at most {NOTE_BYTES_MAX} bytes, this one has {length}"
            self._stream.close(grpc.StatusCode.INVALID_ARGUMENT, sentence, by=EndedBy.BREACH)
            raise ChairLost(SeatEnding.PROTOCOL, sentence)
        return note


def _lost(end: End) -> ChairLost:
    """The end of a stream as a fault of its seat."""
    ending = SeatEnding.PROTOCOL if end.by is EndedBy.BREACH else SeatEnding.DISCONNECTED
    return ChairLost(ending, end.sentence)
