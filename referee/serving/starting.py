"""How a bot gets ready for a match that starts or goes on, also if its stream breaks meanwhile."""

from __future__ import annotations

import math

import trio

from referee.rules.options import canonical_text, rules_id
from referee.rules.ruleset import Ruleset
from referee.serving.chair import Chair, ChairLost
from referee.serving.clock import TimeControl
from referee.serving.faults import SeatEnding
from referee.serving.seat import Seat
from referee.serving.spec import MatchSpec
from referee.wire.tractor.v1 import bot_pb2 as wire


async def get_ready(spec: MatchSpec, seat: Seat, chair: Chair, *, due_s: float) -> Chair | None:
    """Seat a newcomer and tell it of the match, or go on with one that was told, and wait until it is ready.

    Returns:
        The bot that is ready, on whichever stream; None if none was ready by *due_s*, in trio's time.

    Raises:
        ChairLost: it left, and came back too late or never.
    """
    while True:
        if chair is not seat.chair:
            seat.seat(chair)
            chair.tell(_starting(spec, seat))
        try:
            with trio.move_on_at(due_s):
                await chair.ready()
                seat.is_ready = True
                return chair
        except ChairLost:
            chair = await taken_up(seat, due_s=due_s)
        else:
            return None


async def taken_up(seat: Seat, *, due_s: float) -> Chair:
    """Whoever takes up the stream of a seat whose stream has ended, by *due_s* at the latest; it is not seated yet.

    Raises:
        ChairLost: nobody did in time, or nobody may.
    """
    until_s = seat.resumable_until_s
    if until_s == -math.inf:
        raise seat.loss
    with trio.move_on_at(min(until_s, due_s)):
        return await seat.place.taken()
    waited = f"within {seat.resume_within_s:g} s" if until_s <= due_s else "while there was time"
    raise ChairLost(SeatEnding.DISCONNECTED, f"{seat.loss.sentence}; it was not taken up again {waited}")


def match_starting(
    seat: Seat,
    rules: Ruleset,
    time: TimeControl,
    *,
    match_id: str,
    deal_count: int,
    ready_within_s: float,
    strikes_allowed: int,
) -> wire.PlayResponse:
    """What a seat is told of its match; *deal_count* is 0 for a whole game."""
    response = wire.PlayResponse()
    starting = response.match_starting
    starting.match_id = match_id
    starting.rules = canonical_text(rules.options)
    starting.rules_id = rules_id(rules.options)
    starting.seat = seat.number + 1
    if not rules.called_count:
        starting.sides.extend([side + 1 for side in rules.side_of])
    starting.deal_count = deal_count
    starting.limit_s = time.limit_s
    starting.bank_s = time.bank_s
    starting.increment_s = time.increment_s
    starting.ready_within_s = ready_within_s
    starting.strikes_allowed = strikes_allowed
    starting.lag_allowance_s = seat.lag_allowance_s
    starting.resume_within_s = seat.resume_within_s
    starting.is_resumed = seat.is_resumed
    return response


def _starting(spec: MatchSpec, seat: Seat) -> wire.PlayResponse:
    return match_starting(
        seat,
        spec.rules,
        spec.time,
        match_id=spec.match_id,
        deal_count=0 if spec.whole_game else len(spec.boards),
        ready_within_s=spec.ready_within_s,
        strikes_allowed=spec.strikes_allowed,
    )
