"""The page for authors, docs/bots.md, says what is so."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from arena import bot_content, building
from arena.bot_file import FORM, BotFile
from arena.bot_store import BotStore, Manifest
from arena.config import parse_cup
from arena.confinement import MIB
from arena.cup_file import BadCup
from arena.submitting.report import fields, list_as_table
from referee.rules.options import PRESETS
from tests.arena.cups import PAIRS

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")


def block(number: int) -> str:
    """A block of TOML."""
    found: list[str] = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    return found[number]


def test_every_key_of_a_bot_is_explained() -> None:
    for field in msgspec.structs.fields(BotFile):
        (row,) = (
            line for line in PAGE.splitlines() if line.startswith("| ") and f"`{field.name}`" in line.split("|")[1]
        )
        default = row.split("|")[2].strip()
        assert (default == "required") == field.required
        if isinstance(field.default, str) and field.default:
            assert default == f'`"{field.default}"`'


def test_the_example_is_a_bot() -> None:
    written = FORM.decode(block(0))

    assert (written.name, written.version, written.tables) == ("Ada", "1.4", 4)
    assert set(written.games) <= set(PRESETS)


def test_the_example_of_a_cup_names_entrants(tmp_path: Path) -> None:
    with pytest.raises(BadCup, match="'Ada' was not submitted"):
        parse_cup(f'[cup]\nname = "test"\n{PAIRS}{block(1)}', tmp_path, BotStore(tmp_path))


def test_bounds_are_as_they_are_said() -> None:
    assert f"{bot_content.FILES_MOST:,} files of {bot_content.BYTES_MOST // MIB} MiB" in PAGE.replace("\n  ", " ")
    assert building.BUILD_WITHIN_S == 1800
    assert f"{building.LIMITS.memory_bytes // MIB // 1024} GiB of memory" in PAGE
    assert f"{building.LIMITS.process_count:,} processes" in PAGE


def test_the_list_looks_as_it_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    def manifest(version: str, start: str, submitted: datetime, tables: int | None) -> Manifest:
        return Manifest("Ada", version, submitted, "Lovelace", "C++", start.ljust(64, "0"), tables)

    list_as_table(
        [
            manifest("1.3", "6f1d0b3a92c4", datetime(2025, 6, 1, 12, 0, tzinfo=UTC), None),
            manifest("1.4", "0d8c55e7a1f2", datetime(2025, 6, 8, 17, 30, tzinfo=UTC), 4),
            Manifest("Far", "remote", datetime(2025, 6, 2, 9, 15, tzinfo=UTC), chairs=2),
        ]
    )

    assert "".join(f"    {line}\n" for line in capsys.readouterr().out.splitlines()) in PAGE


def test_every_field_of_an_event_is_told() -> None:
    told = fields(Manifest("Ada", "1", datetime(2025, 6, 1, tzinfo=UTC)))

    assert [name for name in told if f"`{name}`" not in PAGE] == []
