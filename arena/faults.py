"""What deals and games at a table count for, and what a fault costs (docs/cups.md, faults).

A deal or game that a fault lost is lost by the seat whose fault came first, by the widest margin. With `pairs` and
`gauntlet` it is a result like any other: all seats of a side are one entrant's. With `individual` three others would
pay or profit for what they had no hand in: it is charged to the offender alone and not rated; so it is with `friends`,
whose results are made in `arena.friends_results`. A deal in which nobody bids with any of its decks (B7), or a game
that begins so, counts for nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from arena.matches import Ending, Fault, Format, Outcome, Result
from arena.table import DealPlayed, SeatFault
from referee.rules.ruleset import Ruleset

GONE = frozenset({Ending.DISCONNECTED, Ending.PROTOCOL})
"""What a referee says of a seat whose program has left the table, where another may take its place."""


def deal_result(deal: DealPlayed, format_: Format, rules: Ruleset) -> Result:
    """What a deal that stands alone counts for."""
    offender = deal.forfeited_by[0] if deal.forfeited_by else None
    declarers = rules.side_of[deal.declarers[0]] if deal.declarers else None
    if offender is not None:
        score, margin = _lost(offender, rules.widest_margin, rules)
    elif deal.is_thrown_in:
        return _nobody_s(deal.number)
    else:
        is_won = deal.declarers_won == (declarers == 0)
        score, margin = float(is_won), deal.gains[0] - deal.gains[1]
    return Result(
        board=deal.number,
        score=score,
        margin=margin,
        declarers=declarers,
        points=None if deal.is_thrown_in else deal.opponents_points,
        rated=offender is None or format_.is_bot_against_bot,
        lost_by=offender,
    )


def game_result(game: int, last: DealPlayed, format_: Format, rules: Ruleset) -> Result:
    """What a whole game counts for, from its last deal: the one that won it, or that a fault lost."""
    offender = last.forfeited_by[0] if last.forfeited_by else None
    if offender is not None:
        score, margin = _lost(offender, rules.end_level - rules.start_level, rules)
    elif last.is_thrown_in:
        return _nobody_s(game)
    else:
        margin = last.levels[0] - last.levels[1]
        winners = {rules.side_of[seat] for seat in last.game_winners}
        # Nobody has won if the deals that a game may last are used up: then it is the side ahead.
        ahead = 0.5 if margin == 0 else float(margin > 0)
        score = float(0 in winners) if winners else ahead
    return Result(
        board=game,
        score=score,
        margin=margin,
        declarers=None,
        points=None,
        rated=offender is None or format_.is_bot_against_bot,
        lost_by=offender,
    )


def _lost(offender: int, widest: int, rules: Ruleset) -> tuple[float, int]:
    return (0.0, -widest) if rules.side_of[offender] == 0 else (1.0, widest)


def _nobody_s(board: int) -> Result:
    return Result(board=board, score=0.5, margin=0, declarers=None, points=None, rated=False, lost_by=None)


def seat_faults(deals: Sequence[DealPlayed]) -> tuple[Fault, ...]:
    """All faults of a match, each with the index of its deal."""
    return tuple(
        Fault(index, fault.seat, fault.ending, fault.rule, fault.overrun_s, fault.offence)
        for index, deal in enumerate(deals)
        for fault in deal.faults
    )


def as_crash(fault: SeatFault, ended_seats: Collection[int]) -> SeatFault:
    """The fault, as a crash if the seat was left because its program ended, which a referee cannot see."""
    if fault.seat in ended_seats and fault.ending in {Ending.DISCONNECTED, Ending.NOT_READY}:
        return replace(fault, ending=Ending.CRASHED)
    return fault


def lost_by_faults(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Deals and games that each entrant has lost by faults."""
    return Counter(
        outcome.match.seating[result.lost_by]
        for outcome in outcomes
        for result in outcome.results
        if result.lost_by is not None
    )


def entrants_out(lost: Counter[str], allowed: int) -> frozenset[str]:
    """Entrants that lost more deals and games by faults than are allowed: what they have not played yet is void."""
    return frozenset(entrant for entrant, count in lost.items() if count > allowed)
