"""What tests of several parts of the arena are given."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ledger import Ledger, ledger_url, open_ledger


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    """An empty one in a file, open for writing."""
    with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as opened:
        yield opened
