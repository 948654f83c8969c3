"""The smallest bot: it agrees with every default decision."""

from connection import play
from tractor.v1.bot_pb2 import Decision, Question


def decide(question: Question) -> Decision:
    return question.default_decision


if __name__ == "__main__":
    play(decide, name="default")
