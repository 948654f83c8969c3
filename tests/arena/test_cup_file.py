"""A cup file as it is written: what cannot be read is refused in words, and never ends in a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config import parse_cup, read_cup
from arena.cup_file import BadCup, decode
from tests.arena.cups import cup_text

NESTED = ["a = " + "[" * 20_000, "rules.a = " + "{a=" * 20_000, "rules" + ".a" * 1_200 + " = 1"]


@pytest.mark.parametrize("line", NESTED, ids=["lists", "tables", "dots"])
def test_what_is_nested_without_end_is_refused(line: str) -> None:
    with pytest.raises(BadCup, match=r"too deep|rules"):
        parse_cup(f"{line}\n{cup_text()}", Path("/"))


def test_a_number_without_end_is_refused() -> None:
    with pytest.raises(BadCup, match="is not TOML"):
        decode(f"a = {'9' * 5000}")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(cup_text(), encoding="utf-8-sig")

    assert read_cup(path) == parse_cup(cup_text(), tmp_path)


@pytest.mark.parametrize(
    "given", ["true", "false", "2025-06-01", "2025-06-01T12:00:00", "12:30:00", "inf", "1.5", "'text'"]
)
def test_a_value_is_shown_as_the_file_has_it(given: str) -> None:
    with pytest.raises(BadCup) as caught:
        decode(cup_text(more=f"[run]\ntables = {given}"))

    assert caught.value.key == "run.tables"
    assert caught.value.reason.endswith(f"the file has {given}")
