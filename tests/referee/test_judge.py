"""`referee judge` through the real command: questions with known answers, and the discipline of lines."""

from __future__ import annotations

import json
import os
import select
import subprocess
from typing import IO

import pytest

from referee.judging.lines import ASKS
from tests.referee.command import REFEREE, ROOT, run_referee

VECTORS = [json.loads(line) for line in (ROOT / "tests/vectors/judge.jsonl").read_text(encoding="utf-8").splitlines()]

ORDER = b'{"ask": "order", "trump": "7N"}'
ORDER_ANSWER = {"order": [["RJ"], ["BJ"]]}


def judged(*lines: bytes) -> list[object]:
    """The answers to *lines*, of which the last need not be ended."""
    result = run_referee("judge", given=b"\n".join(lines))
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.slow
def test_every_vector_is_answered_as_it_says() -> None:
    """Of a sentence for people only the beginning is fixed: the error's in the vector, none of `because`."""
    answers = judged(*(json.dumps(vector["question"]).encode() for vector in VECTORS))

    assert len(answers) == len(VECTORS)
    for vector, answer in zip(VECTORS, answers, strict=True):
        expected = vector["answer"]
        assert isinstance(answer, dict)
        if expected.get("rule") and vector["question"]["ask"] == "follow":
            assert len(answer.pop("because")) > 20, vector["about"]
        if "error" in expected:
            assert answer["error"].startswith(expected["error"]), vector["about"]
            assert answer == {**expected, "error": answer["error"]}, vector["about"]
        else:
            assert answer == expected, vector["about"]


def test_every_ask_and_every_worked_example_has_a_vector() -> None:
    asked = [vector["question"] for vector in VECTORS if "error" not in vector["answer"]]
    abouts = {vector["about"].partition(",")[0] for vector in VECTORS}

    assert {question["ask"] for question in asked} == {*ASKS}
    assert abouts >= {f"worked example {number}" for number in range(1, 30)}


@pytest.mark.slow
def test_a_bad_line_is_answered_in_its_place_and_the_next_one_too() -> None:
    bad = [
        b"",
        b"   ",
        b"order",
        b"null",
        b"[]",
        b'{"ask": "order"',
        b'{"ask": "order", "trump": NaN}',
        b'{"ask": "order", "trump": "7C\xff"}',
        b'{"ask": "order", "trump": "7C"} {}',
        b'\xef\xbb\xbf{"ask": "order", "trump": "7C"}',
        b"\x00",
        b"[" * 200_000,
        b'{"ask": "order", "trump": "7C", "rules": {"preset": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b'{"ask": "order", "trump": "' + b"7" * (1 << 20) + b'"}',
        b'{"ask": "lead", "trump": "7C", "cards": [' + b", ".join([b'"KS"'] * 10_000) + b"]}",
        b'{"ask": "follows", "trump": "7C", "lead": ["KS"], "hand": ["2C"], "limit": ' + b"9" * 5000 + b"}",
    ]

    answers = judged(*(line for one in bad for line in (one, ORDER)))

    assert answers[1::2] == [ORDER_ANSWER] * len(bad)
    assert [answer for answer in answers[::2] if not (isinstance(answer, dict) and [*answer] == ["error"])] == []


@pytest.mark.slow
def test_an_id_comes_back_whatever_it_is_and_whatever_else_is_wrong() -> None:
    ids: list[object] = [0, -1.5, 2**70, None, True, "", "é\u2028\x00", [1, {"a": []}], {}]

    answers = judged(
        *(json.dumps({"ask": "order", "trump": "7N", "id": name}).encode() for name in ids),
        *(json.dumps({"ask": "order", "trump": 7, "id": name}).encode() for name in ids),
        ORDER,
    )

    assert answers[: len(ids)] == [{**ORDER_ANSWER, "id": name} for name in ids]
    assert [answer["id"] for answer in answers[len(ids) : -1] if isinstance(answer, dict)] == ids
    assert answers[-1] == ORDER_ANSWER


@pytest.mark.slow
def test_each_answer_is_there_before_the_next_question() -> None:
    """A program may ask, read and ask again."""
    with subprocess.Popen([*REFEREE, "judge"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            for _ in range(3):
                process.stdin.write(ORDER + b"\n")
                process.stdin.flush()
                assert json.loads(_read_line(process.stdout)) == ORDER_ANSWER
            process.stdin.close()
            assert process.wait(30) == 0
        finally:
            process.kill()


@pytest.mark.slow
def test_a_reader_that_leaves_ends_it_without_a_word() -> None:
    with subprocess.Popen(
        [*REFEREE, "judge"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        process.stdout = None
        _, said = process.communicate(ORDER + b"\n" + ORDER + b"\n", timeout=30)

    assert said == b""


def _read_line(pipe: IO[bytes]) -> bytes:
    """A line from *pipe*, which must come within half a minute."""
    line = b""
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([pipe], [], [], 30)
        assert ready, "no answer came"
        line += os.read(pipe.fileno(), 65536)
    return line
