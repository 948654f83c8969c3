"""Legal decisions that a question lists, for a bot that asked for them: ``play(…, legal_decisions=100)``.

The referee knows every rule of the game that is played, so a bot that chooses among these plays any game.
"""

from __future__ import annotations

from cards import Card
from tractor.v1.bot_pb2 import Decision, Phase, Question


def listed_decisions(question: Question) -> list[Decision]:
    """The decisions that are listed, each whole."""
    if question.phase == Phase.PHASE_CALL:
        calls = question.legal_decisions.friend_calls
        return [Decision(friend_calls=calls[start:end]) for start, end in _slices(question)]
    cards = question.legal_decisions.cards
    return [Decision(cards=cards[start:end]) for start, end in _slices(question)]


def listed_cards(question: Question) -> list[list[Card]]:
    """The cards of each decision that is listed; not for phase CALL."""
    cards: list[Card] = list(question.legal_decisions.cards)
    return [cards[start:end] for start, end in _slices(question)]


def _slices(question: Question) -> list[tuple[int, int]]:
    """Where each decision begins and ends in the packed list."""
    slices, start = [], 0
    for size in question.legal_decisions.sizes:
        slices.append((start, start + size))
        start += size
    return slices
