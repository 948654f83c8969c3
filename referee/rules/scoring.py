"""What a deal earned: points, levels, the next starter, the end of the game (RULES 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from referee.rules.cards import Card, Rank, card_of
from referee.rules.ladder import Trump
from referee.rules.levels import Level, raised
from referee.rules.option_values import KittyMultiplier
from referee.rules.ruleset import Ruleset


class Role(StrEnum):
    """What a side is in a deal; in Finding Friends, the declarers are the maker's side."""

    DECLARERS = "declarers"
    OPPONENTS = "opponents"


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal earned (S1–S6, Z8, Z9).

    Attributes:
        total: the opponents' total (S1); in Finding Friends, of all who were not on the maker's side.
        kitty_points: of it, from the buried cards (S2, Z8).
        winner: who won the deal; None for nobody (Z8).
        gains: by side, levels that the points earn, before levels that stop a side and before debts are paid.
        levels: by side, after the deal.
        next_starter: None once the game is won, or where the next bidding decides.
        next_drawer: who draws first in the next deal; None once the game is won.
        game_won_by: the sides that won the game: one, or in Finding Friends perhaps several; none while it goes on.
        active: by seat, after the deal (Z9); empty in Tractor.
        debts: by seat, levels still owed after the deal (Z9); empty in Tractor.
    """

    total: int
    kitty_points: int
    winner: Role | None
    gains: tuple[int, ...]
    levels: tuple[Level, ...]
    next_starter: int | None
    next_drawer: int | None
    game_won_by: tuple[int, ...]
    active: tuple[bool, ...] = ()
    debts: tuple[int, ...] = ()

    @property
    def declarers_won(self) -> bool:
        """The declarers, or the maker's side, won the deal."""
        return self.winner is Role.DECLARERS


class LastTrick(NamedTuple):
    """The last trick, as far as the hook looks at it.

    Attributes:
        leader: its seat.
        plays: in order of play from the leader, cards by number.
        winner: its seat.
    """

    leader: int
    plays: tuple[tuple[Card, ...], ...]
    winner: int


def score_deal(
    rules: Ruleset,
    *,
    opponents_points: int,
    buried_points: int,
    last_trick_size: int,
    opponents_won_last: bool,
    levels: tuple[Level, ...],
    starter: int,
    last_trick_largest: int | None = None,
    trump: Trump | None = None,
    last_trick: LastTrick | None = None,
) -> Score:
    """The score of a deal of Tractor.

    Args:
        rules: the game.
        opponents_points: from tricks and fines.
        buried_points: points among the buried cards.
        last_trick_size: cards that each player played to the last trick.
        opponents_won_last: whether the opponents won it.
        levels: by side, before the deal.
        starter: seat of the starter, whose side the declarers are.
        last_trick_largest: cards of the largest component of that trick's lead; all of them if left out.
        trump: of the deal; only needed where ``rules.has_hook``.
        last_trick: only needed where ``rules.has_hook``.

    Raises:
        ValueError: the hook is in force, and trump or the last trick is not given.
    """
    kitty_points = 0
    if opponents_won_last:
        largest = last_trick_size if last_trick_largest is None else last_trick_largest
        kitty_points = buried_points * _kitty_factor(rules, last_trick_size, largest)
    total = opponents_points + kitty_points
    declarers_won = total < rules.threshold
    gain = levels_earned(rules, total)
    declarers = rules.side_of[starter]
    gains = tuple([gain if (side == declarers) == declarers_won else 0 for side in range(rules.side_count)])
    if rules.has_hook:
        if trump is None or last_trick is None:
            raise ValueError("with the hook, a deal is scored by its trump and its last trick too")
        hooked = hooked_side(rules, trump, last_trick)
        levels = tuple([Rank.TWO.value if side == hooked else level for side, level in enumerate(levels)])
    after = tuple(
        [_level_after(rules, level, gains[side], is_declarers=side == declarers) for side, level in enumerate(levels)]
    )
    game_won_by = tuple([side for side, level in enumerate(after) if level >= rules.end_level])
    successor = rules.next_of_side[starter] if declarers_won else rules.next_seat[starter]
    return Score(
        total=total,
        kitty_points=kitty_points,
        winner=Role.DECLARERS if declarers_won else Role.OPPONENTS,
        gains=gains,
        levels=after,
        next_starter=None if game_won_by else successor,
        next_drawer=None if game_won_by else successor,
        game_won_by=game_won_by,
    )


def levels_earned(rules: Ruleset, total: int) -> int:
    """Levels that the winners gain with this total of the opponents (S3)."""
    if total >= rules.threshold:
        return (total - rules.threshold) // rules.step
    if total > 0:
        return -((total - rules.threshold) // rules.step)
    return rules.widest_margin


def hooked_side(rules: Ruleset, trump: Trump, last_trick: LastTrick) -> int | None:
    """The side whose J of the trump suit the other side's took in the last trick (option ``hook``); None for none.

    It falls to level 2 even where the game started higher **(choice)**.
    """
    if trump.rank is not Rank.JACK or trump.suit is None:
        return None
    jack = card_of(trump.suit, Rank.JACK)
    leader, plays, winner = last_trick
    seats = [(leader + at) % len(rules.side_of) for at, play in enumerate(plays) if jack in play]
    if winner not in seats:
        return None
    sides = {rules.side_of[seat] for seat in seats} - {rules.side_of[winner]}
    return next(iter(sides), None)


def _kitty_factor(rules: Ruleset, size: int, largest: int) -> int:
    """What the buried points are multiplied by, after a last trick of *size* cards each (S2)."""
    match rules.kitty_multiplier:
        case KittyMultiplier.CARDS:
            return 2 * size
        case KittyMultiplier.LARGEST:
            return 2 * largest
        case KittyMultiplier.POWER:
            return 1 << size


def _level_after(rules: Ruleset, level: Level, gain: int, *, is_declarers: bool) -> Level:
    """A side's level after a gain; opponents never leave a level that has to be defended."""
    if level in rules.must_defend and not is_declarers:
        return level
    return raised(level, gain, end_level=rules.end_level, stops=rules.stops)
