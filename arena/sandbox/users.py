"""Numbers of users whom nothing belongs to, for programs that root starts."""

from __future__ import annotations

import os
from pathlib import Path

FIRST = 0x7000_0000
"""Above all that machines and containers give to people, services and containers."""

_ARENAS = 1 << 20
_PROGRAMS = 1 << 8
_FEW = 40_000
"""First of the unused numbers where a container has but 65,536."""
_FEW_COUNT = 20_000


def unused_user(number: int) -> int:
    """A user for the program *number* of this arena; others that run at the same time have another."""
    if _user_count() > FIRST + _ARENAS * _PROGRAMS:
        return FIRST + (os.getpid() % (_ARENAS - 1)) * _PROGRAMS + number % _PROGRAMS
    return _FEW + (os.getpid() * _PROGRAMS + number) % _FEW_COUNT


def _user_count() -> int:
    """Numbers, from 0 up, that this system has."""
    for line in Path("/proc/self/uid_map").read_text(encoding="ascii").splitlines():
        first, _, count = map(int, line.split())
        if first == 0:
            return count
    return 0
