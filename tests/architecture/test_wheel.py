"""What is installed is what is here."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from arena.ignored import files_of
from tests.architecture.sources import ROOT


def package_files() -> set[str]:
    """Every file of the two packages, and the protocol and the starter kits where the wheel has them."""
    packages = {
        path.relative_to(ROOT).as_posix()
        for package in ("arena", "referee")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    shared = f"tractor_arena-{version('tractor-arena')}.data/data/share/tractor-arena"
    protos = {
        f"{shared}/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "protos" / "tractor").rglob("*.proto")
    }
    kits = {
        f"{shared}/sample_bots/{kit.name}/{path}"
        for kit in (ROOT / "sample_bots").iterdir()
        for path in files_of(kit)
        if path.parts[0] != "protos"
    }
    return packages | protos | kits


@pytest.mark.slow
def test_the_wheel_holds_code_templates_and_protocol(tmp_path: Path) -> None:
    """An arena installed from a wheel lacks nothing that one run from the source tree has."""
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    result = subprocess.run(build, cwd=ROOT, check=False, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    (wheel,) = tmp_path.glob("*.whl")

    with zipfile.ZipFile(wheel) as archive:
        installed = {name for name in archive.namelist() if ".dist-info/" not in name}

    assert installed == package_files()
