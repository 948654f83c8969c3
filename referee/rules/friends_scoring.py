"""What a deal of Finding Friends earned: levels by player, who is active, who owes, who is next (Z2, Z7–Z9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.rules.friends import points_of_others
from referee.rules.levels import Level, raised
from referee.rules.option_values import FailedThrow, FirstDraw, FriendsScoring
from referee.rules.options import FriendsOptions
from referee.rules.phases import Alliance, Contract, Standing
from referee.rules.ruleset import Ruleset
from referee.rules.scoring import Role, Score

OFFENDER_OWES = 2
"""Levels that the player of a failed throw owes where throws cost ``debt``; others of that side owe one (Z9)."""


def score_friends(
    contract: Contract,
    alliance: Alliance,
    *,
    last_winner: int | None,
    buried_points: int,
    unplayed_points: int,
    offender: int | None,
) -> Score:
    """The score of a deal.

    Where a failed throw ended the deal, the sides are as play had shown them until then, and its other side has won the
    deal, in debts too **(choice)**.

    Args:
        contract: of the deal.
        alliance: as it ended.
        last_winner: seat that won the last trick; not looked at where there is an offender.
        buried_points: points among the buried cards.
        unplayed_points: points left in the hands, that of the offender included; 0 after a whole deal.
        offender: seat whose failed throw ended the deal (Z9); None if all cards were played.
    """
    start = contract.start
    rules, makers_side = start.rules, alliance.makers_side
    total = points_of_others(alliance)
    kitty_points = 0
    ending = None
    if offender is None:
        assert last_winner is not None
        kitty_points = 0 if makers_side[last_winner] else 2 * buried_points
    elif rules.failed_throw is FailedThrow.FORFEIT_CARDS:
        # The buried cards count once, like those in the hands (choice).
        if makers_side[offender]:
            kitty_points = buried_points
            total += unplayed_points
    else:
        ending = offender
    return score_sides(
        rules,
        points=total + kitty_points,
        kitty_points=kitty_points,
        makers_side=makers_side,
        maker=contract.starter,
        first_drawer=start.first_drawer,
        levels=start.levels,
        standing=start.standing or fresh_standing(rules),
        offender=ending,
    )


def score_sides(
    rules: Ruleset,
    *,
    points: int,
    makers_side: Sequence[bool],
    maker: int,
    first_drawer: int,
    levels: tuple[Level, ...],
    standing: Standing,
    kitty_points: int = 0,
    offender: int | None = None,
) -> Score:
    """The score of sides that are known (Z8, Z9).

    Args:
        rules: the game.
        points: t of Z8, all told.
        makers_side: by seat, the maker's included.
        maker: its seat.
        first_drawer: seat that drew first in the deal.
        levels: by seat, before the deal.
        standing: before the deal.
        kitty_points: of *points*, those from buried cards.
        offender: seat of a failed throw that decides the deal by itself (``one_level``, ``debt``); None if points do.
    """
    options = _options(rules)
    if offender is None:
        earned = earned_by(rules, points, makers_side_size=sum(makers_side))
        debts = standing.debts
    else:
        earned = _after_offence(rules, is_makers_side=makers_side[offender])
        debts = _owing(rules, offender, makers_side, standing.debts)
    gains = tuple([earned.gain if _winners_are(earned, makers_side=is_maker) else 0 for is_maker in makers_side])
    risen = [
        _rise(rules, level, gain, is_active=active, debt=debt)
        for level, gain, active, debt in zip(levels, gains, standing.active, debts, strict=True)
    ]
    after = tuple([player.level for player in risen])
    game_won_by = tuple([seat for seat, level in enumerate(after) if level >= rules.end_level])
    active = (True,) * len(levels)
    if options.scoring is FriendsScoring.ACTIVE_PASSIVE:
        active = tuple([_winners_are(earned, makers_side=is_maker) for is_maker in makers_side])
    next_starter = _next_maker(rules, earned.winner, makers_side, maker)
    if options.first_draw is FirstDraw.ROTATE:
        next_drawer = rules.next_seat[first_drawer]
    else:
        next_drawer = _next_drawer(rules, earned.winner, makers_side, maker)
    return Score(
        total=points,
        kitty_points=kitty_points,
        winner=earned.winner,
        gains=gains,
        levels=after,
        next_starter=next_starter if options.rotating_maker and not game_won_by else None,
        next_drawer=None if game_won_by else next_drawer,
        game_won_by=game_won_by,
        active=active,
        debts=tuple([player.debt for player in risen]),
    )


@dataclass(frozen=True, slots=True)
class Earned:
    """What a deal earned for those who won it.

    Attributes:
        winner: None if nobody won (Z8).
        gain: levels, or with ``active_passive`` points, of every member of the side.
    """

    winner: Role | None
    gain: int


def earned_by(rules: Ruleset, points: int, *, makers_side_size: int) -> Earned:
    """What the points of those who are not on the maker's side earn (Z8, Z9)."""
    short_by = rules.makers_side_max - makers_side_size
    is_active_passive = _options(rules).scoring is FriendsScoring.ACTIVE_PASSIVE
    if points < rules.threshold:
        if is_active_passive:
            return Earned(Role.DECLARERS, (1 if points > 0 else 2) * (1 + short_by))
        steps = 3 if points <= 0 else -((points - rules.threshold) // rules.step)
        return Earned(Role.DECLARERS, steps * (1 + short_by))
    steps = min(3, (points - rules.threshold) // rules.step)
    if is_active_passive:
        return Earned(Role.OPPONENTS, max(1, steps))
    return Earned(Role.OPPONENTS if steps else None, steps)


def fresh_standing(rules: Ruleset) -> Standing:
    """All active and nothing owed, as a game begins (Z9)."""
    return Standing(active=(True,) * rules.side_count, debts=(0,) * rules.side_count)


@dataclass(frozen=True, slots=True)
class _Player:
    level: Level
    debt: int


def _rise(rules: Ruleset, level: Level, gain: int, *, is_active: bool, debt: int) -> _Player:
    """A player after a gain: it first makes active, then pays debts **(choice)**, then raises the level."""
    if gain and not is_active:
        gain -= 1
    paid = min(gain, debt)
    level = raised(level, gain - paid, end_level=rules.end_level, stops=rules.stops, after_joker=rules.after_joker)
    return _Player(level, debt - paid)


def _after_offence(rules: Ruleset, *, is_makers_side: bool) -> Earned:
    """What the other side earns by a failed throw that ends the deal (``one_level``, ``debt``)."""
    winner = Role.OPPONENTS if is_makers_side else Role.DECLARERS
    return Earned(winner, 1 if rules.failed_throw is FailedThrow.ONE_LEVEL else 0)


def _owing(rules: Ruleset, offender: int, makers_side: Sequence[bool], debts: tuple[int, ...]) -> tuple[int, ...]:
    """By seat, levels owed once the offender's side owes too (``debt``)."""
    if rules.failed_throw is not FailedThrow.DEBT:
        return debts
    more = [OFFENDER_OWES if seat == offender else 1 for seat in range(len(debts))]
    return tuple(
        [debt + more[seat] if makers_side[seat] == makers_side[offender] else debt for seat, debt in enumerate(debts)]
    )


def _winners_are(earned: Earned, *, makers_side: bool) -> bool:
    return earned.winner is (Role.DECLARERS if makers_side else Role.OPPONENTS)


def _next_drawer(rules: Ruleset, winner: Role | None, makers_side: Sequence[bool], maker: int) -> int:
    """The maker again, or the next of the others to the maker's right if they won (Z2)."""
    return _nearest(rules, maker, makers_side, on_makers_side=False) if winner is Role.OPPONENTS else maker


def _next_maker(rules: Ruleset, winner: Role | None, makers_side: Sequence[bool], maker: int) -> int:
    """The maker of the next deal where the last result fixes it (``rotating_maker``).

    A maker who won alone, and one with whom nobody won, is maker again **(choice)**.
    """
    if winner is None:
        return maker
    return _nearest(rules, maker, makers_side, on_makers_side=winner is Role.DECLARERS)


def _nearest(rules: Ruleset, maker: int, makers_side: Sequence[bool], *, on_makers_side: bool) -> int:
    """The nearest seat to the maker's right on that side; the maker itself where there is no other."""
    seat = rules.next_seat[maker]
    while seat != maker and makers_side[seat] is not on_makers_side:
        seat = rules.next_seat[seat]
    return seat


def _options(rules: Ruleset) -> FriendsOptions:
    options = rules.friends
    if options is None:
        raise ValueError("these are rules of Tractor, where sides are fixed")
    return options
