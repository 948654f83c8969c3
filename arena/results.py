"""What the deals of a match count for, whatever its format and unit; heard from a referee, or replayed from records."""

from __future__ import annotations

from collections.abc import Sequence

from arena.faults import deal_result, game_result
from arena.friends_results import friends_deal_result, friends_game_result
from arena.matches import AnyResult, Format, Match, Unit
from arena.table import DealPlayed
from referee.rules.ruleset import Ruleset


def results_of(match: Match, deals: Sequence[DealPlayed], rules: Ruleset) -> tuple[AnyResult, ...]:
    """The results of a match from its *deals*, one at least, in the order of its boards."""
    match match.format, match.unit:
        case Format.FRIENDS, Unit.GAMES:
            return (friends_game_result(match.boards[0], deals, rules),)
        case Format.FRIENDS, Unit.DEALS:
            return tuple(friends_deal_result(deal, rules) for deal in deals)
        case _, Unit.GAMES:
            return (game_result(match.boards[0], deals[-1], match.format, rules),)
        case _:
            return tuple(deal_result(deal, match.format, rules) for deal in deals)
