"""Every entrant has files of its own, whatever its name."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest

from arena.file_names import folder_name, log_name

ALIKE = ["随机", "贪心", "_", "__", "a b", "a_b", "a/b", "é", "e\u0301", "É", "..", "x" * 300, "x" * 301, "贪" * 300]


@pytest.mark.parametrize("name", ["Ada", "Greedy-2.1", "my_bot"])
def test_a_plain_name_is_its_log(name: str) -> None:
    assert log_name(name) == f"{name}.log"


def test_no_two_names_share_a_log() -> None:
    for one, other in combinations(ALIKE, 2):
        assert log_name(one).casefold() != log_name(other).casefold()


@pytest.mark.parametrize("name", ALIKE)
def test_a_log_is_a_file_in_its_folder(name: str, tmp_path: Path) -> None:
    path = tmp_path / log_name(name)
    path.write_text("", encoding="utf-8")

    assert list(tmp_path.iterdir()) == [path]
    assert len(path.name.encode()) <= 250  # .log.1 is put aside


def test_a_log_can_be_found_by_its_name() -> None:
    assert re.fullmatch("随机~[0-9a-f]{12}\\.log", log_name("随机"))
    assert log_name("हिन्दी").startswith("हिन्दी~")


@pytest.mark.parametrize("name", [*ALIKE, ".", ".lock", ".new-1"])
def test_a_folder_is_one_of_its_own_and_never_hidden(name: str, tmp_path: Path) -> None:
    (tmp_path / folder_name(name)).mkdir()

    assert [path.name for path in tmp_path.iterdir()] == [folder_name(name)]
    assert not folder_name(name).startswith(".")


def test_no_two_names_share_a_folder() -> None:
    for one, other in combinations([*ALIKE, ".", "~.", "~.."], 2):
        assert folder_name(one) != folder_name(other)
