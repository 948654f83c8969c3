"""Plays by chance, from the legal decisions that the referee lists on request."""

from __future__ import annotations

from random import Random

from connection import play
from tractor.v1.bot_pb2 import Question


def decide(question: Question) -> list[int]:
    # Seeded by what is seen, so that the same question always gets the same answer and a cup can be played again.
    rng = Random(question.view.SerializeToString(deterministic=True))
    sizes, cards = question.legal_decisions.sizes, question.legal_decisions.cards
    chosen = rng.randrange(len(sizes))
    start = sum(sizes[:chosen])
    return list(cards[start : start + sizes[chosen]])


if __name__ == "__main__":
    play(decide, name="random", legal_decisions=100)
