"""The one place in the arena where protocol messages are known: a match asked for, and updates read, as values."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import aclosing, asynccontextmanager
from itertools import zip_longest
from typing import cast

from arena.deals import Board
from arena.matches import Ending, Kind, KindTimes, SeatTimes
from arena.table import Begun, Chair, DealPlayed, Finished, RefereeGone, SeatFault, TableSpec, Update
from referee.rules.levels import ROUND
from referee.serving.client import Client, RefereeLost, open_client
from referee.wire.tractor.v1.bot_pb2 import MATCH_ENDING_FAULT, MATCH_ENDING_NORMAL, Level
from referee.wire.tractor.v1.table_pb2 import (
    DECISION_KIND_BID,
    DECISION_KIND_BURIAL,
    DECISION_KIND_CALL,
    DECISION_KIND_FOLLOW,
    DECISION_KIND_LEAD,
    SEAT_ENDING_DISCONNECTED,
    SEAT_ENDING_ILLEGAL,
    SEAT_ENDING_LATE,
    SEAT_ENDING_NOT_READY,
    SEAT_ENDING_PROTOCOL,
    MatchFinished,
    PlayMatchRequest,
    PlayMatchResponse,
    SeatClock,
)
from referee.wire.tractor.v1.table_pb2 import Board as WireBoard
from referee.wire.tractor.v1.table_pb2 import Chair as WireChair
from referee.wire.tractor.v1.table_pb2 import DealPlayed as WireDeal
from referee.wire.tractor.v1.table_pb2 import SeatFault as WireFault

_KINDS = {
    DECISION_KIND_BID: Kind.BID,
    DECISION_KIND_BURIAL: Kind.BURIAL,
    DECISION_KIND_CALL: Kind.CALL,
    DECISION_KIND_LEAD: Kind.LEAD,
    DECISION_KIND_FOLLOW: Kind.FOLLOW,
}
_ENDINGS = {
    SEAT_ENDING_LATE: Ending.LATE,
    SEAT_ENDING_ILLEGAL: Ending.ILLEGAL,
    SEAT_ENDING_DISCONNECTED: Ending.DISCONNECTED,
    SEAT_ENDING_PROTOCOL: Ending.PROTOCOL,
    SEAT_ENDING_NOT_READY: Ending.NOT_READY,
}


class GrpcReferee:
    """A referee reached over gRPC."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @asynccontextmanager
    async def play_match(self, spec: TableSpec) -> AsyncIterator[AsyncIterator[Update]]:
        """Play one match; leaving the block before it is finished ends it."""
        async with aclosing(self._updates(spec)) as updates:
            yield updates

    async def _updates(self, spec: TableSpec) -> AsyncGenerator[Update, None]:
        try:
            async with aclosing(self._client.play_match(request(spec))) as responses:
                async for response in responses:
                    yield update(response)
        except RefereeLost as lost:
            raise RefereeGone(str(lost)) from None


@asynccontextmanager
async def connect(address: str) -> AsyncIterator[GrpcReferee]:
    """The referee whose arena address is *address*; whether it is there shows with the first match."""
    async with open_client(address) as client:
        yield GrpcReferee(client)


def request(spec: TableSpec) -> PlayMatchRequest:
    """The message that asks for a match."""
    return PlayMatchRequest(
        match_id=spec.match_id,
        rules=spec.rules,
        chairs=[_chair(chair) for chair in spec.chairs],
        whole_game=spec.is_game,
        boards=[_board(board) for board in spec.boards],
        limit_s=spec.time.limit_s,
        bank_s=spec.time.bank_s,
        increment_s=spec.time.increment_s,
        connect_within_s=spec.time.connect_within_s,
        ready_within_s=spec.time.ready_within_s,
        strikes_allowed=spec.faults.strikes_allowed,
        strict=spec.faults.strict,
    )


def update(response: PlayMatchResponse) -> Update:
    """What a message of the referee says."""
    match response.WhichOneof("update"):
        case "begun":
            return Begun()
        case "deal_played":
            return _deal(response.deal_played)
        case "finished":
            return _finished(response.finished)
        case other:
            raise RefereeGone(f"the referee sent an update that this arena does not know: {other!r}")


def _chair(chair: Chair) -> WireChair:
    return WireChair(
        token=chair.token,
        entrant=chair.entrant,
        lag_allowance_s=chair.lag_allowance_s,
        resume_within_s=chair.resume_within_s,
    )


def _board(board: Board) -> WireBoard:
    return WireBoard(
        number=board.number,
        first_drawer=board.first_drawer + 1,
        starter=0 if board.starter is None else board.starter + 1,
        levels=cast("tuple[Level.ValueType, ...]", board.levels),
        decks=[bytes(deck) for deck in board.decks],
    )


def _deal(deal: WireDeal) -> DealPlayed:
    return DealPlayed(
        records=(*deal.thrown_in_records, deal.record),
        number=deal.number,
        starter=deal.starter - 1 if deal.starter else None,
        declarers=_seats(deal.declarers),
        opponents_points=deal.opponents_points,
        declarers_won=deal.declarers_won,
        nobody_won=deal.nobody_won,
        gains=tuple(deal.gains),
        levels=_levels(deal.levels, deal.level_pluses),
        debts=tuple(deal.debts),
        game_winners=tuple(seat for seat, has_won in enumerate(deal.game_won) if has_won),
        faults=tuple(_fault(fault) for fault in deal.faults),
        forfeited_by=_seats(deal.forfeited_by),
        is_thrown_in=deal.thrown_in,
        is_void=deal.machine_at_fault,
        decision_count=deal.decision_count,
    )


def _levels(levels: Iterable[int], pluses: Iterable[int]) -> tuple[int, ...]:
    """Levels with their pluses; where nobody has a plus, none are sent."""
    return tuple(level + ROUND * plus for level, plus in zip_longest(levels, pluses, fillvalue=0))


def _seats(numbers: Iterable[int]) -> tuple[int, ...]:
    """Indices of seats, which on the wire are numbered from 1."""
    return tuple(number - 1 for number in numbers)


def _fault(fault: WireFault) -> SeatFault:
    ending = _ENDINGS.get(fault.ending, Ending.PROTOCOL)
    return SeatFault(
        seat=fault.seat - 1,
        ending=ending,
        rule=fault.rule,
        overrun_s=fault.overrun_s if ending is Ending.LATE else None,
        offence=fault.offence,
        question=fault.question,
    )


def _finished(finished: MatchFinished) -> Finished:
    is_over = finished.ending in {MATCH_ENDING_NORMAL, MATCH_ENDING_FAULT}
    return Finished(
        ending=Ending.NORMAL if is_over else Ending.ABORTED,
        by_fault=finished.ending == MATCH_ENDING_FAULT,
        sentence=finished.sentence,
        times=tuple(
            SeatTimes(clock.decision_count, clock.total_s, clock.p50_s, clock.p95_s, clock.max_s, _kinds(clock))
            for clock in finished.clocks
        ),
        message_count=finished.message_count,
        elapsed_s=finished.elapsed_s,
    )


def _kinds(clock: SeatClock) -> tuple[KindTimes, ...]:
    """Times by kind of decision; a kind that a later referee knows is passed over."""
    return tuple(
        KindTimes(_KINDS[each.kind], each.decision_count, each.total_s, each.p50_s, each.p95_s, each.max_s)
        for each in clock.kinds
        if each.kind in _KINDS
    )
