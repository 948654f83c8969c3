"""Measures all there is to measure, and prints it as one JSON object: ``make bench``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from tests.bench import cores, follows, ledger, publishing, ratings, rules, schedules, streams

MEASURES: tuple[Callable[[], dict[str, object]], ...] = (
    ratings.measure,
    rules.measure,
    follows.measure,
    streams.measure,
    cores.measure,
    ledger.measure,
    publishing.measure,
    schedules.measure,
)


def main() -> None:
    """Print every figure; what is being measured meanwhile is said on standard error."""
    figures: dict[str, object] = {}
    for measure in MEASURES:
        print(f"measuring: {measure.__module__}", file=sys.stderr)
        found = measure()
        assert figures.keys().isdisjoint(found), "two modules measure the same"
        figures |= found
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
