"""What the arena is told of a match, as messages."""

from __future__ import annotations

import pytest

from referee.rules.deal import Scored
from referee.rules.record import read_line
from referee.serving.decision_kind import DecisionKind
from referee.serving.table import DealOver
from referee.serving.updates import update_message
from referee.wire.tractor.v1 import bot_pb2 as pb
from referee.wire.tractor.v1 import table_pb2
from tests.referee.serving.tables import Played, at, board, by_default, deck, nothing, passing, play, spec


def deals_of(played: Played) -> list[table_pb2.DealPlayed]:
    return [update_message(update).deal_played for update in played.updates if isinstance(update, DealOver)]


def test_a_match_begins_and_finishes() -> None:
    played = play(spec(board(1)))
    first, last = (update_message(played.updates[at]) for at in (0, -1))

    assert first.WhichOneof("update") == "begun"
    assert last.finished.ending == pb.MATCH_ENDING_NORMAL
    assert last.finished.sentence == "all deals were played"
    assert [clock.decision_count for clock in last.finished.clocks] == [
        len(stream.questions()) for (stream,) in played.streams
    ]
    first_clock = last.finished.clocks[0]
    kinds = [table_pb2.DecisionKind.Name(each.kind).removeprefix("DECISION_KIND_") for each in first_clock.kinds]
    assert kinds == ["BID", "BURIAL", "LEAD", "FOLLOW"]
    assert sum(each.decision_count for each in first_clock.kinds) == first_clock.decision_count
    assert sum(each.total_s for each in first_clock.kinds) == pytest.approx(first_clock.total_s, abs=1e-5)
    assert all(each.p50_s == round(each.p50_s, 6) > 0 for each in first_clock.kinds)
    assert last.finished.message_count == played.finished.message_count
    assert last.finished.elapsed_s > 0


def test_a_deal_is_told_by_seat_and_with_its_record() -> None:
    played = play(spec(board(9, starter=1)))
    (deal,) = deals_of(played)
    end = played.deals[0].end
    assert isinstance(end, Scored)

    assert deal.number == 9
    assert list(deal.declarers) == [2, 4]
    assert deal.opponents_points == end.score.total
    assert deal.declarers_won == end.score.declarers_won
    assert list(deal.gains) == list(end.score.gains) * 2
    assert list(deal.levels) == list(end.score.levels) * 2
    assert read_line(deal.record).board == 9
    assert deal.decision_count == played.deals[0].decision_count
    assert not deal.machine_at_fault
    assert not deal.thrown_in


def test_faults_are_told_with_what_they_cost() -> None:
    played = play(spec(strikes_allowed=0), by_default, at(1, nothing))
    (deal,) = deals_of(played)
    (fault,) = deal.faults

    assert (fault.seat, fault.ending, fault.rule) == (2, table_pb2.SEAT_ENDING_LATE, "")
    assert fault.overrun_s >= 0
    assert list(deal.forfeited_by) == [2]


def test_every_ending_of_a_seat_has_its_word() -> None:
    played = play(spec(board(1), board(2)), [])
    faults = [fault for deal in deals_of(played) for fault in deal.faults]

    assert [fault.ending for fault in faults] == [table_pb2.SEAT_ENDING_NOT_READY] * 2
    assert {fault.offence for fault in faults} == {"no bot dialled in within 5 s"}


def test_every_kind_of_decision_has_its_number() -> None:
    """Those of the protocol are those of the referee, in the same order."""
    names = [name.removeprefix("DECISION_KIND_").lower() for name, _ in table_pb2.DecisionKind.items()]

    assert names == ["unspecified", *DecisionKind]


def test_decks_that_were_thrown_in_are_told() -> None:
    played = play(spec(board(1, starter=None, decks=[deck(1), deck(2), deck(3)])), *[passing] * 4)
    (deal,) = deals_of(played)
    before = [read_line(line) for line in deal.thrown_in_records]

    assert deal.thrown_in
    assert [record.thrown_in for record in [*before, read_line(deal.record)]] == [True] * 3
    assert list(deal.declarers) == []
