"""Disks that are full or take no writing: the arena stops with one sentence, tears nothing, and goes on later."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.end_to_end.arena_process import ROOT
from tests.end_to_end.quick_bot import quick_bot
from tests.sizes import in_ci
from tests.tools import require_tool

pytestmark = pytest.mark.slow

TIMEOUT_S = 180

MOUNT = 'mount -t tmpfs disk "$0" && echo there && cat'


def cup(deals: int, program: Path) -> str:
    """A short cup of two bots of a program; each deal is a match, and is played twice."""
    head = '[cup]\nname = "cup"\nseed = "disks"\n[rules]\npreset = "forty-points"\n[run]\ntables = 1\n'
    patient = "[time]\nlimit_s = 20.0\nconnect_within_s = 60.0\n"
    stage = f'[[stage]]\nformat = "pairs"\ndeals = {deals}\ndeals_per_match = 1\n'
    command = json.dumps([str(program)])
    return head + patient + stage + "".join(f'[[bot]]\nname = "{name}"\ncommand = {command}\n' for name in "AB")


class Disk:
    """A file system in memory, at *folder*, which nobody sees but who is started here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = folder / "disk"
        self.place.mkdir()
        # Whoever is not root is root in a namespace of users too.
        options = ("-m",) if os.getuid() == 0 else ("-r", "-m")
        self._holder = subprocess.Popen(
            [
                require_tool("unshare"),
                *options,
                "sh",
                "-c",
                'mount -t tmpfs disk "$0" && echo there && cat',
                self.place,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._enter = [require_tool("nsenter"), "-t", str(self._holder.pid), "-m"]
        if os.getuid() != 0:
            self._enter += ["-U", "--preserve-credentials"]
        # The folder is to be found from within.
        self._enter += ["sh", "-c", 'cd "$0" && exec "$@"', str(folder)]

    def is_there(self) -> bool:
        """Whether this machine lets us mount it."""
        assert self._holder.stdout is not None
        return self._holder.stdout.readline() == "there\n"

    def close(self) -> None:
        """Unmount it, by ending who sees it."""
        self._holder.communicate()

    def mount(self, options: str) -> None:
        """Give it other options: a size, ``ro`` or ``rw``."""
        done = self._run("mount", "-o", f"remount,{options}", str(self.place))
        assert done.returncode == 0, done.stderr

    def arena(self, command: str, *, files: str, out: str) -> subprocess.CompletedProcess[str]:
        """Run `arena` on the cup."""
        unsafe = ("--unsafe",) if command == "run" else ()
        words = ("cup.toml", "--json", "--files", files, "--out", out, *unsafe)
        return self._run(sys.executable, "-m", "arena.cli", command, *words)

    def audited(self, records: str) -> int:
        """How many records there are, all of which `referee audit` must find to hold."""
        names = self.names(records)
        if names:
            done = self._run(sys.executable, "-m", "referee.cli", "audit", *(f"{records}/{name}" for name in names))
            assert done.returncode == 0, done.stdout
        return len(names)

    def names(self, folder: str) -> list[str]:
        """What is in a folder, hidden or not."""
        done = self._run("ls", "-A", folder)
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    def matches(self, out: str) -> int:
        """How many matches are published, each once."""
        lines = self._run("cat", f"{out}/cup/matches.jsonl").stdout.splitlines()
        keys = [json.loads(line)["match"]["key"] for line in lines]
        assert len(keys) == len(set(keys))
        return len(keys)

    def _run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*self._enter, *command],
            check=False,
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    opened = Disk(tmp_path)
    try:
        if not opened.is_there():
            reason = "this machine lets us mount no file system in a namespace of our own"
            pytest.fail(reason) if in_ci() else pytest.skip(reason)
        yield opened
    finally:
        opened.close()


def assert_stopped(done: subprocess.CompletedProcess[str], *words: str) -> None:
    """It ended with exit status 1 and one sentence, which says all of *words*."""
    assert done.returncode == 1, done.stdout + done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert [word for word in words if word not in done.stderr] == [], done.stderr


def test_disk_that_is_full_of_matches_stops_the_cup_and_more_room_ends_it(disk: Disk) -> None:
    """Whether it is the ledger or a record that finds no room, what was played before is there, and holds."""
    (disk.folder / "cup.toml").write_text(cup(5, quick_bot(disk.folder)))
    disk.mount("size=700k")
    assert_stopped(disk.arena("run", files="disk/files", out="out"), "make room", "same command")
    assert [name for name in disk.names("disk/files/records/cup") if name.startswith(".")] == []
    kept = disk.audited("disk/files/records/cup")

    assert_stopped(disk.arena("run", files="disk/files", out="out"), "make room")
    disk.mount("size=20m")
    published = disk.arena("publish", files="disk/files", out="out")
    assert published.returncode == 0, published.stderr
    # A record may be there whose match the ledger had no room for.
    assert 0 < disk.matches("out") <= kept < 10

    done = disk.arena("run", files="disk/files", out="out")
    assert (done.returncode, done.stderr) == (0, "")
    assert disk.matches("out") == disk.audited("out/cup/records") == 10


def test_disk_that_has_no_room_for_the_leaderboard_stops_and_leaves_no_half_of_it(disk: Disk) -> None:
    (disk.folder / "cup.toml").write_text(cup(1, quick_bot(disk.folder)))
    disk.mount("size=40k")
    assert_stopped(disk.arena("run", files="files", out="disk/out"), "No space left", "make room", "same command")
    assert [name for name in disk.names("disk/out/cup") if name.endswith(".part")] == []

    disk.mount("size=20m")
    done = disk.arena("run", files="files", out="disk/out")
    assert (done.returncode, done.stderr) == (0, "")
    assert disk.matches("disk/out") == disk.audited("disk/out/cup/records") == 2


def test_disk_that_takes_no_writing_is_named_and_can_be_read(disk: Disk) -> None:
    (disk.folder / "cup.toml").write_text(cup(1, quick_bot(disk.folder)))
    assert disk.arena("run", files="disk/files", out="disk/out").returncode == 0
    disk.mount("ro")

    assert_stopped(disk.arena("run", files="disk/files", out="out"), "disk/files", "writ")
    assert_stopped(disk.arena("publish", files="disk/files", out="disk/out"), "disk/out", "Read-only file system")
    published = disk.arena("publish", files="disk/files", out="out")
    assert (published.returncode, published.stderr) == (0, "")
    assert disk.matches("out") == 2
