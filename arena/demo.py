"""The built-in cup: the sample bots in Python, in three formats."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arena.config import DEALS_PER_MATCH, Cup, parse_cup
from arena.cup_file import BadCup
from arena.kits import CHECKOUT, INSTALLED, root
from arena.matches import Unit

ROOT = Path() if root() == INSTALLED else CHECKOUT
"""Below which its files and its leaderboard go: the checkout, or where one is, if there is none."""

_FILE = Path(__file__).with_name("demo.toml")


def demo_cup(deals: int | None = None) -> Cup:
    """The demo, with another number of *deals* in its stages by deals if given.

    Raises:
        BadCup: the sample bots are not there, or *deals* is not from 1 to 1,000,000.
    """
    bots = root() / "sample_bots" / "python"
    if not bots.is_dir():
        raise BadCup("", f"the sample bots are not in {bots}; install tractor-arena again")
    cup = parse_cup(_FILE.read_text(encoding="utf-8"), root())
    if deals is None:
        return cup
    if not 1 <= deals <= 1_000_000:
        raise BadCup("stage.deals", f"must be from 1 to 1000000; {deals} was asked for")
    return replace(
        cup,
        stages=tuple(
            replace(stage, count=deals, deals_per_match=min(DEALS_PER_MATCH, deals))
            if stage.unit is Unit.DEALS
            else stage
            for stage in cup.stages
        ),
    )
