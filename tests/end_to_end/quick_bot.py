"""The bot of ``quick_bot.c``, compiled."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.tools import require_tool

SOURCE = Path(__file__).with_suffix(".c")


def quick_bot(folder: Path) -> Path:
    """Its program, made in *folder*."""
    program = folder / "quick_bot"
    command = (require_tool("cc"), "-std=c17", "-Wall", "-Wextra", "-Werror", "-O1", "-o", str(program), str(SOURCE))
    made = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert made.returncode == 0, made.stderr
    return program
