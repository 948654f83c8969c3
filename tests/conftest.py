"""How far property tests go: profile ``quick``, or ``ci`` where ``CI=true``."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from tests.sizes import in_ci

# Before numpy is loaded, which nothing above does. Its threads spin while they wait for each other, and what tests
# compute is too small for them: where tests run side by side on few cores, they take each other's time. Programs that
# tests start inherit it.
for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

# Machines differ and are shared: how long one example takes is no failure.
settings.register_profile("quick", max_examples=30, deadline=None)

# The same examples every time, so that a change is judged by what it changed. New ones are found on desks.
settings.register_profile(
    "ci",
    max_examples=300,
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)

settings.load_profile("ci" if in_ci() else "quick")

LONGEST = (
    # Two groups, each of them run by one worker from end to end.
    "tests/browser/",
    "tests/end_to_end/test_killed.py",
    "tests/end_to_end/test_kits.py",
    "tests/hostile/",
    "tests/arena/remote/test_remote_cup.py",
    "tests/end_to_end/",
    "tests/sample_bots/",
    "tests/arena/sandbox/",
    "tests/arena/checking/",
    "tests/bench/",
)
"""Where tests are that take long, the longest first: one that begins when the others are done is waited for alone."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order tests by how long they take, for the most part; xdist hands them out in this order (pyproject.toml)."""

    def place(item: pytest.Item) -> int:
        return next((number for number, begin in enumerate(LONGEST) if item.nodeid.startswith(begin)), len(LONGEST))

    items.sort(key=place)


# A shell's background jobs ignore Ctrl-C, and so would every program that the tests start to send it one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
