"""What is told of the machine that a cup is played on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from arena.hardware import hardware

SYSTEM = f"{platform.system()} on {platform.machine()}"


def test_cores_their_model_memory_and_system_are_told(tmp_path: Path) -> None:
    (tmp_path / "cpuinfo").write_text("processor\t: 0\nmodel name\t: Fast  Chip 3000\nmodel name\t: Fast  Chip 3000\n")
    (tmp_path / "meminfo").write_text("MemTotal:       16777216 kB\nMemFree: 1 kB\n")

    count = len(os.sched_getaffinity(0))
    cores = "1 core" if count == 1 else f"{count} cores"
    assert hardware(tmp_path) == f"{cores} of Fast Chip 3000, 16 GiB of memory, {SYSTEM}"


def test_what_the_system_does_not_tell_is_left_out(tmp_path: Path) -> None:
    assert hardware(tmp_path).endswith(SYSTEM)
    assert "of" not in hardware(tmp_path).removesuffix(SYSTEM)


def test_this_machine_is_told_on_one_line() -> None:
    assert "\n" not in hardware()
    assert "core" in hardware()
