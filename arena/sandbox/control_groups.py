"""Control groups: one for each program, which holds all its processes to its limits and counts what they use.

The groups lie below the arena's own, so that what holds the arena holds its programs too. Both versions are known: in
version 1 every controller has a tree of its own, in version 2 there is one, a part of which is delegated to the arena.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from arena.confinement import Limits
from arena.sandbox import advice
from arena.sandbox.enclosure import Enclosure, Errand
from arena.sandbox.group import PREFIX, Group, Version
from arena.sandbox.processes import below, look_at, running

CONTROLLERS = {Version.ONE: ("memory", "pids", "cpu", "cpuacct"), Version.TWO: ("memory", "pids", "cpu")}

LEAF = "tractor-arena"
"""In version 2, where the arena itself is: a group that has processes cannot give its children controllers."""

PERIOD_US = 20_000
"""In which time is shared out. Short, so that a program which has had its share waits only a moment."""

OUR_PROCESSES = 4
"""In each group, besides those of the program."""

_numbers = count()
"""Of the groups that this process made: a group that could not be removed yet is in nobody's way."""

_JOIN = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"'
"""For a shell: enters the groups given, and becomes the command after ``--``."""


class NoControlGroups(Exception):
    """None can be made.

    Attributes:
        reason: in plain words.
        remedy: what to do about it.
    """

    def __init__(self, reason: str, remedy: str = advice.GROUPS_OF_A_USER) -> None:
        super().__init__(f"{reason}; {remedy}")
        self.reason = reason
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class ControlGroups:
    """Where groups of programs are made.

    Attributes:
        bases: by controller, the folder; in version 2 the same for all.
    """

    version: Version
    bases: Mapping[str, Path]

    def hold(self, enclosure: Enclosure, errand: Errand) -> Enclosure:
        """The same, started in a new group with the limits of the program.

        Raises:
            OSError: the group cannot be made.
        """
        group = self._make(f"{_own_name()}-{next(_numbers)}", errand.confinement.limits)
        doors = [str(folder / "cgroup.procs") for folder in group.folders]
        command = ("/bin/sh", "-c", _JOIN, "sh", *doors, "--", *enclosure.command)
        return replace(enclosure, command=command, group=group, is_counted=False)

    def _make(self, name: str, limits: Limits) -> Group:
        folders = tuple(dict.fromkeys(base / name for base in self.bases.values()))
        group = Group(self.version, folders)
        try:
            for folder in folders:
                folder.mkdir()
            for file, value in _settings(self.version, limits):
                group.write(file, value)
        except OSError:
            group.remove()
            raise
        return group

    def sweep(self) -> None:
        """Remove the groups of arenas that were killed outright, with what runs in them."""
        for base in dict.fromkeys(self.bases.values()):
            for folder in base.glob(f"{PREFIX}{_name_space()}-*-*-*"):
                pid, started, _ = folder.name.rsplit("-", 3)[1:]
                arena = look_at(int(pid)) if pid.isdigit() else None
                if arena is None or str(arena.started_ticks) != started:
                    Group(self.version, (folder,)).remove()


def _settings(version: Version, limits: Limits) -> Iterator[tuple[str, str]]:
    """Files of a group and what to write in them; what begins with ``?`` need not be there."""
    processes = str(limits.process_count + OUR_PROCESSES)
    quota_us = max(1000, int(limits.cpu_count * PERIOD_US))
    if version is Version.ONE:
        yield "memory.limit_in_bytes", str(limits.memory_bytes)
        yield "?memory.memsw.limit_in_bytes", str(limits.memory_bytes)
        yield "?memory.swappiness", "0"
        yield "cpu.cfs_period_us", str(PERIOD_US)
        yield "cpu.cfs_quota_us", str(quota_us)
    else:
        yield "memory.max", str(limits.memory_bytes)
        yield "?memory.swap.max", "0"
        yield "?memory.oom.group", "1"
        yield "cpu.max", f"{quota_us} {PERIOD_US}"
    yield "pids.max", processes


def _own_name() -> str:
    own = look_at(os.getpid())
    assert own is not None
    return f"{PREFIX}{_name_space()}-{own.pid}-{own.started_ticks}"


def _name_space() -> str:
    """Numbers of processes mean something in one namespace alone, and several may share a tree of groups."""
    return format(Path("/proc/self/ns/pid").stat().st_ino, "x")


# --- Finding them


def find_control_groups(proc: Path = Path("/proc")) -> ControlGroups:
    """Where groups can be made.

    Raises:
        NoControlGroups: nowhere.
    """
    mounts = tuple(_mounts((proc / "self/mountinfo").read_text(encoding="utf-8")))
    own = dict(_own_paths((proc / "self/cgroup").read_text(encoding="utf-8")))
    for mount in mounts:
        if mount.version is Version.TWO and (base := _base_of_two(mount, own)):
            return ControlGroups(Version.TWO, _checked(dict.fromkeys(CONTROLLERS[Version.TWO], base)))
    bases = {
        controller: mount.folder_of(own.get(controller, "/"))
        for controller in CONTROLLERS[Version.ONE]
        for mount in mounts
        if mount.version is Version.ONE and controller in mount.options
    }
    missing = [controller for controller in CONTROLLERS[Version.ONE] if controller not in bases]
    if missing:
        raise NoControlGroups(f"this machine has no control groups for {', '.join(missing)}", "")
    return ControlGroups(Version.ONE, _checked(bases))


def _checked(bases: Mapping[str, Path]) -> Mapping[str, Path]:
    for base in bases.values():
        if not os.access(base, os.W_OK):
            raise NoControlGroups(f"control groups cannot be made in {base}: we may not write there")
    return bases


@dataclass(frozen=True, slots=True)
class _Mount:
    """A tree of groups, as far as it is seen.

    Attributes:
        root: the group that is seen as the root.
        options: of version 1, controllers among them.
    """

    version: Version
    root: str
    point: Path
    options: frozenset[str]

    def folder_of(self, group: str) -> Path:
        """The folder of a group; that of the root where the group is out of sight, as in some containers."""
        if group.startswith(self.root):
            folder = self.point / group.removeprefix(self.root).lstrip("/")
            if folder.is_dir():
                return folder
        return self.point


def _mounts(text: str) -> Iterator[_Mount]:
    versions = {"cgroup": Version.ONE, "cgroup2": Version.TWO}
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        if kind in versions:
            fields = before.split()
            yield _Mount(versions[kind], fields[3], Path(fields[4]), frozenset(options.split(",")))


def _own_paths(text: str) -> Iterator[tuple[str, str]]:
    """Controllers, the empty one for version 2, each with the group that we are in."""
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, path


def _base_of_two(mount: _Mount, own: Mapping[str, str]) -> Path | None:
    """Where groups can have all controllers; None if this tree does not have them.

    Raises:
        NoControlGroups: it has them, and they are not for us.
    """
    wanted = CONTROLLERS[Version.TWO]
    if not set(wanted) <= set(_words(mount.point / "cgroup.controllers")):
        return None
    group = mount.folder_of(own.get("", "/"))
    base = group.parent if group.name == LEAF else group
    missing = set(wanted) - set(_words(base / "cgroup.controllers"))
    if missing:
        raise NoControlGroups(f"the arena's control group has no {', '.join(sorted(missing))} to give to its programs")
    if set(wanted) <= set(_words(base / "cgroup.subtree_control")):
        return base
    if not os.access(base / "cgroup.subtree_control", os.W_OK):
        raise NoControlGroups("the arena's control group is not its own")
    try:
        if base != mount.point:
            _move_to_leaf(base)
        (base / "cgroup.subtree_control").write_text(" ".join(f"+{each}" for each in wanted), encoding="ascii")
    except OSError as error:
        raise NoControlGroups(f"the arena's control group cannot be divided: {error.strerror}") from None
    return base


def _move_to_leaf(base: Path) -> None:
    """Make room: a group with groups below that have controllers must have no processes itself."""
    inside = {int(word) for word in _words(base / "cgroup.procs")}
    if inside - {os.getpid()} - set(below(os.getpid(), running())):
        raise NoControlGroups("other programs run in the arena's control group")
    leaf = base / LEAF
    leaf.mkdir(exist_ok=True)
    for pid in inside:
        with contextlib.suppress(ProcessLookupError):
            (leaf / "cgroup.procs").write_text(str(pid), encoding="ascii")


def _words(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii").split()
    except OSError:
        return []
