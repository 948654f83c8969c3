"""The sheets that are kept, as the program prints them now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.rule_sheets.presets import preset_list, requested_sheet
from referee.rules.options import PRESETS

FOLDER = Path(__file__).parent
LIST = "presets"
NAMES = (LIST, *PRESETS)


def text_path(name: str) -> Path:
    """Where a sheet is kept."""
    return FOLDER / f"{name}.txt"


def text_now(name: str) -> str:
    """A preset's sheet, or the list of presets."""
    return preset_list() if name == LIST else requested_sheet(name, ())


def texts() -> Iterator[tuple[Path, str]]:
    """Every file and what it should hold."""
    for name in NAMES:
        yield text_path(name), text_now(name)
