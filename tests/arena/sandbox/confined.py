"""Programs run through `arena.sandbox.confine`, for tests of what they can do then."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

CONFINE = Path(__file__).resolve().parents[3] / "arena" / "sandbox" / "confine.py"
TIMEOUT_S = 60

SYSTEM = ["/usr", "/lib", "/lib64", "/bin", "/etc/ld.so.cache", "/dev/urandom", sys.base_prefix, sys.prefix]
"""What Python and the tools of the system need to run."""


def orders(command: Sequence[str], **other: object) -> dict[str, object]:
    """Orders that confine nothing, but for what *other* says."""
    return {
        "command": list(command),
        "folder": "/",
        "environment": {"PATH": os.defpath},
        "user": None,
        "new_session": False,
        "limits": {},
        "landlock": None,
        "seccomp": None,
        **other,
    }


def rules(readable: Sequence[Path | str] = (), writable: Sequence[Path | str] = ()) -> dict[str, list[str]]:
    """Landlock's part of orders: the system, and these."""
    return {"readable": [*SYSTEM, *map(str, readable)], "writable": ["/dev/null", *map(str, writable)]}


def confined(given: Mapping[str, object] | bytes) -> subprocess.CompletedProcess[str]:
    """Run it to its end."""
    read, write = os.pipe()
    try:
        os.write(write, given if isinstance(given, bytes) else json.dumps(given).encode())
        os.close(write)
        return subprocess.run(
            [sys.executable, "-I", "-S", str(CONFINE), str(read)],
            pass_fds=[read],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    finally:
        os.close(read)


def python(script: str, **other: object) -> subprocess.CompletedProcess[str]:
    """Run a script of Python, confined."""
    return confined(orders([sys.executable, "-I", "-S", "-c", script], **other))
