"""The bot to fill in: it plays as it stands, and each kind of question has its place."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import my_bot
import pytest
import random_bot
import sensible_bot
from tractor.v1.bot_pb2 import Decision, Phase, Question

from referee.rules.game import new_game
from tests.sample_bots.questions import WEST, bid_question, bury_question, call_question, play_question, trick_of
from tests.sample_bots.tables import play_scored, rules_of

QUESTIONS: dict[str, Callable[[], Question]] = {
    "bid": lambda: bid_question("2S 3S", listed=["", "2S"]),
    "bury": lambda: bury_question("3S 4S", trump="2C", count=1),
    "call": lambda: call_question("3S", trump="2C", count=1),
    "lead": lambda: play_question("3S 4S", trump="2C"),
    "follow": lambda: play_question("3S 4S", trump="2C", trick=trick_of(WEST, ["5S"])),
}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_each_kind_of_question_has_a_function_of_its_own(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Decision(note=kind)
    monkeypatch.setattr(my_bot, kind, lambda _: answer)

    assert my_bot.decide(QUESTIONS[kind]()) is answer


@pytest.mark.parametrize("kind", QUESTIONS)
def test_as_it_stands_it_agrees_with_the_default(kind: str) -> None:
    question = QUESTIONS[kind]()

    assert my_bot.decide(question) == question.default_decision


def test_a_question_of_an_unknown_kind_gets_the_default() -> None:
    question = play_question("3S 4S", trump="2C")
    question.phase = Phase.PHASE_UNSPECIFIED

    assert my_bot.decide(question) == question.default_decision


def test_the_same_program_is_the_random_and_the_sensible_bot() -> None:
    assert my_bot.BOTS["random"] is random_bot.decide
    assert my_bot.BOTS["sensible"] is sensible_bot.decide


def test_another_argument_is_refused_in_a_sentence() -> None:
    result = subprocess.run(
        [sys.executable, str(Path(my_bot.__file__)), "sensable"], check=False, capture_output=True, text=True
    )

    assert result.returncode == 1
    assert result.stderr.startswith("'sensable' is no bot of this program")


@pytest.mark.slow
def test_a_deal_is_played_without_a_refusal() -> None:
    play_scored(new_game(rules_of("tractor"), first_drawer=0), [my_bot.decide] * 4, Random(1))
