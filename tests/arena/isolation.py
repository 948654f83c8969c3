"""What tests start bots with that are about something else than how bots are kept apart."""

from __future__ import annotations

import functools

from arena.confinement import Tier
from arena.sandbox.isolation import Isolation
from arena.sandbox.probe import find_isolation


@functools.cache
def isolation_here() -> Isolation:
    """The best of this machine without control groups, found once."""
    return find_isolation(unsafe=True, at_most=Tier.B)
