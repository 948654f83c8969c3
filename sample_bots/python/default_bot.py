"""The smallest bot: it agrees with every default decision."""

from collections.abc import Iterable

from connection import play
from tractor.v1.bot_pb2 import Question


def decide(question: Question) -> Iterable[int]:
    return question.default_decision.cards


if __name__ == "__main__":
    play(decide, name="default")
