"""What is told of steps: in their order, whatever the order in which it is known; failures with all that helps."""

from __future__ import annotations

import json

from arena.checking.report import Failure, JsonDisplay, Report, Summary, TextDisplay
from arena.checking.steps import BUILDS, DIALS, GOODBYE
from arena.checking.wording import readable_question, rule_text
from referee.rules.options import parse_options

FAILURE = Failure("a legal decision", "RJ, refused", "F1", "As many cards.", '{"hand": "2C 9S"}', "one\ntwo")
SUMMARY = Summary(1, 1, 1, 0, 40, 0.001, 0.002, 0.25, 3 << 20, 1.5)


def told(display: type[TextDisplay | JsonDisplay]) -> list[str]:
    """A check of three steps, the last of which is known first."""
    lines: list[str] = []
    shown = display(lines.append)
    report = Report([BUILDS, DIALS, GOODBYE], shown, clock=lambda: 0.0)
    report.not_run([GOODBYE], because_of="after dials-in")
    assert lines == []
    report.passed(BUILDS, remark="at once")
    report.failed(DIALS, FAILURE)
    shown.conclude(SUMMARY)
    return lines


def test_steps_are_told_as_lines_with_the_failure_below_its_step() -> None:
    text = "".join(told(TextDisplay))

    assert text.splitlines()[:2] == [
        "  1  builds                     pass       0.0 s  at once",
        "  2  dials-in                   FAIL       0.0 s",
    ]
    for line in ("expected  a legal decision", "came      RJ, refused", "rule F1   As many cards.", "| two"):
        assert line in text
    assert "  3  ends-at-goodbye            not run  after dials-in\n" in text
    assert "Decisions: 40; median 1.0 ms, 95% within 2.0 ms, longest 250.0 ms.\n" in text
    assert text.endswith(
        "Memory: 3 MiB at most in one program. Processor: 1.5 s in all.\nFAIL: 1 passed, 1 failed, 1 not run.\n"
    )


def test_steps_in_a_row_that_were_not_run_are_one_line() -> None:
    lines: list[str] = []
    shown = TextDisplay(lines.append)
    Report([BUILDS, DIALS, GOODBYE], shown, clock=lambda: 0.0).not_run([BUILDS, DIALS, GOODBYE], because_of="after all")
    shown.conclude(SUMMARY)

    assert lines[0] == "  1  builds to ends-at-goodbye  not run  after all\n"


def test_a_step_that_was_not_asked_is_neither_a_pass_nor_a_failure() -> None:
    lines: list[str] = []
    shown = TextDisplay(lines.append)
    report = Report([BUILDS, DIALS], shown, clock=lambda: 0.0)
    report.passed(BUILDS)
    report.not_asked(DIALS)
    shown.conclude(Summary(1, 0, 0, 1, 0, None, None, None, None, None))

    assert lines[1:] == [
        "  2  dials-in                   not asked  0.0 s  the question did not come up\n",
        "pass: 1 passed, 0 failed, 0 not run, 1 not asked.\n",
    ]
    assert report.first_failure([BUILDS, DIALS]) is None


def test_what_a_bot_printed_is_shown_once() -> None:
    lines: list[str] = []
    report = Report([BUILDS, DIALS], TextDisplay(lines.append), clock=lambda: 0.0)
    report.failed(BUILDS, FAILURE)
    report.failed(DIALS, FAILURE)

    assert lines.count("         | two\n") == 1
    assert lines[-1] == "       it printed the same as at builds\n"


def test_a_build_is_told_of_when_it_begins() -> None:
    lines: list[str] = []
    TextDisplay(lines.append).building("cargo build --release")
    JsonDisplay(lines.append).building("cargo build --release")

    assert lines == [
        "Building: cargo build --release\n",
        '{"event": "building", "command": "cargo build --release"}\n',
    ]


def test_each_event_is_a_line_of_json() -> None:
    events = [json.loads(line) for line in told(JsonDisplay)]

    assert [event["event"] for event in events] == ["step", "step", "step", "check_finished"]
    assert [event.get("verdict") for event in events] == ["pass", "fail", "not run", None]
    assert events[1]["question"] == {"hand": "2C 9S"}
    assert events[3]["max_s"] == 0.25


def test_a_rule_is_said_as_the_sheet_of_the_game_has_it() -> None:
    tractor, friends = parse_options("tractor"), parse_options("finding-friends-5")

    assert rule_text("F1", tractor) == "A follow has exactly as many cards as the lead, all from the hand."
    assert rule_text("F2", tractor) == (
        "If the hand holds at least that many cards of the led suit, all cards played are of it. Otherwise all it has "
        "of the suit are played, and any other cards make up the number."
    )
    assert rule_text("Z3", friends)
    assert rule_text("Z3", tractor) == ""


def test_cards_of_a_question_are_text() -> None:
    question = {
        "hand": ["CARD_TWO_OF_CLUBS", "CARD_RED_JOKER"],
        "call": {"card": "CARD_TEN_OF_HEARTS"},
        "seats": [1],
    }

    assert json.loads(readable_question(json.dumps(question))) == {
        "hand": "2C RJ",
        "call": {"card": "TH"},
        "seats": [1],
    }
