"""The same ledger and records make the same pages, to the byte."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from arena.ledger import read_ledger
from tests.browser.real_cups import RealCup, publish_again

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def hashes(folder: Path) -> dict[str, str]:
    """Of all files, by their paths."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


def test_published_twice_is_the_same(cup: RealCup, tmp_path: Path) -> None:
    with read_ledger(cup.ledger) as ledger:
        first = hashes(publish_again(cup, ledger, tmp_path / "first"))
        second = hashes(publish_again(cup, ledger, tmp_path / "second"))

    assert first == second
    assert len(first) > len(cup.outcomes())
