"""What it takes to start a program confined: the command that does it, and what is known of it then."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from arena.confinement import Confinement
from arena.sandbox.group import Group

SHELL_SIGNALLED = 128
"""Added by bubblewrap, as by shells, to the number of the signal that ended a program."""

DATA_SHARE = 2
"""Private memory that one process may ask for, for each byte that all of a program may use: stacks are asked for, and
for the most part never used. What it uses is looked at too rarely to be the only bound."""

_SIGNALS = 64


@dataclass(frozen=True, slots=True)
class Errand:
    """A program that is to be started confined.

    Attributes:
        home: an empty folder for it, where its tier leaves it the machine's own folders.
        number: of this arena's programs, so that no two that run have the same.
    """

    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = field(repr=False)
    confinement: Confinement
    home: Path
    number: int


@dataclass(frozen=True, slots=True)
class Enclosure:
    """How it is started.

    Attributes:
        environment: of what is started, which hands the program its own.
        descriptors: handed down to it; closed by `close`.
        wrapper_count: processes of ours, each the parent of the next, between the one that is started and the program,
            both of them left out, and one more for the one that is started.
        group: of control groups, which holds all of it.
        is_counted: something has to look at what it uses, as nothing else holds it to its limits.
        tells_signals: an exit status above 128 stands for a signal.
    """

    command: tuple[str, ...]
    folder: Path | None
    environment: Mapping[str, str] = field(repr=False)
    descriptors: tuple[int, ...] = ()
    wrapper_count: int = 0
    group: Group | None = None
    is_counted: bool = False
    tells_signals: bool = False

    def close(self) -> None:
        """Close our ends of what was handed down."""
        for descriptor in self.descriptors:
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def status_of(self, status: int) -> int:
        """The program's status, as in `subprocess`, from that of what was started."""
        number = status - SHELL_SIGNALLED
        return -number if self.tells_signals and 0 < number <= _SIGNALS else status


def in_memory(name: str, content: bytes) -> int:
    """A descriptor from which *content* can be read; no file of any folder."""
    descriptor = os.memfd_create(name)
    with open(descriptor, "wb", closefd=False) as sink:
        sink.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
