"""Levels: their texts, their ranks, and what a gain makes of them (S4, Z9)."""

from __future__ import annotations

import pytest

from referee.rules.cards import Rank
from referee.rules.levels import JOKER, NO_END, PAST_ACE, ROUND, level_text, parse_level, raised, rank_at


def after_gain(text: str, gain: int, *, stops: str = "", end: str = "W", after_joker: str | None = None) -> str:
    """The level after a gain, all levels as texts."""
    level = raised(
        parse_level(text),
        gain,
        end_level=parse_level(end) if after_joker is None else NO_END,
        stops=frozenset(map(parse_level, stops)),
        after_joker=None if after_joker is None else parse_level(after_joker),
    )
    return level_text(level)


def test_levels_are_read_as_they_are_written() -> None:
    levels = [*range(2, 17), ROUND + 2, ROUND + JOKER, 2 * ROUND + 14]

    assert [parse_level(level_text(level)) for level in levels] == levels
    assert parse_level("10") == parse_level("t") == 10
    assert [level_text(level) for level in levels[-5:]] == ["W", "Jo", "2+", "Jo+", "A++"]


@pytest.mark.parametrize("text", ["", "1", "11", "past A", "2 ", "+", "2" + "+" * 1001])
def test_what_is_no_level_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a level"):
        parse_level(text)


def test_the_higher_level_is_the_greater_number() -> None:
    texts = ["2", "9", "T", "A", "Jo", "2+", "T+", "A+", "Jo+", "2++"]

    assert sorted(map(parse_level, texts)) == list(map(parse_level, texts))


def test_no_level_is_past_past_a() -> None:
    """S4."""
    assert raised(parse_level("A"), 9) == PAST_ACE
    assert raised(PAST_ACE, 3) == PAST_ACE
    assert after_gain("9", 0) == "9"
    assert after_gain("9", 2) == "J"


@pytest.mark.parametrize(
    ("level", "gain", "after"),
    [("8", 3, "T"), ("8", 2, "T"), ("8", 1, "9"), ("T", 3, "K"), ("T", 1, "J"), ("2", 99, "5")],
)
def test_a_gain_stops_at_a_level_that_cannot_be_skipped(level: str, gain: int, after: str) -> None:
    """Option ``must_stop_at``; a side that stands on such a level gets past it."""
    assert after_gain(level, gain, stops="5T") == after


def test_nothing_is_above_the_level_that_ends_the_game() -> None:
    assert after_gain("8", 9, end="T") == "T"
    assert after_gain("8", 1, end="T") == "9"


@pytest.mark.parametrize(
    ("level", "gain", "after_joker", "after"),
    [
        ("K", 1, "2+", "A"),
        ("K", 2, "2+", "Jo"),
        ("A", 2, "2+", "2+"),
        ("A", 2, "T+", "T+"),
        ("Jo", 6, "T+", "Jo+"),
        ("Jo", 7, "T+", "T++"),
        ("Q+", 4, "2+", "2++"),
    ],
)
def test_after_a_comes_joker_and_after_it_a_new_round(level: str, gain: int, after_joker: str, after: str) -> None:
    """Option ``joker_level``, full and short (Z9)."""
    assert after_gain(level, gain, after_joker=after_joker) == after


def test_a_level_stops_gains_in_each_round() -> None:
    assert after_gain("Q+", 9, stops="A", after_joker="2+") == "A+"


def test_a_deal_is_played_at_the_rank_of_its_level() -> None:
    assert rank_at(parse_level("2")) is Rank.TWO
    assert rank_at(parse_level("A++")) is Rank.ACE
    assert rank_at(parse_level("Jo+")) is None
    with pytest.raises(ValueError, match="15"):
        rank_at(PAST_ACE)
