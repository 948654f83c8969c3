"""What a deal may start from: the deck, the seats, the levels and what players bring (RULES B1, Z1, Z2, Z9)."""

from __future__ import annotations

from referee.rules.cards import Rank
from referee.rules.levels import JOKER, PAST_ACE, ROUND, Level, level_text, rank_at
from referee.rules.option_values import FailedThrow, FriendsScoring, JokerLevel
from referee.rules.options import FriendsOptions, TractorOptions
from referee.rules.phases import Start


def check_start(start: Start) -> None:
    """Nothing, if a deal can start so.

    Raises:
        ValueError: it cannot; a sentence that says why.
    """
    rules = start.rules
    if tuple(sorted(start.deck)) != rules.sorted_deck:
        raise ValueError(f"the deck is not that of the game, which has {rules.deck_size} cards")
    seats = range(len(rules.side_of))
    for who, seat in (("first drawer", start.first_drawer), ("starter", start.starter)):
        if seat is not None and seat not in seats:
            raise ValueError(f"the {who} is seat {seat}; seats are 0 to {seats[-1]}")
    match rules.options:
        case TractorOptions():
            _check_tractor(start)
        case FriendsOptions():
            _check_friends(start, rules.options)


def _check_tractor(start: Start) -> None:
    rules = start.rules
    if len(start.levels) != rules.side_count or not all(2 <= level < PAST_ACE for level in start.levels):
        raise ValueError(f"the levels are {_levels(start)}; each of {rules.side_count} sides has one from 2 to A")
    if start.standing is not None:
        raise ValueError("active players and debts are of Finding Friends alone")
    if start.trump_rank is None:
        raise ValueError("there is no trump rank, which is known before the draw (B1)")
    if start.starter is None:
        if set(start.levels) != {start.trump_rank}:
            raise ValueError(f"in a first deal every side is at the trump rank, {start.trump_rank.text} (B1)")
        return
    if start.starter != start.first_drawer:
        raise ValueError("in a later deal the starter draws first (B1)")
    if start.levels[rules.side_of[start.starter]] != start.trump_rank:
        raise ValueError(f"the trump rank {start.trump_rank.text} is not the level of the declarers (B1)")


def _check_friends(start: Start, options: FriendsOptions) -> None:
    players = options.players
    if len(start.levels) != players or not all(_is_level(level, options) for level in start.levels):
        raise ValueError(f"the levels are {_levels(start)}; each of {players} players has one of this game")
    _check_standing(start, options)
    if start.starter is None:
        if start.trump_rank is not None:
            raise ValueError(f"the trump rank is {start.trump_rank.text} before a bid sets it (Z1)")
        return
    if not options.rotating_maker:
        raise ValueError("the maker is known before the draw only with rotating_maker (Z9)")
    rank = rank_at(start.levels[start.starter])
    if start.trump_rank != rank:
        raise ValueError(f"the trump rank is {_text(start.trump_rank)}, and the maker's level is {_text(rank)} (Z9)")


def _check_standing(start: Start, options: FriendsOptions) -> None:
    standing, players = start.standing, options.players
    if standing is None or len(standing.active) != players or len(standing.debts) != players:
        raise ValueError(f"who is active and what is owed is not told for each of {players} players")
    if not any(standing.active):
        raise ValueError("nobody is active, so nobody could bid")
    if options.scoring is not FriendsScoring.ACTIVE_PASSIVE and not all(standing.active):
        raise ValueError("passive players are of the scoring active_passive alone (Z9)")
    if min(standing.debts) < 0:
        raise ValueError(f"{standing.debts} are not debts, which are levels from 0 up")
    if options.failed_throw is not FailedThrow.DEBT and any(standing.debts):
        raise ValueError("levels are owed only where failed throws cost a debt (Z9)")


def _is_level(level: Level, options: FriendsOptions) -> bool:
    pluses, base = divmod(level, ROUND)
    if options.joker_level is JokerLevel.OFF:
        return pluses == 0 and 2 <= base < PAST_ACE
    return pluses >= 0 and (base == JOKER or 2 <= base < PAST_ACE)


def _levels(start: Start) -> str:
    """The levels as texts; what is no level at all, as the number that it is."""
    texts = [level_text(level) if 2 <= level % ROUND <= JOKER else str(level) for level in start.levels]
    return " ".join(texts) or "none"


def _text(rank: Rank | None) -> str:
    return "none" if rank is None else rank.text
