"""Deals in a row: levels, starters and the end of a game (S3–S6)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.rules.cards import Card
from referee.rules.deal import Scored, Start
from referee.rules.levels import Level
from referee.rules.options import Ruleset


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
    raise NotImplementedError


def next_start(game: Game, deck: tuple[Card, ...]) -> Start:
    """The next deal's start (B1, S6)."""
    raise NotImplementedError


def after(game: Game, deal: Scored) -> Game:
    """The game after a deal."""
    raise NotImplementedError
