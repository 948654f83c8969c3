"""Programs from outside Python that some tests need."""

from __future__ import annotations

import shutil

import pytest

from tests.sizes import in_ci


def require_tool(name: str) -> str:
    """Path of the program *name*; without it the test is skipped, or in CI, where everything must run, fails."""
    path = shutil.which(name)
    if path is not None:
        return path
    reason = f"this test needs the program {name!r}, which is not in PATH"
    if in_ci():
        pytest.fail(reason)
    pytest.skip(reason)
