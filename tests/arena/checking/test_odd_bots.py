"""Bots that do one thing wrong fail the step that is about it, and are told what was expected and what came."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.checking.checks import HASTY, check, describe, odd_bot
from tests.sizes import in_ci

pytestmark = pytest.mark.slow


async def test_a_bot_without_fault_passes_every_step(tmp_path: Path) -> None:
    checked = await check(odd_bot(tmp_path, "none"))

    assert checked.has_passed, describe(checked)
    assert checked.of("pass") == list(checked.steps)
    assert checked.events[-1]["passed"] == len(checked.steps)


_ALONE = (
    ("exits", "dials-in", "its process ended with exit status 1"),
    ("other-protocol", "says-protocol", "'tractor.v2'"),
    ("other-token", "says-token", "another token"),
    ("long-name", "hello-within-bounds", "one of 65"),
    ("wrong-number", "gives-the-number", "a decision with question_id 1001"),
    ("illegal-later", "legal-throughout", "0 is no card"),
    ("traceback", "leads", "exit status 1"),
    ("crashes-at-refusal", "goes-on-after-refusal", "exit status 1"),
    ("crashes-at-new-field", "ignores-new-field", "exit status 1"),
    ("answers-what-it-does-not-know", "ignores-new-message", "it sent a ready"),
    ("no-phase", "answers-new-phase", "exit status 1"),
    ("answers-twice", "answers-once", "was answered more than once"),
    ("chatters", "says-nothing-unasked", "it sent a decision on question 0"),
    ("long-note", "notes-within-bounds", "one of 1025 bytes"),
    ("second-match", "second-match", "exit status 1"),
    ("bad-status", "ends-at-goodbye", "exit status 7"),
)
"""Faults, the step that each fails, and what came."""

# On a desk, one of each part of a check.
_FEW = {"exits", "wrong-number", "crashes-at-new-field", "answers-twice", "bad-status"}


@pytest.mark.parametrize(("fault", "step", "came"), [each for each in _ALONE if in_ci() or each[0] in _FEW])
async def test_a_fault_fails_its_step_alone(fault: str, step: str, came: str, tmp_path: Path) -> None:
    checked = await check(odd_bot(tmp_path, fault))

    assert checked.of("fail") == [step], describe(checked)
    assert came in checked.steps[step]["came"]
    assert not checked.has_passed


_NEVER = (
    ("never-dials", ["dials-in"], "nothing came within 8 s"),
    ("never-ready", ["gets-ready"], "nothing came within 3 s"),
    ("silent-when-played", ["leads"], "nothing came within 2 s"),
    ("ignores-goodbye", ["ends-at-goodbye"], "it still ran"),
    ("ignores-sigterm", ["ends-when-told"], "it still ran 2 s after SIGTERM"),
    ("lingers", ["ends-when-cut-off", "ends-when-nobody-listens"], "it still ran"),
)


@pytest.mark.parametrize(("fault", "steps", "came"), _NEVER if in_ci() else _NEVER[1:3])
async def test_what_is_never_done_is_not_waited_for_without_end(
    fault: str, steps: list[str], came: str, tmp_path: Path
) -> None:
    checked = await check(odd_bot(tmp_path, fault), HASTY)

    assert checked.of("fail") == steps, describe(checked)
    assert came in checked.steps[steps[0]]["came"]


async def test_an_illegal_card_is_told_with_rule_and_question(tmp_path: Path) -> None:
    """Each kind of question that it was illegal at fails; the cards are readable, and what depends on it is not run."""
    checked = await check(odd_bot(tmp_path, "illegal-follow"))
    told = checked.steps["follows-single"]

    assert set(checked.of("fail")) == {
        "follows-single",
        "follows-pair",
        "follows-tractor",
        "follows-throw",
        "beats-forced-lead",
    }
    assert told["rule"] == "F1"
    assert told["rule_text"].startswith("A follow has exactly as many cards as the lead")
    assert told["question"]["phase"] == "PHASE_PLAY"
    assert len(told["question"]["view"]["trick"]["cards"].split()) >= 1
    assert "RJ, refused:" in told["came"]
    assert checked.steps["plays-tractor"] | {"took_s": 0} == {
        "event": "step",
        "number": checked.steps["plays-tractor"]["number"],
        "step": "plays-tractor",
        "verdict": "not run",
        "took_s": 0,
        "asks": "It plays a game of `tractor` without a fault, cut short after a few deals.",
        "remark": "after follows-single",
    }


async def test_what_a_bot_printed_last_is_shown_without_its_token(tmp_path: Path) -> None:
    checked = await check(odd_bot(tmp_path, "traceback"))

    assert checked.steps["leads"]["output"].endswith("RuntimeError: I do not know what to lead")
    assert checked.steps["leads"]["question"]["default_decision"]["cards"]


async def test_a_build_that_fails_ends_the_check(tmp_path: Path) -> None:
    build = 'build = [["sh", "-c", "echo no compiler here; exit 3"]]'
    checked = await check(odd_bot(tmp_path, "none", more=build))

    assert checked.of("fail") == ["builds"]
    assert "ended with exit status 3" in checked.steps["builds"]["came"]
    assert checked.steps["builds"]["output"] == "no compiler here"
    assert checked.of("pass") == []


async def test_a_fault_that_shows_only_in_whole_games_fails_the_game(tmp_path: Path) -> None:
    """The stream of a bot that leaves in a whole game is gone, and how its process ended is told with it."""
    checked = await check(odd_bot(tmp_path, "leaves-whole-games"))

    assert checked.of("fail") == ["plays-tractor", "five-games", "plays-itself", "several-tables"], describe(checked)
    assert "exit status 1" in checked.steps["plays-tractor"]["came"]
    assert checked.steps["plays-tractor"]["output"].endswith("RuntimeError: whole games take too long")
