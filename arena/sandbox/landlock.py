"""Landlock: gives up, for this process and all that it starts, every file but some, TCP, and signals to others.

It takes no rights to use it, and there is no way back. Standard library alone, as `arena.sandbox.confine` needs it.
Kernels know it by an ABI number that grows; what one does not know is left out, and `describe` says what that is.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterable

# The same on every architecture.
_CREATE_RULESET = 444
_ADD_RULE = 445
_RESTRICT_SELF = 446
_CREATE_RULESET_VERSION = 1
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE = 1 << 0
_WRITE_FILE = 1 << 1
_READ_FILE = 1 << 2
_READ_DIR = 1 << 3
_ALL_OF_ABI_1 = (1 << 13) - 1
_REFER = 1 << 13
_TRUNCATE = 1 << 14
_IOCTL_DEV = 1 << 15
_BIND_TCP = 1 << 0
_CONNECT_TCP = 1 << 1
_SCOPE_ABSTRACT_SOCKETS = 1 << 0
_SCOPE_SIGNALS = 1 << 1

OWN_PROCESS = tuple(
    f"/proc/self/{name}"
    for name in (
        *("auxv", "cgroup", "cmdline", "comm", "environ", "fd", "limits", "maps", "mountinfo", "mounts", "smaps"),
        *("stat", "statm", "status"),
    )
)
"""What a program may know of itself. Not all of the folder: ``net`` tells the paths of all sockets of the machine."""

MACHINE = (
    *("/proc/cpuinfo", "/proc/loadavg", "/proc/meminfo", "/proc/stat", "/proc/sys", "/proc/uptime", "/proc/version"),
    "/sys/devices/system/cpu",
)
"""What runtimes read of the machine, to choose how many threads and how much memory to take."""

_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
"""What can be allowed of something that is no folder."""

_READING = _EXECUTE | _READ_FILE | _READ_DIR

_SINCE = ((1, "files"), (4, "TCP"), (5, "devices"), (6, "signals and abstract sockets"))

_libc = ctypes.CDLL(None, use_errno=True)


def abi() -> int:
    """The ABI number of this kernel's Landlock; 0 where there is none or it is turned off."""
    number: int = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _CREATE_RULESET_VERSION)
    return max(0, number)


def describe(number: int) -> str:
    """What Landlock of this ABI keeps programs from, and what it does not: ``ABI 4: files, TCP; not devices, ...``."""
    if number < 1:
        return "not in this kernel, or turned off"
    kept = ", ".join(what for since, what in _SINCE if number >= since)
    missing = ", ".join(what for since, what in _SINCE if number < since)
    return f"ABI {number}: {kept}" + (f"; not {missing}" if missing else "")


def restrict(readable: Iterable[str], writable: Iterable[str], *, has_network: bool = False) -> None:
    """Give up every file but these and what is below them; those that are not there are passed over.

    What is readable may be run. TCP is given up too, unless it *has_network*. The process gives up gaining rights by
    running a program as well, without which the kernel refuses. Files that are open stay open.

    Raises:
        OSError: there is no Landlock here, or a path cannot be opened.
    """
    number = abi()
    if number < 1:
        raise OSError(errno.ENOSYS, "Landlock is not in this kernel, or turned off")
    files = _file_rights(number)
    ruleset = _create(files, number, tcp=0 if has_network else _BIND_TCP | _CONNECT_TCP)
    try:
        for path in readable:
            _allow(ruleset, path, files & _READING)
        for path in writable:
            _allow(ruleset, path, files)
        _call(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _call(_libc.syscall(_RESTRICT_SELF, ruleset, 0))
    finally:
        os.close(ruleset)


def _file_rights(number: int) -> int:
    """Every right to files that this ABI can take away."""
    return _ALL_OF_ABI_1 | (_REFER * (number >= 2)) | (_TRUNCATE * (number >= 3)) | (_IOCTL_DEV * (number >= 5))


def _create(files: int, number: int, *, tcp: int) -> int:
    # A kernel refuses an attribute that is longer than it knows.
    attribute = struct.pack("=Q", files)
    if number >= 4:
        attribute += struct.pack("=Q", tcp)
    if number >= 6:
        attribute += struct.pack("=Q", _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS)
    return _call(_libc.syscall(_CREATE_RULESET, attribute, ctypes.c_size_t(len(attribute)), 0))


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not os.path.isdir(f"/proc/self/fd/{place}"):  # noqa: PTH112 - pathlib is slow to import
            rights &= _OF_FILES
        rule = struct.pack("=Qi", rights, place)
        _call(_libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0))
    finally:
        os.close(place)


def _call(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
