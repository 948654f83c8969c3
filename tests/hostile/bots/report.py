"""What a hostile bot achieved, as lines on standard error that the test finds in its log."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Mapping

MARK = "HOSTILE "

TARGETS: dict[str, object] = json.loads(os.environ.get("HOSTILE_TARGETS", "{}"))
"""Where to look, as the test says; never what is to be found there."""


def text(name: str) -> str:
    """A target."""
    return str(TARGETS[name])


def number(name: str) -> int:
    """A target that is a number."""
    return int(text(name))


def attempt(do: Callable[[], object]) -> str:
    """``done: …`` with what it gave, or ``refused: …`` with why."""
    try:
        return f"done: {do()}"[:300]
    except OSError as error:
        return f"refused: {errno.errorcode.get(error.errno or 0, str(error))}"
    except Exception as error:  # what refuses is told, whatever it is
        return f"refused: {type(error).__name__}: {error}"[:200]


def report(attack: str, outcomes: Mapping[str, object]) -> None:
    """Say it at once, in one piece, so that no other process' words come between."""
    line = json.dumps({"attack": attack, "process": os.getpid(), "outcomes": outcomes})
    os.write(2, f"\n{MARK}{line}\n".encode())


def report_attempts(attack: str, tries: Mapping[str, Callable[[], object]]) -> None:
    """Try all and say what came of each."""
    report(attack, {name: attempt(do) for name, do in tries.items()})
