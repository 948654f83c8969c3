"""What a machine can do is found by trying, and told in plain words."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from arena.confinement import Tier
from arena.sandbox import advice, doctor, landlock, probe
from arena.sandbox.control_groups import NoControlGroups
from arena.sandbox.isolation import Isolation, Obstacle
from arena.sandbox.probe import CannotIsolate, Findings, Step, examine, find_isolation
from arena.sandbox.runner import Runner

ROOT = Path(__file__).resolve().parents[3]


def without(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = shutil.which
    monkeypatch.setattr(shutil, "which", lambda each: None if each == name else found(each))


@pytest.mark.slow
def test_without_bubblewrap_it_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    without("bwrap", monkeypatch)
    obstacles = examine().isolation.obstacles

    assert str(obstacles[0]) == "bwrap is not in PATH; install bubblewrap (Debian and Ubuntu: apt install bubblewrap)"


@pytest.mark.slow
def test_where_nothing_keeps_bots_apart_they_start_only_if_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    without("bwrap", monkeypatch)
    monkeypatch.setattr(landlock, "abi", lambda: 0)

    with pytest.raises(
        CannotIsolate, match=r"cannot be kept apart on this machine: .*apt install bubblewrap.*--unsafe"
    ):
        find_isolation(unsafe=False)
    assert find_isolation(unsafe=True).tier is Tier.D


@pytest.mark.slow
def test_without_control_groups_it_is_told_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    if find_isolation(unsafe=True, at_most=Tier.B).tier is not Tier.B:
        pytest.skip("this machine has no bubblewrap")

    def find() -> None:
        raise NoControlGroups("the arena's control group is not its own")

    monkeypatch.setattr(probe, "find_control_groups", find)
    isolation = examine().isolation

    assert isolation.tier is Tier.B
    assert "systemd-run --user --scope -p Delegate=yes" in str(isolation.obstacles[0])


@pytest.mark.slow
def test_a_bubblewrap_that_holds_nothing_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name which just starts what it is given: only trying shows it."""
    pretender = tmp_path / "bwrap"
    script = 'test "$1" = --version && echo bubblewrap 9.9 && exit; while [ "$1" != -- ]; do shift; done; shift'
    pretender.write_text(f'#!/bin/sh\n{script}; export HOME=/tmp; while [ "$1" != {sys.executable} ]; do shift; done\n')
    with pretender.open("a") as file:
        file.write('exec "$@"\n')
    pretender.chmod(0o755)
    found = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: str(pretender) if name == "bwrap" else found(name))
    findings = examine()

    assert findings.isolation.tier >= Tier.C
    assert "it can read files that are not its own" in str(findings.isolation.obstacles[0])


@pytest.mark.parametrize(
    ("setting", "value", "remedy"),
    [
        ("_APPARMOR", "1", "kernel.apparmor_restrict_unprivileged_userns=0"),
        ("_CLONE", "0", "kernel.unprivileged_userns_clone=1"),
        ("_MOST", "0", "user.max_user_namespaces="),
        (None, "", "as in most containers"),
    ],
)
def test_a_setting_that_forbids_name_spaces_is_named(
    setting: str | None, value: str, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("_APPARMOR", "_CLONE", "_MOST"):
        path = tmp_path / name
        if name == setting:
            path.write_text(f"{value}\n")
        monkeypatch.setattr(advice, name, path)

    assert remedy in advice.for_bubblewrap("bwrap: No permissions to create a new namespace")


@pytest.mark.parametrize(("tier", "status"), [(Tier.A, 0), (Tier.C, 0), (Tier.D, 1)])
def test_the_doctor_says_which_and_why(
    tier: Tier, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    obstacles = () if tier is Tier.A else (Obstacle(Tier.B, "bwrap is not in PATH", "install it"),)
    steps = (Step(Tier.B, "the program bwrap", *((obstacles[0].reason, "install it") if obstacles else ("", ""))),)
    isolation = Isolation(tier, Runner(None, confines=True), obstacles=obstacles)
    monkeypatch.setattr(doctor, "examine", lambda: Findings(isolation, steps))

    assert doctor.doctor(as_json=False) == status
    said = capsys.readouterr().out
    assert said.startswith(f"Tier {tier}: ")
    assert ("tier B: install it" in said) == (tier is not Tier.A)

    assert doctor.doctor(as_json=True) == status
    told = json.loads(capsys.readouterr().out)
    assert (told["tier"], told["is_safe"]) == (tier, tier is not Tier.D)


def version_of(python: Path) -> str:
    script = "import sys; print(sys.version_info[:2])"
    return subprocess.run([python, "-c", script], check=True, capture_output=True, text=True).stdout


NEEDED = ("attr", "attrs", "idna", "msgspec", "outcome", "sniffio", "sortedcontainers", "trio")
AS_NOBODY = """
import os, sys, trio
from pathlib import Path
from arena.confinement import Confinement, Tier
from arena.child import Program
from arena.launch import open_launcher
from arena.sandbox.probe import find_isolation

async def main():
    isolation = find_isolation(unsafe=False)
    look = "id -u; grep CapEff /proc/self/status; set -- /proc/[0-9]*; echo $#"
    script = look + "; unshare -U true 2>/dev/null && echo free"
    async with open_launcher(isolation) as launcher:
        program = Program("x", ("/bin/sh", "-c", script), Path("/"), {"PATH": os.defpath}, Confinement())
        child = launcher.start(program)
        await child.ended.wait()
    print(isolation.tier, *child.output.text().split())
trio.run(main)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_an_ordinary_user_keeps_bots_apart_too() -> None:
    """In a user namespace, from code and with a Python that everybody can read."""
    python = Path("/usr/bin/python3")
    if subprocess.run(
        [python, "-c", "import sys; print(sys.version_info[:2])"], check=False, capture_output=True
    ).stdout != (f"{sys.version_info[:2]}\n".encode()):
        pytest.skip(f"{python} is another version than ours")
    site = Path(msgspec.__file__).parents[1]
    folder = Path(subprocess.run(["mktemp", "-d"], check=True, capture_output=True, text=True).stdout.strip())
    try:
        shutil.copytree(ROOT / "arena", folder / "arena", ignore=shutil.ignore_patterns("__pycache__"))
        for name in NEEDED:
            shutil.copytree(site / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
        done = subprocess.run(
            ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", python, "-c", AS_NOBODY],
            cwd=folder,
            env={"PATH": os.defpath, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        shutil.rmtree(folder)

    assert done.stderr == ""
    assert done.stdout.split() in ([tier, "1000", "CapEff:", "0" * 16, "2"] for tier in ("A", "B"))
