"""A stream that broke is taken up again in its grace while the clock runs; and what else serves bots elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import grpc
import pytest
import trio
from google.protobuf import json_format
from trio.testing import MockClock

from referee.serving.bridge.stream import EndedBy
from referee.serving.chair import Chair
from referee.serving.chairs import Place
from referee.serving.clock import TimeControl
from referee.serving.faults import SeatEnding
from referee.serving.spec import Board, MatchSpec
from referee.serving.table import DealOver, Finished, Table, Update
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.tables import (
    FakePulse,
    FakeStream,
    Player,
    Reply,
    at,
    board,
    by_default,
    play,
    spec,
)

TIME = TimeControl(limit_s=1, bank_s=29, increment_s=0)


@dataclass(eq=False)
class Returning(FakeStream):
    """A bot that dials so long after the stream before it broke."""

    after_s: float = 0.0
    hello: pb.Hello = field(default_factory=pb.Hello)


def play_with(match: MatchSpec, *streams: Returning, west: Player = by_default) -> list[Update]:
    """Play a match in which these bots come to the first seat one after another, at real places."""
    updates: list[Update] = []
    places = [Place(chair.entrant) for chair in match.chairs]

    async def dial() -> None:
        for stream, after in zip(streams, [*streams[1:], None], strict=True):
            places[0].seat(Chair(stream, stream.hello))
            if after is not None:
                await stream.ended.wait()
                await trio.sleep(after.after_s)

    async def run() -> None:
        for place, player in zip(places[1:], (west, by_default, by_default), strict=True):
            place.seat(Chair(FakeStream(player), pb.Hello()))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(dial)
            await Table(match, places, updates.append, pulse=FakePulse()).play()
            nursery.cancel_scope.cancel()

    trio.run(run, clock=MockClock(autojump_threshold=0))
    assert isinstance(updates[-1], Finished)
    return updates


def match(*boards: Board, resume_within_s: float = 20, time: TimeControl = TIME) -> MatchSpec:
    return spec(*boards, time=time, resume_within_s=resume_within_s)


def endings(updates: Sequence[Update]) -> list[list[SeatEnding]]:
    """Of the faults of each deal."""
    return [[fault.ending for fault in update.deal.faults] for update in updates if isinstance(update, DealOver)]


def breaking(number: int, *, after_s: float = 0.0, by: EndedBy = EndedBy.PEER) -> Returning:
    """A bot whose stream breaks in the middle of question *number*."""
    stream = Returning(after_s=after_s)

    def cut(_: pb.Question) -> Reply:
        stream.close(grpc.StatusCode.CANCELLED, "the line was cut", by=by)
        return None, 0.0

    stream.player = at(number, cut)
    return stream


def cutting(stream: FakeStream, number: int, *, thinks_s: float) -> Player:
    """A bot at another seat: at its question *number* it cuts the line of this one, and then thinks a while."""

    def cut(question: pb.Question) -> Reply:
        stream.die()
        return question.default_decision, thinks_s

    return at(number, cut)


def starting_of(stream: FakeStream) -> list[pb.MatchStarting]:
    return [response.match_starting for response in stream.heard() if response.HasField("match_starting")]


# --- In the middle of a question


def test_a_stream_that_breaks_in_a_question_is_taken_up_again() -> None:
    """Welcome, the match that goes on, and once the bot is ready the open question under another number."""
    first, second = breaking(7), Returning(after_s=3)
    updates = play_with(match(), first, second)
    kinds = [response.WhichOneof("message") for response in second.heard()[:3]]
    open_question, again = first.questions()[-1], second.questions()[0]

    assert endings(updates) == [[]]
    assert kinds == ["welcome", "match_starting", "question"]
    assert not starting_of(first)[0].is_resumed
    assert starting_of(second)[0].is_resumed
    assert starting_of(second)[0].resume_within_s == 20
    assert again.question_id > open_question.question_id
    assert (again.phase, again.view.hand, again.default_decision.cards) == (
        open_question.phase,
        open_question.view.hand,
        open_question.default_decision.cards,
    )


def test_who_comes_back_is_told_all_of_the_deal_once() -> None:
    """All news, and all finished tricks; questions after that are as usual."""
    whole = Returning()
    play_with(match(board(1), board(2)), whole)
    number = next(index for index, question in enumerate(whole.questions(), 1) if question.view.trick_count > 5)
    second = Returning(after_s=1)
    play_with(match(board(1), board(2)), breaking(number), second)
    again, later = second.questions()[:2]
    told = [event for question in whole.questions()[:number] for event in question.news]

    assert list(again.news) == told
    assert len(again.view.tricks) == again.view.trick_count > 5
    assert list(later.news) == list(whole.questions()[number].news)
    assert len(later.view.tricks) == 0


def test_who_wants_events_is_told_what_it_missed_with_the_question() -> None:
    first, second = breaking(7), Returning(after_s=1, hello=pb.Hello(wants_events=True))
    play_with(match(), first, second)

    assert second.questions()[0].news[0].HasField("deal_started")
    assert not any(question.news for question in second.questions()[1:])
    assert any(response.HasField("event") for response in second.heard())


def test_the_clock_runs_while_nobody_is_there() -> None:
    """From the first time that the question was put until the answer; the bot is told what it has left."""
    first, second = breaking(2), Returning(after_s=5, ready_after_s=2)
    play_with(match(), first, second)
    again, later = second.questions()[:2]

    assert again.time_left_s == pytest.approx(23)
    assert again.bank_s == pytest.approx(29)
    assert later.last_measured_s == pytest.approx(7.1)
    assert later.bank_s == pytest.approx(29 - 6.1)


def test_a_stream_that_breaks_again_and_again_is_taken_up_while_there_is_time() -> None:
    bots = [breaking(2), breaking(1, after_s=6), breaking(1, after_s=6), Returning(after_s=6)]
    updates = play_with(match(resume_within_s=7), *bots)

    assert endings(updates) == [[]]
    assert bots[-1].questions()[1].last_measured_s == pytest.approx(18.1)


@pytest.mark.parametrize(
    ("resume_within_s", "after_s", "said"),
    [
        (20, 21, "the line was cut; it was not taken up again within 20 s"),
        (60, 31, "the line was cut; it was not taken up again while there was time"),
        (0, 0.1, "the line was cut"),
    ],
)
def test_a_stream_that_is_not_taken_up_in_time_is_lost(resume_within_s: float, after_s: float, said: str) -> None:
    """Not within its grace, or not within what is left of the bot's time; it plays the next deal."""
    second = Returning(after_s=after_s)
    updates = play_with(match(board(1), board(2), resume_within_s=resume_within_s), breaking(3), second)
    (fault,) = [fault for update in updates if isinstance(update, DealOver) for fault in update.deal.faults]

    assert endings(updates) == [[SeatEnding.DISCONNECTED], []]
    assert fault.offence == said
    assert {question.view.deal_number for question in second.questions()} == {2}


def test_who_comes_back_and_gets_ready_too_late_is_late() -> None:
    """It is not asked before it is ready, at whichever question that is."""
    second = Returning(after_s=1, ready_after_s=29.5)
    updates = play_with(match(), breaking(2), second)
    spoken = [response.WhichOneof("message") for response in second.heard()[:4]]

    assert endings(updates) == [[SeatEnding.LATE]]
    assert spoken == ["welcome", "match_starting", "refusal", "question"]
    assert second.questions()[0].time_left_s < 1


@pytest.mark.parametrize("by", [EndedBy.BREACH, EndedBy.US])
def test_a_stream_that_was_ended_by_the_referee_is_not_taken_up(by: EndedBy) -> None:
    updates = play_with(match(board(1), board(2)), breaking(3, by=by), Returning(after_s=0.1))
    ending = SeatEnding.PROTOCOL if by is EndedBy.BREACH else SeatEnding.DISCONNECTED

    assert endings(updates) == [[ending], []]


# --- Between questions


@pytest.mark.parametrize("after_s", [1, 8])
def test_a_stream_that_breaks_between_questions_is_taken_up_when_its_seat_is_asked(after_s: float) -> None:
    """Whether the bot came back before, or while it is asked."""
    first, second = Returning(), Returning(after_s=after_s)
    updates = play_with(match(), first, second, west=cutting(first, 3, thinks_s=6))
    again = second.questions()[0]

    assert endings(updates) == [[]]
    assert again.news[0].HasField("deal_started")
    assert second.questions()[1].last_measured_s == pytest.approx(max(0, after_s - 6.2) + 0.1, abs=0.11)


def test_a_grace_that_is_over_before_the_seat_is_asked_is_over() -> None:
    """Whether somebody came after it or nobody did; a stream that came in time may have broken again."""
    for bots, expected in [
        ([Returning(after_s=7)], [SeatEnding.DISCONNECTED]),
        ([], [SeatEnding.DISCONNECTED]),
    ]:
        first = Returning()
        updates = play_with(match(resume_within_s=5), first, *bots, west=cutting(first, 3, thinks_s=9))

        assert endings(updates) == [expected]


def test_a_breach_between_questions_is_called_so() -> None:
    stream = Returning()

    def flood(question: pb.Question) -> Reply:
        stream.close(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many messages", by=EndedBy.BREACH)
        return question.default_decision, 0.1

    updates = play_with(match(), stream, west=at(3, flood))

    assert endings(updates) == [[SeatEnding.PROTOCOL]]


# --- Between deals, and while getting ready


class Nervous(Returning):
    """Its stream breaks as soon as it is to get ready."""

    def send(self, message: bytes) -> None:
        if pb.PlayResponse.FromString(message).HasField("match_starting"):
            self.die()
        else:
            super().send(message)


def test_a_stream_that_breaks_while_getting_ready_is_taken_up() -> None:
    first, second = Nervous(), Returning(after_s=2)
    updates = play_with(match(), first, second)

    assert endings(updates) == [[]]
    assert [starting.is_resumed for starting in starting_of(second)] == [True]


def test_getting_ready_has_one_limit_however_often_a_stream_breaks() -> None:
    updates = play_with(match(), *[Nervous(after_s=6) for _ in range(9)])

    assert endings(updates) == [[SeatEnding.NOT_READY]]


def test_a_stream_that_breaks_between_deals_has_its_grace_though_it_is_longer_than_the_time_to_dial() -> None:
    """No clock runs then, and news of the deal before are not told again."""

    class Leaving(Returning):
        def send(self, message: bytes) -> None:
            super().send(message)
            if pb.PlayResponse.FromString(message).HasField("deal_ended"):
                self.die()

    second = Returning(after_s=15)
    updates = play_with(match(board(1), board(2)), Leaving(), second)
    first_question = second.questions()[0]

    assert endings(updates) == [[], []]
    assert starting_of(second)[0].is_resumed
    assert [event.deal_started.deal_number for event in first_question.news if event.HasField("deal_started")] == [2]
    assert first_question.time_left_s == 30


# --- Lag


def test_the_way_to_a_bot_elsewhere_is_not_counted() -> None:
    """Neither for lateness nor from the bank; what the bot may use of its own is as without it."""
    played = play(spec(lag_allowance_s=0.5), at(1, lambda question: (question.default_decision, 1.5)))
    (stream,) = played.streams[0]
    first, second = stream.questions()[:2]

    assert starting_of(stream)[0].lag_allowance_s == 0.5
    assert (first.time_left_s, second.time_left_s) == (11, 11)
    assert second.last_measured_s == pytest.approx(1.5)


@pytest.mark.parametrize(("spent_s", "expected"), [(11.4, []), (11.6, [SeatEnding.LATE])])
def test_a_decision_is_late_after_its_time_and_the_lag(spent_s: float, expected: list[SeatEnding]) -> None:
    played = play(spec(lag_allowance_s=0.5), at(1, lambda question: (question.default_decision, spent_s)))

    assert [fault.ending for fault in played.deals[0].faults] == expected
    assert played.streams[0][0].questions()[1].bank_s == pytest.approx(0.1 if spent_s < 11.5 else 0)


# --- The question at a fault


def test_a_strict_match_keeps_the_question_that_was_open() -> None:
    """As JSON in the names of the protocol; a match that goes on keeps none."""
    kept, unkept = [
        play(
            spec(strict=strict),
            at(4, lambda question: (pb.Decision(question_id=question.question_id, cards=[pb.CARD_RED_JOKER] * 9), 0)),
        )
        for strict in (True, False)
    ]
    question = json_format.Parse(kept.deals[0].faults[0].question, pb.Question())

    assert question == kept.streams[0][0].questions()[3]
    assert '"question_id"' in kept.deals[0].faults[0].question
    assert "CARD_" in kept.deals[0].faults[0].question
    assert unkept.deals[0].faults[0].question == ""


def test_a_fault_without_a_question_has_none() -> None:
    played = play(spec(strict=True), [])

    assert [fault.question for fault in played.deals[0].faults] == [""]
