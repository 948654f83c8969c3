"""What the sample bots know of bids."""

from __future__ import annotations

import pytest
from bids import names_suit, possible_bids, trump_count
from cards import cards, text

from tests.sample_bots.questions import WEST, bid_question

HAND = "2H 2H 3H 5H 2S 7S KD BJ BJ RJ"


def test_what_is_listed_can_be_bid_but_for_the_pass() -> None:
    question = bid_question(HAND, listed=["2H", "2S", "2H 2H", "BJ BJ"])

    assert [text(bid) for bid in possible_bids(question)] == ["2H", "2S", "2H 2H", "BJ BJ"]


@pytest.mark.parametrize(
    ("shown", "trumps"),
    [
        pytest.param("2H", 8, id="a suit, the rank and the jokers"),
        pytest.param("2S 2S", 7, id="as many with a pair"),
        pytest.param("2H 2H BJ", 8, id="jokers beside a pair name no other suit"),
        pytest.param("BJ BJ", 3, id="jokers alone: no trump suit"),
    ],
)
def test_trumps_are_counted_as_the_bid_would_make_them(shown: str, trumps: int) -> None:
    assert trump_count(cards(shown), bid_question(HAND, listed=[]).view) == trumps


def test_a_bid_can_set_another_rank() -> None:
    """In Finding Friends everyone bids with their own level, which is trump rank if the bid stands (Z1)."""
    view = bid_question("5H 5D 3H 2S", rank="2", bids=[(WEST, "2C")], listed=["5H"]).view

    assert trump_count(cards("5H"), view) == 3


@pytest.mark.parametrize(("shown", "names"), [("2H", True), ("2H 2H BJ", True), ("RJ RJ", False), ("BJ RJ", False)])
def test_jokers_alone_name_no_suit(shown: str, names: bool) -> None:
    assert names_suit(cards(shown)) is names
