"""How much the tests try: little on a desk, much in CI. The tests themselves are the same."""

from __future__ import annotations

import os


def in_ci() -> bool:
    """Whether this is the run that decides: the environment has ``CI=true``."""
    return os.environ.get("CI") == "true"


def scale(quick: int, full: int) -> int:
    """*full* in CI, *quick* elsewhere: a count of examples, deals or rounds."""
    return full if in_ci() else quick
