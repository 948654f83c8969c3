"""What a deal that was played again from its record came to, as the arena hears it from a referee; and its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arena.matches import Ending
from arena.table import DealPlayed, SeatFault
from referee.rules.phases import Scored, ThrownIn
from referee.rules.record import DealRecord
from referee.rules.record_start import start_of
from referee.rules.ruleset import Ruleset

_STRIKES = frozenset({Ending.LATE, Ending.ILLEGAL})
"""Faults of which a few are allowed; any other costs the deal at once (docs/cups.md, faults)."""

_MISSING = frozenset({Ending.NOT_READY, Ending.CRASHED})
"""Faults of a seat whose bot was not there when the deal began."""


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


def wrong_remarks(records: Sequence[DealRecord], asked: Sequence[int], *, strikes_allowed: int) -> Iterator[str]:
    """Where the faults and the defaults of the last of *records* do not belong together.

    A decision is the default if it was a fault of its seat that took it, or if the seat has lost the deal by faults
    before; no other is. What was late because the machine stood still leaves no record: the deal is void.

    Args:
        records: of the decks of one deal so far; that seats and endings are known was checked by the replay.
        asked: seats by decision of the last one.
    """
    record, rules = records[-1], start_of(records[-1]).rules
    conduct = _Conduct(strikes_allowed)
    for earlier in _faults(records[:-1], rules):
        conduct.note(earlier)
    faults_at: dict[int, list[SeatFault]] = {}
    latest = 0
    for at, (recorded, fault) in enumerate(zip(record.faults, _faults((record,), rules), strict=True)):
        decision = recorded.decision
        if decision < latest:
            yield f"faults[{at}]: decision {decision} was before that of the fault before it"
        latest = max(latest, decision)
        # Whoever is missing is so from the beginning of the deal, asked or not.
        is_missing = fault.ending in _MISSING and decision == 0 and len(records) == 1
        if not is_missing and fault.seat not in asked[decision : decision + 1]:
            yield f"faults[{at}]: {recorded.seat} was not asked for decision {decision}"
        faults_at.setdefault(decision, []).append(fault)

    defaults = frozenset(record.defaults)
    for decision, seat in enumerate(asked):
        faults = faults_at.get(decision, ())
        for fault in faults:
            conduct.note(fault)
        is_due = seat in conduct.lost_by or any(fault.seat == seat for fault in faults)
        if is_due != (decision in defaults):
            whose = f"decision {decision} of {rules.seat_names[seat]}"
            wrong = "is not among them, and a fault had taken it" if is_due else "was the default without a fault"
            yield f"defaults: {whose} {wrong}"


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
    conduct = _Conduct(strikes_allowed)
    for fault in faults:
        conduct.note(fault)
    return tuple(conduct.lost_by)


class _Conduct:
    """How the seats have behaved in a deal so far.

    Attributes:
        lost_by: seats that lost it by their faults, in order.
    """

    def __init__(self, strikes_allowed: int) -> None:
        self._strikes_allowed = strikes_allowed
        self._strikes: Counter[int] = Counter()
        self.lost_by: dict[int, None] = {}

    def note(self, fault: SeatFault) -> None:
        """Count one more fault."""
        is_strike = fault.ending in _STRIKES
        self._strikes[fault.seat] += is_strike
        if not is_strike or self._strikes[fault.seat] > self._strikes_allowed:
            self.lost_by.setdefault(fault.seat)
