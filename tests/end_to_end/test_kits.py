"""The starter kits as their users have them: checked as `arena check-bot` does, and at one table in the sandbox."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sample_bots.kits import ROOT, TOOLS, built_kit
from tests.sizes import in_ci

WITHIN_S = 900

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not in_ci(), reason="builds a kit and plays every game: minutes for each language"),
]


def arena(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command `arena`, in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "arena.cli", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
    )


@pytest.mark.parametrize("language", [*TOOLS, "python"])
def test_a_kit_passes_the_check_as_it_stands(
    language: str, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kit = built_kit(language, tmp_path_factory)
    checked = arena(tmp_path, "check-bot", str(kit.folder))

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_kits_of_all_languages_play_in_one_cup_and_are_kept_apart(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """By chance, so that leads and follows of every kind are answered; nobody makes a fault."""
    kits = {language: built_kit(language, tmp_path_factory) for language in TOOLS}
    bots = "".join(
        f"[[bot]]\nname = {json.dumps(language)}\nreads = {json.dumps([str(kit.folder)])}\n"
        f"command = {json.dumps(['sh', '-c', f'cd {kit.folder} && exec {shlex.join(kit.command)} random'])}\n"
        for language, kit in kits.items()
    )
    cup = tmp_path / "languages.toml"
    cup.write_text(
        f'[cup]\nname = "languages"\n[[stage]]\nformat = "individual"\ndeals = 4\n'
        f"[time]\nconnect_within_s = 60\n[faults]\nstrict = true\n{bots}"
    )
    played = arena(tmp_path, "run", cup.name, "--json")

    assert played.returncode == 0, played.stdout + played.stderr
    matches = [
        json.loads(line) for line in (tmp_path / "leaderboards/languages/matches.jsonl").read_text().splitlines()
    ]
    assert {match["isolation"] for match in matches} == {"A"}
    assert {name for match in matches for name in match["match"]["seating"]} == {*TOOLS}
