"""`arena compare` as a process, with real bots: its verdicts, and that it goes on where it stopped."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.arena_process import ROOT, SAMPLE_BOTS

pytestmark = pytest.mark.slow

QUICK = ("--preset", "forty-points", "--limit-s", "20")
EASY = ("--elo1", "300", "--alpha", "0.2", "--beta", "0.2", *QUICK)
TIMEOUT_S = 240


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where bots lie: a strong one and a weak one."""
    for name, program in (("strong", "sensible_bot.py"), ("weak", "random_bot.py")):
        shutil.copytree(SAMPLE_BOTS, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "protos"))
        (tmp_path / name / "bot.toml").write_text(f'name = "{name}"\nrun = ["{{python}}", "{program}"]\n')
    return tmp_path


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "compare", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def run(folder: Path, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit status, events and standard error."""
    with start(folder, *arguments, "--json") as process:
        out, err = process.communicate(timeout=TIMEOUT_S)
    return process.returncode, [json.loads(line) for line in out.splitlines()], err


def test_the_stronger_is_better_and_the_weaker_is_not(folder: Path) -> None:
    status, told, _ = run(folder, "strong", "weak", *EASY)
    other, told_other, _ = run(folder, "weak", "strong", *EASY)

    assert (status, told[-1]["verdict"]) == (0, "better")
    assert (other, told_other[-1]["verdict"]) == (1, "not better")
    assert told[-1]["log_likelihood_ratio"] >= told[-1]["upper"]


def test_undecided_at_the_limit_and_on_with_a_higher_one(folder: Path) -> None:
    """Sixteen deals cannot decide so much; raising the limit goes on with them."""
    terms = ("strong", "weak", "--elo1", "20", *QUICK)
    status, told, _ = run(folder, *terms, "--deals", "16")
    again, more, _ = run(folder, *terms, "--deals", "32")

    assert (status, told[-1]["verdict"], told[-1]["deals"]) == (2, "undecided", 16)
    assert (again, more[0]["deals_done"], more[-1]["deals"]) == (2, 16, 32)


def test_an_interrupted_comparison_goes_on(folder: Path) -> None:
    terms = ("strong", "strong", "--elo1", "5", *QUICK, "--json")
    with start(folder, *terms) as process:
        assert process.stdout is not None
        begun = json.loads(process.stdout.readline())
        first = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=TIMEOUT_S)
    assert (begun["event"], first["event"], process.returncode) == ("compare_begun", "compared", 130)
    last = json.loads(out.splitlines()[-1])
    done = last["deals"]
    assert done >= 1
    assert not last["is_final"]

    with start(folder, *terms) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["deals_done"] == done
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=TIMEOUT_S)


def test_a_bot_that_does_not_build_shows_what_its_build_printed(folder: Path) -> None:
    (folder / "weak" / "bot.toml").write_text(
        'name = "weak"\nbuild = ["sh -c \'echo no compiler; exit 7\'"]\nrun = ["{python}", "random_bot.py"]\n'
    )

    with start(folder, "strong", "weak") as process:
        out, err = process.communicate(timeout=TIMEOUT_S)

    assert process.returncode == 3
    assert "no compiler" in out
    assert "exit status 7" in err
    kept = [path.name for path in (folder / "arena-files" / "compare" / "copies").iterdir() if path.name[0] != "."]
    assert [name for name in kept if name.endswith(".built")] == [f"{name}.built" for name in kept if "." not in name]
    assert len(kept) == 2
