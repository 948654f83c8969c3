"""What a deal earned: points, levels, the next starter, the end of the game (RULES 9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from referee.rules.levels import Level, raised
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


def score_deal(
    rules: Ruleset,
    *,
    opponents_points: int,
    buried_points: int,
    last_trick_size: int,
    opponents_won_last: bool,
    levels: tuple[Level, ...],
    starter: int,
) -> Score:
    """The score of a deal.

    Args:
        rules: the game.
        opponents_points: from tricks and fines.
        buried_points: points among the buried cards.
        last_trick_size: cards that each player played to the last trick.
        opponents_won_last: whether the opponents won it.
        levels: by side, before the deal.
        starter: seat of the starter, whose side the declarers are.
    """
    kitty_points = 2 * last_trick_size * buried_points if opponents_won_last else 0
    total = opponents_points + kitty_points
    declarers_won = total < rules.threshold
    gain = levels_earned(rules, total)
    declarers = rules.side_of[starter]
    gains = tuple([gain if (side == declarers) == declarers_won else 0 for side in range(rules.side_count)])
    after = tuple([raised(level, gain, end_level=rules.end_level) for level, gain in zip(levels, gains, strict=True)])
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
