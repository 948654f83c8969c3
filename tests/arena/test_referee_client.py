"""What the arena asks and hears crosses to protocol messages and back without loss."""

from __future__ import annotations

from typing import cast

import pytest

from arena.cup_file import FaultPolicy, TimeControl
from arena.deals import Board
from arena.matches import Ending, Kind, KindTimes, SeatTimes
from arena.referee_client import request, update
from arena.table import Begun, Chair, DealPlayed, Finished, RefereeGone, SeatFault, TableSpec
from referee.rules.levels import parse_level
from referee.wire.tractor.v1 import bot_pb2, table_pb2

SPEC = TableSpec(
    match_id="ab" * 32,
    rules="packs = 2\n",
    chairs=tuple(Chair(name, f"token-{seat}") for seat, name in enumerate(("Ada", "Ben", "Ada", "Ben"))),
    is_game=False,
    boards=(
        Board(number=7, first_drawer=3, starter=3, levels=(8, 8, 8, 8), decks=((1, 54, 2),)),
        Board(number=8, first_drawer=0, starter=None, levels=(2, 2, 2, 2), decks=((3,), (4,))),
    ),
    time=TimeControl(limit_s=0.5, bank_s=20.0, increment_s=0.1, connect_within_s=5.0, ready_within_s=40.0),
    faults=FaultPolicy(strikes_allowed=3, strict=True),
)


def test_a_match_is_asked_for_with_all_that_it_is() -> None:
    message = request(SPEC)

    assert (message.match_id, message.rules, message.whole_game) == ("ab" * 32, "packs = 2\n", False)
    assert [(chair.entrant, chair.token) for chair in message.chairs] == [
        ("Ada", "token-0"),
        ("Ben", "token-1"),
        ("Ada", "token-2"),
        ("Ben", "token-3"),
    ]
    assert (message.limit_s, message.bank_s, message.increment_s) == (0.5, 20.0, 0.1)
    assert (message.connect_within_s, message.ready_within_s) == (5.0, 40.0)
    assert (message.strikes_allowed, message.strict) == (3, True)


def test_seats_are_counted_from_one_on_the_wire() -> None:
    fixed, bid = request(SPEC).boards

    assert (fixed.number, fixed.first_drawer, fixed.starter, list(fixed.levels)) == (7, 4, 4, [8] * 4)
    assert list(fixed.decks) == [bytes([1, 54, 2])]
    assert (bid.first_drawer, bid.starter, list(bid.decks)) == (1, 0, [b"\x03", b"\x04"])


def test_a_deal_is_read_with_all_that_was_said() -> None:
    message = table_pb2.PlayMatchResponse(
        deal_played=table_pb2.DealPlayed(
            record="{2}",
            thrown_in_records=["{1}"],
            number=7,
            starter=2,
            declarers=[2, 4],
            opponents_points=-10,
            declarers_won=True,
            gains=[0, 3, 0, 3],
            levels=[bot_pb2.LEVEL_EIGHT, bot_pb2.LEVEL_PAST_ACE] * 2,
            game_won=[0, 1, 0, 1],
            faults=[
                table_pb2.SeatFault(seat=1, ending=table_pb2.SEAT_ENDING_LATE, overrun_s=0.25),
                table_pb2.SeatFault(seat=3, ending=table_pb2.SEAT_ENDING_ILLEGAL, rule="F3", offence="no pair"),
            ],
            forfeited_by=[3, 1],
            machine_at_fault=True,
            decision_count=120,
        )
    )

    assert update(message) == DealPlayed(
        records=("{1}", "{2}"),
        number=7,
        starter=1,
        declarers=(1, 3),
        opponents_points=-10,
        declarers_won=True,
        nobody_won=False,
        gains=(0, 3, 0, 3),
        levels=(8, 15, 8, 15),
        debts=(),
        game_winners=(1, 3),
        faults=(
            SeatFault(0, Ending.LATE, "", 0.25, ""),
            SeatFault(2, Ending.ILLEGAL, "F3", None, "no pair"),
        ),
        forfeited_by=(2, 0),
        is_thrown_in=False,
        is_void=True,
        decision_count=120,
    )


@pytest.mark.parametrize(
    ("wire", "ending", "by_fault"),
    [
        (bot_pb2.MATCH_ENDING_NORMAL, Ending.NORMAL, False),
        (bot_pb2.MATCH_ENDING_FAULT, Ending.NORMAL, True),
        (bot_pb2.MATCH_ENDING_ABORTED, Ending.ABORTED, False),
    ],
)
def test_an_end_is_read(wire: bot_pb2.MatchEnding.ValueType, ending: Ending, by_fault: bool) -> None:
    follows = table_pb2.KindClock(
        kind=table_pb2.DECISION_KIND_FOLLOW, decision_count=7, total_s=1.25, p50_s=0.1, p95_s=0.2, max_s=0.5
    )
    # Of a kind that a later referee may know.
    unknown = table_pb2.KindClock(kind=cast("table_pb2.DecisionKind.ValueType", 99), decision_count=2)
    clock = table_pb2.SeatClock(
        decision_count=9, total_s=1.5, p50_s=0.1, p95_s=0.2, max_s=0.5, kinds=[follows, unknown]
    )
    message = table_pb2.PlayMatchResponse(
        finished=table_pb2.MatchFinished(
            ending=wire, sentence="all deals were played", clocks=[clock], message_count=240, elapsed_s=3.5
        )
    )

    assert update(message) == Finished(
        ending=ending,
        by_fault=by_fault,
        sentence="all deals were played",
        times=(SeatTimes(9, 1.5, 0.1, 0.2, 0.5, (KindTimes(Kind.FOLLOW, 7, 1.25, 0.1, 0.2, 0.5),)),),
        message_count=240,
        elapsed_s=3.5,
    )


def test_every_kind_of_decision_is_read() -> None:
    kinds = [kind for kind in table_pb2.DecisionKind.values() if kind != table_pb2.DECISION_KIND_UNSPECIFIED]
    clock = table_pb2.SeatClock(kinds=[table_pb2.KindClock(kind=kind) for kind in kinds])
    read = update(table_pb2.PlayMatchResponse(finished=table_pb2.MatchFinished(clocks=[clock])))

    assert isinstance(read, Finished)
    assert [each.kind for each in read.times[0].kinds] == [*Kind]


def test_the_beginning_is_read() -> None:
    assert update(table_pb2.PlayMatchResponse(begun=table_pb2.MatchBegun())) == Begun()


def test_an_update_of_a_later_referee_is_refused() -> None:
    with pytest.raises(RefereeGone, match="does not know"):
        update(table_pb2.PlayMatchResponse())


def test_a_deal_of_players_is_read() -> None:
    """Nobody won it, one owes two levels, and levels have pluses."""
    message = table_pb2.PlayMatchResponse(
        deal_played=table_pb2.DealPlayed(
            record="{}",
            number=1,
            starter=5,
            declarers=[1, 5],
            nobody_won=True,
            gains=[0] * 5,
            levels=[bot_pb2.LEVEL_TWO, bot_pb2.LEVEL_JOKER, bot_pb2.LEVEL_TEN, bot_pb2.LEVEL_ACE, bot_pb2.LEVEL_TWO],
            level_pluses=[0, 0, 2, 0, 1],
            debts=[0, 0, 2, 0, 0],
            game_won=[0] * 5,
        )
    )
    read = update(message)

    assert isinstance(read, DealPlayed)
    assert (read.starter, read.declarers, read.nobody_won, read.declarers_won) == (4, (0, 4), True, False)
    assert read.levels == tuple(map(parse_level, ("2", "Jo", "10++", "A", "2+")))
    assert (read.debts, read.game_winners) == ((0, 0, 2, 0, 0), ())
