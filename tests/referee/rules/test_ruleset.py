"""What follows from the options for a table (RULES 10–12)."""

from __future__ import annotations

import pytest

from referee.rules.cards import BLACK_JOKER, RED_JOKER
from referee.rules.levels import level_text, parse_level
from referee.rules.option_values import JokerLevel
from referee.rules.options import FriendsOptions, TractorOptions, parse_options
from referee.rules.ruleset import ruleset


def test_tractor_has_four_seats_two_sides_and_108_cards() -> None:
    rules = ruleset(TractorOptions())

    assert rules.seat_names == ("North", "West", "South", "East")
    assert rules.side_of == (0, 1, 0, 1)
    assert rules.next_seat == (1, 2, 3, 0)
    assert rules.next_of_side == (2, 3, 0, 1)
    assert (rules.deck_size, rules.hand_size, rules.kitty_size) == (108, 25, 8)
    assert (rules.threshold, rules.step, rules.widest_margin) == (80, 40, 3)
    assert (rules.start_level, rules.end_level) == (2, 15)
    assert len(rules.sorted_deck) == 108


@pytest.mark.parametrize(
    ("seats", "packs", "hand_size", "kitty_size", "threshold"),
    [(4, 1, 12, 6, 40), (4, 2, 25, 8, 80), (4, 3, 39, 6, 120), (6, 1, 8, 6, 40), (6, 2, 17, 6, 80), (6, 3, 26, 6, 120)],
)
def test_other_tables_are_data(seats: int, packs: int, hand_size: int, kitty_size: int, threshold: int) -> None:
    rules = ruleset(TractorOptions(seats=seats, packs=packs, points_per_level=20))

    assert (rules.hand_size, rules.kitty_size, rules.threshold) == (hand_size, kitty_size, threshold)
    assert rules.deck_size == seats * hand_size + kitty_size == 54 * packs
    assert rules.side_of == (0, 1) * (seats // 2)


FRIENDS_TABLE = """
players                       5   6   7   8   9  10  11  12
packs                         2   2   2   3   3   3   3   4
red_jokers                    2   2   0   2   3   0   2   2
black_jokers                  2   2   0   0   0   0   2   0
hand_size                    20  17  14  19  17  15  14  17
deck_size                   108 108 104 158 159 156 160 210
kitty_size                    8   6   6   6   6   6   6   6
makers_side_max               2   3   3   4   4   5   5   6
called_count                  1   2   2   3   3   4   4   5
"""
"""The table of section 12, with the names of a ruleset."""


def test_the_table_of_finding_friends() -> None:
    header, *rows = [line.split() for line in FRIENDS_TABLE.strip().splitlines()]
    for column, players in enumerate(header[1:], start=1):
        rules = ruleset(FriendsOptions(players=int(players)))

        assert [getattr(rules, row[0]) for row in rows] == [int(row[column]) for row in rows]
        assert len(rules.sorted_deck) == rules.deck_size == int(players) * rules.hand_size + rules.kitty_size
        assert rules.sorted_deck.count(RED_JOKER) == rules.red_jokers
        assert rules.sorted_deck.count(BLACK_JOKER) == rules.black_jokers
        assert (rules.threshold, rules.step) == (40 * rules.packs, 20 * rules.packs)
        assert rules.side_of == tuple(range(int(players)))


@pytest.mark.parametrize(
    ("players", "hand_size", "kitty_size"),
    [(5, 20, 8), (6, 17, 6), (7, 15, 3), (8, 19, 10), (9, 17, 9), (10, 16, 2), (11, 14, 8), (12, 17, 12)],
)
def test_with_all_jokers_the_kitty_takes_what_does_not_divide(players: int, hand_size: int, kitty_size: int) -> None:
    """Option ``all_jokers``: as near six as it can be, of two equally near the larger."""
    rules = ruleset(FriendsOptions(players=players, all_jokers=True))

    assert rules.deck_size == 54 * rules.packs == players * hand_size + kitty_size
    assert (rules.hand_size, rules.kitty_size) == (hand_size, kitty_size)
    assert rules.black_jokers == rules.red_jokers == rules.packs


def test_levels_of_a_ruleset() -> None:
    rules = ruleset(TractorOptions(must_stop_at=("5", "T"), must_defend=("A",), start_level="3", end_level="W"))
    endless = ruleset(FriendsOptions(players=5, joker_level=JokerLevel.SHORT))

    assert (rules.start_level, rules.end_level, rules.after_joker) == (3, 15, None)
    assert sorted(rules.stops) == [5, 10, 14]
    assert sorted(rules.must_defend) == [14]
    assert level_text(endless.after_joker or 0) == "T+"
    assert endless.end_level > parse_level("A" + "+" * 1000)


def test_equal_options_have_the_same_ruleset() -> None:
    assert ruleset(TractorOptions()) is ruleset(parse_options("tractor"))
