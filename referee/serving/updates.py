"""What a table reports, as protocol messages for the arena."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from referee.rules.deal import Scored
from referee.serving import convert
from referee.serving.clock import TimeUse
from referee.serving.decision_kind import DecisionKind
from referee.serving.faults import SeatEnding, SeatFault
from referee.serving.table import Begun, DealOver, Finished, Update
from referee.wire.tractor.v1 import table_pb2 as wire

_ENDINGS = {
    SeatEnding.LATE: wire.SEAT_ENDING_LATE,
    SeatEnding.ILLEGAL: wire.SEAT_ENDING_ILLEGAL,
    SeatEnding.DISCONNECTED: wire.SEAT_ENDING_DISCONNECTED,
    SeatEnding.PROTOCOL: wire.SEAT_ENDING_PROTOCOL,
    SeatEnding.NOT_READY: wire.SEAT_ENDING_NOT_READY,
}
_KINDS = {
    DecisionKind.BID: wire.DECISION_KIND_BID,
    DecisionKind.BURIAL: wire.DECISION_KIND_BURIAL,
    DecisionKind.CALL: wire.DECISION_KIND_CALL,
    DecisionKind.LEAD: wire.DECISION_KIND_LEAD,
    DecisionKind.FOLLOW: wire.DECISION_KIND_FOLLOW,
}


def update_message(update: Update) -> wire.PlayMatchResponse:
    """An update as it is sent."""
    response = wire.PlayMatchResponse()
    match update:
        case Begun():
            response.begun.SetInParent()
        case DealOver():
            _write_deal(update, response.deal_played)
        case Finished():
            _write_finished(update, response.finished)
        case _:
            assert_never(update)
    return response


def _write_deal(update: DealOver, message: wire.DealPlayed) -> None:
    deal = update.deal
    *thrown_in, message.record = deal.records
    message.thrown_in_records.extend(thrown_in)
    message.number = update.board.number
    message.faults.extend([_fault(fault) for fault in deal.faults])
    message.forfeited_by.extend(convert.seat_numbers(deal.forfeited_by))
    message.machine_at_fault = deal.machine_at_fault
    message.decision_count = deal.decision_count
    if isinstance(deal.end, Scored):
        _write_result(deal.end, message)
    else:
        message.thrown_in = True


def _write_result(end: Scored, message: wire.DealPlayed) -> None:
    score = end.score
    message.starter = end.contract.starter + 1
    message.declarers.extend(convert.seats_that(end.declarers))
    message.opponents_points = score.total
    message.declarers_won = score.declarers_won
    message.gains.extend(convert.by_seat(end, score.gains))
    message.nobody_won = score.winner is None
    levels = convert.by_seat(end, score.levels)
    message.levels.extend(convert.level_numbers(levels))
    message.level_pluses.extend(convert.level_pluses(levels))
    message.game_won.extend(convert.game_won(end))
    if any(score.debts):
        message.debts.extend(score.debts)


def _fault(fault: SeatFault) -> wire.SeatFault:
    return wire.SeatFault(
        seat=fault.seat + 1,
        ending=_ENDINGS[fault.ending],
        rule=fault.rule,
        overrun_s=fault.overrun_s,
        offence=fault.offence,
        question=fault.question,
    )


def _write_finished(update: Finished, message: wire.MatchFinished) -> None:
    message.ending = update.ending
    message.sentence = update.sentence
    uses = zip(update.time_use, update.time_use_by_kind, strict=True)
    message.clocks.extend([_clock(use, by_kind) for use, by_kind in uses])
    message.message_count = update.message_count
    message.elapsed_s = update.elapsed_s


def _clock(use: TimeUse, by_kind: Mapping[DecisionKind, TimeUse]) -> wire.SeatClock:
    return wire.SeatClock(
        decision_count=use.decision_count,
        total_s=use.total_s,
        p50_s=use.p50_s,
        p95_s=use.p95_s,
        max_s=use.max_s,
        kinds=[_kind_clock(kind, each) for kind, each in by_kind.items()],
    )


def _kind_clock(kind: DecisionKind, use: TimeUse) -> wire.KindClock:
    # There are many of them in what is published of a cup, so that digits that say nothing are left out.
    return wire.KindClock(
        kind=_KINDS[kind],
        decision_count=use.decision_count,
        total_s=round(use.total_s, 6),
        p50_s=round(use.p50_s, 6),
        p95_s=round(use.p95_s, 6),
        max_s=round(use.max_s, 6),
    )
