"""The rule sheet of every preset, and their list, are as they were (see this package's docstring)."""

from __future__ import annotations

import pytest

from tests.goldens.sheets.texts import FOLDER, NAMES, text_now, text_path


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_is_as_it_was(name: str) -> None:
    assert text_now(name) == text_path(name).read_text(encoding="utf-8")


def test_every_file_is_a_sheet() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(NAMES)
