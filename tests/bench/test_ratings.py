"""The measure of the fit measures."""

from __future__ import annotations

import pytest

from tests.bench import ratings


@pytest.mark.slow
def test_a_small_fit_is_measured() -> None:
    figures = ratings.measure(2_000)

    assert figures.keys() == {"fit_1e6_s", "rate_csv_1e6_s"}
    assert all(isinstance(seconds, float) and seconds > 0 for seconds in figures.values())
