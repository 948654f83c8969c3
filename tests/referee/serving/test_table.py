"""Matches at a table: what is played, what faults cost, and how matches end. No gRPC, and time is made up."""

from __future__ import annotations

import msgspec
import pytest
import trio

from referee.rules.deal import Scored, ThrownIn
from referee.rules.replay import first_difference, first_difference_of
from referee.serving.bridge.stream import Arrival
from referee.serving.clock import TimeControl
from referee.serving.decision_kind import DecisionKind
from referee.serving.faults import SeatEnding
from referee.serving.spec import Board
from referee.serving.table import Begun
from referee.wire.tractor.v1 import bot_pb2 as pb
from tests.referee.serving.tables import (
    FakeStream,
    Reply,
    at,
    board,
    by_default,
    deck,
    nothing,
    passing,
    play,
    spec,
)


def impossible(question: pb.Question) -> Reply:
    """A card that does not exist."""
    return pb.Decision(question_id=question.question_id, cards=[pb.Card.ValueType(99)]), 0.1


def dying(stream: FakeStream, number: int) -> FakeStream:
    """The stream, whose bot is killed by question *number*."""

    def die(_: pb.Question) -> Reply:
        stream.die()
        return None, 0

    stream.player = at(number, die)
    return stream


# --- Deals


def test_a_match_of_deals_is_played_to_its_end() -> None:
    played = play(spec(board(1), board(2, starter=1), board(3, starter=2)))

    assert isinstance(played.updates[0], Begun)
    assert [deal.faults for deal in played.deals] == [(), (), ()]
    assert all(isinstance(deal.end, Scored) for deal in played.deals)
    assert [record.board for record in played.records] == [1, 2, 3]
    assert [record.deal for record in played.records] == [1, 2, 3]
    assert played.finished.ending == pb.MATCH_ENDING_NORMAL
    assert first_difference_of(played.records) is None


def test_every_seat_is_told_the_match_its_questions_and_the_end() -> None:
    played = play(spec(board(1)))

    for (stream,) in played.streams:
        kinds = [response.WhichOneof("message") for response in stream.heard()]
        assert kinds[0] == "match_starting"
        assert set(kinds[1:-2]) == {"question"}
        assert kinds[-2:] == ["deal_ended", "match_ended"]


@pytest.mark.slow
def test_there_is_about_one_message_for_every_decision() -> None:
    played = play(spec(*[board(number) for number in range(1, 11)]))
    decisions = sum(deal.decision_count for deal in played.deals)
    sent = sum(stream.sent_count for (stream,) in played.streams)

    assert decisions <= sent <= 1.1 * decisions


def test_the_news_add_up_to_the_whole_history() -> None:
    """A bot that only adds up what it is told knows every trick; who wants events knows every play as well."""
    hellos = [pb.Hello(), pb.Hello(wants_events=True), pb.Hello(), pb.Hello()]
    played = play(spec(board(1), board(2)), hellos=hellos)
    tricks = [
        [event.trick_ended for event in stream.news() if event.HasField("trick_ended")] for (stream,) in played.streams
    ]
    plays = [event.played for event in played.streams[1][0].news() if event.HasField("played")]
    recorded = sum(len(record.tricks) for record in played.records)

    assert len(tricks[0]) == recorded
    assert tricks[1:] == [tricks[0]] * 3
    assert [card for play in plays for card in play.cards] == [card for trick in tricks[0] for card in trick.cards]
    assert not any(question.news for question in played.streams[1][0].questions())


def test_finished_tricks_are_for_those_who_want_history() -> None:
    hellos = [pb.Hello(wants_history=True), pb.Hello(), pb.Hello(), pb.Hello()]
    played = play(spec(board(1)), hellos=hellos)
    last, last_of_other = (played.streams[seat][0].questions()[-1] for seat in (0, 1))

    assert len(last.view.tricks) == last.view.trick_count > 0
    assert len(last_of_other.view.tricks) == 0
    assert last_of_other.view.trick_count > 0


def test_legal_decisions_are_for_those_who_want_them() -> None:
    hellos = [pb.Hello(wants_legal_decisions=3), pb.Hello(), pb.Hello(), pb.Hello()]
    played = play(spec(board(1)), hellos=hellos)
    lists = [question.legal_decisions for question in played.streams[0][0].questions()]

    assert all(1 <= len(legal.sizes) <= 3 for legal in lists)
    assert all(sum(legal.sizes) == len(legal.cards) for legal in lists)
    assert {legal.complete for legal in lists} == {True, False}
    assert not any(question.HasField("legal_decisions") for question in played.streams[1][0].questions())


def test_what_a_bot_says_is_in_the_record_and_nowhere_else() -> None:
    def talkative(question: pb.Question) -> Reply:
        return pb.Decision(
            question_id=question.question_id, cards=question.default_decision.cards, note="I have a plan"
        ), 0.1

    played = play(spec(board(1)), talkative)
    (record,) = played.records

    assert len(record.notes) == len(played.streams[0][0].questions())
    assert {text for _, text in record.notes} == {"I have a plan"}
    assert not any(b"plan" in message for streams in played.streams for message in streams[0].sent)


# --- Clocks


def test_the_bank_pays_for_what_goes_beyond_the_limit() -> None:
    def slow(question: pb.Question) -> Reply:
        return question.default_decision, 1.5

    played = play(spec(time=TimeControl(limit_s=1, bank_s=10, increment_s=0.25)), slow)
    first, second, third = played.streams[0][0].questions()[:3]

    assert (first.time_left_s, first.bank_s, first.last_measured_s) == (11, 10, 0)
    assert (second.time_left_s, second.bank_s, second.last_measured_s) == pytest.approx((10.75, 9.75, 1.5))
    assert third.bank_s == pytest.approx(9.5)


def test_time_use_is_reported_by_seat() -> None:
    played = play(spec(board(1)), at(2, lambda question: (question.default_decision, 4.0)))
    use = played.finished.time_use[0]

    assert use.decision_count == len(played.streams[0][0].questions())
    assert use.max_s == pytest.approx(4)
    assert use.p50_s == pytest.approx(0.1)
    assert use.total_s == pytest.approx(4 + 0.1 * (use.decision_count - 1))


def test_time_use_is_reported_by_kind_of_decision() -> None:
    """All that were measured, each in one kind; who never was asked for one has no time of it."""
    played = play(spec(board(1)), at(2, lambda question: (question.default_decision, 4.0)))
    starter, other = played.finished.time_use_by_kind[:2]
    phases = [question.phase for question in played.streams[0][0].questions()]

    assert [*starter] == [DecisionKind.BID, DecisionKind.BURIAL, DecisionKind.LEAD, DecisionKind.FOLLOW]
    assert starter[DecisionKind.BID].decision_count == phases.count(pb.PHASE_BID)
    assert starter[DecisionKind.BURIAL].decision_count == 1
    assert [kind for kind, use in starter.items() if use.max_s == pytest.approx(4)] == [DecisionKind.BID]
    assert DecisionKind.BURIAL not in other
    for use, kinds in zip(played.finished.time_use, played.finished.time_use_by_kind, strict=True):
        assert sum(each.decision_count for each in kinds.values()) == use.decision_count
        assert sum(each.total_s for each in kinds.values()) == pytest.approx(use.total_s)


def test_the_record_has_the_milliseconds_of_each_decision() -> None:
    """A late one has those until the default was played; the others took a tenth of a second."""
    played = play(spec(), at(1, lambda question: (question.default_decision, 1.2344)), at(1, nothing))
    (record,) = played.records
    assert record.times is not msgspec.UNSET
    (late,) = record.defaults
    late_ms = record.times[late]

    assert len(record.times) == played.deals[0].decision_count
    assert late_ms is not None
    assert 11_000 <= late_ms < 11_100
    assert {*record.times} == {100, 1234, late_ms}
    assert first_difference(record) is None


def test_a_decision_that_nobody_answered_has_no_time() -> None:
    """As of a seat where nobody ever was."""
    played = play(spec(), [])
    (record,) = played.records
    assert record.times is not msgspec.UNSET
    untimed = [decision for decision, took_ms in enumerate(record.times) if took_ms is None]

    assert untimed
    assert untimed == list(record.defaults)
    assert first_difference(record) is None


def test_each_deck_has_the_times_of_its_own_decisions() -> None:
    """Those of a deck that was thrown in are not among those of the next."""
    played = play(spec(board(1, starter=None, decks=[deck(1), deck(2)])), *[passing] * 4)

    assert [record.thrown_in for record in played.records] == [True, True]
    assert all(first_difference(record) is None for record in played.records)
    assert sum(len(record.times or ()) for record in played.records) == played.deals[0].decision_count


def test_the_record_says_who_won_each_trick() -> None:
    (record,) = play(spec()).records

    assert record.wins is not msgspec.UNSET
    assert len(record.wins) == len(record.tricks)


def test_an_answer_within_limit_and_bank_is_in_time() -> None:
    played = play(spec(), at(1, lambda question: (question.default_decision, 10.999)))

    assert played.deals[0].faults == ()


def test_no_answer_in_time_is_late_and_the_default_is_played_at_once() -> None:
    played = play(spec(), at(1, nothing))
    (fault,) = played.deals[0].faults
    (refusal,) = played.streams[0][0].refusals()
    (record,) = played.records

    assert fault.ending is SeatEnding.LATE
    assert 0 <= fault.overrun_s < 0.05
    assert refusal.reason == pb.REFUSAL_REASON_LATE
    assert refusal.question_id == played.streams[0][0].questions()[0].question_id
    assert refusal.done_instead == played.streams[0][0].questions()[0].default_decision.cards
    assert refusal.strike_count == 1
    assert record.defaults == (fault.decision,)
    assert played.deals[0].forfeited_by == ()
    assert played.streams[0][0].questions()[1].bank_s == 0


def test_a_late_answer_is_dropped_when_it_comes() -> None:
    """The questions after it are answered as if it had never come."""
    played = play(spec(), at(1, lambda question: (question.default_decision, 11.5)))

    assert [fault.ending for fault in played.deals[0].faults] == [SeatEnding.LATE]


def test_an_answer_that_came_in_time_counts_even_if_nobody_could_run_to_see_it() -> None:
    class Unseen(FakeStream):
        """What it says to its first question is only seen when the time for it has passed."""

        async def receive(self) -> Arrival[pb.PlayRequest]:
            if len(self.questions()) == 1:
                await trio.sleep_forever()
            return await super().receive()

    played = play(spec(), Unseen())

    assert played.deals[0].faults == ()
    assert played.finished.time_use[0].max_s == pytest.approx(0.1)


def test_nobody_is_late_while_the_machine_stands_still() -> None:
    played = play(spec(), at(1, nothing), stands_still=True)
    (deal,) = played.deals

    assert deal.machine_at_fault
    assert deal.faults == ()
    assert deal.forfeited_by == ()
    assert len(played.streams[0][0].refusals()) == 1


# --- Faults


def test_an_illegal_decision_is_refused_with_its_rule() -> None:
    played = play(spec(), impossible)
    stream = played.streams[0][0]
    deal, (record,) = played.deals[0], played.records
    first = stream.refusals()[0]

    assert [fault.ending for fault in deal.faults] == [SeatEnding.ILLEGAL] * 3
    assert first.reason == pb.REFUSAL_REASON_ILLEGAL
    assert first.rule in {"B2", "K1", "F1"}
    assert "99 is no card" in first.sentence
    assert [refusal.strike_count for refusal in stream.refusals()] == [1, 2, 3]
    assert deal.forfeited_by == (0,)
    assert len(stream.questions()) == 3
    assert [fault.decision for fault in record.faults] == list(record.defaults[:3])
    assert first_difference_of(played.records) is None


def test_a_seat_that_is_played_by_defaults_is_announced_and_hears_the_end() -> None:
    played = play(spec(), impossible)

    for (stream,) in played.streams:
        defaulted = [event.seat_defaulted.seat for event in stream.news() if event.HasField("seat_defaulted")]
        assert defaulted == [1]
    assert any(response.HasField("deal_ended") for response in played.streams[0][0].heard())


def test_the_next_deal_begins_without_strikes() -> None:
    played = play(spec(board(1), board(2), strikes_allowed=0), at(1, impossible))

    assert [deal.forfeited_by for deal in played.deals] == [(0,), ()]
    assert len(played.streams[0][0].questions()) > 5


def test_a_lost_bot_is_played_by_defaults_to_the_end_of_the_deal() -> None:
    stream = FakeStream()
    played = play(spec(board(1)), dying(stream, 3))
    (deal,) = played.deals

    assert [fault.ending for fault in deal.faults] == [SeatEnding.DISCONNECTED]
    assert deal.forfeited_by == (0,)
    assert isinstance(deal.end, Scored)
    assert played.finished.ending == pb.MATCH_ENDING_NORMAL


def test_a_lost_bot_that_is_there_again_plays_the_next_deal() -> None:
    first, second = FakeStream(), FakeStream()
    played = play(spec(board(1), board(2)), [dying(first, 3), second])

    assert [deal.forfeited_by for deal in played.deals] == [(0,), ()]
    assert second.heard()[0].HasField("match_starting")
    assert {question.view.deal_number for question in second.questions()} == {2}
    assert {event.deal_started.deal_number for event in second.news() if event.HasField("deal_started")} == {2}


def test_a_lost_bot_that_does_not_come_back_is_waited_for_once() -> None:
    played = play(spec(board(1), board(2), board(3)), [dying(FakeStream(), 1)])
    endings = [[fault.ending for fault in deal.faults] for deal in played.deals]

    assert [deal.forfeited_by for deal in played.deals] == [(0,)] * 3
    assert endings == [[SeatEnding.DISCONNECTED], [SeatEnding.NOT_READY], [SeatEnding.NOT_READY]]
    # Once before the match, and once in it.
    assert played.places[0].asked_for == 2
    assert played.places[0].is_closed


@pytest.mark.parametrize(
    ("streams", "said"),
    [
        ([], "no bot dialled in within 5 s"),
        ([FakeStream], "the bot was not ready within 20 s"),
    ],
)
def test_a_bot_that_is_never_ready_forfeits_every_deal(streams: list[type[FakeStream]], said: str) -> None:
    played = play(spec(board(1), board(2)), [kind(ready_after_s=21) for kind in streams])

    assert [deal.forfeited_by for deal in played.deals] == [(0,), (0,)]
    assert {fault.ending for deal in played.deals for fault in deal.faults} == {SeatEnding.NOT_READY}
    assert {fault.offence for deal in played.deals for fault in deal.faults} == {said}
    assert played.finished.ending == pb.MATCH_ENDING_NORMAL


def test_a_slow_start_is_no_fault() -> None:
    played = play(spec(), FakeStream(ready_after_s=19))

    assert played.deals[0].faults == ()


def test_a_note_that_is_too_long_ends_the_stream() -> None:
    def verbose(question: pb.Question) -> Reply:
        return pb.Decision(question_id=question.question_id, note="ä" * 513), 0.1

    played = play(spec(), verbose)
    (fault,) = played.deals[0].faults
    end = played.streams[0][0].end

    assert fault.ending is SeatEnding.PROTOCOL
    assert fault.offence == "a note has at most 1024 bytes, this one has 1026"
    assert end is not None
    assert end.status.name == "INVALID_ARGUMENT"


def test_of_two_answers_the_second_is_dropped() -> None:
    stream = FakeStream()

    def twice(question: pb.Question) -> Reply:
        stream.say(pb.PlayRequest(decision=question.default_decision))
        return question.default_decision, 0

    stream.player = twice
    played = play(spec(), stream)

    assert played.deals[0].faults == ()


def test_strict_ends_the_match_at_the_first_fault() -> None:
    """Nobody is asked any more; the deal goes to its end by defaults, so that its record is whole."""
    played = play(spec(board(1), board(2), strict=True), at(2, impossible))
    (deal,) = played.deals
    (record,) = played.records

    assert len(deal.faults) == 1
    assert played.finished.ending == pb.MATCH_ENDING_FAULT
    assert played.finished.sentence == f"a fault ended the match: North, illegal ({deal.faults[0].rule})"
    assert record.defaults == tuple(range(deal.faults[0].decision, deal.decision_count))
    assert [stream[0].heard()[-1].match_ended.ending for stream in played.streams] == [pb.MATCH_ENDING_FAULT] * 4


# --- Whole games


@pytest.mark.slow
def test_a_game_goes_on_until_it_is_won() -> None:
    boards = [board(1, starter=None), *[Board(number, None, (deck(number),)) for number in range(2, 60)]]
    played = play(spec(*boards, whole_game=True))
    last = played.deals[-1].end

    assert isinstance(last, Scored)
    assert last.score.game_won_by is not None
    assert played.finished.ending == pb.MATCH_ENDING_NORMAL
    assert played.finished.sentence == "the game is won"
    assert first_difference_of(played.records) is None
    assert sum(played.streams[0][0].heard()[-2].deal_ended.game_won) == 2


def test_a_game_ends_when_its_deals_are_used_up() -> None:
    played = play(spec(board(1, starter=None), Board(2, None, (deck(2),)), whole_game=True))

    assert len(played.deals) == 2
    assert played.finished.ending == pb.MATCH_ENDING_NORMAL
    assert "used up" in played.finished.sentence


def test_a_forfeited_deal_ends_the_game() -> None:
    boards = [board(1, starter=None), *[Board(number, None, (deck(number),)) for number in range(2, 9)]]
    played = play(spec(*boards, whole_game=True, strikes_allowed=0), by_default, at(3, impossible))

    assert played.deals[-1].forfeited_by == (1,)
    assert played.finished.ending == pb.MATCH_ENDING_FAULT
    assert "a fault of West" in played.finished.sentence


def test_a_game_in_which_the_machine_stood_still_is_void() -> None:
    boards = [board(1, starter=None), Board(2, None, (deck(2),))]
    played = play(spec(*boards, whole_game=True), at(1, nothing), stands_still=True)

    assert len(played.deals) == 1
    assert played.finished.ending == pb.MATCH_ENDING_ABORTED


def test_a_deal_thrown_in_is_dealt_again_from_the_next_deck() -> None:
    """Under the same number (B7); both records are kept."""
    seen: list[pb.Event] = []

    def bidder(question: pb.Question) -> Reply:
        seen.extend(question.news)
        has_seen_it = any(event.HasField("thrown_in") for event in seen)
        return by_default(question) if has_seen_it else passing(question)

    played = play(spec(board(1, starter=None, decks=[deck(1), deck(2)])), *[bidder] * 4)
    (deal,) = played.deals

    assert isinstance(deal.end, Scored)
    assert [record.thrown_in for record in played.records] == [True, False]
    assert [record.deal for record in played.records] == [1, 1]
    assert [record.deck == played.records[0].deck for record in played.records] == [True, False]
    assert first_difference_of(played.records) is None


def test_a_deal_whose_decks_are_all_thrown_in_has_no_result() -> None:
    match = spec(board(1, starter=None, decks=[deck(1), deck(2)]), board(2))
    played = play(match, *[passing] * 4)

    assert isinstance(played.deals[0].end, ThrownIn)
    assert isinstance(played.deals[1].end, Scored)
    assert played.finished.ending == pb.MATCH_ENDING_NORMAL


def test_a_game_whose_decks_are_all_thrown_in_cannot_go_on() -> None:
    played = play(spec(board(1, starter=None), Board(2, None, (deck(2),)), whole_game=True), *[passing] * 4)

    assert len(played.deals) == 1
    assert played.finished.ending == pb.MATCH_ENDING_ABORTED


# --- The end


def test_a_match_that_is_stopped_tells_its_bots() -> None:
    played = play(spec(), *[nothing] * 4, stopped_after_s=3)

    assert [type(update) for update in played.updates] == [Begun]
    for (stream,) in played.streams:
        assert stream.heard()[-1].match_ended.ending == pb.MATCH_ENDING_ABORTED


def test_messages_are_counted_both_ways() -> None:
    played = play(spec())
    sent = sum(stream.sent_count for (stream,) in played.streams)
    # What a bot says when it dials in is said before the match.
    received = sum(stream.received_count - 1 for (stream,) in played.streams)

    assert played.finished.message_count == sent + received
