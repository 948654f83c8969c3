"""An application asked as a server would ask it, without one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

import trio
from starlette.types import ASGIApp

from arena.ledger import read_ledger
from arena.serving.app import Site
from arena.serving.doors import LOOPBACK_NAMES
from arena.serving.live import Live
from arena.serving.pages import Pages
from arena.serving.watch import CupWatch
from tests.arena.serving.dealt_cups import DealtCup


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Served:
    """A cup that is served, as far as an application goes."""

    live: Live
    application: ASGIApp

    async def get(self, path: str, *, method: str = "GET", until: bytes | None = None, **headers: str) -> Answer:
        """Ask for what is at a path; of a stream, hang up after a piece with this in it."""
        found: list[dict[str, Any]] = []
        enough = trio.Event()

        async def receive() -> dict[str, Any]:
            await enough.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            found.append(message)
            if until is not None and until in message.get("body", b""):
                enough.set()
                await trio.sleep_forever()

        given = {"host": "127.0.0.1:8000"} | {name.replace("_", "-"): value for name, value in headers.items()}
        bare, _, query = f"/{path.removeprefix('/')}".partition("?")
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(bare),
            "raw_path": bare.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
            "client": ("127.0.0.1", 50000),
            "server": ("127.0.0.1", 8000),
        }
        await self.application(scope, receive, send)
        return Answer(
            status=found[0]["status"],
            headers={name.decode(): value.decode() for name, value in found[0]["headers"]},
            body=b"".join(each.get("body", b"") for each in found[1:]),
        )


@asynccontextmanager
async def serving(dealt: DealtCup) -> AsyncIterator[Served]:
    """The cup served from its ledger, and followed, while the block lasts."""
    with read_ledger(dealt.url) as ledger:
        live = Live(CupWatch(ledger, dealt.cup))
        site = Site(live, Pages(live, dealt.records, dealt.rules, dealt.cup.stages), lambda: datetime.now(UTC))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(live.run)
            yield Served(live, site.application(hosts=LOOPBACK_NAMES))
            nursery.cancel_scope.cancel()
        # The server ends its process; here the ledger is closed, which somebody may still be reading.
        with trio.CancelScope(shield=True):
            threads = trio.to_thread.current_default_thread_limiter()
            for borrower in [object() for _ in range(int(threads.total_tokens))]:
                await threads.acquire_on_behalf_of(borrower)
