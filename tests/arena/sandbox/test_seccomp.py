"""The filter refuses what its list says, and lets programs be otherwise."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path

import pytest

from arena.sandbox.seccomp import RULES, Network, UnknownMachine, filter_bytes
from arena.sandbox.system_calls import AARCH64, X86_64
from tests.arena.sandbox.confined import python

ALLOWED = 0x7FFF0000
KILLED = 0x80000000
X86 = 0xC000003E
ARM = 0xC00000B7


def judge(program: bytes, number: int, *arguments: int, architecture: int = X86) -> int:
    """What the filter returns, found by carrying out its instructions as the kernel does."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    instructions = list(struct.iter_unpack("=HBBI", program))
    at, held = 0, 0
    while True:
        code, skip, skip_if_not, value = instructions[at]
        at += 1
        match code:
            case 0x20:
                (held,) = struct.unpack_from("=I", data, value)
            case 0x15:
                at += skip if held == value else skip_if_not
            case 0x25:
                at += skip if held > value else skip_if_not
            case 0x45:
                at += skip if held & value else skip_if_not
            case 0x06:
                return int(value)
            case _:
                raise AssertionError(f"instruction {code:#x}")


def failure(number: int) -> int:
    return 0x00050000 | number


@pytest.mark.parametrize(
    ("machine", "architecture", "numbers"), [("x86_64", X86, X86_64), ("aarch64", ARM, AARCH64)], ids=["x86", "arm"]
)
def test_every_call_of_the_list_fails_as_it_says(machine: str, architecture: int, numbers: dict[str, int]) -> None:
    program = filter_bytes(machine=machine)
    refused = {call: rule.number for rule in RULES for call in rule.calls if call in numbers}

    assert {call: judge(program, numbers[call], architecture=architecture) for call in refused} == {
        call: failure(number) for call, number in refused.items()
    }


@pytest.mark.parametrize(
    ("call", "arguments", "error"),
    [
        ("socket", (1, 1, 0), None),
        ("socket", (2, 1, 0), errno.EAFNOSUPPORT),
        ("socket", (16, 3, 0), errno.EAFNOSUPPORT),
        ("socket", (40, 1, 0), errno.EAFNOSUPPORT),
        ("socketpair", (1, 1, 0), None),
        ("socketpair", (30, 1, 0), errno.EAFNOSUPPORT),
        ("clone", (0x3D0F00,), None),
        ("clone", (0x10000000 | 17,), errno.EPERM),
        ("clone", (0x40000000,), errno.EPERM),
        ("ioctl", (0, 0x5401), None),
        ("ioctl", (0, 0x5412), errno.EPERM),
        ("ioctl", (0, 0x541C), errno.EPERM),
        # The kernel reads the low half of the request.
        ("ioctl", (0, 0x1_0000_5412), errno.EPERM),
        ("personality", (0xFFFFFFFF,), None),
        ("personality", (0,), None),
        ("personality", (0x40000,), errno.EPERM),
        ("prlimit64", (0, 7), None),
        ("prlimit64", (1, 7), errno.EPERM),
        ("setpriority", (0, 0, 5), None),
        ("setpriority", (0, 1, 5), errno.EPERM),
        ("setpriority", (2, 0, 5), errno.EPERM),
        ("ioprio_set", (1, 0, 0), None),
        ("ioprio_set", (3, 0, 0), errno.EPERM),
    ],
)
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_some_calls_depend_on_their_arguments(
    machine: str, call: str, arguments: tuple[int, ...], error: int | None
) -> None:
    architecture, numbers = (X86, X86_64) if machine == "x86_64" else (ARM, AARCH64)
    program = filter_bytes(machine=machine)

    expected = ALLOWED if error is None else failure(error)
    assert judge(program, numbers[call], *arguments, architecture=architecture) == expected


def test_what_builds_bots_may_use_the_internet_and_no_more() -> None:
    program = filter_bytes(Network.INTERNET, "x86_64")

    allowed = [family for family in range(64) if judge(program, X86_64["socket"], family) == ALLOWED]
    assert allowed == [1, 2, 10, 16]


def test_calls_newer_than_the_list_are_as_if_the_kernel_had_none() -> None:
    """So is every call of x32, whose numbers are those of x86-64 with a bit set."""
    program = filter_bytes(machine="x86_64")

    assert judge(program, 462) == ALLOWED
    assert judge(program, 463) == failure(errno.ENOSYS)
    assert judge(program, 0x40000000 | X86_64["ptrace"]) == failure(errno.ENOSYS)


def test_a_call_in_the_numbers_of_another_architecture_kills() -> None:
    assert judge(filter_bytes(machine="x86_64"), 1, architecture=0x40000003) == KILLED


def test_a_machine_that_is_not_listed_is_said_by_name() -> None:
    with pytest.raises(UnknownMachine, match="no list of system calls for 'riscv64'; there are lists for x86_64"):
        filter_bytes(machine="riscv64")


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("machine", HEADERS)
def test_the_numbers_are_those_of_the_kernel(machine: str) -> None:
    """As its headers say them, where they are installed."""
    if not HEADERS[machine].exists():
        pytest.skip(f"{HEADERS[machine]} is not there")
    words = [line.split() for line in HEADERS[machine].read_text(encoding="utf-8").splitlines()]
    real = {
        each[1].removeprefix("__NR").removeprefix("3264").removeprefix("_"): int(each[2])
        for each in words
        if len(each) > 2 and each[0] == "#define" and each[1].startswith("__NR") and each[2].isdigit()
    }
    numbers = X86_64 if machine == "x86_64" else AARCH64

    assert {call: real.get(call.removeprefix("_"), real.get(call)) for call in numbers} == numbers


TRIES = """
import ctypes, errno, os, socket, subprocess, threading
libc = ctypes.CDLL(None, use_errno=True)
def said(result):
    return "done" if result >= 0 else errno.errorcode[ctypes.get_errno()]
def family(number, kind):
    try:
        socket.socket(number, kind).close()
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
print(family(1, 1), family(2, 2), family(16, 3), family(40, 1))
print(said(libc.unshare(0x10000000)), said(libc.ptrace(16, os.getppid(), 0, 0)))
thread = threading.Thread(target=print, args=("thread",)); thread.start(); thread.join()
print(subprocess.run(["echo", "child"], capture_output=True, text=True).stdout, end="")
"""


@pytest.mark.slow
def test_the_kernel_takes_the_filter_and_python_runs_under_it() -> None:
    if os.uname().machine not in HEADERS:
        pytest.skip(f"no list of system calls for {os.uname().machine}")
    done = python(TRIES, seccomp=filter_bytes().hex())

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "done EAFNOSUPPORT EAFNOSUPPORT EAFNOSUPPORT",
        "EPERM EPERM",
        "thread",
        "child",
    ]
