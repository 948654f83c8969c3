"""What commands tell people: results on standard output, troubles on standard error."""

from __future__ import annotations

import contextlib
import sys


def say(line: str = "") -> None:
    """A line of what was asked for."""
    _print(line, is_trouble=False)


def complain(reason: str, *, about: str = "") -> None:
    """A trouble in a sentence, and what it is about."""
    _print(f"arena: {about}: {reason}" if about else f"arena: {reason}", is_trouble=True)


def _print(line: str, *, is_trouble: bool) -> None:
    stream = sys.stderr if is_trouble else sys.stdout
    # Where the output knows few characters, a name is no reason to stop; nor is a reader that has left.
    with contextlib.suppress(OSError):
        encoding = stream.encoding or "utf-8"
        print(line.encode(encoding, "backslashreplace").decode(encoding), file=stream, flush=True)
