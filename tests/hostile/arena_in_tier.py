"""The command `arena` as if the machine had no better tier than the one named first: ``arena_in_tier.py B run …``."""

from __future__ import annotations

import importlib
import sys
from unittest.mock import patch

from arena.confinement import Tier
from arena.sandbox import probe

NO_SUCH_TIER = 77
"""Exit status where the machine has not even that."""


def main() -> None:
    """Run it."""
    tier = Tier(sys.argv.pop(1))
    found = probe.find_isolation(unsafe=True, at_most=tier)
    if found.tier is not tier:
        reasons = "; ".join(str(obstacle) for obstacle in found.obstacles)
        sys.stderr.write(f"this machine has tier {found.tier} and not {tier}: {reasons}\n")
        sys.exit(NO_SUCH_TIER)
    # What starts bots is imported when it is needed, and gets this.
    with patch.object(probe, "find_isolation", return_value=found):
        importlib.import_module("arena.cli").main()


if __name__ == "__main__":
    main()
