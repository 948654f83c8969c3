"""Programs are started, heard and ended, whatever they do."""

from __future__ import annotations

import os
import resource
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
import trio

from arena import warden
from arena.child import Child, Program
from arena.launch import SOCKET_PATH_BYTES, CannotStart, Launcher, open_launcher
from arena.output import CappedOutput, append_to_log

PATH = {"PATH": os.defpath}
SOON_S = 10


def shell(script: str, name: str = "script", **environment: str) -> Program:
    return Program(name, ("/bin/sh", "-c", script), Path("/"), {**PATH, **environment})


async def started(launcher: Launcher, script: str) -> Child:
    """A shell script, once it has printed ``ready``."""
    ready = trio.Event()
    said = bytearray()

    def hear(data: bytes) -> None:
        said.extend(data)
        if b"ready" in said:
            ready.set()

    child = launcher.start(shell(script), hear)
    with trio.fail_after(SOON_S):
        await ready.wait()
    return child


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def is_there(path: str | Path) -> bool:
    return Path(path).exists()


def wait_until_ended(pid: int) -> bool:
    """Whether a process that need not be a child of ours has ended, or ends soon."""
    try:
        pidfd = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([pidfd], [], [], SOON_S)[0])
    finally:
        os.close(pidfd)


def is_running(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


async def test_what_a_program_prints_is_kept() -> None:
    async with open_launcher() as launcher:
        child = launcher.start(shell("echo out; echo err >&2; exit 3"))
        with trio.fail_after(SOON_S):
            await child.ended.wait()

        assert child.status == 3
        assert child.output.text() == "out\nerr\n"
        assert launcher.children == frozenset()


async def test_standard_output_can_be_read_apart() -> None:
    said: list[bytes] = []
    async with open_launcher() as launcher:
        child = launcher.start(shell("echo out; echo err >&2"), said.append)
        with trio.fail_after(SOON_S):
            await child.ended.wait()

    assert b"".join(said) == b"out\n"
    assert child.output.text() == "err\n"


async def test_a_program_gets_the_environment_given_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its home is a folder of its own, empty, and gone with it."""
    monkeypatch.setenv("SECRET_OF_OURS", "x")
    async with open_launcher() as launcher:
        child = launcher.start(Program("env", ("/usr/bin/env",), None, {**PATH, "A": "1"}))
        with trio.fail_after(SOON_S):
            await child.ended.wait()
    variables = dict(line.split("=", 1) for line in child.output.text().splitlines())

    assert set(variables) == {"PATH", "A", "HOME", "TMPDIR"}
    assert variables["HOME"].startswith(str(launcher.folder))
    assert not is_there(variables["HOME"])


async def test_two_programs_have_different_homes() -> None:
    async with open_launcher() as launcher:
        children = [launcher.start(shell("echo $HOME")) for _ in range(2)]
        with trio.fail_after(SOON_S):
            for child in children:
                await child.ended.wait()

    assert len({child.output.text() for child in children}) == 2


async def test_a_program_that_ignores_the_request_is_killed() -> None:
    async with open_launcher() as launcher:
        child = await started(launcher, "trap '' TERM; echo ready; while :; do sleep 0.05; done")
        with trio.fail_after(SOON_S):
            await child.end(grace_s=0.05)

    assert child.status == -signal.SIGKILL


async def test_a_stopped_program_is_killed() -> None:
    async with open_launcher() as launcher:
        child = launcher.start(shell("kill -STOP $$"))
        await trio.to_thread.run_sync(os.waitid, os.P_PID, child.pid, os.WSTOPPED | os.WNOWAIT)
        with trio.fail_after(SOON_S):
            await child.end(grace_s=0.05)

    assert child.status == -signal.SIGKILL


async def test_what_a_program_started_ends_with_it() -> None:
    """A child that outlives its parent, holds its output open and ignores signals goes too."""
    async with open_launcher() as launcher:
        child = launcher.start(shell("(trap '' TERM HUP; while :; do sleep 0.05; done) & echo $!"))
        with trio.fail_after(SOON_S):
            await child.ended.wait()

    assert not is_running(int(child.output.text()))


@pytest.mark.slow
async def test_leaving_ends_all_at_the_same_time() -> None:
    stubborn = "trap '' TERM; echo ready; while :; do sleep 0.05; done"
    with trio.fail_after(60):
        async with open_launcher() as launcher:
            children = [await started(launcher, stubborn) for _ in range(12)]
            began = trio.current_time()
        elapsed_s = trio.current_time() - began

    assert [child.status for child in children] == [-signal.SIGKILL] * 12
    assert elapsed_s < 8.0  # one grace of a second, not twelve
    assert not is_there(launcher.folder)


@pytest.mark.slow
async def test_a_cancelled_arena_leaves_nothing() -> None:
    with trio.fail_after(SOON_S), trio.CancelScope() as scope:
        async with open_launcher() as launcher:
            child = await started(launcher, "echo ready; sleep 60")
            scope.cancel()
            await trio.sleep_forever()

    assert scope.cancelled_caught
    assert child.status is not None
    assert not is_running(child.pid)
    assert not is_there(launcher.folder)


async def test_an_error_leaves_nothing() -> None:
    children = []

    async def fail(launcher: Launcher) -> None:
        children.append(launcher.start(shell("sleep 60")))
        raise KeyError

    with pytest.RaisesGroup(KeyError):
        async with open_launcher() as launcher:
            await fail(launcher)

    assert not is_running(children[0].pid)


async def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    strange = tmp_path / "strange"
    strange.write_bytes(b"\x7fnot a program")
    strange.chmod(0o755)
    descriptors = open_descriptors()
    async with open_launcher() as launcher:
        for command in ("/no/such/program", str(strange)):
            with pytest.raises(CannotStart, match="Ada cannot be started"):
                launcher.start(Program("Ada", (command,)))

    assert open_descriptors() <= descriptors


@pytest.mark.slow
@pytest.mark.slow
async def test_memory_of_ours_is_not_taken_for_a_program_s() -> None:
    """The kernel goes on with our count where it starts a program; one that is smaller is of unknown size."""
    ballast = b"x" * (64 << 20)
    async with open_launcher() as launcher:
        child = launcher.start(shell("echo $$"))
        with trio.fail_after(SOON_S):
            await child.ended.wait()
    del ballast

    assert child.output.text() == f"{child.pid}\n"
    assert child.usage.memory_bytes_peak == 0


@pytest.mark.slow
async def test_memory_of_a_program_that_is_larger_than_we_are_is_told() -> None:
    size_bytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + (32 << 20)
    script = f"x = b'x' * {size_bytes}"
    async with open_launcher() as launcher:
        child = launcher.start(Program("large", (sys.executable, "-I", "-S", "-c", script), None, PATH))
        with trio.fail_after(SOON_S):
            await child.ended.wait()

    assert (child.status, child.output.text()) == (0, "")
    assert size_bytes < child.usage.memory_bytes_peak < size_bytes + (32 << 20)


async def test_many_programs_leave_no_descriptor() -> None:
    async with open_launcher() as launcher:
        counts = []
        for _ in range(20):
            child = launcher.start(shell("echo x"), lambda _: None)
            with trio.fail_after(SOON_S):
                await child.ended.wait()
            counts.append(open_descriptors())

    assert len(set(counts[2:])) == 1


async def test_there_is_room_for_sockets() -> None:
    async with open_launcher() as launcher:
        assert len(os.fsencode(f"{launcher.folder}/referee-1000-arena.sock")) <= SOCKET_PATH_BYTES
        assert launcher.folder.stat().st_mode & 0o077 == 0


ARENA = """
import os, signal, sys, trio
from arena.child import Program
from arena.launch import open_launcher
async def main():
    async with open_launcher() as launcher:
        script = "trap '' TERM HUP INT; while :; do sleep 0.05; done"
        child = launcher.start(Program("bot", ("/bin/sh", "-c", script), None, {"PATH": os.defpath}))
        print(child.pid, launcher._warden.pid, launcher.folder, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
trio.run(main)
"""


@pytest.mark.slow
def test_an_arena_that_is_killed_outright_leaves_nothing() -> None:
    arena = subprocess.run([sys.executable, "-c", ARENA], check=False, capture_output=True, text=True, timeout=60)
    child, warden_pid, folder = arena.stdout.split()

    assert arena.returncode == -signal.SIGKILL
    assert wait_until_ended(int(child))
    assert wait_until_ended(int(warden_pid))
    assert not is_there(folder)


def test_the_warden_removes_also_what_is_read_only(tmp_path: Path) -> None:
    folder = tmp_path / "home"
    (folder / "pkg").mkdir(parents=True)
    (folder / "pkg" / "mod").touch()
    (folder / "pkg").chmod(0o500)

    warden.clear(str(folder))

    assert not folder.exists()


def test_the_warden_knows_what_is_left() -> None:
    told = ["+1\n", "+2\n", "+/a/b\n", "-1\n", "+/a/c\n", "+3\n", "-9\n", "-/a/b\n"]

    assert warden.watch(told) == ({2, 3}, {Path("/a/c")})


# --- Output


def test_short_output_is_kept_whole() -> None:
    output = CappedOutput(head_bytes=4, tail_bytes=4)
    for piece in (b"a", b"bcde", b"fg"):
        output.add(piece)

    assert output.text() == "abcdefg"


def test_long_output_keeps_its_beginning_and_its_end() -> None:
    output = CappedOutput(head_bytes=4, tail_bytes=4)
    for piece in (b"abc", b"defghij", b"klm\xff"):
        output.add(piece)

    assert output.text() == "abcd\n… 6 bytes left out …\nklm\ufffd"


def test_the_last_line_is_the_last_that_says_something() -> None:
    output = CappedOutput()
    output.add(b"first\n  last \n\n")

    assert output.last_line() == "last"
    assert CappedOutput().last_line() == ""


def test_what_terminals_act_on_is_written_out() -> None:
    output = CappedOutput()
    output.add("\x1b[2J\x9b0m\ttab\r\nüß 牌\x00\u202e\rback\n".encode())

    assert output.text() == "\\x1b[2J\\x9b0m\ttab\nüß 牌\\x00\\u202e\\rback\n"


def test_colours_are_dropped() -> None:
    output = CappedOutput()
    output.add(b"\x1b[0m\x1b[1m\x1b[38;5;9merror\x1b[0m\x1b[K: no such crate\n")

    assert output.text() == "error: no such crate\n"


def test_a_part_of_what_was_printed_is_taken_by_its_bytes() -> None:
    """From what is kept of it."""
    output = CappedOutput(head_bytes=4, tail_bytes=4)
    output.add(b"abcdefghijklmn")

    assert (output.byte_count, output.text(1, 3), output.text(11, 13)) == (14, "bc", "lm")
    assert output.text(2, 12) == "cd\n… 6 bytes left out …\nkl"
    assert output.text(6) == "\n… 4 bytes left out …\nklmn"


def test_no_line_of_a_program_looks_like_a_heading_of_its_log(tmp_path: Path) -> None:
    append_to_log(tmp_path / "log", "match 1", "=== match 2\nsaid === \n")

    assert (tmp_path / "log").read_text() == "=== match 1\n === match 2\nsaid === \n"


def test_a_log_grows_no_longer_than_two_of_its_size(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "a.log"
    for number in range(10):
        append_to_log(log, f"run {number}", "x" * 40, log_bytes=100)

    assert sorted(path.name for path in log.parent.iterdir()) == ["a.log", "a.log.1"]
    assert "run 9" in log.read_text()
    assert sum(path.stat().st_size for path in log.parent.iterdir()) < 400
