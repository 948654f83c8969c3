"""A submission that is stopped, killed, or finds no room leaves nothing half-made."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

# Each starts the command, which builds in a sandbox.
pytestmark = pytest.mark.slow


def source(tmp_path: Path, name: str, script: str) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    (folder / "bot.toml").write_text(
        f"name = '{name}'\nbuild = [['sh', '-c', '{script}']]\nrun = ['sh', '-c', 'exec tail -f /dev/null']\n"
    )
    return folder


@contextmanager
def submitting(folder: Path, files: Path, until: str) -> Iterator[subprocess.Popen[str]]:
    """A submission under way, that has printed a line that begins so."""
    command = [sys.executable, "-m", "arena.cli", "submit", str(folder), "--files", str(files), "--unsafe"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert any(line.startswith(until) for line in process.stdout)
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(("script", "until"), [("exec tail -f /dev/null", "Building: "), ("true", "  1  ")])
def test_one_that_is_stopped_says_so_and_leaves_nothing(
    tmp_path: Path, number: signal.Signals, script: str, until: str
) -> None:
    """While it builds, and while it is checked."""
    with submitting(source(tmp_path, "ada", script), tmp_path / "files", until) as process:
        process.send_signal(number)
        _, trouble = process.communicate()

    called = "Ctrl-C" if number is signal.SIGINT else number.name
    assert (process.returncode, trouble) == (128 + number, f"arena: stopped by {called}; nothing was kept\n")
    assert list((tmp_path / "files" / "bots").iterdir()) == []


def test_what_one_that_was_killed_has_left_goes_when_bots_are_listed(tmp_path: Path) -> None:
    files = tmp_path / "files"
    with submitting(source(tmp_path, "ada", "exec tail -f /dev/null"), files, "Building: ") as process:
        process.kill()
        process.wait()
    assert list((files / "bots" / "ada").iterdir()) != []

    listed = [sys.executable, "-m", "arena.cli", "bots", "--files", str(files)]
    assert "No bots were submitted here." in subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    assert list((files / "bots").iterdir()) == []
