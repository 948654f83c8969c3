"""The command `arena check-bot`: bots that are none, a kit that passes, and Ctrl-C in the middle."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from arena.checking.command import check as check_bot
from arena.confinement import Tier
from arena.sandbox.isolation import Isolation, Obstacle
from arena.sandbox.probe import CannotIsolate
from tests.arena.checking.checks import ROOT, check, describe, odd_bot

KIT = ROOT / "sample_bots" / "python"


def test_a_folder_without_a_bot_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_bot(tmp_path, unsafe=True, as_json=False) == 2
    assert f"arena: {tmp_path} has no bot.toml" in capsys.readouterr().err


def test_a_bad_key_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot.toml").write_text("name = 'Odd'\nrun = ['./bot']\ngames = ['whist']\n")

    assert check_bot(tmp_path, unsafe=True, as_json=False) == 2
    assert f"arena: {tmp_path}/bot.toml: games[1]: 'whist' is no preset" in capsys.readouterr().err


def test_a_machine_that_keeps_nothing_apart_is_told_with_the_way_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_isolation(*, unsafe: bool) -> Isolation:
        assert not unsafe
        raise CannotIsolate((Obstacle(Tier.C, "the kernel has no Landlock"),))

    monkeypatch.setattr("arena.checking.command.find_isolation", find_isolation)

    assert check_bot(odd_bot(tmp_path, "none"), unsafe=False, as_json=False) == 2
    assert "with --unsafe" in capsys.readouterr().err


@pytest.mark.slow
async def test_the_kit_passes_every_step(tmp_path: Path) -> None:
    """Two games, and little of them."""
    folder = tmp_path / "kit"
    shutil.copytree(KIT, folder, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    written = (folder / "bot.toml").read_text(encoding="utf-8")
    (folder / "bot.toml").write_text(f"games = ['tractor', 'finding-friends-5']\n{written}", encoding="utf-8")

    checked = await check(folder)

    assert checked.has_passed, describe(checked)


@pytest.mark.slow
def test_ctrl_c_ends_all_of_it(tmp_path: Path) -> None:
    """The status is that of an interrupted program; no process and no file is left."""
    temporary = tmp_path / "t"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary)}
    folder = tmp_path / "bot"
    folder.mkdir()
    command = [sys.executable, "-m", "arena.cli", "check-bot", str(odd_bot(folder, "none")), "--unsafe"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if "gets-ready" in line:
                break
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)

    assert process.returncode == 130, err
    assert err == "arena: stopped by Ctrl-C; the check is not complete\n"
    assert list(temporary.iterdir()) == []
    assert _started_with(str(temporary)) == []


def _started_with(text: str) -> list[str]:
    """Processes that have a text in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        with suppress(OSError):
            if entry.name.isdigit() and text.encode() in (entry / "environ").read_bytes():
                found.append(entry.name)
    return found
