"""Your bot. Each function answers one kind of question; as they stand they agree with the referee's default decision.

The same program plays by chance with the argument ``random``, and like the sensible bot with ``sensible``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeAlias

import random_bot
import sensible_bot
from connection import play
from tractor.v1.bot_pb2 import Decision, Phase, Question

Answer: TypeAlias = Iterable[int] | Decision
"""Cards, or a whole decision."""


def bid(question: Question) -> Answer:
    """The cards to show as a bid, also over one that was made; none to pass."""
    return question.default_decision


def bury(question: Question) -> Answer:
    """As many cards as the default decision has, to be buried in the kitty."""
    return question.default_decision


def call(question: Question) -> Answer:
    """In Finding Friends, a decision with as many calls of friends as the default one has."""
    return question.default_decision


def lead(question: Question) -> Answer:
    """Cards that begin a trick."""
    return question.default_decision


def follow(question: Question) -> Answer:
    """Cards played to a trick that another began: `question.view.trick` is what lies on the table."""
    return question.default_decision


def decide(question: Question) -> Answer:
    """The answer to any question; a kind that this bot has never heard of gets the default decision."""
    match question.phase:
        case Phase.PHASE_BID | Phase.PHASE_HOLD:
            return bid(question)
        case Phase.PHASE_BURY:
            return bury(question)
        case Phase.PHASE_CALL:
            return call(question)
        case Phase.PHASE_PLAY:
            return follow(question) if question.view.trick.cards else lead(question)
        case _:
            return question.default_decision


BOTS = {"": decide, "random": random_bot.decide, "sensible": sensible_bot.decide}

if __name__ == "__main__":
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in BOTS:
        sys.exit(
            f"{name!r} is no bot of this program; without an argument it is yours, with random or sensible another"
        )
    play(BOTS[name], name=name or "my bot", legal_decisions=100, history=name == "sensible")
