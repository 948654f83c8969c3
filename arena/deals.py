"""What is dealt: decks drawn from a secret by a written method that anyone can redo (docs/deals.md)."""

from __future__ import annotations

import hashlib
import hmac
import math
import secrets
from collections.abc import Iterator
from dataclasses import dataclass

from arena.config import Stage
from arena.cup_file import Starter
from arena.matches import Format, Match, Unit
from referee.rules.cards import Card
from referee.rules.levels import PAST_ACE, Level
from referee.rules.ruleset import Ruleset

SECRET_BYTES = 32

REDEALS = 9
"""Decks kept for a deal that is thrown in because nobody bid (B7), besides its first."""

LATER_REDEALS = 4
"""The same for a later deal of a game of Finding Friends, any of which may be thrown in (Z2)."""

_WORD_BYTES = 2
_WORDS = 1 << (8 * _WORD_BYTES)


@dataclass(frozen=True, slots=True)
class Board:
    """One deal to be played; seats are indices from 0.

    Attributes:
        number: of the deal in its stage, from 1; in a whole game, of the deal in the game.
        starter: None where the bidding decides (B7).
        levels: by seat, before the deal.
        decks: in the order drawn, the kitty last; those after the first are used in turn if nobody bids (B7).
    """

    number: int
    first_drawer: int
    starter: int | None
    levels: tuple[Level, ...]
    decks: tuple[tuple[Card, ...], ...]


def new_secret() -> bytes:
    """A secret that nobody knows: 32 random bytes."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_seed(seed: str) -> bytes:
    """The secret that a seed stands for; whoever knows the seed knows every deck."""
    return hashlib.sha256(b"tractor-arena secret v1\n" + seed.encode()).digest()


def commitment(secret: bytes) -> str:
    """SHA-256 of a secret, in hex: published before the first card, so that the secret cannot be chosen later."""
    return hashlib.sha256(secret).hexdigest()


def deal_name(format_: Format, deal: int, redeal: int) -> str:
    """Names the deck of a deal that stands alone; *deal* from 1, *redeal* from 0."""
    return f"tractor-arena v1 {format_} deal {deal} redeal {redeal}"


def game_deal_name(format_: Format, game: int, deal: int, redeal: int) -> str:
    """Names the deck of a deal of a whole game; *game* and *deal* from 1, *redeal* from 0."""
    return f"tractor-arena v1 {format_} game {game} deal {deal} redeal {redeal}"


def cycle(rules: Ruleset) -> int:
    """Deals that stand alone after which trump rank and starter come round together."""
    return math.lcm(len(rules.seat_names), len(_levels_played(rules)))


def draw_deck(secret: bytes, name: str, sorted_deck: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of *sorted_deck* shuffled by secret and name: Fisher–Yates from the end, without bias."""
    deck = list(sorted_deck)
    words = _words(secret, name)
    for last in range(len(deck) - 1, 0, -1):
        other = _below(last + 1, words)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def boards(secret: bytes, match: Match, stage: Stage, rules: Ruleset) -> tuple[Board, ...]:
    """What a match of a stage is dealt: its deals, or the deals of its one game."""
    if match.unit is Unit.GAMES:
        (game,) = match.boards
        return _game(secret, match.format, game, stage.deals_per_game, rules)
    return tuple(_deal(secret, match.format, number, stage.starter, rules) for number in match.boards)


def _levels_played(rules: Ruleset) -> range:
    """Levels of deals that stand alone: from the start level to A, or to below the end level."""
    return range(rules.start_level, min(rules.end_level, PAST_ACE))


def _deal(secret: bytes, format_: Format, number: int, starter: Starter, rules: Ruleset) -> Board:
    """A deal that stands alone: as in the middle of a game.

    Where the bidding decides, in Tractor it is as the first of a game, at the start level (B1); in Finding Friends the
    bidding decides at every level (Z1).
    """
    seats = len(rules.seat_names)
    seat = (number - 1) % seats
    levels = _levels_played(rules)
    is_bid = starter is Starter.BID
    level = rules.start_level if is_bid and rules.friends is None else levels[(number - 1) % len(levels)]
    return Board(
        number=number,
        first_drawer=seat,
        starter=None if is_bid else seat,
        levels=(level,) * seats,
        decks=tuple(
            draw_deck(secret, deal_name(format_, number, redeal), rules.sorted_deck)
            for redeal in range(1 + REDEALS if is_bid else 1)
        ),
    )


def _game(secret: bytes, format_: Format, game: int, deal_count: int, rules: Ruleset) -> tuple[Board, ...]:
    """A whole game, with decks to spare for deals in which nobody may bid: the first, and any of Finding Friends.

    In later deals of Tractor, and with rotating makers, the kitty then names the trump suit (B8, Z9).
    """
    seats = len(rules.seat_names)
    later_redeals = LATER_REDEALS if rules.friends is not None and not rules.friends.rotating_maker else 0
    return tuple(
        Board(
            number=deal,
            first_drawer=(game - 1) % seats,
            starter=None,
            levels=(rules.start_level,) * seats,
            decks=tuple(
                draw_deck(secret, game_deal_name(format_, game, deal, redeal), rules.sorted_deck)
                for redeal in range(1 + (REDEALS if deal == 1 else later_redeals))
            ),
        )
        for deal in range(1, deal_count + 1)
    )


def _words(secret: bytes, name: str) -> Iterator[int]:
    """Random numbers of 16 bits, without end: HMAC-SHA256 of the name, a zero byte and a counter of eight bytes."""
    counter = 0
    while True:
        block = hmac.digest(secret, name.encode() + b"\0" + counter.to_bytes(8, "big"), "sha256")
        for at in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[at : at + _WORD_BYTES], "big")
        counter += 1


def _below(count: int, words: Iterator[int]) -> int:
    """A number from 0 to *count* − 1, each as likely: words past the last whole multiple of it are dropped."""
    bound = _WORDS - _WORDS % count
    return next(word for word in words if word < bound) % count
