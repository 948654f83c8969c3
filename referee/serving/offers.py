"""What bots offer as decisions, tried by the rules. Their cards are any numbers until they have been read here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.rules.cards import CARD_KINDS
from referee.rules.deal import Asking, Burying, Decision, Drawing, Event, Playing, State, step
from referee.rules.ladder import TooManyCopies
from referee.rules.refusal import Refusal

Taken: TypeAlias = tuple[State, tuple[Event, ...]]
"""What a decision led to: the next state and what happened."""


def offer(state: Asking, cards: Sequence[int]) -> Taken | Refusal:
    """What it leads to if the seat that is asked decides for these cards."""
    deck_size = (state.start if isinstance(state, Drawing) else state.contract.start).rules.deck_size
    if len(cards) > deck_size:
        return Refusal(_rule_of_possession(state), f"{len(cards)} cards are more than the {deck_size} of the game")
    for card in cards:
        if not 1 <= card <= CARD_KINDS:
            return Refusal(_rule_of_possession(state), f"{card} is no card; cards are numbered from 1 to {CARD_KINDS}")
    try:
        held = state.ladder.read(cards)
    except TooManyCopies as error:
        return Refusal(_rule_of_possession(state), str(error))
    return step(state, Decision(held))


def _rule_of_possession(state: Asking) -> str:
    """The rule that is broken by deciding for cards that the seat does not have."""
    match state:
        case Drawing():
            return "B2"
        case Burying():
            return "K1"
        case Playing():
            return "F1"
