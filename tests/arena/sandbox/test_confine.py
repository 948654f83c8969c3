"""The runner of tiers C and D: it becomes the program as ordered, or says why not."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from arena.sandbox import landlock
from tests.arena.sandbox.confined import confined, orders, python, rules

pytestmark = pytest.mark.slow

NOBODY = 65534


def test_the_program_gets_its_folder_its_environment_and_its_output(tmp_path: Path) -> None:
    done = confined(
        orders(["sh", "-c", "pwd; env; exit 7"], folder=str(tmp_path), environment={"PATH": "/bin", "A": "1"})
    )

    assert (done.returncode, done.stderr) == (7, "")
    told = done.stdout.splitlines()
    assert told[0] == str(tmp_path)
    assert {"PATH=/bin", "A=1"} <= set(told)
    assert not [line for line in told if line.startswith("HOME")]


def test_limits_hold_hard_and_soft() -> None:
    limits = {"process_count": 60, "open_file_count": 50, "file_bytes": 4096, "data_bytes": 1 << 29, "nice": 3}
    script = """
import resource as r
for name in ("NOFILE", "FSIZE", "DATA", "CORE"):
    print(name, *r.getrlimit(getattr(r, "RLIMIT_" + name)))
import os
print("nice", os.nice(0))
"""
    done = python(script, limits=limits)

    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "NOFILE 50 50",
        "FSIZE 4096 4096",
        f"DATA {1 << 29} {1 << 29}",
        "CORE 0 0",
        f"nice {min(19, os.nice(0) + 3)}" if os.nice(0) > 0 else "nice 3",
    ]


def test_processes_are_added_to_those_that_the_user_has() -> None:
    done = python("import resource as r; print(*r.getrlimit(r.RLIMIT_NPROC))", limits={"process_count": 60})
    soft, hard = map(int, done.stdout.split())

    assert soft == hard
    # This process and the one that it starts are there, if nothing else is.
    assert soft >= 62


def test_more_memory_than_allowed_is_an_error_of_the_program() -> None:
    done = python("bytearray(1 << 29)", limits={"data_bytes": 1 << 28})

    assert "MemoryError" in done.stderr


def test_nothing_of_the_starter_is_open() -> None:
    script = "import os\nfor n in range(3, 100):\n    try: os.fstat(n); print(n)\n    except OSError: pass"

    assert python(script).stdout == ""


def test_no_rights_can_be_gained() -> None:
    done = python("print([line for line in open('/proc/self/status') if line.startswith('NoNewPrivs')])")

    assert r"NoNewPrivs:\t1" in done.stdout


@pytest.mark.skipif(os.getuid() != 0, reason="takes root")
@pytest.mark.parametrize("user", [None, NOBODY])
def test_root_gives_up_its_capabilities_and_becomes_the_user_ordered(user: int | None) -> None:
    script = "id -u; id -g; id -G; grep -E 'Cap(Prm|Eff|Bnd|Amb)' /proc/self/status | cut -f 2 | uniq"
    done = confined(orders(["sh", "-c", script], user=user and [user, user]))

    assert done.stderr == ""
    own, group, *_, capabilities = done.stdout.splitlines()
    assert (own, group) == (str(user or 0), str(user or 0))
    assert capabilities == "0000000000000000"


@pytest.mark.skipif(os.getuid() != 0, reason="takes root")
def test_a_user_of_its_own_has_no_more_processes_than_ordered() -> None:
    """The kernel counts by user: this one's number is nobody else's."""
    script = "trap 'kill -9 0' EXIT; for i in 1 2 3 4 5 6 7 8 9; do sleep 20 & echo $i; done"
    user = 1_900_000_000 + os.getpid()
    done = confined(orders(["sh", "-c", script], user=[user, user], limits={"process_count": 5}, new_session=True))

    assert done.stdout.split() == ["1", "2", "3", "4"]
    assert "fork" in done.stderr


@pytest.mark.skipif(landlock.abi() < 1, reason="this kernel has no Landlock")
def test_the_environment_of_others_cannot_be_read() -> None:
    """Even where all of /proc may be read."""
    script = f"""
for name in ("environ", "maps", "mem"):
    try:
        print(open("/proc/{os.getpid()}/" + name, "rb").read(1))
    except OSError as error:
        print(error.strerror)
"""
    done = python(script, landlock=rules(["/proc"]))

    assert done.stdout.splitlines() == ["Permission denied"] * 3


@pytest.mark.parametrize(
    ("given", "status", "sentence"),
    [
        (orders(["no-such-program"]), 127, "no-such-program is not there, or the interpreter that it names is not"),
        (orders(["/etc/passwd"]), 126, "/etc/passwd cannot be run: Permission denied"),
        (orders(["true"], folder="/no/such"), 125, "cannot enter /no/such: No such file or directory"),
        (orders(["true"], limits={"open_file_count": -5}), 125, "cannot set its limits"),
        (orders(["true"], seccomp="ffff"), 125, "cannot take on its filter of system calls: Invalid argument"),
        (orders(["true"], seccomp="rubbish"), 125, "cannot take on its filter of system calls"),
        (orders(["true"], landlock={"readable": []}), 125, "cannot take on Landlock: KeyError('writable')"),
        (b"rubbish", 125, "orders cannot be read"),
        (json.dumps({"command": ["true"]}).encode(), 125, "orders cannot be read"),
    ],
    ids=["not there", "not executable", "folder", "limit", "filter", "no filter", "no rules", "rubbish", "missing"],
)
def test_what_cannot_be_done_is_said_in_a_sentence(given: object, status: int, sentence: str) -> None:
    assert isinstance(given, dict | bytes)
    done = confined(given)

    assert done.returncode == status
    assert done.stderr.startswith(f"confine: {sentence}")
    assert done.stderr.count("\n") == 1


def test_the_interpreter_of_the_arena_runs_under_the_rules_for_files() -> None:
    if landlock.abi() < 1:
        pytest.skip("this kernel has no Landlock")
    done = confined(orders([sys.executable, "-c", "import ssl, ctypes, json; print('runs')"], landlock=rules()))

    assert (done.stdout, done.stderr) == ("runs\n", "")
