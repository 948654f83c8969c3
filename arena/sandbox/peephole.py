"""Looks round where it was started, and prints what it found as JSON: ``python -I -S peephole.py FILE SOCKET PORT``.

FILE is one that it should not be able to read, SOCKET a unix socket that it should reach, PORT one of this machine's
that it should not. The probe runs it confined (`arena.sandbox.probe`).
"""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable


def tries(attempt: Callable[[], object]) -> bool:
    """Whether it can be done."""
    try:
        attempt()
    except OSError:
        return False
    return True


def read(path: str) -> None:
    """Read a little of a file."""
    with open(path, "rb") as source:  # noqa: PTH123 - pathlib is slow to import
        source.read(1)


def write(path: str) -> None:
    """Make a file, and remove it."""
    with open(path, "wb") as sink:  # noqa: PTH123
        sink.write(b"x")
    os.unlink(path)  # noqa: PTH108


def makes_files(folder: str) -> bool:
    """Whether it can write there."""
    return tries(lambda: write(folder + "/tractor-probe"))


def dial(path: str) -> None:
    """Connect to a unix socket."""
    with socket.socket(socket.AF_UNIX) as stream:
        stream.connect(path)


def call(port: int) -> None:
    """Connect to a port of this machine."""
    with socket.create_connection(("127.0.0.1", port), timeout=2):
        pass


def count_processes() -> int:
    """How many it can see."""
    try:
        return sum(name.isdigit() for name in os.listdir("/proc"))  # noqa: PTH208
    except OSError:
        return 0


def main(file: str, path: str, port: str) -> None:
    """Look, and tell."""
    found = {
        "reads_others": tries(lambda: read(file)),
        "writes_home": tries(lambda: write(os.environ["HOME"] + "/x")),
        "writes_elsewhere": any(map(makes_files, ("/", "/usr", "/dev"))),
        "dials": tries(lambda: dial(path)),
        "calls": tries(lambda: call(int(port))),
        "processes": count_processes(),
        "variables": sorted(os.environ),
    }
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
