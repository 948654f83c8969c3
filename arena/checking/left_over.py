"""Processes that outlive the program that started them, known by what they have in their environment."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

_PROC = Path("/proc")


def left_over(variable: str) -> dict[int, str]:
    """Processes with *variable*, as ``NAME=value``, in their environment, with their command lines."""
    found = {}
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            if variable.encode() in (entry / "environ").read_bytes().split(b"\0"):
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
                found[int(entry.name)] = command or "(unnamed)"
    return found
