"""The bench of follows runs."""

from __future__ import annotations

from tests.bench.follows import measure


def test_every_figure_is_measured() -> None:
    found = measure(tries=20)

    assert set(found) == {"worst_follow_ms_39_cards", "worst_follow_ms_12_players", "worst_follow_ms_any"}
    for figure in found.values():
        assert isinstance(figure, float)
        assert 0 < figure < 1000
