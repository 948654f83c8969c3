"""A cup with hostile bots in it, played by the real command in one tier, and all that can be known of it afterwards."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.confinement import Tier
from arena.sandbox.group import PREFIX
from tests.hostile.arena_in_tier import NO_SUCH_TIER

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
KIT = ROOT / "sample_bots" / "python"
PLAYED_WITHIN_S = 240
HONEST = "Honest"
MARK = "HOSTILE "
SHORT = "/tmp"  # noqa: S108 - sockets lie below it
PUBLIC = tuple(map(Path, (SHORT, "/var/tmp", "/dev/shm")))  # noqa: S108 - where everybody may write
UNCOMPILED = shutil.ignore_patterns("__pycache__")


class NotHere(Exception):
    """The machine has no such tier."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What the machine has to spare."""

    process_count: int
    memory_bytes: int
    disk_bytes: int


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a cup.

    Attributes:
        told: its events.
        matches: as published.
        logs: what each bot printed, by name.
        reports: of the hostile bots, by attack.
        secrets: that no bot may have got to know, by what they are.
        left: processes that still run, as their numbers.
        files: that still are where bots could have left some.
        groups: control groups of the arena's that still are there.
        heard: by the bystander, by its listeners; None if it was ended.
        before, worst: of the machine, before and at its worst.
    """

    tier: Tier
    status: int
    error: str
    told: tuple[dict[str, Any], ...]
    matches: tuple[dict[str, Any], ...]
    logs: Mapping[str, str]
    reports: Mapping[str, list[dict[str, Any]]]
    secrets: Mapping[str, str]
    left: tuple[int, ...]
    files: tuple[str, ...]
    groups: tuple[str, ...]
    heard: tuple[str, ...] | None
    before: Machine
    worst: Machine

    def outcomes(self, attack: str) -> dict[str, str]:
        """What came of each try of an attack; ``done`` of any process counts."""
        found: dict[str, str] = {}
        for report in self.reports.get(attack, []):
            for name, outcome in report.items():
                if name not in found or str(outcome).startswith("done"):
                    found[name] = str(outcome)
        return found

    def achieved(self, *attacks: str) -> dict[str, str]:
        """What was not refused."""
        return {
            name: outcome
            for attack in attacks
            for name, outcome in self.outcomes(attack).items()
            if outcome.startswith("done")
        }

    def faults_of(self, name: str) -> list[dict[str, Any]]:
        """Faults of an entrant."""
        return [
            fault
            for match in self.matches
            for fault in match["faults"]
            if match["match"]["seating"][fault["seat"]] == name
        ]


def play(tier: Tier, bots: Mapping[str, Sequence[str]], more: str) -> Played:
    """Play a cup of four: an honest bot and three that do what *bots* says, with *more* in the cup file.

    Raises:
        NotHere: the machine has no such tier.
    """
    root = Path(tempfile.mkdtemp(prefix="hostile-", dir=SHORT))
    try:
        return _play(root, tier, bots, more)
    finally:
        for pid in _processes_of(root):
            with suppress(ProcessLookupError):
                os.kill(pid, 9)
        shutil.rmtree(root, ignore_errors=True)


def _play(root: Path, tier: Tier, bots: Mapping[str, Sequence[str]], more: str) -> Played:
    root.chmod(0o755)
    canaries = {
        name: f"canary-{secrets.token_hex(12)}"
        for name in ("environment", "memory", "arguments", "file", "closed file", "seed", "honest bot")
    }
    for folder in ("arena", "honest", "temporary"):
        (root / folder).mkdir()
    shutil.copytree(HERE / "bots", root / "bots" / "tests" / "hostile" / "bots", ignore=UNCOMPILED)
    shutil.copy(HERE / "bots" / "hostile.py", root / "bots")
    for kit in (root / "bots" / "kit", root / "honest" / "kit"):
        shutil.copytree(KIT, kit, ignore=UNCOMPILED)
    (root / "honest" / "weights").write_text(canaries["honest bot"])
    (root / "secret").mkdir()
    (root / "secret" / "open").write_text(canaries["file"])
    (root / "secret" / "closed").write_text(canaries["closed file"])
    (root / "secret" / "closed").chmod(0o600)
    bystander = subprocess.Popen(
        [sys.executable, str(HERE / "bystander.py"), str(root), canaries["arguments"]],
        env={"BYSTANDER": canaries["environment"]},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert bystander.stdin is not None
        assert bystander.stdout is not None
        bystander.stdin.write(canaries["memory"] + "\n")
        bystander.stdin.flush()
        targets = json.loads(bystander.stdout.readline()) | {
            "arena_folder": str(root / "arena"),
            "secret_file": str(root / "secret" / "open"),
            "files": {
                "an open file": str(root / "secret" / "open"),
                "a closed file": str(root / "secret" / "closed"),
                "the cup file": str(root / "arena" / "cup.toml"),
                "the ledger": str(root / "arena" / "arena-files" / "arena.sqlite"),
                "a log": str(root / "arena" / "arena-files" / "logs" / "cup" / f"{HONEST}.log"),
                "the program of another bot": str(root / "honest" / "weights"),
            },
        }
        (root / "arena" / "cup.toml").write_text(_cup(root, bots, canaries["seed"], targets, more))
        before = machine()
        pid, status, out, error, worst = _run(root, tier, canaries["environment"])
        if status == NO_SUCH_TIER:
            raise NotHere(error)
        left = tuple(_processes_of(root) - {bystander.pid})
        heard = _heard(bystander)
    finally:
        bystander.kill()
        bystander.communicate()
    logs = {path.stem: path.read_text() for path in (root / "arena" / "arena-files" / "logs" / "cup").glob("*.log")}
    matches = root / "arena" / "leaderboards" / "cup" / "matches.jsonl"
    assert (root / "secret" / "open").read_text() == canaries["file"]
    return Played(
        tier=tier,
        status=status,
        error=error,
        told=tuple(json.loads(line) for line in out.splitlines()),
        matches=tuple(json.loads(line) for line in matches.read_text().splitlines()) if matches.exists() else (),
        logs=logs,
        reports=_reports(logs),
        secrets=canaries,
        left=left,
        files=tuple(_files_left(root)),
        groups=tuple(_groups_left(pid)),
        heard=heard,
        before=before,
        worst=worst,
    )


def _cup(root: Path, bots: Mapping[str, Sequence[str]], seed: str, targets: Mapping[str, object], more: str) -> str:
    lines = [
        *("[cup]", 'name = "cup"', f'seed = "{seed}"'),
        *("[[stage]]", 'format = "individual"', "deals = 1", "duplicate = false"),
        more,
    ]
    environment = f"{{HOSTILE_TARGETS = {json.dumps(json.dumps(targets))}}}"
    for name, attacks in bots.items():
        command = json.dumps(["{python}", str(root / "bots" / "hostile.py"), *attacks])
        lines += ["[[bot]]", f'name = "{name}"', f"command = {command}", f"environment = {environment}"]
    command = json.dumps(["{python}", str(root / "honest" / "kit" / "default_bot.py")])
    return "\n".join([*lines, "[[bot]]", f'name = "{HONEST}"', f"command = {command}", ""])


def _run(root: Path, tier: Tier, secret: str) -> tuple[int, int, str, str, Machine]:
    """The command, watched: its number, its status, what it said, and the machine at its worst."""
    environment = {**os.environ, "TMPDIR": str(root / "temporary"), "PYTHONPATH": str(ROOT), "HARNESS_SECRET": secret}
    with (root / "out").open("w+") as out, (root / "err").open("w+") as err:
        arena = subprocess.Popen(
            [sys.executable, str(HERE / "arena_in_tier.py"), str(tier), "run", "cup.toml", "--json"],
            cwd=root / "arena",
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            process_group=0,
        )
        try:
            worst = machine()
            for _ in range(PLAYED_WITHIN_S * 4):
                with suppress(subprocess.TimeoutExpired):
                    arena.wait(0.25)
                    break
                worst = _worse(worst, machine())
            else:
                raise AssertionError(f"the cup is not over after {PLAYED_WITHIN_S} seconds")
        finally:
            arena.kill()
            arena.wait()
        out.seek(0)
        err.seek(0)
        return arena.pid, arena.returncode, out.read(), err.read(), worst


def machine() -> Machine:
    """As it is now."""
    memory = re.search(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())
    assert memory is not None
    disk = os.statvfs(SHORT)
    return Machine(
        process_count=int(Path("/proc/loadavg").read_text().split()[3].split("/")[1]),
        memory_bytes=int(memory[1]) * 1024,
        disk_bytes=disk.f_bavail * disk.f_frsize,
    )


def _worse(one: Machine, other: Machine) -> Machine:
    return Machine(
        max(one.process_count, other.process_count),
        min(one.memory_bytes, other.memory_bytes),
        min(one.disk_bytes, other.disk_bytes),
    )


def _heard(bystander: subprocess.Popen[str]) -> tuple[str, ...] | None:
    if bystander.poll() is not None:
        return None
    out, _ = bystander.communicate(timeout=30)
    return tuple(json.loads(out))


def _reports(logs: Mapping[str, str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for line in "\n".join(logs.values()).splitlines():
        if line.startswith(MARK):
            with suppress(json.JSONDecodeError):
                report = json.loads(line.removeprefix(MARK))
                found.setdefault(report["attack"], []).append(report["outcomes"])
    return found


def _processes_of(root: Path) -> set[int]:
    """Everything that runs with this cup in its environment: the arena, referees and bots, and what they started."""
    found = set()
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and os.fsencode(root) in (entry / "environ").read_bytes():
                found.add(int(entry.name))
    return found


def _groups_left(pid: int) -> list[str]:
    """Control groups of the arena *pid*; those of others come and go while they are looked at."""
    return [
        os.path.join(folder, name)  # noqa: PTH118 - os.walk knows no paths
        for folder, names, _ in os.walk("/sys/fs/cgroup")
        for name in fnmatch.filter(names, f"{PREFIX}*-{pid}-*")
    ]


def _files_left(root: Path) -> list[str]:
    own = re.compile(r"hostile-\d+-\d+$")
    places = [*PUBLIC, root / "arena", Path.cwd()]
    strays = [path for place in places for path in place.iterdir() if own.fullmatch(path.name)]
    strays += [*(root / "temporary").iterdir(), *root.rglob("left-here")]
    strays += [path for path in (Path("/usr/local/hostile-bot"), root / "bots" / "more.py") if path.exists()]
    return sorted(map(str, strays))
