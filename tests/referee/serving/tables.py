"""Tables without gRPC: bots that answer by a function, the bytes they were sent, and time that they say themselves."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

import grpc
import trio
from trio.testing import MockClock

from referee.rules.game import game_at
from referee.rules.options import canonical_text, parse_options
from referee.rules.record import DealRecord, read_line
from referee.rules.ruleset import Ruleset, ruleset
from referee.serving.bridge.stream import Arrival, End, EndedBy, StreamEnded
from referee.serving.chair import Chair
from referee.serving.clock import TimeControl
from referee.serving.deal_play import PlayedDeal
from referee.serving.pulse import Pulse
from referee.serving.spec import Board, ChairSpec, MatchSpec
from referee.serving.table import DealOver, Finished, Table, Update
from referee.wire.tractor.v1 import bot_pb2 as pb
from referee.wire.tractor.v1 import table_pb2

TRACTOR: Ruleset = ruleset(parse_options("tractor"))
RULES_TEXT = canonical_text(TRACTOR.options)

USUAL_TIME = TimeControl(limit_s=1, bank_s=10, increment_s=0)

Reply: TypeAlias = tuple[pb.Decision | None, float]
"""What a bot says to a question and after how many seconds; None for nothing at all."""

Player: TypeAlias = Callable[[pb.Question], Reply]


NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal", "Ida", "Jo", "Kim", "Lou")


def deck(seed: int, rules: Ruleset = TRACTOR) -> tuple[int, ...]:
    """The cards of the game, shuffled."""
    cards = list(rules.sorted_deck)
    Random(seed).shuffle(cards)
    return tuple(cards)


def board(
    number: int,
    *,
    decks: Sequence[tuple[int, ...]] = (),
    starter: int | None = 0,
    level: int = 2,
    rules: Ruleset = TRACTOR,
) -> Board:
    """A board on which *starter* starts; None for a first deal, or where bids always decide."""
    before = game_at(rules, first_drawer=starter or 0, starter=starter, levels=(level,) * rules.side_count)
    return Board(number, before, tuple(decks) or (deck(number, rules),))


def spec(
    *boards: Board,
    time: TimeControl = USUAL_TIME,
    whole_game: bool = False,
    strikes_allowed: int = 2,
    strict: bool = False,
    rules: Ruleset = TRACTOR,
    lag_allowance_s: float = 0.0,
    resume_within_s: float = 0.0,
) -> MatchSpec:
    """A match of tractor, or of another game."""
    return MatchSpec(
        match_id="match-1",
        rules=rules,
        chairs=tuple(
            ChairSpec(f"token-{name}", name, lag_allowance_s, resume_within_s)
            for name in NAMES[: len(rules.seat_names)]
        ),
        whole_game=whole_game,
        boards=boards or (board(1),),
        time=time,
        connect_within_s=5,
        ready_within_s=20,
        strikes_allowed=strikes_allowed,
        strict=strict,
    )


def by_default(question: pb.Question) -> Reply:
    """Agree with the default, after a tenth of a second."""
    return question.default_decision, 0.1


def passing(question: pb.Question) -> Reply:
    """Never bids."""
    if question.phase == pb.PHASE_BID:
        return pb.Decision(question_id=question.question_id), 0.1
    return by_default(question)


def nothing(_: pb.Question) -> Reply:
    return None, 0.0


def at(number: int, other: Player, player: Player = by_default) -> Player:
    """*player*, but for question *number*, counted from 1, which *other* answers."""
    count = 0

    def answer(question: pb.Question) -> Reply:
        nonlocal count
        count += 1
        return other(question) if count == number else player(question)

    return answer


@dataclass(eq=False)
class FakeStream:
    """A stream to a bot that answers by a function, at the time that it says it does."""

    player: Player = by_default
    ready_after_s: float = 0.0
    handed_at_s: float = 0.0
    sent_count: int = 0
    received_count: int = 1
    ended_at_s: float = math.inf
    end: End | None = None
    sent: list[bytes] = field(default_factory=list)
    ended: trio.Event = field(default_factory=trio.Event)
    _coming: deque[Arrival[pb.PlayRequest]] = field(default_factory=deque)
    _changed: trio.Event = field(default_factory=trio.Event)

    def send(self, message: bytes) -> None:
        if self.end is not None:
            return
        self.handed_at_s = trio.current_time()
        self.sent_count += 1
        self.sent.append(message)
        response = pb.PlayResponse.FromString(message)
        if response.HasField("match_starting"):
            self.say(pb.PlayRequest(ready=pb.Ready()), self.ready_after_s)
        elif response.HasField("question"):
            decision, after_s = self.player(response.question)
            if decision is not None:
                self.say(pb.PlayRequest(decision=decision), after_s)

    def say(self, request: pb.PlayRequest, after_s: float = 0.0) -> None:
        """Send a message, which takes so long to come."""
        self._coming.append(Arrival(request, trio.current_time() + after_s))
        self._changed.set()

    def die(self) -> None:
        """End as if the process had been killed."""
        self.close(grpc.StatusCode.CANCELLED, "the process was killed", by=EndedBy.PEER)

    async def receive(self) -> Arrival[pb.PlayRequest]:
        while not self._coming:
            if self.end is not None:
                raise StreamEnded(self.end)
            self._changed = trio.Event()
            await self._changed.wait()
        await trio.sleep_until(self._coming[0].at_s)
        self.received_count += 1
        return self._coming.popleft()

    def take(self) -> Arrival[pb.PlayRequest] | None:
        if self._coming and self._coming[0].at_s <= trio.current_time():
            self.received_count += 1
            return self._coming.popleft()
        return None

    def close(self, status: grpc.StatusCode, sentence: str, *, by: EndedBy = EndedBy.US) -> None:
        if self.end is None:
            self.end = End(by, status, sentence)
            self.ended_at_s = trio.current_time()
            self.ended.set()
            self._changed.set()

    # --- What was heard

    def heard(self) -> list[pb.PlayResponse]:
        """All messages to this bot."""
        return [pb.PlayResponse.FromString(message) for message in self.sent]

    def questions(self) -> list[pb.Question]:
        return [response.question for response in self.heard() if response.HasField("question")]

    def refusals(self) -> list[pb.Refusal]:
        return [response.refusal for response in self.heard() if response.HasField("refusal")]

    def news(self) -> list[pb.Event]:
        """All events, however they were told."""
        events: list[pb.Event] = []
        for response in self.heard():
            match response.WhichOneof("message"):
                case "event":
                    events.append(response.event)
                case "question":
                    events.extend(response.question.news)
                case "deal_ended":
                    events.extend(response.deal_ended.news)
                case _:
                    pass
        return events


@dataclass(eq=False)
class FakePlace:
    """A place whose bots come one after another: the next one when the last has gone, each with its hello."""

    entrant: str
    streams: list[FakeStream]
    hello: pb.Hello = field(default_factory=pb.Hello)
    is_closed: bool = False
    chair: Chair | None = None
    longest_gap_s: float = 0.0
    asked_for: int = 0

    async def taken(self) -> Chair:
        self.asked_for += 1
        if not self.streams:
            await trio.sleep_forever()
        self.chair = Chair(self.streams.pop(0), self.hello)
        await trio.lowlevel.checkpoint()
        return self.chair

    def close(self) -> None:
        self.is_closed = True


class FakePulse(Pulse):
    """A machine that stood still, or never does."""

    def __init__(self, *, stands_still: bool = False) -> None:
        self._stands_still = stands_still

    def is_machine_at_fault(self, *, since_s: float, allowed_s: float) -> bool:  # noqa: ARG002
        return self._stands_still


@dataclass(eq=False)
class Played:
    """What came of a match."""

    updates: list[Update]
    streams: list[list[FakeStream]]
    places: list[FakePlace]

    @property
    def deals(self) -> list[PlayedDeal]:
        return [update.deal for update in self.updates if isinstance(update, DealOver)]

    @property
    def finished(self) -> Finished:
        last = self.updates[-1]
        assert isinstance(last, Finished)
        return last

    @property
    def records(self) -> list[DealRecord]:
        return [read_line(line) for deal in self.deals for line in deal.records]


def play(
    match: MatchSpec,
    *players: Player | FakeStream | Sequence[FakeStream],
    hellos: Sequence[pb.Hello] = (),
    stands_still: bool = False,
    stopped_after_s: float = math.inf,
) -> Played:
    """Play a match with these bots, and with ones that play defaults at the other seats.

    Args:
        match: what is played.
        players: by seat: how the bot answers, its stream, or the streams of bots that come one after another.
        hellos: by seat.
        stands_still: the machine is at fault whenever somebody is late.
        stopped_after_s: when the arena stops the match.
    """
    streams: list[list[FakeStream]] = []
    for player in [*players, *([by_default] * (len(match.chairs) - len(players)))]:
        if isinstance(player, FakeStream):
            streams.append([player])
        elif callable(player):
            streams.append([FakeStream(player)])
        else:
            streams.append(list(player))
    places = [
        FakePlace(chair.entrant, list(mine), hellos[seat] if hellos else pb.Hello())
        for seat, (chair, mine) in enumerate(zip(match.chairs, streams, strict=True))
    ]
    updates: list[Update] = []

    async def run() -> None:
        with trio.move_on_after(stopped_after_s):
            await Table(match, places, updates.append, pulse=FakePulse(stands_still=stands_still)).play()

    trio.run(run, clock=MockClock(autojump_threshold=0))
    return Played(updates, streams, places)


def request(**changes: object) -> table_pb2.PlayMatchRequest:
    """A request for a match of one board, with some fields otherwise."""
    fields: dict[str, object] = {
        "match_id": "match-1",
        "rules": RULES_TEXT,
        "chairs": [table_pb2.Chair(token=f"token-{seat}", entrant=f"bot {seat}") for seat in range(4)],
        "boards": [
            table_pb2.Board(number=7, first_drawer=1, starter=1, levels=[pb.LEVEL_TWO] * 4, decks=[bytes(deck(7))])
        ],
        "limit_s": 1.0,
        "bank_s": 10.0,
        "connect_within_s": 10.0,
        "ready_within_s": 10.0,
        "strikes_allowed": 2,
    }
    return table_pb2.PlayMatchRequest(**(fields | changes))  # type: ignore[arg-type]  # tests say what they like
