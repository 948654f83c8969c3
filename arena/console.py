"""What commands tell people: results on standard output, troubles on standard error.

A command goes on when what it says cannot be written: what it does may matter more. That is told once, and its exit
status says so in the end.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

FAILED = 1


class _Unsaid:
    """Whether something could not be said."""

    def __init__(self) -> None:
        self.is_any = False


_unsaid = _Unsaid()


def say(line: str = "") -> None:
    """A line of what was asked for; where it cannot be written, that is told, and `status_of` knows."""
    if sys.stdout is None:
        if not _unsaid.is_any:
            complain("standard output is closed; leave it open, or send it to /dev/null")
        _unsaid.is_any = True
        return
    try:
        _write(line, sys.stdout)
    except OSError as error:
        _unsaid.is_any = True
        _let_go(sys.stdout)
        # A reader that has left, as after ``| head``, has seen what it wanted.
        if not isinstance(error, BrokenPipeError):
            complain(f"standard output: {error.strerror or error}; send it elsewhere and run the same command again")


def complain(reason: str, *, about: str = "") -> None:
    """A trouble in a sentence, and what it is about; where nobody can be told, nobody is."""
    if sys.stderr is None:
        return
    try:
        _write(f"arena: {about}: {reason}" if about else f"arena: {reason}", sys.stderr)
    except OSError:
        _let_go(sys.stderr)


def status_of(status: int) -> int:
    """The exit status of a command that comes to *status*: no success where what it said could not be written."""
    failed, _unsaid.is_any = _unsaid.is_any, False
    return FAILED if failed and status == 0 else status


def _write(line: str, stream: TextIO) -> None:
    # Where the output knows few characters, a name is no reason to stop.
    encoding = stream.encoding or "utf-8"
    print(line.encode(encoding, "backslashreplace").decode(encoding), file=stream, flush=True)


def _let_go(stream: TextIO) -> None:
    """What is left in the stream goes nowhere: at the end of the program it would fail once more."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
