"""Control groups are found, made and removed, in both versions; where this machine has none, on folders like theirs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from arena.confinement import MIB, Confinement, Limits
from arena.sandbox.control_groups import LEAF, ControlGroups, NoControlGroups, find_control_groups
from arena.sandbox.enclosure import Enclosure, Errand
from arena.sandbox.group import Group, Version
from arena.sandbox.usage import Usage

LIMITS = Limits(memory_bytes=64 * MIB, process_count=10, cpu_count=0.5)
ONE_FILES = {
    "memory": ("memory.limit_in_bytes", "memory.swappiness"),
    "pids": ("pids.max",),
    "cpu": ("cpu.cfs_period_us", "cpu.cfs_quota_us"),
    "cpuacct": ("cpuacct.usage",),
}


def proc(folder: Path, mountinfo: str, cgroup: str) -> Path:
    own = folder / "proc" / "self"
    own.mkdir(parents=True)
    (own / "mountinfo").write_text(mountinfo)
    (own / "cgroup").write_text(cgroup)
    return folder / "proc"


def version_one(folder: Path, controllers: tuple[str, ...] = tuple(ONE_FILES)) -> Path:
    """Trees of version 1, the arena in the group ``/a`` of each."""
    for controller in controllers:
        (folder / controller / "a").mkdir(parents=True)
    mounts = [f"1 2 0:3 / {folder}/{each} rw,relatime - cgroup cgroup rw,{each}\n" for each in controllers]
    return proc(folder, "".join(mounts), "".join(f"1:{each}:/a\n" for each in controllers))


def version_two(folder: Path, *, controllers: str = "cpu memory pids", processes: str = "") -> Path:
    """A tree of version 2, the arena in a group of its own."""
    group = folder / "two" / "user" / "run.scope"
    group.mkdir(parents=True)
    (folder / "two" / "cgroup.controllers").write_text("cpu io memory pids")
    (group / "cgroup.controllers").write_text(controllers)
    (group / "cgroup.procs").write_text(processes or str(os.getpid()))
    (group / "cgroup.subtree_control").write_text("")
    return proc(folder, f"1 2 0:3 / {folder}/two rw - cgroup2 cgroup2 rw\n", "0::/user/run.scope\n")


def test_in_version_one_groups_are_made_below_the_own_of_each_controller(tmp_path: Path) -> None:
    groups = find_control_groups(version_one(tmp_path))

    assert groups.version is Version.ONE
    assert groups.bases == {each: tmp_path / each / "a" for each in ONE_FILES}


def test_a_controller_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoControlGroups, match="no control groups for pids, cpuacct"):
        find_control_groups(version_one(tmp_path, ("memory", "cpu")))


def test_a_group_that_is_out_of_sight_is_replaced_by_the_root_that_is_seen(tmp_path: Path) -> None:
    """As in a container, which sees a part of the tree and is told its place in the whole."""
    folder = version_one(tmp_path)
    (folder / "self" / "cgroup").write_text("".join(f"1:{each}:/elsewhere\n" for each in ONE_FILES))

    assert find_control_groups(folder).bases == {each: tmp_path / each for each in ONE_FILES}


def test_in_version_two_the_arena_makes_room_for_its_programs(tmp_path: Path) -> None:
    folder = version_two(tmp_path)
    base = tmp_path / "two" / "user" / "run.scope"
    groups = find_control_groups(folder)

    assert (groups.version, set(groups.bases.values())) == (Version.TWO, {base})
    assert (base / LEAF / "cgroup.procs").read_text() == str(os.getpid())
    assert (base / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"


def test_an_arena_that_has_made_room_finds_it_again(tmp_path: Path) -> None:
    folder = version_two(tmp_path)
    base = tmp_path / "two" / "user" / "run.scope"
    (base / LEAF).mkdir()
    (base / "cgroup.subtree_control").write_text("cpu memory pids")
    (folder / "self" / "cgroup").write_text(f"0::/user/run.scope/{LEAF}\n")

    assert set(find_control_groups(folder).bases.values()) == {base}


def test_a_group_without_controllers_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoControlGroups, match="no cpu, memory to give") as refused:
        find_control_groups(version_two(tmp_path, controllers="pids"))

    assert "systemd-run --user --scope -p Delegate=yes" in refused.value.remedy


def test_other_programs_are_not_moved_about(tmp_path: Path) -> None:
    with pytest.raises(NoControlGroups, match="other programs run in the arena's control group"):
        find_control_groups(version_two(tmp_path, processes=f"1\n{os.getpid()}"))


def held(
    groups: ControlGroups, folder: Path, monkeypatch: pytest.MonkeyPatch, files: Mapping[str, tuple[str, ...]]
) -> Group:
    """A group made where a folder gets its files by itself, as folders of control groups do."""
    make = Path.mkdir

    def mkdir(path: Path) -> None:
        make(path)
        for file in files.get(path.parent.parent.name, files.get("", ())):
            (path / file).write_text("")

    monkeypatch.setattr(Path, "mkdir", mkdir)
    errand = Errand(("/bin/true",), folder, {}, Confinement(limits=LIMITS), folder, number=7)
    enclosure = groups.hold(Enclosure(("/bin/true",), None, {}, is_counted=True), errand)
    assert enclosure.group is not None
    assert not enclosure.is_counted
    assert enclosure.command[-2:] == ("--", "/bin/true")
    return enclosure.group


def test_limits_of_version_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = held(find_control_groups(version_one(tmp_path)), tmp_path, monkeypatch, ONE_FILES)
    memory, pids, cpu, _ = group.folders

    assert (memory / "memory.limit_in_bytes").read_text() == str(64 * MIB)
    assert (pids / "pids.max").read_text() == "14"
    assert (cpu / "cpu.cfs_quota_us").read_text() == "10000"


def test_limits_of_version_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"": ("memory.max", "memory.swap.max", "memory.oom.group", "cpu.max", "pids.max")}
    groups = ControlGroups(Version.TWO, dict.fromkeys(("memory", "pids", "cpu"), tmp_path))
    group = held(groups, tmp_path, monkeypatch, files)
    (folder,) = group.folders

    assert {file: (folder / file).read_text() for file in files[""]} == {
        "memory.max": str(64 * MIB),
        "memory.swap.max": "0",
        "memory.oom.group": "1",
        "cpu.max": "10000 20000",
        "pids.max": "14",
    }


def test_use_is_read_in_both_versions(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    texts = {
        one / "memory.max_usage_in_bytes": "4096\n",
        one / "cpuacct.usage": "1500000000\n",
        one / "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 1\n",
        two / "memory.peak": "4096\n",
        two / "cpu.stat": "usage_usec 1500000\nuser_usec 1\n",
        two / "memory.events": "low 0\noom 0\noom_kill 0\n",
    }
    for path, text in texts.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    assert Group(Version.ONE, (one,)).usage() == Group(Version.TWO, (two,)).usage() == Usage(4096, 1.5)
    assert Group(Version.ONE, (one,)).ran_out_of_memory()
    assert not Group(Version.TWO, (two,)).ran_out_of_memory()


def test_groups_of_arenas_that_are_gone_are_removed(tmp_path: Path) -> None:
    """Those of other name spaces, where numbers mean something else, are left, and our own."""
    space = format(Path("/proc/self/ns/pid").stat().st_ino, "x")
    started = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    names = {
        "gone": f"tractor-{space}-{os.getpid()}-1-0",
        "own": f"tractor-{space}-{os.getpid()}-{started}-0",
        "foreign": f"tractor-1a-{os.getpid()}-1-0",
        "other": "something",
    }
    for name in names.values():
        (tmp_path / name).mkdir()
    ControlGroups(Version.TWO, {"memory": tmp_path}).sweep()

    assert {path.name for path in tmp_path.iterdir()} == {names["own"], names["foreign"], names["other"]}
