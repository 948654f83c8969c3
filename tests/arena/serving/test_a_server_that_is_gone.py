"""A ledger on a server of databases that is ended and started again while a cup is served from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from tests.arena.cups import cup, rules
from tests.arena.postgres import PostgresServer, running_server
from tests.arena.serving.asking import serving
from tests.arena.serving.dealt_cups import DealtCup

pytestmark = pytest.mark.slow

STAGE = '[[stage]]\nformat = "pairs"\ndeals = 2\ndeals_per_match = 1\n'
PATIENCE_S = 30.0


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    with running_server() as running:
        yield running


async def test_it_goes_on_when_the_server_is_back(server: PostgresServer, tmp_path: Path) -> None:
    """What came meanwhile is told; until then the pages that were made are there."""
    dealt = DealtCup(cup(STAGE, names="ABC", more=rules("forty-points"), seed=None), tmp_path, url=server.new_url())
    dealt.play(2)
    async with serving(dealt) as served:
        page = await served.get("index.html")
        server.kill()
        with trio.fail_after(PATIENCE_S):
            while served.live.is_readable:
                await served.live.changed()
        old = await served.get("index.html")
        server.start()
        dealt.play(2)
        with trio.fail_after(PATIENCE_S):
            while served.live.done_count < 4:
                await served.live.changed()

        assert (page.status, old.status) == (200, 200)
        told = await served.get("events", until=b"event: progress", last_event_id="2")
        assert told.body.count(b"event: match\n") == 2
        assert b'"is_readable":true' in told.body
