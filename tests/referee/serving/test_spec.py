"""Requests for matches: those that can be played, and why others cannot."""

from __future__ import annotations

import math

import pytest

from referee.serving.clock import TimeControl
from referee.serving.spec import BadSpec, read_spec
from referee.wire.tractor.v1.bot_pb2 import Level
from referee.wire.tractor.v1.table_pb2 import Board, Chair
from tests.referee.serving.tables import RULES_TEXT, deck, request


def levels(*numbers: int) -> list[Level.ValueType]:
    return [Level.ValueType(number) for number in numbers]


TWOS = levels(2, 2, 2, 2)
DECK = bytes(deck(1))


def test_a_request_is_read() -> None:
    spec = read_spec(request(increment_s=0.5, strict=True))
    (board,) = spec.boards

    assert spec.time == TimeControl(1, 10, 0.5)
    assert spec.strict
    assert not spec.whole_game
    assert [chair.entrant for chair in spec.chairs] == ["bot 0", "bot 1", "bot 2", "bot 3"]
    assert board.number == 7
    assert board.before is not None
    assert (board.before.first_drawer, board.before.starter, board.before.levels) == (0, 0, (2, 2))
    assert board.decks == (deck(7),)


def test_later_deals_of_a_game_need_no_levels() -> None:
    first = Board(number=1, first_drawer=3, starter=0, levels=TWOS, decks=[DECK])
    spec = read_spec(request(whole_game=True, boards=[first, Board(number=2, decks=[DECK])]))

    assert spec.boards[0].before is not None
    assert (spec.boards[0].before.first_drawer, spec.boards[0].before.starter) == (2, None)
    assert spec.boards[1].before is None


def test_tokens_are_not_shown() -> None:
    """They are secret, and what is shown may come into a log."""
    assert "token-0" not in repr(read_spec(request()))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rules": ""}, "rules: "),
        ({"rules": RULES_TEXT + "colour = 1\n"}, "rules: colour"),
        ({"chairs": []}, "chairs: the game has 4 seats, and here are 0"),
        ({"chairs": [Chair(token="a")] * 4}, "chairs: two chairs have the same token"),
        ({"chairs": [Chair(token=token) for token in ("a", "b", "", "d")]}, r"chairs\[2\]: the token is missing"),
        ({"boards": []}, "boards: a match has from 1 to 10000 boards, not 0"),
        ({"limit_s": -1.0}, "limit_s: a number of seconds from 0 to 86400, not -1.0"),
        ({"bank_s": math.inf}, "bank_s: .* not inf"),
        ({"ready_within_s": math.nan}, "ready_within_s: .* not nan"),
        ({"strikes_allowed": 5000}, "strikes_allowed: at most 1000"),
    ],
)
def test_a_request_that_cannot_be_played_is_refused_by_name(changes: dict[str, object], said: str) -> None:
    with pytest.raises(BadSpec, match=said):
        read_spec(request(**changes))


@pytest.mark.parametrize(
    ("board", "said"),
    [
        (Board(first_drawer=1, starter=1, levels=TWOS), "there is no deck"),
        (Board(first_drawer=1, starter=1, levels=TWOS, decks=[DECK[:-1]]), "a deck is not the 108 cards"),
        (Board(first_drawer=1, starter=1, levels=TWOS, decks=[DECK, DECK[:-1] + DECK[:1]]), "a deck is not the 108"),
        (Board(first_drawer=0, starter=1, levels=TWOS, decks=[DECK]), "first drawer is a seat from 1 to 4, not 0"),
        (Board(first_drawer=5, starter=1, levels=TWOS, decks=[DECK]), "first drawer is a seat from 1 to 4, not 5"),
        (Board(first_drawer=1, starter=5, levels=TWOS, decks=[DECK]), "the starter is a seat"),
        (Board(first_drawer=1, starter=1, levels=TWOS[:3], decks=[DECK]), "there are 4 seats, and 3 levels"),
        (Board(first_drawer=1, starter=1, levels=levels(2, 2, 2, 3), decks=[DECK]), "one side have different levels"),
        (
            Board(first_drawer=1, starter=1, levels=levels(15, 15, 15, 15), decks=[DECK]),
            "level of seat 1 is from 2 to 14, not 15",
        ),
        (Board(first_drawer=1, starter=0, levels=levels(2, 3, 2, 3), decks=[DECK]), r"boards\[0\]: "),
    ],
)
def test_a_board_that_cannot_be_played_is_refused(board: Board, said: str) -> None:
    with pytest.raises(BadSpec, match=said):
        read_spec(request(boards=[board]))
