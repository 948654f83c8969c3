"""CI runs everything: what is only skipped elsewhere fails there."""

from __future__ import annotations

import os

import pytest

from tests.sizes import scale
from tests.tools import require_tool


def test_a_present_program_is_found() -> None:
    assert require_tool("sh").endswith("/sh")


@pytest.mark.parametrize(("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)])
def test_a_missing_program_fails_in_ci_and_skips_elsewhere(
    ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CI", ci)

    with pytest.raises(outcome, match="'no-such-program'"):
        require_tool("no-such-program")


@pytest.mark.parametrize(("ci", "count"), [("true", 300), ("", 30)])
def test_ci_tries_more(ci: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", ci)

    assert scale(30, 300) == count


@pytest.mark.skipif("PYTEST_XDIST_WORKER" not in os.environ, reason="one process runs all tests")
@pytest.mark.xdist_group("of one")
def test_tests_of_a_group_run_in_one_process(request: pytest.FixtureRequest) -> None:
    """What a group shares is made once; pytest-xdist knows groups by what it appends to the names of their tests."""
    assert request.node.nodeid.endswith("@of one")
