"""The command `arena` as a process, with everything that it starts, and whatever it may leave behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import zstandard

ROOT = Path(__file__).resolve().parents[2]
SAMPLE_BOTS = ROOT / "sample_bots" / "python"
TIMEOUT_S = 180


def bot(name: str, program: str = "default_bot.py", *arguments: str, more: str = "") -> str:
    """A ``[[bot]]`` that runs a sample bot."""
    command = json.dumps(["{python}", str(SAMPLE_BOTS / program), *arguments])
    return f"[[bot]]\nname = {json.dumps(name)}\ncommand = {command}\n{more}\n"


def scripted_bot(name: str, *arguments: str) -> str:
    """A ``[[bot]]`` that runs the bot for tests, which misbehaves as it is told."""
    command = json.dumps(["{python}", str(ROOT / "tests" / "scripted_bot.py"), *arguments])
    environment = f"{{PYTHONPATH = {json.dumps(str(ROOT))}}}"
    reads = json.dumps([str(ROOT / "referee")])
    return f"[[bot]]\nname = {json.dumps(name)}\ncommand = {command}\nenvironment = {environment}\nreads = {reads}\n"


class Arena:
    """Runs `arena` on one cup, with folders of its own.

    Attributes:
        folder: of the cup file, the ledger and what is published.
    """

    def __init__(self, folder: Path, cup: str) -> None:
        self.folder = folder
        (folder / "cup.toml").write_text(cup, encoding="utf-8")
        # Sockets have short paths, and what a run starts is known by this folder in its environment.
        self._temporary = tempfile.TemporaryDirectory(prefix="cup-")
        self._running: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start it on the cup, its output to be read."""
        environment = {**os.environ, "TMPDIR": self._temporary.name, "PYTHONPATH": str(ROOT)}
        process = subprocess.Popen(
            [sys.executable, "-m", "arena.cli", *(arguments or ("run", "cup.toml", "--json"))],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        self._running.append(process)
        return process

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run it on the cup to its end."""
        process = self.start(*arguments)
        out, err = process.communicate(timeout=TIMEOUT_S)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def left_behind(self) -> dict[int, str]:
        """Processes of this arena's that still run, with their command lines."""
        found = {}
        for entry in Path("/proc").iterdir():
            with suppress(OSError):
                if entry.name.isdigit() and self._temporary.name.encode() in (entry / "environ").read_bytes():
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        return found

    def file(self, name: str) -> Path:
        """A published file of the cup."""
        return self.folder / "leaderboards" / "cup" / name

    def board(self) -> dict[str, Any]:
        """The published leaderboard."""
        board: dict[str, Any] = json.loads(self.file("leaderboard.json").read_text(encoding="utf-8"))
        return board

    def matches(self) -> list[dict[str, Any]]:
        """The published matches, by key."""
        lines = self.file("matches.jsonl").read_text(encoding="utf-8").splitlines()
        return sorted(map(json.loads, lines), key=lambda match: str(match["match"]["key"]))

    def records(self) -> list[dict[str, Any]]:
        """All published records, deal by deal, matches by key."""
        decompress = zstandard.ZstdDecompressor().decompress
        paths = sorted(self.file("records").iterdir())
        return [json.loads(line) for path in paths for line in decompress(path.read_bytes()).splitlines()]

    def untimed_records(self) -> list[dict[str, Any]]:
        """The same but for the time that decisions took, which is never the same twice."""
        return [{name: value for name, value in record.items() if name != "times"} for record in self.records()]

    def close(self) -> None:
        """End whatever a failed test left running."""
        for process in self._running:
            if process.poll() is None:
                process.kill()
            process.communicate()
        for pid in self.left_behind():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._temporary.cleanup()


def events(output: str) -> list[dict[str, Any]]:
    """The events of a run with ``--json``."""
    return [json.loads(line) for line in output.splitlines()]


def until(process: subprocess.Popen[str], event: str, count: int = 1) -> list[dict[str, Any]]:
    """Events of a running arena, up to the *count*-th of a kind."""
    found = []
    for each in _told(process):
        found.append(each)
        if sum(one["event"] == event for one in found) >= count:
            return found
    raise AssertionError(f"it ended without {count} of {event!r}: {process.communicate()[1]}")


def _told(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout is not None
    for line in iter(process.stdout.readline, ""):
        yield json.loads(line)


def of(told: Sequence[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    """Those of one kind."""
    return [each for each in told if each["event"] == event]
