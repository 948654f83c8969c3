"""What a large cup costs to publish is bounded, in memory at least: time is the machine's too."""

from __future__ import annotations

import os

import pytest

from tests.bench.publishing import BLOCKS, published
from tests.sizes import scale


@pytest.mark.slow
def test_cup_of_ten_thousand_matches_is_published_in_300_mb() -> None:
    """What `arena publish` knows of matches is read match by match: 10,000 of 16 deals in CI, 1,000 on a desk."""
    found = published(scale(3, BLOCKS))

    assert found["matches"] >= scale(1_000, 10_000)
    assert found["worker_count"] == (0 if len(os.sched_getaffinity(0)) == 1 else 2)
    assert found["mb"] < 300
