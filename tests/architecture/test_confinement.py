"""What only a few modules may touch: threads, gRPC, protocol messages, the inside of the referee."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.architecture.sources import Source, is_within, sources


@dataclass(frozen=True, slots=True)
class Confinement:
    """Modules that may be imported only within certain packages."""

    modules: tuple[str, ...]
    homes: tuple[str, ...]


CONFINEMENTS = (
    # gRPC lives on an asyncio thread of its own, which one module joins to trio; on another such thread, which the same
    # module joins, lives what joins clusters. The arena's threads are trio's.
    Confinement(
        ("_thread", "asyncio", "concurrent", "multiprocessing", "queue", "sched", "socketserver"),
        ("referee.serving.bridge", "arena.cluster"),
    ),
    # Pages are made on threads of trio's, several at once, and what they keep is locked; a timer ends the process where
    # the server does not.
    Confinement(("threading",), ("referee.serving.bridge", "arena.cluster", "arena.serving")),
    # A cluster is an extra, and loaded when one is asked for.
    Confinement(("dask", "distributed", "tornado"), ("arena.cluster",)),
    # Messages are turned into values at the border and go no further.
    Confinement(
        ("google", "grpc", "referee.wire"),
        ("referee.serving", "referee.wire", "arena.referee_client"),
    ),
)


def breaches(source: Source) -> list[str]:
    """What *source* imports that is confined to elsewhere."""
    return [
        f"{source.module} imports {name}"
        for confinement in CONFINEMENTS
        if not any(is_within(source.module, home) for home in confinement.homes)
        for name in sorted(source.imports())
        if any(is_within(name, module) for module in confinement.modules)
    ]


def test_threads_and_messages_stay_where_they_belong() -> None:
    assert [breach for source in sources("arena", "referee") for breach in breaches(source)] == []


@pytest.mark.parametrize(
    ("module", "line", "imported"),
    [
        ("arena.runner", "import threading", "threading"),
        ("arena.runner", "from concurrent.futures import Future", "concurrent.futures.Future"),
        ("arena.referee_client", "import asyncio", "asyncio"),
        ("referee.serving.table", "import asyncio.events", "asyncio.events"),
        ("referee.serving.bridges", "import threading", "threading"),
        ("referee.cli", "import grpc", "grpc"),
        ("arena.ledger", "from google.protobuf import json_format", "google.protobuf.json_format"),
        ("arena.ledger", "from referee import wire", "referee.wire"),
        ("arena.runner", "from distributed import Client", "distributed.Client"),
        ("arena.clusters", "import asyncio", "asyncio"),
    ],
)
def test_a_stray_import_is_found(module: str, line: str, imported: str) -> None:
    assert breaches(Source(module, line)) == [f"{module} imports {imported}"]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("referee.serving.bridge", "import asyncio, threading\nfrom grpc import aio"),
        ("referee.serving.convert", "from referee.wire.tractor.v1 import bot_pb2"),
        ("arena.referee_client", "from referee.wire.tractor.v1 import table_pb2\nimport grpc"),
        ("arena.ledger", "from trio import to_thread"),
        ("arena.cluster.office", "import asyncio\nfrom distributed import Client"),
    ],
)
def test_an_import_at_home_passes(module: str, line: str) -> None:
    assert breaches(Source(module, line)) == []
