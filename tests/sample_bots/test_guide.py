"""The guide for authors: what it tells them to write works as it stands."""

from __future__ import annotations

import dataclasses
import json
import re
import runpy
import shutil
from pathlib import Path
from random import Random
from typing import Any

import connection
import pytest
from cards import text
from tractor.v1.bot_pb2 import Decision, MatchStarting

from arena.bots import read_bot
from arena.config import read_cup
from referee.rules.game import new_game
from referee.rules.options import PRESETS, canonical_text, parse_options
from tests.sample_bots.questions import WEST, call_question, play_question, trick_of
from tests.sample_bots.tables import DEFAULT, Decide, play_scored, rules_of

KIT = Path(connection.__file__).parent
GUIDE = (KIT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The blocks in this language."""
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    return found


def run(code: str, folder: Path) -> dict[str, Any]:
    """What a block of Python defines."""
    path = folder / "block.py"
    path.write_text(code, encoding="utf-8")
    return runpy.run_path(str(path), run_name="block")


def filled_in(code: str, folder: Path) -> Decide:
    """The bot to fill in, with the function of a block in place of the one of its name."""
    name = re.findall(r"^def (\w+)", code, re.MULTILINE)[0]
    bot = (KIT / "my_bot.py").read_text(encoding="utf-8").replace("from __future__ import annotations\n", "")
    head, _, tail = bot.partition(f"def {name}(")
    assert tail
    found: Decide = run(f"{head}{code}\n\n{tail[tail.index('def ') :]}", folder)["decide"]
    return found


@pytest.fixture
def decide(tmp_path: Path) -> Decide:
    """The function that the guide's bot decides with."""
    return filled_in(blocks("python")[0], tmp_path)


@pytest.mark.parametrize(("on_the_table", "answer"), [("KS", "AS"), ("5S", "3S")])
def test_the_bot_takes_ten_points_and_no_less(decide: Decide, on_the_table: str, answer: str) -> None:
    question = play_question("3S AS", trump="2C", trick=trick_of(WEST, [on_the_table]))
    decided = decide(question)

    assert text(decided.cards if isinstance(decided, Decision) else decided) == answer


@pytest.mark.slow
@pytest.mark.parametrize("game", PRESETS)
def test_the_bot_is_never_refused(decide: Decide, game: str) -> None:
    rules = rules_of(game)
    bots = [decide if seat % 2 else DEFAULT for seat in range(len(rules.side_of))]

    play_scored(new_game(rules, first_drawer=0), bots, Random(game))


def test_the_highest_cards_that_are_not_held_are_called(tmp_path: Path) -> None:
    decide = filled_in(blocks("python")[1], tmp_path)
    question = call_question("AS AS KC 3H 4D", trump="AC", count=4)

    decided = decide(question)

    assert isinstance(decided, Decision)
    calls = decided.friend_calls
    assert [(text([call.card]), call.ordinal) for call in calls] == [("KD", 1), ("KH", 1), ("KS", 1), ("QD", 1)]


@pytest.mark.slow
@pytest.mark.parametrize("game", [preset for preset in PRESETS if preset.startswith("finding-friends")])
def test_calls_are_never_refused(tmp_path: Path, game: str) -> None:
    rules = rules_of(game)
    bots = [filled_in(blocks("python")[1], tmp_path)] * len(rules.side_of)

    play_scored(new_game(rules, first_drawer=0), bots, Random(game))


@pytest.mark.parametrize("game", PRESETS)
def test_the_options_of_a_match_are_read(tmp_path: Path, game: str) -> None:
    """All of them, as the referee sends them."""
    chosen = parse_options(game)
    read = run(blocks("python")[2], tmp_path)["options"](MatchStarting(rules=canonical_text(chosen)))

    assert read == json.loads(json.dumps(dataclasses.asdict(chosen)))


def test_the_cup_can_be_played(tmp_path: Path) -> None:
    for name in ("my_bot.py", "greedy_bot.py"):
        shutil.copy(KIT / name, tmp_path)
    (tmp_path / "cup.toml").write_text(blocks("toml")[0], encoding="utf-8")

    cup = read_cup(tmp_path / "cup.toml")

    assert [entrant.name for entrant in cup.entrants] == ["Mine", "Greedy", "Sensible"]


def test_the_bot_with_a_python_of_its_own_is_one(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(f'name = "Ada"\n{blocks("toml")[1]}', encoding="utf-8")

    assert read_bot(tmp_path).build[0] == ("python3", "-m", "venv", "venv")


def test_every_file_of_the_kit_is_in_the_guide() -> None:
    assert [path.name for path in KIT.glob("*.py") if f"`{path.name}`" not in GUIDE] == []
