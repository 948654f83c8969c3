"""The kept deals: their records, and the texts that go with them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.rules.options import PRESETS
from referee.rules.playthrough import show
from referee.rules.record import DealRecord, read_line

FOLDER = Path(__file__).parent
NAMES = (
    *PRESETS,
    "failed_throw",
    "throw_that_stands",
    "kitty_trump",
    "no_trump",
    "dead_ranks",
    "friends_debt",
)
"""A deal of each preset by its name, and deals that show something by that."""


def record_named(name: str) -> DealRecord:
    """The record of a kept deal."""
    return read_line((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def text_path(name: str) -> Path:
    """Where the text of a kept deal is."""
    return FOLDER / f"{name}.txt"


def texts() -> Iterator[tuple[Path, str]]:
    """The texts as they are now, each with its place."""
    for name in NAMES:
        yield text_path(name), show(record_named(name))
