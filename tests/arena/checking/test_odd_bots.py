"""Bots that do one thing wrong fail the step that is about it, and are told what was expected and what came."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.checking.checks import HASTY, Checked, check, describe, odd_bot
from tests.sizes import in_ci

pytestmark = pytest.mark.slow


async def test_a_bot_that_never_bids_passes_all_but_what_it_cannot_be_asked(tmp_path: Path) -> None:
    """That is neither a pass nor a fault."""
    checked = await check(odd_bot(tmp_path, "none", games=("finding-friends-5",)))

    assert checked.has_passed, describe(checked)
    assert checked.of("not asked") == ["answers-override"]
    assert len(checked.of("pass")) == len(checked.steps) - 1
    assert (checked.events[-1]["passed"], checked.events[-1]["not_asked"]) == (len(checked.steps) - 1, 1)


_FAULTS = (
    ("exits", {"dials-in": "its process ended with exit status 1"}),
    ("other-protocol", {"says-protocol": "'tractor.v2'"}),
    ("other-token", {"says-token": "another token"}),
    ("long-name", {"hello-within-bounds": "one of 65"}),
    ("wrong-number", {"gives-the-number": "a decision with question_id 1001"}),
    ("illegal-later+long-note", {"legal-throughout": "0 is no card", "notes-within-bounds": "one of 1025 bytes"}),
    ("traceback", {"leads": "exit status 1"}),
    ("crashes-at-refusal", {"goes-on-after-refusal": "exit status 1"}),
    ("crashes-at-new-field", {"ignores-new-field": "exit status 1"}),
    ("no-phase", {"answers-new-phase": "exit status 1"}),
    ("answers-twice", {"answers-once": "was answered more than once"}),
    ("second-match", {"second-match": "exit status 1"}),
    (
        "answers-what-it-does-not-know+chatters+bad-status",
        {
            "ignores-new-message": "it sent a ready",
            "says-nothing-unasked": "it sent a decision on question 0",
            "ends-at-goodbye": "exit status 7",
        },
    ),
)
"""Faults of one bot, the steps that they fail, and what came."""

# On a desk, one of each part of a check.
_FEW = {"exits", "wrong-number", "crashes-at-new-field", "answers-twice"}


@pytest.mark.parametrize(("faults", "came"), [each for each in _FAULTS if in_ci() or each[0] in _FEW])
async def test_a_fault_fails_its_step_alone(faults: str, came: dict[str, str], tmp_path: Path) -> None:
    checked = await check(odd_bot(tmp_path, faults))

    _assert_fails(checked, came)
    assert not checked.has_passed


_NEVER = (
    ("never-dials", {"dials-in": "nothing came within 8 s"}),
    ("never-ready", {"gets-ready": "nothing came within 3 s"}),
    ("silent-when-played", {"leads": "nothing came within 2 s"}),
    (
        "ignores-goodbye+ignores-sigterm+lingers",
        {
            "ends-at-goodbye": "it still ran",
            "ends-when-told": "it still ran 2 s after SIGTERM",
            "ends-when-cut-off": "it still ran",
            "ends-when-nobody-listens": "it still ran",
        },
    ),
)


@pytest.mark.parametrize(("faults", "came"), _NEVER if in_ci() else _NEVER[1:3])
async def test_what_is_never_done_is_not_waited_for_without_end(
    faults: str, came: dict[str, str], tmp_path: Path
) -> None:
    _assert_fails(await check(odd_bot(tmp_path, faults), HASTY), came)


def _assert_fails(checked: Checked, came: dict[str, str]) -> None:
    assert set(checked.of("fail")) == set(came), describe(checked)
    for step, part in came.items():
        assert part in checked.steps[step]["came"]


async def test_a_bot_that_bids_is_asked_to_hold_its_bid(tmp_path: Path) -> None:
    """Though it bids in few deals; its long note is there so that no games are played."""
    checked = await check(odd_bot(tmp_path, "bids-one-of-two+long-note", games=("finding-friends-5",)))

    assert checked.of("fail") == ["notes-within-bounds"], describe(checked)
    assert checked.steps["answers-override"]["verdict"] == "pass"


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


async def test_faults_are_told_each_with_its_question_and_what_was_printed_about_it(tmp_path: Path) -> None:
    """An end that comes later is not told of an earlier fault; much that was printed is shown by its first and last."""
    checked = await check(odd_bot(tmp_path, "prints+buries-too-many+is-killed"))
    first, end = checked.steps["buries"], checked.steps["legal-throughout"]
    number, last = first["question"]["question_id"], end["question"]["question_id"]

    assert checked.of("fail") == ["buries", "legal-throughout"], describe(checked)
    assert first["came"].endswith("9 cards were offered")
    assert first["output"].splitlines() == [f"question {number} of (token)", f"question {number} was refused"]
    assert end["came"].endswith("its process was ended by signal 11 (SIGSEGV)")
    assert end["output"].splitlines() == [
        f"question {last} of (token)",
        *(f"frame {number}" for number in range(7)),
        "… 25 lines left out …",
        *(f"frame {number}" for number in range(32, 40)),
    ]
    assert checked.steps["second-match"]["remark"] == "after legal-throughout"


async def test_a_build_that_fails_ends_the_check(tmp_path: Path) -> None:
    build = 'build = [["sh", "-c", "echo no compiler here; exit 3"]]'
    checked = await check(odd_bot(tmp_path, "none", more=build))

    assert checked.of("fail") == ["builds"]
    assert "ended with exit status 3" in checked.steps["builds"]["came"]
    assert checked.steps["builds"]["output"] == "no compiler here"
    assert checked.events[1] == {"event": "building", "command": "sh -c 'echo no compiler here; exit 3'"}
    assert checked.of("pass") == []


async def test_a_fault_that_shows_only_in_whole_games_fails_the_game(tmp_path: Path) -> None:
    """The stream of a bot that leaves in a whole game is gone, and how its process ended is told with it."""
    checked = await check(odd_bot(tmp_path, "leaves-whole-games"))

    assert checked.of("fail") == ["plays-tractor", "five-games", "plays-itself", "several-tables"], describe(checked)
    assert "exit status 1" in checked.steps["plays-tractor"]["came"]
    assert checked.steps["plays-tractor"]["output"].endswith("RuntimeError: whole games take too long")
