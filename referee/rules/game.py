"""Deals in a row: levels, starters and the end of a game (B1, S3–S6)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import Card, Rank
from referee.rules.levels import Level
from referee.rules.phases import Scored, Start
from referee.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Game:
    """Between two deals of a game.

    Attributes:
        first_drawer: seat that draws first in the next deal.
        starter: of the next deal; None before the first.
        levels: by side.
        declarers: side that defends next; None before the first deal.
        won_by: side that has won; None while the game goes on.
    """

    rules: Ruleset
    first_drawer: int
    starter: int | None
    levels: tuple[Level, ...]
    declarers: int | None
    won_by: int | None


def new_game(rules: Ruleset, first_drawer: int) -> Game:
    """A game before its first deal (B1)."""
    return game_at(rules, first_drawer=first_drawer, starter=None, levels=(rules.start_level,) * rules.side_count)


def game_at(rules: Ruleset, *, first_drawer: int, starter: int | None, levels: tuple[Level, ...]) -> Game:
    """A game before the deal with these levels and starter, as a deal that stands alone is fixed beforehand.

    Args:
        rules: the game.
        first_drawer: seat that draws first; the starter, if there is one (B1).
        starter: None where the bidding decides (B7); then every side is at the same level.
        levels: by side.
    """
    return Game(
        rules=rules,
        first_drawer=first_drawer,
        starter=starter,
        levels=levels,
        declarers=None if starter is None else rules.side_of[starter],
        won_by=None,
    )


def next_start(game: Game, deck: tuple[Card, ...]) -> Start:
    """The next deal's start (B1, S6); the same again with another deck after a deal that was thrown in (B7).

    Raises:
        ValueError: the game is won.
    """
    if game.won_by is not None:
        raise ValueError(f"the game is won by side {game.won_by}")
    return Start(
        rules=game.rules,
        deck=deck,
        trump_rank=Rank(game.levels[game.declarers or 0]),
        first_drawer=game.first_drawer,
        starter=game.starter,
        levels=game.levels,
    )


def after(game: Game, deal: Scored) -> Game:
    """The game after a deal."""
    score = deal.score
    starter = score.next_starter
    return Game(
        rules=game.rules,
        first_drawer=game.first_drawer if starter is None else starter,
        starter=starter,
        levels=score.levels,
        declarers=None if starter is None else game.rules.side_of[starter],
        won_by=score.game_won_by[0] if score.game_won_by else None,
    )
