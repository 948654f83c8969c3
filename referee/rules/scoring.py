"""What a deal earned: points, levels, the next starter, the end of the game (RULES 9)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.levels import Level, raised
from referee.rules.options import Ruleset


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal earned (S1–S6).

    Attributes:
        total: the opponents' total (S1).
        kitty_points: of it, from the buried cards (S2).
        declarers_won: the declarers stay.
        gains: by side, levels that the points earn, before levels that stop a side.
        levels: by side, after the deal.
        next_starter: None once the game is won.
        game_won_by: the side that won the game; None while it goes on.
    """

    total: int
    kitty_points: int
    declarers_won: bool
    gains: tuple[int, ...]
    levels: tuple[Level, ...]
    next_starter: int | None
    game_won_by: int | None


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
    game_won_by = next((side for side, level in enumerate(after) if level >= rules.end_level), None)
    successor = rules.next_of_side[starter] if declarers_won else rules.next_seat[starter]
    return Score(
        total=total,
        kitty_points=kitty_points,
        declarers_won=declarers_won,
        gains=gains,
        levels=after,
        next_starter=successor if game_won_by is None else None,
        game_won_by=game_won_by,
    )


def levels_earned(rules: Ruleset, total: int) -> int:
    """Levels that the winners gain with this total of the opponents (S3)."""
    if total >= rules.threshold:
        return (total - rules.threshold) // rules.step
    if total > 0:
        return -((total - rules.threshold) // rules.step)
    return rules.widest_margin
