"""Questions and what is said about the answers, as protocol messages."""

from __future__ import annotations

from random import Random

from google.protobuf.json_format import MessageToJson

from referee.rules.deal import Asking, Decision
from referee.rules.legal import legal_decisions
from referee.rules.refusal import Refusal
from referee.rules.view import view_of
from referee.serving import convert
from referee.serving.chair import Chair
from referee.serving.seat import Seat
from referee.wire.tractor.v1 import bot_pb2 as wire


def question_of(
    state: Asking, seat: Seat, chair: Chair, *, default: Decision, match_id: str, deal_number: int
) -> wire.PlayResponse:
    """The question that a state puts to its seat.

    Args:
        state: awaits a decision of *seat*.
        seat: its news are taken.
        chair: who is asked.
        default: what is done if no legal answer comes.
        match_id: names the match.
        deal_number: in the match, from 1.
    """
    response = wire.PlayResponse()
    question = response.question
    question.question_id = chair.next_question_id()
    question.phase = convert.phase_of(state)
    wishes = chair.wishes
    history = wishes.history or seat.is_resumed
    convert.write_view(view_of(state, seat.number), question.view, deal_number=deal_number, history=history)
    question.news.extend(seat.take_news())
    question.default_decision.question_id = question.question_id
    question.default_decision.cards.extend(convert.card_numbers(state.ladder.cards(default.cards)))
    if default.calls:
        convert.write_calls(default.calls, question.default_decision.friend_calls)
    if wishes.legal_decisions:
        # Chance may depend on nothing that the seat cannot know: not on the count of all decisions, for how often the
        # others were asked to bid is hidden.
        rng = Random(f"{match_id} {deal_number} {question.question_id}")
        legal = legal_decisions(state, limit=wishes.legal_decisions, rng=rng)
        convert.write_legal_decisions(legal, state.ladder, question.legal_decisions)
    question.time_left_s = seat.allowed_s
    question.bank_s = seat.bank.remaining_s
    question.last_measured_s = seat.last_measured_s
    return response


def as_json(question: wire.PlayResponse) -> str:
    """A question as JSON text, with the names of the protocol."""
    return MessageToJson(question.question, preserving_proto_field_name=True, indent=None)


def refusal_of(question: wire.PlayResponse, refused: Refusal | None, *, strike_count: int) -> wire.PlayResponse:
    """What a seat is told whose answer to *question* was refused, or did not come in time (None)."""
    response = wire.PlayResponse()
    message = response.refusal
    message.question_id = question.question.question_id
    if refused is None:
        message.reason = wire.REFUSAL_REASON_LATE
        message.sentence = "no answer came in time"
    else:
        message.reason = wire.REFUSAL_REASON_ILLEGAL
        message.rule = refused.rule
        message.sentence = refused.because
    instead = question.question.default_decision
    message.done_instead.extend(instead.cards)
    message.done_instead_friend_calls.extend(instead.friend_calls)
    message.strike_count = strike_count
    return response
