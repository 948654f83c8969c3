"""The kit for Rust names what it is built of, version by version, and its own code raises no warning."""

from __future__ import annotations

import os
import subprocess
import tomllib

import pytest

from tests.sample_bots.kits import BUILD_WITHIN_S, KITS, built_kit

KIT = KITS / "rust"


def test_every_crate_has_an_exact_version() -> None:
    """There is no lock file in the kit: it would name the registry that it was made with."""
    manifest = tomllib.loads((KIT / "Cargo.toml").read_text())
    asked = {**manifest["dependencies"], **manifest["build-dependencies"]}
    versions = {name: wanted if isinstance(wanted, str) else wanted["version"] for name, wanted in asked.items()}

    assert {name: version for name, version in versions.items() if not version.startswith("=")} == {}


@pytest.mark.slow
def test_the_kit_is_built_without_a_warning(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What was raised when the kit was built is told again; nothing is compiled a second time."""
    kit = built_kit("rust", tmp_path_factory)
    ran = subprocess.run(
        ("cargo", "build", "--release"),
        cwd=kit.folder,
        env={**os.environ, "CARGO_TERM_COLOR": "never"},
        capture_output=True,
        text=True,
        timeout=BUILD_WITHIN_S,
        check=False,
    )

    assert ran.returncode == 0, ran.stderr
    assert "warning" not in ran.stderr
