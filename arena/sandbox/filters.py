"""Which filter of system calls a program gets."""

from __future__ import annotations

from arena.confinement import Confinement
from arena.sandbox.seccomp import Network, UnknownMachine, filter_bytes


def filter_for(confinement: Confinement) -> bytes:
    """The filter of a program.

    Raises:
        UnknownMachine: there is none for the architecture of this machine.
    """
    return filter_bytes(Network.INTERNET if confinement.has_network else Network.NONE)


def why_no_filter() -> str:
    """Why there is none here; empty if there is one."""
    try:
        filter_bytes()
    except UnknownMachine as unknown:
        return str(unknown)
    return ""
