"""Attempts to use up the machine. All are bounded, so that a machine on which they succeed lives to tell."""

from __future__ import annotations

import contextlib
import mmap
import os
import signal
import threading
import time
from functools import partial
from pathlib import Path

from tests.hostile.bots.report import attempt, report

MIB = 1 << 20
HOME = Path(os.environ.get("HOME", "/nonexistent"))
LIFE_S = 90
"""After which everything that a bot left behind ends by itself."""

PROCESSES_MOST = 800
MEMORY_MOST = 3 << 30
FILES_BYTES_MOST = 1 << 30
FLOOD_BYTES_MOST = 2 << 30


def forks() -> None:
    """As many processes as there can be, each of which starts more."""
    report("forks", {"begun": True})
    deadline = time.monotonic() + 3
    made = 0
    while made < PROCESSES_MOST and time.monotonic() < deadline:
        try:
            pid = os.fork()
        except OSError:
            break
        if pid == 0:
            signal.alarm(LIFE_S)
            with contextlib.suppress(OSError):
                for _ in range(3):
                    if os.fork() == 0:
                        signal.alarm(LIFE_S)
                        break
            signal.pause()
            os._exit(0)
        made += 1
    report("forks", {"made": made})


def threads() -> None:
    """As many threads as there can be."""
    made = 0
    report("threads", {"begun": True})
    with contextlib.suppress(RuntimeError):
        for _ in range(PROCESSES_MOST):
            threading.Thread(target=time.sleep, args=(LIFE_S,), daemon=True).start()
            made += 1
    report("threads", {"made": made})


def memory() -> None:
    """One process takes all the memory that it gets."""
    report("memory", {"begun": True})
    report("memory", {"taken": _take(MEMORY_MOST)})


def _take(most: int) -> int:
    held: list[bytearray] = []
    with contextlib.suppress(MemoryError):
        while len(held) * 16 * MIB < most:
            block = bytearray(16 * MIB)
            # Touched, so that it is there.
            block[::4096] = b"\1" * len(block[::4096])
            held.append(block)
    return len(held) * 16 * MIB


def memory_of_many() -> None:
    """Many processes take a little each, and keep it."""
    report("memory of many", {"begun": True})
    read, write = os.pipe()
    for _ in range(24):
        if os.fork() == 0:
            signal.alarm(LIFE_S)
            taken = _take(128 * MIB)
            os.write(write, b"." if taken >= 128 * MIB else b"-")
            signal.pause()
            os._exit(0)
    os.close(write)
    report("memory of many", {"holding": os.read(read, 1000).count(b".")})


def shared_memory() -> None:
    """Memory that is no process' own: files without a name, and what parent and child share."""
    report("shared memory", {"begun": True})
    held = 0
    with contextlib.suppress(OSError):
        while held < MEMORY_MOST:
            file = os.memfd_create("hostile")
            for _ in range(8):
                held += os.write(file, b"\1" * 16 * MIB)
    report("shared memory", {"nameless": held})
    shared: list[mmap.mmap] = []
    with contextlib.suppress(OSError):
        while len(shared) * 64 * MIB < MEMORY_MOST:
            block = mmap.mmap(-1, 64 * MIB)
            block[:] = b"\1" * len(block)
            shared.append(block)
    report("shared memory", {"shared": len(shared) * 64 * MIB})


def disk() -> None:
    """One file that grows, and then many, wherever files can be made."""
    report("disk", {"begun": True})
    places = {"home": HOME, "tmp": Path("/tmp"), "shm": Path("/dev/shm"), "var": Path("/var/tmp"), "here": Path.cwd()}
    taken = {}
    # The limit on a file's size is an error and no end.
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for name, place in places.items():
        counted = [0, 0]
        reason = attempt(partial(_fill, place, counted))
        taken[name] = {"bytes": counted[0], "files": counted[1], "ended": reason}
    report("disk", taken)


def _fill(place: Path, counted: list[int]) -> str:
    block = b"\1" * MIB
    refusals = 0
    while counted[0] < FILES_BYTES_MOST:
        with open(place / f"hostile-{os.getpid()}-{counted[1]}", "wb", buffering=0) as file:
            counted[1] += 1
            try:
                while counted[0] < FILES_BYTES_MOST:
                    counted[0] += file.write(block)
            except OSError:
                refusals += 1
                if refusals > 20:
                    raise
    return "as much as it wanted"


def cores() -> None:
    """Work on every core, in processes that are not the bot."""
    report("cores", {"begun": True})
    for _ in range(8):
        if os.fork() == 0:
            signal.alarm(LIFE_S)
            while True:
                pass


def output() -> None:
    """Gigabytes to standard output and standard error."""
    report("output", {"begun": True})

    def flood(descriptor: int) -> None:
        sent = 0
        while sent < FLOOD_BYTES_MOST:
            sent += os.write(descriptor, b"x" * 65535 + b"\n")

    for descriptor in (1, 2):
        threading.Thread(target=flood, args=(descriptor,), daemon=True).start()


def survivors() -> None:
    """Processes that leave: twice forked, in sessions of their own, deaf to every request, with nothing open."""
    report("survivors", {"begun": True})
    for kind in range(4):
        first = os.fork()
        if first:
            os.waitpid(first, 0)
            continue
        os.setsid()
        if os.fork():
            os._exit(0)
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(each, signal.SIG_IGN)
        if kind % 2:
            os.closerange(0, 256)
        os.chdir("/")
        signal.alarm(LIFE_S)
        if kind < 2:
            while True:
                signal.pause()
        # And one that is always about to leave again.
        for _ in range(2000):
            if os.fork():
                os._exit(0)
            signal.alarm(LIFE_S)
            time.sleep(0.02)
        os._exit(0)


def deaf() -> None:
    """Ignore every request to end."""
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    report("deaf", {"begun": True})


def stopped() -> None:
    """Stop itself in the middle of a decision."""
    report("stopped", {"begun": True})
    os.kill(os.getpid(), signal.SIGSTOP)
