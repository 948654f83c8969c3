"""The figures of the ledger are measured as they are described."""

from __future__ import annotations

import pytest

from tests.bench import ledger


@pytest.mark.slow
def test_both_figures_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate, and a part of the rate of the bare database."""
    monkeypatch.setattr(ledger, "ROUNDS", 1)
    monkeypatch.setattr(ledger, "COMMITS", 5)
    found = ledger.measure()

    assert found.keys() == {"ledger_commits_per_s", "ledger_commits_over_bare"}
    assert all(isinstance(value, float) and value > 0 for value in found.values())
