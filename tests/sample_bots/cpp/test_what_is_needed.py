"""Where something is missing that the kit for C++ needs, its build says in a sentence what, and how to get it."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.sample_bots.kits import BUILD_WITHIN_S, TOOLS, copy_kit
from tests.tools import require_tool

pytestmark = pytest.mark.slow

NO_GRPC = ("-DCMAKE_DISABLE_FIND_PACKAGE_gRPC=TRUE", "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=TRUE")
NO_PROTOBUF = ("-DCMAKE_DISABLE_FIND_PACKAGE_Protobuf=TRUE",)


def configure(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit status of the first command of the build, and what it complained of, in one line."""
    for tool in TOOLS["cpp"]:
        require_tool(tool)
    copy_kit("cpp", folder)
    ran = subprocess.run(
        ("cmake", "-B", "build", *arguments),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=BUILD_WITHIN_S,
        check=False,
    )
    return ran.returncode, " ".join(ran.stderr.split())


@pytest.mark.parametrize(
    ("hidden", "what", "package"),
    [(NO_GRPC, "The gRPC library for C++", "libgrpc++-dev"), (NO_PROTOBUF, "The protobuf library", "libprotobuf-dev")],
    ids=["grpc", "protobuf"],
)
def test_a_library_that_is_missing_is_named_with_its_package(
    hidden: Sequence[str], what: str, package: str, tmp_path: Path
) -> None:
    status, complaint = configure(tmp_path / "kit", *hidden)

    assert status == 1
    assert f"{what} is missing. On Debian or Ubuntu: apt-get install {package}" in complaint
