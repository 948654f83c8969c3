"""The guide for authors: what it tells them to write works as it stands."""

from __future__ import annotations

import re
import runpy
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import connection
import default_bot
import pytest
from cards import cards, text
from tractor.v1.bot_pb2 import Question

from arena.config import read_cup
from tests.sample_bots.questions import WEST, play_question, trick_of, wire
from tests.sample_bots.test_whole_deals import played

Decide: TypeAlias = Callable[[Question], Iterable[int]]

KIT = Path(connection.__file__).parent
GUIDE = (KIT / "README.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    """The first block in this language."""
    found = re.search(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.fixture
def decide(tmp_path: Path) -> Decide:
    """The function that the guide's bot decides with."""
    path = tmp_path / "my_bot.py"
    path.write_text(block("python"), encoding="utf-8")
    found: Decide = runpy.run_path(str(path), run_name="my_bot")["decide"]
    return found


@pytest.mark.parametrize(("on_the_table", "answer"), [("KS", "AS"), ("5S", "3S")])
def test_the_bot_takes_ten_points_and_no_less(decide: Decide, on_the_table: str, answer: str) -> None:
    question = play_question("3S AS", trump="2C", trick=trick_of(WEST, [on_the_table]))
    question.default_decision.cards.extend(wire(cards("3S")))

    assert text(decide(question)) == answer


def test_the_bot_is_never_refused(decide: Decide) -> None:
    played((decide, default_bot.decide, decide, default_bot.decide), seed=1, starter=1)


def test_the_cup_can_be_played(tmp_path: Path) -> None:
    for name in ("default_bot.py", "greedy_bot.py", "sensible_bot.py"):
        shutil.copy(KIT / name, tmp_path)
    shutil.copy(KIT / "default_bot.py", tmp_path / "my_bot.py")
    (tmp_path / "cup.toml").write_text(block("toml"), encoding="utf-8")

    cup = read_cup(tmp_path / "cup.toml")

    assert [entrant.name for entrant in cup.entrants] == ["Mine", "Default", "Greedy", "Sensible"]


def test_every_file_of_the_kit_is_in_the_guide() -> None:
    assert [path.name for path in KIT.glob("*.py") if f"`{path.name}`" not in GUIDE] == []
