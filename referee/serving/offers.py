"""What bots offer as decisions, tried by the rules. Their cards are any numbers until they have been read here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from referee.rules.cards import CARD_KINDS
from referee.rules.deal import (
    Asking,
    Burying,
    Call,
    Calling,
    Decision,
    Drawing,
    Event,
    Holding,
    Playing,
    State,
    step,
)
from referee.rules.ladder import TooManyCopies
from referee.rules.refusal import Refusal

Taken: TypeAlias = tuple[State, tuple[Event, ...]]
"""What a decision led to: the next state and what happened."""


CALLS_MAX = 100
"""Friend calls that are looked at; no game asks for more than five."""


def offer(state: Asking, cards: Sequence[int], friend_calls: Sequence[tuple[int, int]] = ()) -> Taken | Refusal:
    """What it leads to if the seat that is asked decides for these cards, or for these friends.

    Args:
        state: awaits the decision.
        cards: any numbers.
        friend_calls: pairs of any numbers, for a card and an ordinal.
    """
    deck_size = (state.start if isinstance(state, Drawing | Holding) else state.contract.start).rules.deck_size
    if len(cards) > deck_size:
        return Refusal(_rule_of_possession(state), f"{len(cards)} cards are more than the {deck_size} of the game")
    for card in cards:
        if not 1 <= card <= CARD_KINDS:
            return Refusal(_rule_of_possession(state), f"{card} is no card; cards are numbered from 1 to {CARD_KINDS}")
    try:
        held = state.ladder.read(cards)
    except TooManyCopies as error:
        return Refusal(_rule_of_possession(state), str(error))
    if not friend_calls:
        return step(state, Decision(held))
    if len(friend_calls) > CALLS_MAX:
        return Refusal("Z3", f"{len(friend_calls)} friends are more than anybody calls")
    for card, _ in friend_calls:
        if not 1 <= card <= CARD_KINDS:
            return Refusal("Z3", f"{card} is no card; cards are numbered from 1 to {CARD_KINDS}")
    return step(state, Decision(held, tuple([Call(card, ordinal) for card, ordinal in friend_calls])))


def _rule_of_possession(state: Asking) -> str:
    """The rule that is broken by deciding for cards that the seat does not have."""
    match state:
        case Drawing() | Holding():
            return "B2"
        case Burying():
            return "K1"
        case Calling():
            return "Z3"
        case Playing():
            return "F1"
