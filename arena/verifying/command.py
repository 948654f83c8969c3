"""`arena verify`: a folder checked, and what was found told."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.console import complain, say
from arena.verifying.published import Unpublished
from arena.verifying.report import as_json, exit_status, text
from arena.verifying.verification import verify

REFUSED = 2
_COMMITMENT = re.compile(r"[0-9a-f]{64}")


def verify_folder(folder: Path, *, commitment: str | None, as_document: bool) -> int:
    """Check the published *folder* of a cup and say what was found; the exit status.

    Args:
        commitment: as it was noted down before the cup.
        as_document: print one JSON document.
    """
    noted = None if commitment is None else commitment.strip().lower()
    if noted is not None and not _COMMITMENT.fullmatch(noted):
        complain(f"{commitment!r} is no commitment: those are 64 digits in hex, as a leaderboard has them")
        return REFUSED
    try:
        with _progress() as on_progress:
            verification = verify(folder, commitment=noted, on_progress=on_progress)
    except Unpublished as trouble:
        complain(str(trouble), about="" if str(folder) in str(trouble) else str(folder))
        return REFUSED
    if as_document:
        say(as_json(verification))
    else:
        for line in text(verification):
            say(line)
    return exit_status(verification)


@contextmanager
def _progress() -> Iterator[Callable[[str, int, int], None]]:
    """A line that is written over and over, where people see it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda *_: None
        return

    def show(what: str, done: int, count: int) -> None:
        sys.stderr.write(f"\r{what}: {done:,} of {count:,}\x1b[K")
        sys.stderr.flush()

    try:
        yield show
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
