"""The real command `referee`, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
REFEREE = (sys.executable, "-m", "referee.cli")


def run_referee(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """What the command wrote and its exit status, once it has read *given* and ended."""
    return subprocess.run([*REFEREE, *arguments], input=given, capture_output=True, cwd=ROOT, timeout=60, check=False)
