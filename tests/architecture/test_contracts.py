"""The import contracts of pyproject.toml, which `make check` holds the project to, catch what they are for."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

ARROWS = "The arena uses the referee, never the other way"
REFEREE = "The referee serves by rules and wire, which do not know each other"
CYCLES = "Modules that need each other are one module"

LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
EMPTY = dict.fromkeys(
    [
        "arena/__init__.py",
        "arena/runner.py",
        "arena/ledger.py",
        "referee/__init__.py",
        "referee/cli.py",
        "referee/rules/__init__.py",
        "referee/rules/deal.py",
        "referee/serving/__init__.py",
        "referee/serving/table.py",
        "referee/wire/__init__.py",
    ],
    "",
)
SOUND = {
    "arena/runner.py": "import arena.ledger\nimport referee.serving.table",
    "referee/cli.py": "import referee.serving.table",
    "referee/serving/table.py": "import referee.rules.deal\nimport referee.wire",
}


def broken_contracts(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Names of the contracts that a made-up project of *files*, written to *folder*, does not keep."""
    shutil.copy(ROOT / "pyproject.toml", folder)
    for name, text in {**EMPTY, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    result = subprocess.run(
        [LINT_IMPORTS, "--no-logo", "--no-cache"], cwd=folder, check=False, capture_output=True, text=True
    )
    broken = [line.removesuffix(" BROKEN") for line in result.stdout.splitlines() if line.endswith(" BROKEN")]
    assert result.returncode == (1 if broken else 0), result.stdout + result.stderr
    assert " KEPT" in result.stdout
    return broken


@pytest.mark.slow
def test_a_sound_project_keeps_all_contracts(tmp_path: Path) -> None:
    assert broken_contracts(tmp_path, SOUND) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("importer", "imported", "contract"),
    [
        ("referee/rules/deal.py", "arena.ledger", ARROWS),
        ("referee/rules/deal.py", "referee.wire", REFEREE),
        ("referee/wire/__init__.py", "referee.rules", REFEREE),
        ("referee/serving/clock.py", "referee.cli", REFEREE),
        ("arena/ledger.py", "arena.runner", CYCLES),
    ],
)
def test_an_import_against_the_arrows_breaks_its_contract(
    tmp_path: Path, importer: str, imported: str, contract: str
) -> None:
    assert contract in broken_contracts(tmp_path, {**SOUND, importer: f"import {imported}"})


def test_every_contract_is_tried() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    assert {contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]} == {ARROWS, REFEREE, CYCLES}
