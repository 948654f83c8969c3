"""What a program may see and use, as plain values; how it is held to that is the business of `arena.sandbox`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

MIB = 1 << 20


class Tier(StrEnum):
    """How well programs are kept apart, from the best down (docs/isolation.md)."""

    A = "A"
    """bubblewrap, and control groups that count memory, processes and time of all of a program together."""
    B = "B"
    """bubblewrap without control groups: limits hold for each process."""
    C = "C"
    """Landlock and seccomp: files and the network are out of reach; other processes can be seen, not touched."""
    D = "D"
    """Limits alone: a program can do what its user can. Only where it is asked for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one program, with all processes that it starts, may use.

    Attributes:
        memory_bytes: private memory.
        process_count: processes and threads at a time.
        file_bytes: in all of its private folder; also the most that one file may have.
        open_file_count: of each process.
        cpu_count: cores' worth of time.
    """

    memory_bytes: int = 1024 * MIB
    process_count: int = 256
    file_bytes: int = 256 * MIB
    open_file_count: int = 1024
    cpu_count: float = 1.0


@dataclass(frozen=True, slots=True)
class Confinement:
    """What a program may reach beside the system's own programs and libraries, and its private folder.

    Attributes:
        readable: files and folders; everything below a folder.
        writable: likewise.
        sockets: unix sockets that it may dial, which it finds at the same paths.
        has_network: it may use the network of this machine. Bots may not; what builds them may.
    """

    readable: tuple[Path, ...] = ()
    writable: tuple[Path, ...] = ()
    sockets: tuple[Path, ...] = ()
    has_network: bool = False
    limits: Limits = Limits()
