"""What docs/judge.md shows is what the command does."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from referee.judging.lines import ASKS
from tests.referee.command import REFEREE, ROOT, run_referee

DOCUMENT = (ROOT / "docs/judge.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[list[str]]:
    """Lines of each code block of a language."""
    return [
        block.splitlines() for block in re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.DOTALL | re.MULTILINE)
    ]


@pytest.mark.slow
def test_every_example_is_answered_as_shown() -> None:
    examples = blocks("json")
    questions = [question for question, _ in examples]

    result = run_referee("judge", given="\n".join(questions).encode())

    assert {json.loads(question)["ask"] for question in questions} == {*ASKS}
    assert [json.loads(answer) for answer in result.stdout.splitlines()] == [
        json.loads(answer) for _, answer in examples
    ]


@pytest.mark.slow
def test_the_session_at_the_top_runs() -> None:
    ((typed, shown),) = blocks("console")
    _, echo, question, pipe, *command = shlex.split(typed)
    assert (echo, pipe, command) == ("echo", "|", ["referee", "judge"])

    assert run_referee("judge", given=question.encode()).stdout.decode() == f"{shown}\n"


@pytest.mark.slow
def test_the_program_prints_what_it_is_said_to(tmp_path: Path) -> None:
    (lines,) = blocks("python")
    command = tmp_path / "referee"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(REFEREE)} "$@"\n', encoding="utf-8")
    command.chmod(0o700)
    printed = re.search(r"^This prints `(.*)`\.$", DOCUMENT, re.MULTILINE)
    assert printed is not None

    result = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert result.stdout == f"{printed[1]}\n"
