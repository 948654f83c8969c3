"""The bench of the rules runs, and says what it could not compare with."""

from __future__ import annotations

import importlib.util

import pytest

from tests.bench.rules import measure

FIGURES = ("referee_us_per_play", "replayed_deals_per_s", "random_deals_per_s")
RIVALS = {"vs_openspiel_hearts": "pyspiel", "vs_rlcard_doudizhu": "rlcard"}


@pytest.mark.slow
def test_every_figure_is_measured_or_has_its_reason() -> None:
    found = measure(rounds=1)

    assert set(found) == {*FIGURES, *RIVALS}
    for name in FIGURES:
        figure = found[name]
        assert isinstance(figure, float)
        assert figure > 0
    for name, module in RIVALS.items():
        figure = found[name]
        if importlib.util.find_spec(module) is None:
            assert isinstance(figure, str)
            assert "is not installed" in figure
        else:
            assert isinstance(figure, float)
            assert figure > 0
