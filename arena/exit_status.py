"""How a process ended, in words."""

from __future__ import annotations

import signal


def how_it_ended(status: int) -> str:
    """The end of a sentence about a process, by its exit status as in `subprocess`: below 0 for a signal."""
    return f"ended with exit status {status}" if status >= 0 else f"was ended by {signal_text(-status)}"


def signal_text(number: int) -> str:
    """A signal with its name, if it has one: ``signal 9 (SIGKILL)``."""
    try:
        return f"signal {number} ({signal.Signals(number).name})"
    except ValueError:
        return f"signal {number}"
