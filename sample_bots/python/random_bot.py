"""Plays by chance, from the legal decisions that the referee lists on request."""

from __future__ import annotations

from random import Random

from connection import play
from listed import listed_decisions
from tractor.v1.bot_pb2 import Decision, Question


def decide(question: Question) -> Decision:
    # Seeded by what is seen, so that the same question always gets the same answer and a cup can be played again.
    rng = Random(question.view.SerializeToString(deterministic=True))
    return rng.choice(listed_decisions(question))


if __name__ == "__main__":
    play(decide, name="random", legal_decisions=100)
