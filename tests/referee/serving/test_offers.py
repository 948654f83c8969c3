"""What bots offer: any numbers at all."""

from __future__ import annotations

import pytest

from referee.rules.deal import Asking, Burying, Decision, Drawing, Playing, begin, step
from referee.rules.game import next_start
from referee.rules.legal import default_decision
from referee.rules.refusal import Refusal
from referee.serving.offers import offer
from tests.referee.serving.tables import board


def state_of(phase: type[Drawing | Burying | Playing]) -> Asking:
    """A deal at its first question of a kind."""
    first = board(1)
    assert first.before is not None
    state, _ = begin(next_start(first.before, first.decks[0]))
    while not isinstance(state, phase):
        assert isinstance(state, Drawing | Burying | Playing)
        taken = step(state, default_decision(state))
        assert not isinstance(taken, Refusal)
        state, _ = taken
    assert isinstance(state, Drawing | Burying | Playing)
    return state


def test_legal_cards_are_taken_in_any_order() -> None:
    state = state_of(Burying)
    default = default_decision(state)
    cards = state.ladder.cards(default.cards)

    assert offer(state, cards[::-1]) == step(state, Decision(default.cards))


@pytest.mark.parametrize(("phase", "rule"), [(Drawing, "B2"), (Burying, "K1"), (Playing, "F1")])
@pytest.mark.parametrize(
    ("cards", "part"),
    [
        ((0,), "0 is no card"),
        ((55,), "55 is no card"),
        ((-1,), "-1 is no card"),
        ((2**31 - 1,), "2147483647 is no card"),
        ((1, 1, 1), "the deck has 2"),
        ((1,) * 60_000, "60000 cards are more than the 108"),
    ],
)
def test_what_are_no_cards_of_the_game_is_refused(
    phase: type[Drawing | Burying | Playing], rule: str, cards: tuple[int, ...], part: str
) -> None:
    refusal = offer(state_of(phase), cards)

    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert part in refusal.because
