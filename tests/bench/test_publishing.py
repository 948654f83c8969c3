"""What a large cup costs to publish is bounded, in memory at least: time is the machine's too."""

from __future__ import annotations

import pytest

from tests.bench.publishing import ROUNDS, published
from tests.sizes import scale


@pytest.mark.slow
def test_cup_of_ten_thousand_matches_is_published_in_300_mb() -> None:
    """What the arena knows of matches that it has played is read row by row, and published."""
    assert published(scale(2, ROUNDS))["mb"] < 300
