"""docs/checking.md has every step, in order, as the check has it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena.checking.plan import plan_for
from arena.checking.steps import ALL_STEPS
from referee.rules.options import PRESETS
from referee.serving.rehearsal.topics import Topic

PAGE = Path(__file__).resolve().parents[3] / "docs" / "checking.md"
_ROW = re.compile(r"^\| `(?P<name>[a-z0-9-]+)` \| (?P<asks>.+) \| (?P<why>.+) \|$", re.MULTILINE)


def test_the_page_and_the_steps_agree() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## The steps")[2].partition("## For programs")[0]

    assert [match.groups() for match in _ROW.finditer(section)] == [
        (step.name, step.asks, step.why) for step in ALL_STEPS
    ]


def test_every_topic_of_an_interview_is_a_step() -> None:
    assert {topic.value for topic in Topic} <= {step.name for step in ALL_STEPS}


def test_a_bot_that_plays_everything_has_all_steps_but_those_of_a_third_pack() -> None:
    assert [step.name for step in ALL_STEPS if step not in plan_for(()).steps] == ["follows-larger-set"]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_bot_of_one_game_is_not_asked_for_others(preset: str) -> None:
    names = [step.name for step in plan_for((preset,)).steps]

    assert [name for name in names if name.startswith("plays-")] == [f"plays-{preset}", "plays-itself"]
    assert ("calls-friends" in names) is preset.startswith("finding-friends")
