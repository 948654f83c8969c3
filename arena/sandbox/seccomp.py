"""The filter of system calls under which strangers' programs run, as classic BPF for the kernel.

It is no list of what is allowed: runtimes change what they call from release to release, and a bot that dies of an
innocent call is lost to its author. It refuses what no bot needs and others are attacked with, and every call that is
newer than the list was looked over for. A refused call fails with an error that programs know; nothing is killed, but
for calls in the numbers of another architecture, which the filter could not read.

`RULES` is the whole list, with reasons. The namespaces of tiers A and B and Landlock in tier C refuse much of it as
well. The filter stands before them: it is there also where one of them has a hole, and it is all there is against what
they do not cover.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arena.sandbox.system_calls import AARCH64, X86_64


class Network(Enum):
    """Families of sockets that may be made, by their numbers; no other, whatever the kernel has."""

    NONE = (1,)
    """Unix sockets, which reach what has a path in the file system."""
    INTERNET = (1, 2, 10, 16)
    """IPv4, IPv6 and netlink (asked for the addresses of this machine) as well: for programs that build bots."""


class UnknownMachine(Exception):
    """An architecture whose system calls are not listed here."""

    def __init__(self, machine: str) -> None:
        super().__init__(f"no list of system calls for {machine!r}; there are lists for {', '.join(_ARCHITECTURES)}")
        self.machine = machine


@dataclass(frozen=True, slots=True)
class Rule:
    """Calls that fail, always, with the error *number*."""

    number: int
    calls: tuple[str, ...]
    why: str


RULES = (
    Rule(
        errno.EPERM,
        ("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp", "process_madvise"),
        "they look into other processes or take their files",
    ),
    Rule(
        errno.EPERM,
        ("unshare", "setns"),
        "most holes of the kernel are reached from a namespace that one made oneself",
    ),
    Rule(
        errno.EPERM,
        ("mount", "umount2", "move_mount", "open_tree", "mount_setattr", "pivot_root", "chroot"),
        "they change which files there are",
    ),
    Rule(errno.EPERM, ("fsopen", "fsconfig", "fsmount", "fspick"), "likewise, in the newer way"),
    Rule(
        errno.EPERM,
        ("open_by_handle_at", "name_to_handle_at"),
        "a file by its number is reached past every folder that is closed",
    ),
    Rule(
        errno.ENOSYS,
        ("io_uring_setup", "io_uring_enter", "io_uring_register"),
        "it does what calls do without being one, so that no filter sees it; runtimes have another way",
    ),
    Rule(
        errno.ENOSYS,
        ("clone3",),
        "its flags lie in memory, where a filter cannot read; the C library falls back on clone",
    ),
    Rule(
        errno.ENOSYS,
        ("bpf", "perf_event_open", "userfaultfd", "memfd_secret", "fanotify_init", "lookup_dcookie"),
        "they see what others do, or serve attacks on the kernel",
    ),
    Rule(
        errno.ENOSYS,
        ("memfd_create",),
        "memory that is a file is counted by no limit of a process; it would take a control group",
    ),
    Rule(
        errno.EPERM,
        ("add_key", "request_key", "keyctl"),
        "the kernel's keys belong to a user, not to a program, and stay",
    ),
    Rule(
        errno.EPERM,
        ("shmget", "shmat", "shmctl", "semget", "semop", "semctl", "semtimedop"),
        "what they make outlives the program, and is shared with all programs of the user",
    ),
    Rule(errno.EPERM, ("msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"), "likewise"),
    Rule(
        errno.EPERM,
        ("init_module", "finit_module", "delete_module", "create_module", "query_module", "get_kernel_syms"),
        "they change the kernel",
    ),
    Rule(errno.EPERM, ("kexec_load", "kexec_file_load", "modify_ldt", "iopl", "ioperm"), "likewise"),
    Rule(
        errno.EPERM,
        ("reboot", "swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "syslog", "vhangup", "nfsservctl"),
        "they run the machine",
    ),
    Rule(errno.EPERM, ("sethostname", "setdomainname", "_sysctl"), "likewise"),
    Rule(errno.EPERM, ("settimeofday", "clock_settime", "clock_adjtime", "adjtimex"), "they set its clock"),
    Rule(
        errno.EPERM,
        ("sched_setaffinity",),
        "a table keeps to its core, where bots think in turn; on another one a bot would take time from other tables",
    ),
    Rule(errno.EPERM, ("move_pages", "migrate_pages"), "they move the memory of other processes about"),
    Rule(errno.ENOSYS, ("uselib", "ustat", "sysfs"), "nothing of today calls them"),
)
"""Calls refused whatever their arguments; `_of_arguments` has those that depend on them."""

_NEWEST_CALL = 462
"""mseal, of Linux 6.10. What is newer fails as in a kernel that does not have it, and so does all of x32."""

_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""Flags of clone that make a namespace: mounts, control groups, names, IPC, users, processes, network."""

_TIOCSTI = 0x5412
_TIOCLINUX = 0x541C
_PERSONALITY_ASKED = 0xFFFFFFFF
_PRIO_PROCESS = 0
_IOPRIO_PROCESS = 1

_ARCHITECTURES: Mapping[str, tuple[int, Mapping[str, int]]] = {
    "x86_64": (0xC000003E, X86_64),
    "aarch64": (0xC00000B7, AARCH64),
}

# struct seccomp_data: where the number, the architecture and the low half of each argument lie.
_NUMBER = 0
_ARCHITECTURE = 4
_FIRST, _SECOND = 16, 24

# Instructions of classic BPF.
_LOAD, _AND, _RETURN = 0x20, 0x54, 0x06
_IF_EQUAL, _IF_GREATER, _IF_ANY_BIT = 0x15, 0x25, 0x45

_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_FAIL = 0x00050000


def filter_bytes(network: Network = Network.NONE, machine: str | None = None) -> bytes:
    """The filter as an array of ``struct sock_filter``, for bwrap's ``--seccomp`` and `arena.sandbox.confine`.

    Args:
        network: sockets that may be made.
        machine: as ``uname -m`` says it; None for this one.

    Raises:
        UnknownMachine: its system calls are not listed.
    """
    machine = machine or os.uname().machine
    if machine not in _ARCHITECTURES:
        raise UnknownMachine(machine)
    architecture, numbers = _ARCHITECTURES[machine]
    program = [
        _instruction(_LOAD, _ARCHITECTURE),
        _instruction(_IF_EQUAL, architecture, skip_if_not=0, skip=1),
        _instruction(_RETURN, _KILL_PROCESS),
        _instruction(_LOAD, _NUMBER),
        _instruction(_IF_GREATER, _NEWEST_CALL, skip_if_not=1),
        _fail(errno.ENOSYS),
    ]
    for rule in RULES:
        for call in rule.calls:
            if call in numbers:
                program += [_instruction(_IF_EQUAL, numbers[call], skip_if_not=1), _fail(rule.number)]
    for call, test in _of_arguments(network).items():
        # Each test ends in a return, so that the number need not be loaded again.
        program += [_instruction(_IF_EQUAL, numbers[call], skip_if_not=len(test)), *test]
    program.append(_instruction(_RETURN, _ALLOW))
    return b"".join(program)


def _of_arguments(network: Network) -> dict[str, list[bytes]]:
    """Calls that are refused with some arguments, each with what looks at those."""
    return {
        "socket": _refuse_unless((_FIRST, network.value), number=errno.EAFNOSUPPORT),
        "socketpair": _refuse_unless((_FIRST, Network.NONE.value), number=errno.EAFNOSUPPORT),
        "clone": [
            _instruction(_LOAD, _FIRST),
            _instruction(_IF_ANY_BIT, _NAMESPACES, skip_if_not=1),
            _fail(errno.EPERM),
            _instruction(_RETURN, _ALLOW),
        ],
        # Typing into a terminal as if its user did, and the same through the console's selection.
        "ioctl": [
            _instruction(_LOAD, _SECOND),
            _instruction(_IF_EQUAL, _TIOCSTI, skip=1),
            _instruction(_IF_EQUAL, _TIOCLINUX, skip_if_not=1),
            _fail(errno.EPERM),
            _instruction(_RETURN, _ALLOW),
        ],
        # It may be asked for, and set to Linux; the others turn protections of memory off.
        "personality": _refuse_unless((_FIRST, (0, _PERSONALITY_ASKED))),
        # Limits and priorities of other processes of the user, such as the referee: 0 is the caller.
        "prlimit64": _refuse_unless((_FIRST, (0,))),
        "setpriority": _refuse_unless((_FIRST, (_PRIO_PROCESS,)), (_SECOND, (0,))),
        "ioprio_set": _refuse_unless((_FIRST, (_IOPRIO_PROCESS,)), (_SECOND, (0,))),
        "sched_setscheduler": _refuse_unless((_FIRST, (0,))),
        "sched_setparam": _refuse_unless((_FIRST, (0,))),
        "sched_setattr": _refuse_unless((_FIRST, (0,))),
    }


def _refuse_unless(*wanted: tuple[int, tuple[int, ...]], number: int = errno.EPERM) -> list[bytes]:
    """Fail unless the low half of each argument, which is all that these calls read, is one of its values."""
    program = []
    for argument, values in wanted:
        program.append(_instruction(_LOAD, argument))
        # One that holds skips the values after it, and the failure.
        program += [_instruction(_IF_EQUAL, value, skip=len(values) - place) for place, value in enumerate(values)]
        program.append(_fail(number))
    return [*program, _instruction(_RETURN, _ALLOW)]


def _instruction(code: int, value: int, *, skip: int = 0, skip_if_not: int = 0) -> bytes:
    """One ``struct sock_filter``; a test skips so many instructions after it if it holds, or if it does not."""
    return struct.pack("=HBBI", code, skip, skip_if_not, value)


def _fail(number: int) -> bytes:
    return _instruction(_RETURN, _FAIL | number)
