"""Starts a program that confines itself first, where there is no bubblewrap: tiers C and D."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.sandbox import landlock
from arena.sandbox.enclosure import DATA_SHARE, Enclosure, Errand, in_memory
from arena.sandbox.filters import filter_for
from arena.sandbox.reach import NETWORK_SETTINGS, SYSTEM_FOLDERS, settings

WRAPPERS = 1
"""The keeper."""

_CONFINE = Path(__file__).with_name("confine.py")
_KEEPER = Path(__file__).with_name("keeper.py")
_DEVICES = tuple(Path("/dev") / name for name in ("full", "null", "random", "urandom", "zero"))


@dataclass(frozen=True, slots=True)
class Runner:
    """The programs that confine and keep, as they are on this machine.

    Attributes:
        setpriv: of util-linux, by which root gives up its rights; None for others, who have none.
        confines: with Landlock and the filter of system calls; else limits are set, and nothing more.
    """

    setpriv: str | None
    confines: bool

    def enclose(self, errand: Errand) -> Enclosure:
        """How to start a program."""
        limits = errand.confinement.limits
        orders = {
            "command": list(errand.command),
            "folder": str(errand.folder),
            "environment": {**errand.environment, "HOME": str(errand.home), "TMPDIR": str(errand.home)},
            "user": None,
            "new_session": True,
            "limits": {
                "process_count": limits.process_count,
                "open_file_count": limits.open_file_count,
                "file_bytes": limits.file_bytes,
                "data_bytes": DATA_SHARE * limits.memory_bytes,
            },
            "landlock": _reach(errand) if self.confines else None,
            "has_network": errand.confinement.has_network,
            "seccomp": filter_for(errand.confinement).hex() if self.confines else None,
        }
        told = in_memory("orders", json.dumps(orders).encode())
        confine = (sys.executable, "-I", "-S", str(_CONFINE), str(told))
        return Enclosure(
            command=(sys.executable, "-I", "-S", str(_KEEPER), *self._without_rights(), *confine),
            folder=None,
            environment={},
            descriptors=(told,),
            wrapper_count=WRAPPERS,
            is_counted=True,
        )

    def _without_rights(self) -> Iterator[str]:
        # The user stays: what lies in root's folders can be read by nobody else.
        if self.setpriv is not None and os.geteuid() == 0:
            yield from (self.setpriv, "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all", "--")


def _reach(errand: Errand) -> dict[str, list[str]]:
    confinement = errand.confinement
    network = NETWORK_SETTINGS if confinement.has_network else ()
    known = (*SYSTEM_FOLDERS, *settings(), *network, *confinement.readable, *_DEVICES)
    # Not all of /proc, which tells what others were started with, and where sockets are.
    readable = (*known, *map(Path, (*landlock.MACHINE, *landlock.OWN_PROCESS)))
    writable = (errand.home, *confinement.writable, Path("/dev/null"))
    return {
        "readable": [str(path) for path in readable if path.exists()],
        "writable": [str(path) for path in writable],
    }
