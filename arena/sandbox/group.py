"""The control group of one program: what it is told, what it counted, and how it goes with all that is in it."""

from __future__ import annotations

import contextlib
import os
import signal
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from arena.sandbox.usage import Usage

PREFIX = "tractor-"
"""Of the names of all groups that are ours."""


class Version(IntEnum):
    """Of control groups."""

    ONE = 1
    TWO = 2


@dataclass(frozen=True, slots=True)
class Group:
    """A group.

    Attributes:
        folders: one for each controller in version 1, one in version 2.
    """

    version: Version
    folders: tuple[Path, ...]

    def write(self, file: str, value: str) -> None:
        """Set a value; of a file that begins with ``?``, if the group has it.

        Raises:
            OSError: it cannot be set.
        """
        path = self._path(file.removeprefix("?"))
        if path is not None:
            path.write_text(value, encoding="ascii")
        elif not file.startswith("?"):
            raise FileNotFoundError(f"a control group without {file}")

    def pids(self) -> tuple[int, ...]:
        """Numbers of all processes in it; one that is about to join is in some of its folders, and last in this one."""
        return tuple(map(int, self._text(self.folders[-1] / "cgroup.procs").split()))

    def usage(self) -> Usage:
        """What all in it have used so far."""
        if self.version is Version.ONE:
            return Usage(self._number("memory.max_usage_in_bytes"), self._number("cpuacct.usage") / 1e9)
        # Older kernels do not keep the most that there was.
        memory_bytes = self._number("memory.peak") or self._number("memory.current")
        return Usage(memory_bytes, self._entry("cpu.stat", "usage_usec") / 1e6)

    def ran_out_of_memory(self) -> bool:
        """Whether something in it was ended for want of memory."""
        file = "memory.oom_control" if self.version is Version.ONE else "memory.events"
        return self._entry(file, "oom_kill") > 0

    def kill(self) -> None:
        """Kill all that is in it; a process that is being started may escape, once."""
        for folder in self.folders:
            if (folder / "cgroup.kill").exists():
                with contextlib.suppress(OSError):
                    (folder / "cgroup.kill").write_text("1", encoding="ascii")
                continue
            for pid in self._text(folder / "cgroup.procs").split():
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(int(pid), signal.SIGKILL)

    def remove(self) -> bool:
        """Kill all that is in it and remove it; whether it is gone. What was killed may take a moment to go."""
        self.kill()
        for folder in self.folders:
            with contextlib.suppress(OSError):
                folder.rmdir()
        return not any(folder.exists() for folder in self.folders)

    def _path(self, file: str) -> Path | None:
        return next((folder / file for folder in self.folders if (folder / file).exists()), None)

    def _number(self, file: str) -> int:
        path = self._path(file)
        return int(self._text(path) or 0) if path else 0

    def _entry(self, file: str, key: str) -> int:
        path = self._path(file)
        for line in self._text(path).splitlines() if path else ():
            name, _, value = line.partition(" ")
            if name == key:
                return int(value)
        return 0

    @staticmethod
    def _text(path: Path) -> str:
        try:
            return path.read_text(encoding="ascii")
        except OSError:
            return ""
