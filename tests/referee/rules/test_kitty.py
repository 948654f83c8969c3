"""Burials (RULES 4)."""

from __future__ import annotations

import pytest

from referee.rules.kitty import check_burial
from tests.referee.rules.builders import TRACTOR, cards, ladder

HAND = "2C 3C 4C 5C 6C 7C 8C 9C 9C KS RJ"


def refused_because(burial: str) -> str | None:
    order = ladder("7H")
    refused = check_burial(TRACTOR, order, order.read(cards(HAND)), order.read(cards(burial)))
    assert refused is None or refused.rule == "K1"
    return None if refused is None else refused.because


@pytest.mark.parametrize("burial", ["2C 3C 4C 5C 6C 7C 8C 9C", "3C 4C 5C 6C 9C 9C KS RJ"])
def test_any_cards_of_the_hand_may_be_buried(burial: str) -> None:
    """Trumps and points too (K1)."""
    assert refused_because(burial) is None


@pytest.mark.parametrize(
    ("burial", "because"),
    [
        ("", "exactly 8 cards; 0 cards were offered"),
        ("2C", "exactly 8 cards; 1 card was offered"),
        ("2C 3C 4C 5C 6C 7C 8C", "exactly 8 cards; 7 cards were offered"),
        ("2C 3C 4C 5C 6C 7C 8C 9C 9C", "exactly 8 cards; 9 cards were offered"),
        ("2C 3C 4C 5C 6C 7C 8C AS", "does not hold all of these cards"),
        ("2C 2C 4C 5C 6C 7C 8C 9C", "does not hold all of these cards"),
    ],
)
def test_another_number_or_strange_cards_are_refused(burial: str, because: str) -> None:
    assert because in (refused_because(burial) or "")
