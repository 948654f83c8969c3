"""CI runs everything: what is only skipped elsewhere fails there."""

from __future__ import annotations

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
