"""The generated code that starter kits bring along is that of the protocol."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sample_bots.kits import TOOLS, copy_kit
from tests.sizes import in_ci
from tests.tools import require_tool

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not in_ci(), reason="fetches the generators, which a desk may have no network for"),
]


@pytest.mark.parametrize(
    ("language", "command", "folder"),
    [("go", ["go", "generate"], "gen"), ("typescript", ["npm", "run", "generate"], "src/gen")],
)
def test_the_generated_code_is_current(language: str, command: list[str], folder: str, tmp_path: Path) -> None:
    """Made anew as the kit's README says, by the plugins and in the versions that the kit names."""
    for tool in TOOLS[language]:
        require_tool(tool)
    kit = tmp_path / "kit"
    copy_kit(language, kit)
    kept = contents(kit / folder)
    # `buf` stands beside the interpreter that it was installed for, which need not be in PATH.
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(command, cwd=kit, env=environment, capture_output=True, text=True, timeout=600, check=False)

    assert ran.returncode == 0, ran.stderr
    assert kept
    assert contents(kit / folder) == kept, f"sample_bots/{language} is not up to date: run `{' '.join(command)}` there"


def contents(folder: Path) -> dict[Path, str]:
    """Every file below *folder*, by its path from there."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder): path.read_text(encoding="utf-8") for path in files}
