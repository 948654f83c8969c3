"""What deals and games of Finding Friends count for each player, and what a fault costs there (docs/cups.md)."""

from __future__ import annotations

from collections.abc import Sequence

from arena.friends_levels import climbed
from arena.matches import FriendsResult, Part, SeatResult
from arena.table import DealPlayed
from referee.rules.levels import PAST_ACE
from referee.rules.ruleset import Ruleset


def friends_deal_result(deal: DealPlayed, rules: Ruleset) -> FriendsResult:
    """What a deal that stands alone counts for: levels gained, less those that it left owed (Z9)."""
    if deal.forfeited_by:
        return _lost(deal.number, deal.forfeited_by[0], rules.widest_margin, rules)
    if deal.is_thrown_in:
        return _nobody_s(deal.number, rules)
    debts = deal.debts or (0,) * len(deal.gains)
    seats = tuple(
        SeatResult(
            gain=gain - debt,
            has_won=not deal.nobody_won and (seat in deal.declarers) == deal.declarers_won,
            part=_part(seat, deal),
        )
        for seat, (gain, debt) in enumerate(zip(deal.gains, debts, strict=True))
    )
    return FriendsResult(deal.number, seats, deal.opponents_points, rated=True, lost_by=None)


def friends_game_result(game: int, deals: Sequence[DealPlayed], rules: Ruleset) -> FriendsResult:
    """What a whole game counts for: the levels that each player climbed in all.

    Nobody has won if the deals that a game may last are used up, or if nobody bids with any of the decks of a deal:
    then it is the players ahead, unless all are level.
    """
    last = deals[-1]
    if last.forfeited_by:
        return _lost(game, last.forfeited_by[0], min(rules.end_level, PAST_ACE) - rules.start_level, rules)
    played = [deal for deal in deals if not deal.is_thrown_in]
    if not played:
        return _nobody_s(game, rules)
    levels = played[-1].levels
    ahead = [seat for seat, level in enumerate(levels) if level == max(levels)]
    winners = played[-1].game_winners or (ahead if len(ahead) < len(levels) else ())
    seats = tuple(
        SeatResult(climbed(level, rules), has_won=seat in winners, part=None) for seat, level in enumerate(levels)
    )
    return FriendsResult(game, seats, None, rated=True, lost_by=None)


def _part(seat: int, deal: DealPlayed) -> Part:
    if seat == deal.starter:
        return Part.MAKER
    return Part.FRIEND if seat in deal.declarers else Part.AGAINST


def _lost(board: int, offender: int, margin: int, rules: Ruleset) -> FriendsResult:
    """Lost by the offender alone; no other has won or lost by it."""
    seats = tuple(
        SeatResult(-margin if seat == offender else 0, has_won=False, part=None)
        for seat in range(len(rules.seat_names))
    )
    return FriendsResult(board, seats, None, rated=False, lost_by=offender)


def _nobody_s(board: int, rules: Ruleset) -> FriendsResult:
    seats = (SeatResult(0, has_won=False, part=None),) * len(rules.seat_names)
    return FriendsResult(board, seats, None, rated=False, lost_by=None)
