"""Whatever comes in, one JSON line comes out, and the referee never fails at it."""

from __future__ import annotations

import io
import json
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.judging.lines import LONGEST_LINE, judge
from referee.judging.order import Order
from tests.referee.command import ROOT

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

QUESTIONS: list[dict[str, Json]] = [
    question
    for line in (ROOT / "tests/vectors/judge.jsonl").read_text(encoding="utf-8").splitlines()
    if isinstance(question := json.loads(line)["question"], dict)
]
SCRAPS = st.sampled_from(
    ["KS", "2H", "RJ", "10C", "7C", "2N", "W", "North", "declarers", "tractor", "", "é\u2028", "1"]
)
VALUES: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | SCRAPS | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(SCRAPS, inner, max_size=3),
    max_leaves=12,
)
CARDS: st.SearchStrategy[Json] = st.lists(
    st.sampled_from(["KS", "QS", "AS", "7S", "2C", "2H", "2D", "AH", "RJ", "BJ", "TH"]), max_size=6
)


@st.composite
def spoilt_questions(draw: st.DrawFn) -> bytes:
    """A question of the vectors of which some keys have other values, are missing, or are too many."""
    question = dict(draw(st.sampled_from(QUESTIONS)))
    for key in draw(st.lists(st.sampled_from([*question, "id", "rules", "nonsense"]), max_size=3)):
        if draw(st.booleans()):
            question[key] = draw(VALUES | CARDS)
        else:
            question.pop(key, None)
    return json.dumps(question).encode()


def answers_to(lines: list[bytes]) -> list[bytes]:
    """What the loop writes for *lines*; it must not have failed."""
    written: list[bytes] = []
    assert judge(io.BytesIO(b"".join(line + b"\n" for line in lines)), written.append) == 0
    return written


def check_one_each(lines: list[bytes]) -> None:
    """Assert one line of JSON for each of *lines*, ended once and split by no reader."""
    answers = answers_to(lines)
    assert len(answers) == len(lines)
    for answer in answers:
        assert answer.endswith(b"\n")
        assert len(answer.decode("ascii").splitlines()) == 1
        assert isinstance(json.loads(answer), dict)


@pytest.mark.slow
@given(st.lists(st.binary(max_size=60).map(lambda line: line.replace(b"\n", b"")), max_size=20))
def test_random_bytes(lines: list[bytes]) -> None:
    check_one_each(lines)


@pytest.mark.slow
@given(st.lists(VALUES.map(lambda value: json.dumps(value).encode()), max_size=5))
def test_random_json(lines: list[bytes]) -> None:
    check_one_each(lines)


@pytest.mark.slow
@given(st.lists(spoilt_questions(), max_size=20))
def test_spoilt_questions(lines: list[bytes]) -> None:
    check_one_each(lines)


@given(st.sampled_from(QUESTIONS), st.data())
def test_questions_cut_short(question: dict[str, Json], data: st.DataObject) -> None:
    whole = json.dumps(question).encode()
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]

    (answer,) = answers_to([cut])

    assert [*json.loads(answer)] == ["error"]


def test_a_line_that_is_too_long_is_skipped_whole() -> None:
    """What is beyond the limit is not taken for a line of its own."""
    question = b'{"ask": "order", "trump": "7N"}'
    fits = question + b" " * (LONGEST_LINE - len(question))

    answers = [json.loads(answer) for answer in answers_to([fits, fits + b" ", fits + b" " * LONGEST_LINE, question])]

    assert [[*answer] for answer in answers] == [["order"], ["error"], ["error"], ["order"]]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("[" * 5000 + "]" * 5000, "nested too deeply"),
        ("9" * 4301, "id: integer value out of range"),
        ("1e999", "id: number out of range"),
        *(
            (rf'"{text}"', "a text has half of a surrogate pair")
            for text in (r"\ud800", r"a\udc00", r"\\\uDBFF", r"\ud800\n")
        ),
        *((rf'"{text}"', "a text has half of a surrogate pair") for text in (r"\ud800 and more", r"\ud800\ud800")),
    ],
)
def test_an_id_that_cannot_be_read_does_not_come_back_and_the_error_says_why(value: str, why: str) -> None:
    (answer,) = answers_to([b'{"ask":"order","trump":"7C","id":%b}' % value.encode()])

    assert [*json.loads(answer)] == ["error"]
    assert json.loads(answer)["error"].startswith(why)


@pytest.mark.parametrize("cut", [r'"\ud8', r'"\ud83d', r'"\ud83d\ude', r'"\ud83d\ude00', r'"\\ud800"', '"'])
def test_a_line_that_is_cut_off_is_said_to_be(cut: str) -> None:
    """Also in the midst of a surrogate pair, or after a backslash and letters that look like one."""
    (answer,) = answers_to([b'{"ask":"order","trump":"7C","id":%b' % cut.encode()])

    assert json.loads(answer) == {"error": "not JSON: the line ends too early"}


def test_a_failure_of_ours_is_answered_counted_and_told_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_: Order) -> None:
        raise ZeroDivisionError("our mistake")

    monkeypatch.setattr(Order, "answer", fail)
    written: list[bytes] = []

    failures = judge(io.BytesIO(b'{"ask": "order", "trump": "7N", "id": 8}\n{}'), written.append)

    assert failures == 1
    answers = [json.loads(answer) for answer in written]
    assert answers[0]["id"] == 8
    assert "the referee itself failed" in answers[0]["error"]
    assert answers[1]["error"].startswith("ask: missing")
    assert "ZeroDivisionError: our mistake" in capsys.readouterr().err
