"""How far property tests go: profile ``quick``, or ``ci`` where ``CI=true``."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

from tests.sizes import in_ci

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

# A shell's background jobs ignore Ctrl-C, and so would every program that the tests start to send it one.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
