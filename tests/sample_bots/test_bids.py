"""Which bids the sample bots know of."""

from __future__ import annotations

import pytest
from bids import possible_bids
from cards import text

from tests.sample_bots.questions import NORTH, SOUTH, WEST, bid_question


@pytest.mark.parametrize(
    ("hand", "bids", "possible"),
    [
        pytest.param("2H 3H 4S", [], ["2H"], id="B3: a card of the rank"),
        pytest.param("2H 2H 2S", [], ["2H", "2S", "2H 2H"], id="B3: or a pair of it"),
        pytest.param("BJ BJ RJ", [], ["BJ BJ"], id="B3: a pair of jokers"),
        pytest.param("BJ RJ 3H 3H", [], [], id="nothing to bid with"),
        pytest.param("2H 2H RJ RJ", [(WEST, "2S")], ["2H 2H", "RJ RJ"], id="B4: only more than a single"),
        pytest.param("2H 2H RJ RJ", [(WEST, "2S 2S")], ["RJ RJ"], id="B4: only jokers over a pair"),
        pytest.param("RJ RJ", [(WEST, "BJ BJ")], [], id="B4: nothing over jokers"),
        pytest.param("2H 2H", [(SOUTH, "2S")], ["2H 2H"], id="B5: the partner may be overridden"),
        pytest.param("2H 2H", [(NORTH, "2H")], [], id="B5: not one's own bid"),
        pytest.param("2H 2H RJ RJ", [(NORTH, "2S"), (WEST, "2C 2C")], ["RJ RJ"], id="B5: who was overridden may again"),
    ],
)
def test_possible_bids(hand: str, bids: list[tuple[int, str]], possible: list[str]) -> None:
    assert [text(bid) for bid in possible_bids(bid_question(hand, bids=bids).view)] == possible
