"""Finds how well programs can be kept apart here, by starting one that tries to get out.

Nothing is believed of a machine: for each tier, from the best down, a small program is started confined as a bot would
be, and tells what it could do. What is in the way of a tier is told in plain words (`arena.sandbox.advice`).
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgspec

from arena.confinement import Confinement, Tier
from arena.sandbox import advice, landlock
from arena.sandbox.bubblewrap import Bubblewrap
from arena.sandbox.control_groups import ControlGroups, NoControlGroups, find_control_groups
from arena.sandbox.enclosure import Errand
from arena.sandbox.filters import why_no_filter
from arena.sandbox.group import Group
from arena.sandbox.isolation import Isolation, Obstacle
from arena.sandbox.reach import installations
from arena.sandbox.runner import Runner

PROBE_WITHIN_S = 30.0
"""It takes a twentieth of a second on a machine that has nothing else to do."""

FEW_PROCESSES = 8
"""A program that sees no more sees its own alone."""

DISABLES_USERNS_SINCE = (0, 8)
"""Version of bubblewrap."""

_LOOKS, _LOOKS_APART_S = 100, 0.02
"""At a control group, until it is empty."""

_PEEPHOLE = Path(__file__).with_name("peephole.py")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was tried.

    Attributes:
        what: was tried, in a few words.
        trouble: why it failed; empty if it did not.
        remedy: what to do about it, if anything.
    """

    tier: Tier
    what: str
    trouble: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Findings:
    """All that was tried, and the best that came of it: tier D, limits alone, is always to be had."""

    isolation: Isolation
    steps: tuple[Step, ...]


class CannotIsolate(Exception):
    """Programs can not be kept apart here, and nobody asked to do without."""

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        best = obstacles[-2] if len(obstacles) > 1 else obstacles[-1]
        super().__init__(
            f"bots cannot be kept apart on this machine: {best}. `arena doctor` tells more; with --unsafe they are "
            "started all the same, and can do whatever you can"
        )
        self.obstacles = obstacles


def find_isolation(*, unsafe: bool, at_most: Tier = Tier.A) -> Isolation:
    """The best that there is, found by trying.

    Args:
        unsafe: limits alone will do where there is nothing better.
        at_most: tiers above it are not looked for.

    Raises:
        CannotIsolate: there is nothing better, and it will not do.
    """
    isolation = examine(at_most=at_most).isolation
    if isolation.tier is Tier.D and not unsafe:
        raise CannotIsolate(isolation.obstacles)
    return isolation


def examine(*, at_most: Tier = Tier.A) -> Findings:
    """Try tier after tier, as far as it takes to know the best that there is and why none is better."""
    steps: list[Step] = []
    if at_most <= Tier.B and (bubblewrap := _try_bubblewrap(steps)):
        groups = _try_groups(bubblewrap, steps) if at_most is Tier.A else None
        return _found(Isolation(Tier.A if groups else Tier.B, bubblewrap, groups), steps)
    if at_most <= Tier.C and (runner := _try_landlock(steps)):
        return _found(Isolation(Tier.C, runner), steps)
    runner = Runner(setpriv=shutil.which("setpriv"), confines=False)
    steps.append(_trial(Isolation(Tier.D, runner), "limits are set, and nothing more"))
    return _found(Isolation(Tier.D, runner), steps)


def _found(isolation: Isolation, steps: list[Step]) -> Findings:
    # Tier A takes all that tier B does.
    why = {step.tier: Obstacle(step.tier, step.trouble, step.remedy) for step in steps if step.trouble}
    obstacles = tuple(why[tier] for tier in Tier if tier < isolation.tier and tier in why)
    return Findings(Isolation(isolation.tier, isolation.means, isolation.groups, obstacles), tuple(steps))


# --- Tiers


def _try_bubblewrap(steps: list[Step]) -> Bubblewrap | None:
    tools = {name: shutil.which(name) for name in ("bwrap", "prlimit", "setpriv")}
    for name, path in tools.items():
        if path is None:
            steps.append(Step(Tier.B, f"the program {name}", f"{name} is not in PATH", advice.how_to_install(name)))
            return None
    version = _version(str(tools["bwrap"]))
    steps.append(Step(Tier.B, f"bubblewrap {'.'.join(map(str, version))} at {tools['bwrap']}"))
    for as_root in (True, False) if os.geteuid() == 0 else (False,):
        bubblewrap = Bubblewrap(
            path=str(tools["bwrap"]),
            can_disable_userns=version >= DISABLES_USERNS_SINCE,
            as_root=as_root,
            prlimit=str(tools["prlimit"]),
            setpriv=str(tools["setpriv"]),
            has_filter=not why_no_filter(),
        )
        how = "as root, which makes the mounts" if as_root else "in a user namespace"
        step = _trial(Isolation(Tier.B, bubblewrap), f"a program under bubblewrap, {how}")
        steps.append(step)
        if not step.trouble:
            return bubblewrap
    return None


def _try_groups(bubblewrap: Bubblewrap, steps: list[Step]) -> ControlGroups | None:
    try:
        groups = find_control_groups()
    except NoControlGroups as none:
        steps.append(Step(Tier.A, "control groups of its own", none.reason, none.remedy))
        return None
    steps.append(Step(Tier.A, f"control groups of its own, version {groups.version}"))
    step = _trial(Isolation(Tier.A, bubblewrap, groups), "a program under bubblewrap, in a control group")
    steps.append(step)
    return None if step.trouble else groups


def _try_landlock(steps: list[Step]) -> Runner | None:
    number = landlock.abi()
    if number < 1:
        trouble = f"Landlock is {landlock.describe(number)}"
        steps.append(Step(Tier.C, "Landlock", trouble, advice.LANDLOCK))
        return None
    steps.append(Step(Tier.C, f"Landlock, {landlock.describe(number)}"))
    if why := why_no_filter():
        steps.append(Step(Tier.C, "a filter of system calls", why))
        return None
    runner = Runner(setpriv=shutil.which("setpriv"), confines=True)
    step = _trial(Isolation(Tier.C, runner), "a program that confines itself")
    steps.append(step)
    return None if step.trouble else runner


def _version(path: str) -> tuple[int, ...]:
    """As a program says it, ``bubblewrap 0.8.0``; nothing if it says something else."""
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=PROBE_WITHIN_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ()
    numbers = said.stdout.split()[-1:] or [""]
    return tuple(int(each) for each in numbers[0].split(".") if each.isdigit())


# --- The program that tries


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `arena.sandbox.peephole` tells."""

    reads_others: bool
    writes_home: bool
    writes_elsewhere: bool
    dials: bool
    calls: bool
    processes: int
    variables: tuple[str, ...]


_Trial: TypeAlias = tuple[Path, Path, int]


def _trial(isolation: Isolation, what: str) -> Step:
    try:
        with _bait() as (file, path, port), tempfile.TemporaryDirectory(prefix="tractor-probe-") as home:
            trouble = _run(isolation, Path(home), (file, path, port))
    except (OSError, subprocess.TimeoutExpired) as error:
        trouble = str(error)
    remedy = advice.for_bubblewrap(trouble) if trouble and isinstance(isolation.means, Bubblewrap) else ""
    return Step(isolation.tier, what, trouble, remedy)


def _run(isolation: Isolation, home: Path, bait: _Trial) -> str:
    """What is amiss; empty if nothing is."""
    file, path, port = bait
    python = sys.executable
    enclosure = isolation.enclose(
        Errand(
            command=(python, "-I", "-S", str(_PEEPHOLE), str(file), str(path), str(port)),
            folder=Path("/"),
            environment={"PROBE": "1"},
            confinement=Confinement(readable=(*installations(Path(python)), _PEEPHOLE), sockets=(path,)),
            home=home,
            number=0,
        )
    )
    try:
        done = subprocess.run(
            enclosure.command,
            env=enclosure.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_WITHIN_S,
            pass_fds=enclosure.descriptors,
            start_new_session=True,
            check=False,
        )
        used = enclosure.group.usage() if enclosure.group else None
    finally:
        enclosure.close()
        if enclosure.group:
            _remove(enclosure.group)
    if done.returncode != 0:
        said = done.stderr.decode(errors="replace").strip().splitlines() or [f"exit status {done.returncode}"]
        return said[-1]
    try:
        seen = msgspec.json.decode(done.stdout, type=Seen)
    except msgspec.DecodeError:
        return f"it printed something else than what it saw: {done.stdout[:200]!r}"
    if used is not None and not used.memory_bytes_peak:
        return "its control group counted nothing"
    return "; ".join(_amiss(seen, isolation.tier))


def _remove(group: Group) -> None:
    # What was killed in it may take a moment to go.
    for _ in range(_LOOKS):
        if group.remove():
            return
        time.sleep(_LOOKS_APART_S)


def _amiss(seen: Seen, tier: Tier) -> Iterator[str]:
    """What it should have been able to do and was not, or the other way round."""
    if not seen.dials:
        yield "it cannot dial the socket that it may"
    if not seen.writes_home:
        yield "it cannot write in its own folder"
    if tier is Tier.D:
        return
    if seen.reads_others:
        yield "it can read files that are not its own"
    if seen.writes_elsewhere:
        yield "it can write outside its own folder"
    if seen.calls:
        yield "it can reach the network"
    if tier is Tier.C:
        return
    if seen.processes > FEW_PROCESSES:
        yield "it can see processes that are not its own"


@contextmanager
def _bait() -> Iterator[_Trial]:
    """A file, a unix socket and a port of this machine."""
    with (
        tempfile.TemporaryDirectory(prefix="tractor-bait-", dir="/tmp") as folder,
        socket.socket(socket.AF_UNIX) as near,
        socket.socket() as far,
    ):
        file, path = Path(folder) / "file", Path(folder) / "socket"
        file.write_text("x", encoding="utf-8")
        file.chmod(0o644)
        Path(folder).chmod(0o755)
        near.bind(str(path))
        near.listen()
        far.bind(("127.0.0.1", 0))
        far.listen()
        yield file, path, far.getsockname()[1]
