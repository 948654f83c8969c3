"""Deals in a row: levels, starters and the end of a game (B1, S3–S6, Z2, Z9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.rules.cards import Card
from referee.rules.friends_scoring import fresh_standing
from referee.rules.levels import Level, rank_at
from referee.rules.phases import Scored, Standing, Start, ThrownIn
from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Game:
    """Between two deals of a game.

    Attributes:
        first_drawer: seat that draws first in the next deal.
        starter: of the next deal, or its maker; None where the bidding decides.
        levels: by side.
        won_by: sides that have won: one, or in Finding Friends perhaps several; none while the game goes on.
        standing: of Finding Friends; None in Tractor.
    """

    rules: Ruleset
    first_drawer: int
    starter: int | None
    levels: tuple[Level, ...]
    won_by: tuple[int, ...]
    standing: Standing | None

    @property
    def declarers(self) -> int | None:
        """The side that defends next; None where the bidding decides."""
        return None if self.starter is None else self.rules.side_of[self.starter]


def new_game(rules: Ruleset, first_drawer: int) -> Game:
    """A game before its first deal (B1)."""
    return game_at(rules, first_drawer=first_drawer, starter=None, levels=(rules.start_level,) * rules.side_count)


def game_at(
    rules: Ruleset,
    *,
    first_drawer: int,
    starter: int | None,
    levels: tuple[Level, ...],
    standing: Standing | None = None,
) -> Game:
    """A game before the deal with these levels and starter, as a deal that stands alone is fixed beforehand.

    Args:
        rules: the game.
        first_drawer: seat that draws first; in Tractor the starter, if there is one (B1).
        starter: None where the bidding decides (B7, Z3); then, in Tractor, every side is at the same level. In Finding
            Friends it is given only where the maker of later deals is fixed (``rotating_maker``).
        levels: by side.
        standing: of Finding Friends; all active and nothing owed if left out.
    """
    if standing is None and rules.friends is not None:
        standing = fresh_standing(rules)
    return Game(rules=rules, first_drawer=first_drawer, starter=starter, levels=levels, won_by=(), standing=standing)


def next_start(game: Game, deck: tuple[Card, ...]) -> Start:
    """The next deal's start (B1, S6, Z1, Z2).

    Raises:
        ValueError: the game is won.
    """
    if game.won_by:
        raise ValueError(f"the game is won by side {', '.join(map(str, game.won_by))}")
    declarers = game.declarers
    if declarers is not None:
        trump_rank = rank_at(game.levels[declarers])
    else:
        # In the first deal of Tractor all sides are at one level; in Finding Friends the standing bid sets the rank.
        trump_rank = rank_at(game.levels[0]) if game.rules.friends is None else None
    return Start(
        rules=game.rules,
        deck=deck,
        trump_rank=trump_rank,
        first_drawer=game.first_drawer,
        starter=game.starter,
        levels=game.levels,
        standing=game.standing,
    )


def after(game: Game, end: Scored | ThrownIn) -> Game:
    """The game after a deal; one that was thrown in is dealt again with the same first drawer (B7, Z2).

    After a deal thrown in nobody has won, and all players of Finding Friends are active (Z9).
    """
    if isinstance(end, ThrownIn):
        if game.standing is None:
            return game
        return replace(game, standing=replace(game.standing, active=fresh_standing(game.rules).active))
    score = end.score
    drawer = score.next_drawer
    return Game(
        rules=game.rules,
        first_drawer=game.first_drawer if drawer is None else drawer,
        starter=score.next_starter,
        levels=score.levels,
        won_by=score.game_won_by,
        standing=None if game.standing is None else Standing(active=score.active, debts=score.debts),
    )
