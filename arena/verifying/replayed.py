"""What a deal that was played again from its record came to, as the arena hears it from a referee."""

from __future__ import annotations

from collections.abc import Sequence

from arena.matches import Ending
from arena.table import DealPlayed, SeatFault
from referee.rules.phases import Scored, ThrownIn
from referee.rules.record import DealRecord
from referee.rules.ruleset import Ruleset

_STRIKES = frozenset({Ending.LATE, Ending.ILLEGAL})
"""Faults of which a few are allowed; any other costs the deal at once (docs/cups.md, faults)."""


def deal_played(
    number: int,
    records: Sequence[DealRecord],
    end: Scored | ThrownIn,
    *,
    strikes_allowed: int,
    decision_count: int,
) -> DealPlayed:
    """A deal from the *records* of its decks, of which the last one ended in *end*."""
    start = end.start if isinstance(end, ThrownIn) else end.contract.start
    faults = tuple(_faults(records, start.rules))
    forfeited_by = _forfeited_by(faults, strikes_allowed)
    if isinstance(end, ThrownIn):
        return DealPlayed(
            records=(),
            number=number,
            starter=None,
            declarers=(),
            opponents_points=0,
            declarers_won=False,
            nobody_won=False,
            gains=(),
            levels=(),
            debts=(),
            game_winners=(),
            faults=faults,
            forfeited_by=forfeited_by,
            is_thrown_in=True,
            is_void=False,
            decision_count=decision_count,
        )
    side_of, score = start.rules.side_of, end.score
    return DealPlayed(
        records=(),
        number=number,
        starter=end.contract.starter,
        declarers=tuple(seat for seat, is_one in enumerate(end.declarers) if is_one),
        opponents_points=score.total,
        declarers_won=score.declarers_won,
        nobody_won=score.winner is None,
        gains=tuple(score.gains[side] for side in side_of),
        levels=tuple(score.levels[side] for side in side_of),
        debts=score.debts if any(score.debts) else (),
        game_winners=tuple(seat for seat, side in enumerate(side_of) if side in score.game_won_by),
        faults=faults,
        forfeited_by=forfeited_by,
        is_thrown_in=False,
        is_void=False,
        decision_count=decision_count,
    )


def _faults(records: Sequence[DealRecord], rules: Ruleset) -> list[SeatFault]:
    """Faults of all decks of a deal, in order; that seats and endings are known was checked by the replay."""
    return [
        SeatFault(
            seat=rules.seat_names.index(fault.seat),
            ending=Ending(fault.ending),
            rule=fault.rule,
            overrun_s=fault.overrun_s if fault.ending == Ending.LATE else None,
            offence=fault.offence,
        )
        for record in records
        for fault in record.faults
    ]


def _forfeited_by(faults: Sequence[SeatFault], strikes_allowed: int) -> tuple[int, ...]:
    """Seats that lost the deal by their faults, in the order in which it happened."""
    strikes: dict[int, int] = {}
    lost: dict[int, None] = {}
    for fault in faults:
        if fault.ending in _STRIKES:
            strikes[fault.seat] = strikes.get(fault.seat, 0) + 1
        if fault.ending not in _STRIKES or strikes[fault.seat] > strikes_allowed:
            lost.setdefault(fault.seat)
    return tuple(lost)
