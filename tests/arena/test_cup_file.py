"""A cup file as it is written: what cannot be read is refused in words, and never ends in a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.config import parse_cup
from arena.cup_file import BadCup, decode
from tests.arena.cups import cup_text

NESTED = ["a = " + "[" * 20_000, "rules.a = " + "{a=" * 20_000, "rules" + ".a" * 1_200 + " = 1"]


@pytest.mark.parametrize("line", NESTED, ids=["lists", "tables", "dots"])
def test_what_is_nested_without_end_is_refused(line: str) -> None:
    with pytest.raises(BadCup, match="too deep|rules"):
        parse_cup(f"{line}\n{cup_text()}", Path("/"))


def test_a_number_without_end_is_refused() -> None:
    with pytest.raises(BadCup, match="is not TOML"):
        decode(f"a = {'9' * 5000}")
