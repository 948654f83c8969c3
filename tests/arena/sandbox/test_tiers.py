"""What a program can do that is started confined, in each tier."""

from __future__ import annotations

import os
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest
import trio

from arena.child import Program
from arena.confinement import Confinement, Tier
from arena.launch import CannotStart, Launcher, open_launcher
from arena.sandbox.control_groups import ControlGroups
from arena.sandbox.isolation import Isolation
from arena.sandbox.usage import Excess
from tests.arena.sandbox.tiers import (
    KEEPS_FILES,
    LIMITS,
    SEES_NOTHING_ELSE,
    SOON_S,
    confined,
    isolation_of,
    python,
    run,
    shell,
    started,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
Test = TypeVar("Test", bound=Callable[..., object])
_TIERS = "tiers"

STAYS = "import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"


async def output_of(tier: Tier, program: Program) -> str:
    async with open_launcher(isolation_of(tier)) as launcher:
        child = await run(launcher, program)
    return child.output.text()


def everywhere(needle: str, file: str) -> list[str]:
    """Processes of this machine with a text in a file of theirs, by their command."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and needle.encode() in (entry / file).read_bytes():
                found.append((entry / "comm").read_text().strip())
    return found


def groups_left(tier: Tier) -> list[Path]:
    groups = isolation_of(tier).groups
    return [] if groups is None else groups_of(groups)


def groups_of(groups: ControlGroups) -> list[Path]:
    return [path for base in groups.bases.values() for path in base.glob(f"tractor-*-{os.getpid()}-*")]


def only(tiers: Sequence[Tier]) -> Callable[[Test], Test]:
    """Run a test in these tiers: the others do not promise what it shows."""

    def told(test: Test) -> Test:
        setattr(test, _TIERS, tiers)
        return test

    return told


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "tier" in metafunc.fixturenames:
        metafunc.parametrize("tier", getattr(metafunc.function, _TIERS, tuple(Tier)))


# --- What it sees


async def test_the_environment_is_the_one_given(tier: Tier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_OURS", "x")
    text = await output_of(tier, confined(("/usr/bin/env",), A="1"))
    names = {line.partition("=")[0] for line in text.splitlines()}

    assert names - {"PWD"} == {"PATH", "A", "HOME", "TMPDIR"}


async def test_a_token_is_in_no_list_of_processes(tier: Tier) -> None:
    """Nor in the environment of what holds the program."""
    token = "token-that-nobody-else-has"
    async with open_launcher(isolation_of(tier)) as launcher:
        await started(launcher, shell("echo ready; while :; do sleep 0.1; done", TOKEN=token))
        in_lists = everywhere(token, "cmdline")
        has_it = set(everywhere(token, "environ"))

    assert in_lists == []
    assert has_it <= {"sh", "sleep"}


@only(KEEPS_FILES)
async def test_the_environment_of_others_cannot_be_read(tier: Tier) -> None:
    script = "env; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; true"
    async with open_launcher() as launcher:
        launcher.start(Program("other", ("/bin/sleep", "60"), None, {"SECRET_OF_OTHERS": "x"}))
        text = await output_of(tier, shell(script))

    assert "TMPDIR" in text
    assert "SECRET_OF_OTHERS" not in text


@only(KEEPS_FILES)
async def test_files_of_others_are_out_of_reach(tier: Tier, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "other").mkdir()
    for name in ("own", "other"):
        (tmp_path / name / "file").write_text(f"{name}\n")
    secrets = "/etc/shadow /etc/hostname /root/.bashrc"
    script = f"cd {tmp_path}/own && cat file; cat ../other/file {secrets} {ROOT}/README.md 2>/dev/null; true"

    assert await output_of(tier, shell(script, reach=Confinement(readable=(tmp_path / "own",)))) == "own\n"


async def test_a_folder_that_only_its_owner_may_enter_is_read(tier: Tier, tmp_path: Path) -> None:
    """Temporary folders are like that, and the program may be another user."""
    folder = tmp_path / "private"
    folder.mkdir(mode=0o700)
    (folder / "file").write_text("own\n")

    assert await output_of(tier, shell(f"cat {folder}/file", reach=Confinement(readable=(folder,)))) == "own\n"


@only(KEEPS_FILES)
async def test_its_files_are_not_written(tier: Tier, tmp_path: Path) -> None:
    file = tmp_path / "file"
    for path, mode in ((tmp_path, 0o777), (file, 0o666)):
        path.touch()
        path.chmod(mode)
    await output_of(tier, shell(f"echo x > {file}; rm {file}", reach=Confinement(readable=(tmp_path,))))

    assert file.read_text() == ""


async def test_what_it_may_write_it_writes(tier: Tier, tmp_path: Path) -> None:
    """And it belongs to whom the folder belongs to."""
    folder = tmp_path / "work"
    folder.mkdir(mode=0o700)
    await output_of(tier, shell(f"echo x > {folder}/file", reach=Confinement(writable=(folder,))))

    assert (folder / "file").read_text() == "x\n"
    assert (folder / "file").stat().st_uid == folder.stat().st_uid


@only(KEEPS_FILES)
@pytest.mark.parametrize("is_builder", [False, True])
async def test_settings_of_the_machine_are_not_written(tier: Tier, is_builder: bool, tmp_path: Path) -> None:
    """Not even by one that is the same user as we are, as it writes in a folder of ours."""
    reach = Confinement(writable=(tmp_path,) if is_builder else ())
    name = "/proc/sys/vm/swappiness"
    script = (
        f"value=$(cat {name} 2>/dev/null || echo 60); (echo $value > {name}) 2>/dev/null && echo written; echo done"
    )

    assert await output_of(tier, shell(script, reach=reach)) == "done\n"


@only(SEES_NOTHING_ELSE)
async def test_it_sees_its_own_processes_alone(tier: Tier) -> None:
    text = await output_of(tier, python("import os; print(sum(name.isdigit() for name in os.listdir('/proc')))"))

    assert int(text) <= 4


async def test_it_has_no_rights(tier: Tier) -> None:
    """None of root's, and under bubblewrap it is not root."""
    text = await output_of(tier, python("import os; print(open('/proc/self/status').read(), os.getuid(), sep='')"))
    *status, user = text.splitlines()
    facts = dict(line.split(":\t") for line in status if line.startswith(("Cap", "NoNewPrivs")))

    assert {facts[name] for name in ("CapEff", "CapPrm", "CapInh", "CapAmb")} == {"0" * 16}
    assert facts["NoNewPrivs"] == "1"
    assert tier not in SEES_NOTHING_ELSE or user != "0"


async def test_it_inherits_no_descriptor(tier: Tier) -> None:
    text = await output_of(tier, python("import os; print(len(os.listdir('/proc/self/fd')))"))

    assert text == "4\n"  # three, and the one that lists


async def test_it_reaches_the_socket_given_and_no_network(tier: Tier, tmp_path: Path) -> None:
    script = (
        "import socket, sys\n"
        "def dials(family, address):\n"
        "    try:\n"
        "        socket.socket(family).connect(address)\n"
        "        return True\n"
        "    except OSError:\n"
        "        return False\n"
        "print(dials(socket.AF_UNIX, {path!r}), dials(socket.AF_INET, ('127.0.0.1', {port})))\n"
    )
    with socket.socket(socket.AF_UNIX) as near, socket.create_server(("127.0.0.1", 0)) as far:
        path = tmp_path / "s"
        near.bind(str(path))
        near.listen()
        text = await output_of(
            tier,
            python(script.format(path=str(path), port=far.getsockname()[1]), reach=Confinement(sockets=(path,))),
        )

    assert text == ("True False\n" if tier in KEEPS_FILES else "True True\n")


# --- What it uses


async def test_it_fills_no_disk(tier: Tier) -> None:
    """No file is longer than allowed; under bubblewrap nor are all of them together, wherever it writes them."""
    script = (
        "import os\n"
        "size = 0\n"
        "for folder in (os.environ['HOME'], '/dev/shm', '/tmp', '/dev', '/', '/etc', '/run', '/var/tmp'):\n"
        "    for number in range({count}):\n"
        "        try:\n"
        "            with open(f'{{folder}}/tractor-fill-{{number}}', 'wb') as file:\n"
        "                for _ in range(64):\n"
        "                    size += file.write(bytes(1 << 20))\n"
        "                    file.flush()\n"
        "        except OSError:\n"
        "            continue\n"
        "print(size)\n"
    )
    is_all = tier in SEES_NOTHING_ELSE
    own_home_alone = script if is_all else script.replace("'/dev/shm', '/tmp', '/dev', '/', '/etc', '/run', ", "")
    own_home_alone = own_home_alone if is_all else own_home_alone.replace("'/var/tmp'", "")
    prepared = "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" + own_home_alone
    text = await output_of(tier, python(prepared.format(count=5 if is_all else 1)))

    assert 0 < int(text) <= LIMITS.file_bytes * (2 if is_all else 1)


async def test_one_that_uses_too_much_memory_is_ended_for_it(tier: Tier) -> None:
    script = "import time\nx = []\nwhile True:\n    x.append(bytearray(1 << 20))\n    time.sleep(0.002)\n"
    async with open_launcher(isolation_of(tier)) as launcher:
        child = await run(launcher, python(script))

    assert child.ran_out_of_memory
    assert child.status == -signal.SIGKILL
    assert 0.9 * LIMITS.memory_bytes <= child.usage.memory_bytes_peak


async def test_one_whose_children_use_too_much_memory_is_ended_for_it(tier: Tier) -> None:
    """They count together where a control group, or the arena, counts."""
    script = (
        "import os, time\n"
        "for _ in range(3):\n"
        "    if os.fork() == 0:\n"
        "        x = bytearray(60 << 20)\n"
        "        time.sleep(60)\n"
        "while True: os.wait()\n"
    )
    async with open_launcher(isolation_of(tier)) as launcher:
        child = launcher.start(python(script))
        with trio.move_on_after(20):
            await child.ended.wait()
        await child.end()

    assert child.ran_out_of_memory


async def test_one_that_starts_too_many_processes_is_held_up(tier: Tier) -> None:
    script = (
        "import os, time\n"
        "count = 0\n"
        "for _ in range(300):\n"
        "    try:\n"
        "        if os.fork() == 0:\n"
        "            time.sleep(30)\n"
        "            os._exit(0)\n"
        "        count += 1\n"
        "    except OSError:\n"
        "        break\n"
        "print(count, flush=True)\n"
        "time.sleep(3)\n"
    )
    async with open_launcher(isolation_of(tier)) as launcher:
        child = await run(launcher, python(script))

    count = int(child.output.text() or 0)
    assert count <= LIMITS.process_count or child.excess is Excess.PROCESSES


async def test_what_it_used_is_told(tier: Tier) -> None:
    """The arena's own memory, of which it has more here, is not in it."""
    ballast = b"x" * (128 << 20)
    script = "import time\nx = bytearray(50 << 20)\nwhile time.process_time() < 0.5: pass"
    async with open_launcher(isolation_of(tier)) as launcher:
        child = await run(launcher, python(script))
    del ballast

    assert 50 << 20 < child.usage.memory_bytes_peak < 100 << 20
    assert 0.4 < child.usage.cpu_s < 5
    assert child.excess is None


# --- How it ends


@pytest.mark.parametrize(
    ("script", "status"),
    [("exit 0", 0), ("exit 7", 7), ("kill -SEGV $$", -signal.SIGSEGV), ("kill -KILL $$", -signal.SIGKILL)],
)
async def test_how_it_ended_is_told(tier: Tier, script: str, status: int) -> None:
    async with open_launcher(isolation_of(tier)) as launcher:
        child = await run(launcher, shell(script))

    assert child.status == status
    assert groups_left(tier) == []


async def test_one_that_cannot_be_started_is_told_so(tier: Tier, tmp_path: Path) -> None:
    strange = tmp_path / "strange"
    strange.write_bytes(b"no program")
    strange.chmod(0o755)
    async with open_launcher(isolation_of(tier)) as launcher:
        for command, reason in (("/no/such/program", "No such file"), (str(strange), "Exec format error")):
            with pytest.raises(CannotStart, match=reason):
                launcher.start(confined((command,)))

    assert groups_left(tier) == []


async def test_one_that_is_asked_to_end_can_say_goodbye(tier: Tier) -> None:
    async with open_launcher(isolation_of(tier)) as launcher:
        program = shell("trap 'echo bye >&2; exit 4' TERM; echo ready; while :; do sleep 0.05; done")
        child = await started(launcher, program)
        with trio.fail_after(SOON_S):
            await child.end(grace_s=SOON_S)

    assert child.status == 4
    assert "bye" in child.output.text()


async def test_one_that_does_not_listen_is_ended(tier: Tier) -> None:
    async with open_launcher(isolation_of(tier)) as launcher:
        child = await started(launcher, python(STAYS + "print('ready', flush=True)\ntime.sleep(600)"))
        with trio.fail_after(SOON_S):
            await child.end(grace_s=0.1)

    assert child.status == -signal.SIGKILL


HIDES = (
    "if os.fork() == 0:\n"
    "    os.setsid()\n"
    "    if os.fork() == 0:\n"
    "        os.setsid()\n"
    "        os.environ.clear()\n"
    "        os.execv('/bin/sleep', ['/bin/sleep', '{seconds}'])\n"
    "    os._exit(0)\n"
    "os.wait()\n"
)


@pytest.mark.parametrize("end", ["by itself", "by the arena"])
async def test_what_it_leaves_is_ended(tier: Tier, end: str) -> None:
    """Also what took a session of its own, and lost its parent."""
    seconds = f"600.0{os.getpid()}{tier}{end[-1]}".replace(tier, str(ord(tier))).replace(end[-1], str(ord(end[-1])))
    script = STAYS + HIDES.format(seconds=seconds) + "time.sleep(0.5)\nprint('ready', flush=True)\n"
    async with open_launcher(isolation_of(tier)) as launcher:
        if end == "by itself":
            await run(launcher, python(script))
        else:
            child = await started(launcher, python(script + "time.sleep(600)\n"))
            assert everywhere(seconds, "cmdline")
            await child.end(grace_s=0.1)
        left = everywhere(seconds, "cmdline")

    assert left == []


ARENA = """
import os, signal, sys, trio
from arena.confinement import Tier
from arena.launch import open_launcher
from arena.sandbox.probe import find_isolation
from tests.arena.sandbox.tiers import python, started
async def main():
    async with open_launcher(find_isolation(unsafe=True, at_most=Tier(sys.argv[1]))) as launcher:
        child = await started(launcher, python(sys.argv[2]))
        print(launcher.folder, os.getpid(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
trio.run(main)
"""


def until(is_so: Callable[[], bool]) -> bool:
    """Whether something is so, or soon."""
    end = time.monotonic() + SOON_S
    while time.monotonic() < end:
        if is_so():
            return True
    return False


def test_an_arena_that_is_killed_outright_leaves_nothing(tier: Tier) -> None:
    isolation_of(tier)
    seconds = f"601.0{os.getpid()}{ord(tier)}"
    script = STAYS + HIDES.format(seconds=seconds) + "time.sleep(0.5)\nprint('ready', flush=True)\ntime.sleep(600)\n"
    arena = subprocess.run(
        [sys.executable, "-c", ARENA, tier, script],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
        timeout=SOON_S,
    )
    folder, pid = arena.stdout.split()
    groups = isolation_of(tier).groups
    bases = groups.bases.values() if groups else ()

    assert arena.returncode == -signal.SIGKILL
    assert until(lambda: not everywhere(seconds, "cmdline"))
    assert until(lambda: not Path(folder).exists())
    assert until(lambda: not any(path for base in bases for path in base.glob(f"tractor-*-{pid}-*")))


async def test_that_it_was_killed_shows_at_once(tier: Tier, tmp_path: Path) -> None:
    """The stream that it held ends within a tenth of a second."""
    path = tmp_path / "s"
    script = f"import socket, time\ns = socket.socket(socket.AF_UNIX)\ns.connect({str(path)!r})\ntime.sleep(600)"
    with trio.socket.socket(socket.AF_UNIX) as server:
        await server.bind(str(path))
        server.listen()
        async with open_launcher(isolation_of(tier)) as launcher:
            program = python(script, reach=Confinement(sockets=(path,)))
            took_s = [await _time_to_show(launcher, program, server) for _ in range(3)]

    assert min(took_s) < 0.1


async def _time_to_show(launcher: Launcher, program: Program, server: trio.socket.SocketType) -> float:
    child = launcher.start(program)
    with trio.fail_after(SOON_S):
        stream, _ = await server.accept()
        inside, _, _ = struct.unpack("3i", stream.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
        began = trio.current_time()
        os.kill(inside, signal.SIGKILL)
        assert await stream.recv(1) == b""
        took_s = trio.current_time() - began
        await child.ended.wait()
    stream.close()
    assert child.status == -signal.SIGKILL
    return took_s


async def test_one_that_idles_is_left_alone() -> None:
    """For longer than a bot waits for its next question; in every tier that is here, and in all of them at once."""
    ended: dict[Tier, tuple[str, int | None]] = {}

    async def idle(isolation: Isolation) -> None:
        async with open_launcher(isolation) as launcher:
            child = await run(launcher, shell("sleep 16; echo awake"))
        ended[isolation.tier] = (child.output.text(), child.status)

    here = []
    for tier in Tier:
        with suppress(pytest.skip.Exception):
            here.append(isolation_of(tier))
    async with trio.open_nursery() as nursery:
        for isolation in here:
            nursery.start_soon(idle, isolation)

    assert ended == {isolation.tier: ("awake\n", 0) for isolation in here}
    assert ended
