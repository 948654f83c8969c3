"""The page for organisers, docs/cups.md, says what is so."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from arena.config import parse_cup
from arena.cup_file import BotTable, CupFile, CupTable, FaultPolicy, RatingsTable, RunTable, StageTable, TimeTable
from arena.events import Event, ResultTold
from arena.matches import Format

CUPS = (Path(__file__).parents[2] / "docs" / "cups.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "table",
    [CupTable, StageTable, TimeTable, FaultPolicy, RunTable, RatingsTable, BotTable, CupFile],
    ids=lambda table: table.__name__,
)
def test_every_key_is_documented(table: type[msgspec.Struct]) -> None:
    for key in table.__struct_fields__:
        assert f"`{key}`" in CUPS or f"[{key}]" in CUPS


def test_every_default_is_documented() -> None:
    for table in (TimeTable, FaultPolicy):
        for field in msgspec.structs.fields(table):
            if field.default is None:
                continue
            default = str(field.default).lower()
            assert f"| `{field.name}` | {default} |" in CUPS or f"| `{field.name}` | `{default}` |" in CUPS


def test_every_event_is_documented() -> None:
    for event in get_args(Event):
        assert f"| `{event.__struct_config__.tag}` |" in CUPS
        assert all(f"`{name}`" in CUPS for name in event.__struct_fields__)
    assert all(f"`{name}`" in CUPS for name in ResultTold.__struct_fields__)


def test_the_example_in_the_document_is_a_cup(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    for name in ("ada", "ben.py", "cy", "dot"):
        program = tmp_path / "bots" / name
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    example = CUPS.partition("```toml\n")[2].partition("```")[0]
    read = parse_cup(example, tmp_path)

    assert [(stage.format, stage.count) for stage in read.stages] == [(Format.PAIRS, 400), (Format.INDIVIDUAL, 48)]
    assert [entrant.name for entrant in read.entrants] == ["Ada", "Ben", "Cy", "Dot"]
