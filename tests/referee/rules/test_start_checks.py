"""What a deal may start from (RULES B1, Z1, Z9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from referee.rules.cards import Rank
from referee.rules.deal import begin
from referee.rules.levels import JOKER, ROUND
from referee.rules.phases import Standing
from referee.rules.ruleset import Ruleset
from tests.referee.rules.deals import first_start, later_start, shuffled
from tests.referee.rules.states import friends_rules

FRIENDS = friends_rules(5)
NORTH, WEST = range(2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deck": (1,) * 108}, "the deck is not that of the game"),
        ({"deck": ()}, "the deck is not that of the game"),
        ({"first_drawer": 4}, "the first drawer is seat 4"),
        ({"levels": (2,)}, "the levels are 2; each of 2 sides has one"),
        ({"levels": (2, 15)}, "the levels are 2 W; each of 2 sides has one"),
        ({"starter": WEST}, "the starter draws first"),
        ({"levels": (3, 2)}, "not the level of the declarers"),
        ({"starter": None, "levels": (2, 3)}, "every side is at the trump rank"),
        ({"starter": None, "trump_rank": Rank.THREE}, "every side is at the trump rank"),
        ({"starter": 7, "first_drawer": 7}, "the first drawer is seat 7"),
        ({"starter": -1}, "the starter is seat -1"),
        ({"trump_rank": None}, "there is no trump rank"),
        ({"standing": Standing((True,) * 4, (0,) * 4)}, "of Finding Friends alone"),
    ],
)
def test_a_start_of_tractor_that_makes_no_sense_is_an_error(change: Mapping[str, object], message: str) -> None:
    start = replace(later_start(shuffled(Random(1)), starter=NORTH), **change)  # type: ignore[arg-type]

    with pytest.raises(ValueError, match=message):
        begin(start)


@pytest.mark.parametrize(
    ("rules", "change", "message"),
    [
        (FRIENDS, {"deck": (1,) * 108}, "the deck is not that of the game, which has 108 cards"),
        (FRIENDS, {"first_drawer": 5}, "the first drawer is seat 5; seats are 0 to 4"),
        (FRIENDS, {"levels": (2,) * 4}, "the levels are 2 2 2 2; each of 5 players has one of this game"),
        (FRIENDS, {"levels": (2, 2, 2, 2, 15)}, "each of 5 players has one of this game"),
        (FRIENDS, {"levels": (2, 2, 2, 2, JOKER)}, "each of 5 players has one of this game"),
        (FRIENDS, {"levels": (2, 2, 2, 2, ROUND + 2)}, "each of 5 players has one of this game"),
        (
            friends_rules(5, joker_level=True),
            {"levels": (2, 2, 2, 2, ROUND + 1)},
            "each of 5 players has one of this game",
        ),
        (
            friends_rules(5, joker_level=True),
            {"levels": (2, 2, 2, 2, 2 - ROUND)},
            "each of 5 players has one of this game",
        ),
        (FRIENDS, {"standing": None}, "not told for each of 5 players"),
        (FRIENDS, {"standing": Standing((True,) * 4, (0,) * 5)}, "not told for each of 5 players"),
        (FRIENDS, {"standing": Standing((True,) * 5, (0,) * 6)}, "not told for each of 5 players"),
        (FRIENDS, {"standing": Standing((False,) * 5, (0,) * 5)}, "nobody is active"),
        (FRIENDS, {"standing": Standing((True, False, True, True, True), (0,) * 5)}, "passive players"),
        (FRIENDS, {"standing": Standing((True,) * 5, (0, 1, 0, 0, 0))}, "levels are owed only"),
        (friends_rules(5, failed_throw="debt"), {"standing": Standing((True,) * 5, (0, -1, 0, 0, 0))}, "not debts"),
        (FRIENDS, {"trump_rank": Rank.TWO}, "the trump rank is 2 before a bid sets it"),
        (FRIENDS, {"starter": 0, "trump_rank": Rank.TWO}, "only with rotating_maker"),
        (
            friends_rules(5, rotating_maker=True),
            {"starter": 0, "trump_rank": Rank.THREE},
            "the trump rank is 3, and the maker's level is 2",
        ),
        (friends_rules(5, rotating_maker=True), {"starter": 0}, "the trump rank is none, and the maker's level is 2"),
        (friends_rules(5, rotating_maker=True), {"starter": 5}, "the starter is seat 5"),
    ],
)
def test_a_start_of_finding_friends_that_makes_no_sense_is_an_error(
    rules: Ruleset, change: Mapping[str, object], message: str
) -> None:
    start = replace(first_start(shuffled(Random(1), rules), rules=rules), **change)  # type: ignore[arg-type]

    with pytest.raises(ValueError, match=message):
        begin(start)
