"""Ledgers in every database that can hold one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.ledger import ledger_url
from tests.arena.postgres import PostgresServer, running_server

ON_SERVER = (pytest.mark.slow, pytest.mark.xdist_group("postgresql"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "arena.sqlite"


@pytest.fixture
def file_url(path: Path) -> str:
    """Of a ledger in SQLite."""
    return ledger_url(path)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgresServer]:
    with running_server() as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=ON_SERVER)])
def url(request: pytest.FixtureRequest, path: Path) -> str:
    """Of a ledger that is not there yet, in every database that can hold one."""
    if request.param == "sqlite":
        return ledger_url(path)
    server: PostgresServer = request.getfixturevalue("server")
    return server.new_url()
