"""Ask `order`: the trump suit from the top."""

from __future__ import annotations

from referee.judging.question import Answer, Question
from referee.judging.setting import setting_of, write_printed
from referee.rules.ladder import Ladder


class OrderAnswer(Answer):
    """Tiers of the trumps, the highest first, equal cards together (O1, O3)."""

    order: list[list[str]]


class Order(Question, tag="order"):
    """In which order do the trumps stand?"""

    trump: str

    def answer(self) -> OrderAnswer:
        return OrderAnswer(order=tiers(setting_of(self.rules, self.trump).ladder))


def tiers(ladder: Ladder) -> list[list[str]]:
    """The trumps of a ladder from the top; jokers that the deck lacks are left out (O4)."""
    found: list[list[str]] = []
    left = ladder.trumps.low & ladder.deck
    while left:
        top = 1 << left.bit_length() - 1
        tier = left & ladder.equals if top & ladder.equals else top
        found.append(write_printed(ladder.cards(tier)))
        left &= ~tier
    return found
