"""Who may show which cards in Finding Friends, and whom the bidding makes the maker (RULES Z1, Z9)."""

from __future__ import annotations

from functools import lru_cache

from referee.rules.bid_table import BidTable, bid_table
from referee.rules.cards import Rank
from referee.rules.levels import JOKER, ROUND, Level, rank_at
from referee.rules.phases import Start
from referee.rules.ruleset import Ruleset


def tables_of_friends(start: Start) -> tuple[BidTable, ...]:
    """By seat, the bids that it may make if it holds the cards; *start* is of Finding Friends.

    Where the maker is known (``rotating_maker``), everyone may show cards of the maker's level. Else active players
    show cards of their own level, of which Joker has none. With ``bid_any_active_level`` everyone may show cards of
    any active player's level, passive players and those at Joker too **(choice)**.
    """
    assert start.standing is not None
    if start.starter is not None:
        ranks = () if start.trump_rank is None else (start.trump_rank,)
        return (bid_table(start.rules, *ranks),) * len(start.levels)
    return tables_at(start.rules, start.levels, start.standing.active)


@lru_cache(maxsize=256)
def tables_at(rules: Ruleset, levels: tuple[Level, ...], active: tuple[bool, ...]) -> tuple[BidTable, ...]:
    """As `tables_of_friends` where no maker is known yet, from each player's level and whether it is active."""
    options = rules.friends
    assert options is not None
    shown: list[tuple[Rank, ...]] = []
    for level, is_active in zip(levels, active, strict=True):
        rank = rank_at(level) if is_active else None
        shown.append(() if rank is None else (rank,))
    if options.bid_any_active_level:
        shown = [tuple(sorted({rank for ranks in shown for rank in ranks}))] * len(levels)
    return tuple([bid_table(rules, *ranks) for ranks in shown])


def maker_after(start: Start, shower: int, rank: Rank) -> int:
    """The seat that a standing bid makes the maker: who showed it.

    With ``bid_any_active_level`` whose shower is not active at the rank shown, it is the next player to the right who
    is (Z9).
    """
    standing, seat = start.standing, shower
    assert standing is not None
    while not (standing.active[seat] and rank_at(start.levels[seat]) is rank):
        seat = start.rules.next_seat[seat]
    return seat


def joker_maker(start: Start) -> int | None:
    """The maker of a deal at level Joker, which has no bids, no trump suit and no trump rank; None for other deals.

    The deal is at Joker if its maker is fixed and stands there; or, where a bid would decide, if the first drawer does,
    or for a passive first drawer the next active player to the right **(choice)**.
    """
    standing, seat = start.standing, start.starter
    assert standing is not None
    if seat is None:
        seat = start.first_drawer
        while not standing.active[seat]:
            seat = start.rules.next_seat[seat]
    return seat if start.levels[seat] % ROUND == JOKER else None
