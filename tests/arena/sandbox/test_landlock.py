"""Landlock: what is given up is out of reach, and only that."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path

import pytest

from arena.sandbox import landlock
from tests.arena.sandbox.confined import python, rules

needs_landlock = pytest.mark.skipif(landlock.abi() < 1, reason="this kernel has no Landlock")


@pytest.mark.parametrize(
    ("abi", "said"),
    [
        (0, "not in this kernel, or turned off"),
        (1, "ABI 1: files; not TCP, devices, signals and abstract sockets"),
        (4, "ABI 4: files, TCP; not devices, signals and abstract sockets"),
        (7, "ABI 7: files, TCP, devices, signals and abstract sockets"),
    ],
)
def test_what_a_kernel_keeps_from_programs_is_said(abi: int, said: str) -> None:
    assert landlock.describe(abi) == said


@needs_landlock
@pytest.mark.slow
def test_only_what_was_ordered_can_be_read_and_written(tmp_path: Path) -> None:
    for name in ("read", "write", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    script = f"""
import os
os.chdir({str(tmp_path)!r})
for name in ("read", "write", "other"):
    for mode in ("r", "r+"):
        try:
            with open(name + "/file", mode) as file:
                print(name, mode, file.read())
        except OSError as error:
            print(name, mode, error.strerror)
try:
    os.listdir(".")
except OSError as error:
    print(error.strerror)
os.link("write/file", "write/again")
try:
    os.rename("other/file", "write/moved")
except OSError:
    print("not moved")
"""
    done = python(script, landlock=rules([tmp_path / "read", tmp_path / "not there"], [tmp_path / "write"]))

    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "read r read",
        "read r+ Permission denied",
        "write r write",
        "write r+ write",
        "other r Permission denied",
        "other r+ Permission denied",
        "Permission denied",
        "not moved",
    ]


@needs_landlock
@pytest.mark.slow
def test_tcp_signals_and_abstract_sockets_are_out_of_reach() -> None:
    if landlock.abi() < 6:
        pytest.skip(landlock.describe(landlock.abi()))
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(socket.AF_UNIX) as abstract:
        name = f"tractor-test-{os.getpid()}-{threading.get_ident()}"
        abstract.bind("\0" + name)
        abstract.listen()
        script = f"""
import os, socket
tries = {{
    "tcp": lambda: socket.socket().connect(("127.0.0.1", {tcp.getsockname()[1]})),
    "bind": lambda: socket.socket().bind(("127.0.0.1", 0)),
    "abstract": lambda: socket.socket(socket.AF_UNIX).connect("\\0{name}"),
    "kill": lambda: os.kill({os.getpid()}, 0),
    "kill itself": lambda: os.kill(os.getpid(), 0),
}}
for what, do in tries.items():
    try:
        do()
        print(what)
    except OSError as error:
        print(what, error.strerror)
"""
        done = python(script, landlock=rules())

    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "tcp Permission denied",
        "bind Permission denied",
        "abstract Operation not permitted",
        "kill Operation not permitted",
        "kill itself",
    ]


@needs_landlock
@pytest.mark.slow
def test_what_has_the_network_may_dial_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as tcp:
        script = f"import socket; socket.create_connection(('127.0.0.1', {tcp.getsockname()[1]})); print('dialled')"
        done = python(script, landlock=rules(), has_network=True)

    assert (done.stdout, done.stderr) == ("dialled\n", "")


@needs_landlock
@pytest.mark.slow
def test_a_program_knows_itself_and_the_machine_but_no_other_process() -> None:
    script = f"""
for path in ("self/status", "self/maps", "meminfo", "cpuinfo", "{os.getpid()}/cmdline", "self/net/unix", "net/unix"):
    try:
        print(path, len(open("/proc/" + path).read()) > 0)
    except OSError as error:
        print(path.replace("{os.getpid()}", "other"), error.strerror)
"""
    done = python(script, landlock=rules([*landlock.OWN_PROCESS, *landlock.MACHINE]))

    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        *("self/status True", "self/maps True", "meminfo True", "cpuinfo True"),
        *("other/cmdline Permission denied", "self/net/unix Permission denied", "net/unix Permission denied"),
    ]
