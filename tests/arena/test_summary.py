"""The tables of the standings on screens that have little room."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pytest
from rich.cells import cell_len
from rich.console import Console

from arena.matches import AnyResult, Format, Outcome, Unit
from arena.standings import standings
from arena.summary import SHORTEST_NAME, fitted, summary
from tests.arena.played import entrants, friends_game, friends_result, outcome, result

LONG = tuple(
    f"a sensible bot of the {place} in our course" for place in ("first", "second", "third", "fourth", "fifth")
)
SHORT = ("Ada", "Ben", "Cy", "Dot", "Eve")


def friends_deals(names: Sequence[str]) -> list[Outcome]:
    return [
        outcome(
            (*names[turn:], *names[:turn]),
            [friends_result((2, 0, 2, 0, 0), 0, [2], board=3 * turn + each) for each in range(1, 4)],
            format_=Format.FRIENDS,
        )
        for turn in range(5)
    ]


def lines(played: Sequence[Outcome], names: Sequence[str], width: int) -> list[str]:
    drawn = io.StringIO()
    Console(file=drawn, width=width).print(*summary(standings(played, entrants(*names)), width))
    return [line.rstrip() for line in drawn.getvalue().splitlines()]


@pytest.mark.parametrize("names", [SHORT, LONG, ("随机而又聪明的机器人" * 4, *SHORT[1:])])
def test_a_bot_of_friends_has_one_line_of_eighty_columns(names: Sequence[str]) -> None:
    title, heading, *rows = lines(friends_deals(names), names, 80)

    assert title == "friends by deals (levels per deal; m/f/a: as maker, friend, against)"
    assert heading.split()[-6:] == ["levels", "95", "%", "won", "m/f/a", "deals"]
    assert len(rows) == 5
    assert all(" to " in row and row.endswith(" 15") for row in rows)
    assert max(map(cell_len, (title, heading, *rows))) <= 80


def test_a_bot_of_pairs_has_one_line_of_eighty_columns() -> None:
    names = LONG[:2]
    played = [outcome(names * 2, [result(board % 2, 1, board=board, lost_by=0) for board in range(1, 9)])]
    title, heading, *rows = lines(played, names, 80)

    assert title == "pairs by deals (Elo per deal; levels per deal; faults: lost by them)"
    assert heading.split() == ["rank", "bot", "Elo", "95", "%", "won", "levels", "deals", "faults"]
    assert len(rows) == 2
    assert all(" to " in row for row in rows)


def test_a_perfect_score_is_no_number_of_the_column_of_ratings() -> None:
    names = LONG[:2]
    played = [outcome(names * 2, [result(1.0, 1, board=board) for board in range(1, 9)])]
    _, _, won, lost = lines(played, names, 80)

    assert " unbounded ↑ " in won
    assert " unbounded ↓ " in lost
    assert max(map(cell_len, (won, lost))) <= 80
    assert not {"≥", "≤"} & set(won + lost)


def test_where_there_is_room_headings_and_names_are_whole() -> None:
    title, heading, first, *_ = lines(friends_deals(LONG), LONG, 140)

    assert title == "friends by deals"
    assert "levels per deal" in heading
    assert "maker / friend / against" in heading
    assert any(name in first for name in LONG)


def test_columns_that_say_nothing_are_left_out() -> None:
    """Games have no parts, one game has no interval, and nobody was at fault."""
    games: list[AnyResult] = [friends_game((13, 4, 0, 2, 2), [0])]
    _, heading, *_ = lines([outcome(SHORT, games, format_=Format.FRIENDS, unit=Unit.GAMES)], SHORT, 80)

    assert heading.split() == ["rank", "bot", "levels", "per", "game", "won", "games"]


@pytest.mark.parametrize(
    "names",
    [
        LONG,
        ("x" * 39 + "1", "x" * 39 + "2", "x" * 40),
        ("a" * 10 + "1" + "b" * 29, "a" * 10 + "2" + "b" * 29, "aaaaa…1", "aaaaaa…bbbbb"),
        ("随机而又聪明的机器人一号", "随机而又聪明的机器人二号", "短"),
    ],
)
def test_names_that_are_cut_stay_different(names: Sequence[str]) -> None:
    found = fitted(names, SHORTEST_NAME)

    assert len(set(found)) == len(names)
    assert all(cell_len(name) <= SHORTEST_NAME for name in found)
    assert [name for name in names if cell_len(name) <= SHORTEST_NAME] == [
        shown for name, shown in zip(names, found, strict=True) if cell_len(name) <= SHORTEST_NAME
    ]


def test_a_name_keeps_its_beginning_and_its_end() -> None:
    assert fitted(["a bot of version 12"], 12) == ["a bot …on 12"]
