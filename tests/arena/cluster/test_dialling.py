"""A scheduler is dialled: who is none is told at once, and who says nothing in time. The others are real servers."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.cluster.address import Cluster, Credentials, parse_cluster
from arena.cluster.library import dial
from arena.cluster.troubles import Unreachable
from arena.remote.certificates import For, make
from arena.remote.places import RemotePlaces

WITHIN_S = 20.0
"""For what is told at once; whoever waited for the end of it has failed."""

pytestmark = pytest.mark.slow


def test_a_refusal_is_told_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]

    assert "Connection refused; start one there" in refusal(parse_cluster(f"127.0.0.1:{port}", option="x"))


def test_a_name_that_nobody_knows_is_told_at_once() -> None:
    cluster = parse_cluster("nowhere.invalid:8786", option="x", insecure=True)

    assert "tcp://nowhere.invalid:8786: " in refusal(cluster)


@pytest.mark.parametrize(
    "words",
    [b"", b"SSH-2.0-OpenSSH_9.6\r\n", b"\x08\0\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff", b"\x10\0\0\0\0\0\0\0" * 9],
    ids=["hangs up", "SSH", "many frames", "some frames"],
)
def test_who_is_no_scheduler_is_told_at_once(words: bytes) -> None:
    """Also where its words are read as sizes, for which there is not so much memory."""

    def speak(line: socket.socket) -> None:
        if words:
            line.sendall(words)
        line.recv(1 << 16)

    with serving(speak) as port:
        told = refusal(parse_cluster(f"127.0.0.1:{port}", option="x"))

    assert "what answers there is no Dask scheduler, or one with TLS;" in told
    assert "write tls:// and give the certificates" in told


def test_a_certificate_of_another_authority_is_told_at_once(tmp_path: Path) -> None:
    ours, theirs = certificates(tmp_path / "ours"), certificates(tmp_path / "theirs")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(theirs.certificate, theirs.key)

    def greet(line: socket.socket) -> None:
        with pytest.raises(ssl.SSLError):
            context.wrap_socket(line, server_side=True)

    with serving(greet) as port:
        told = refusal(Cluster(f"tls://127.0.0.1:{port}", ours))

    assert "its certificate is not of our authority" in told
    assert "certificates of one authority" in told


def test_a_server_without_tls_is_told_at_once(tmp_path: Path) -> None:
    with serving(lambda line: line.sendall(b"SSH-2.0-OpenSSH_9.6\r\n")) as port:
        told = refusal(Cluster(f"tls://127.0.0.1:{port}", certificates(tmp_path)))

    assert "it may speak without TLS" in told


@pytest.mark.parametrize("has_tls", [False, True], ids=["without TLS", "with TLS"])
def test_who_says_nothing_is_waited_for_no_longer_than_that_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_tls: bool
) -> None:
    monkeypatch.setattr("arena.cluster.library.SLOW_S", 0.01)
    said: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        cluster = (
            Cluster(f"tls://127.0.0.1:{port}", certificates(tmp_path))
            if has_tls
            else parse_cluster(f"127.0.0.1:{port}", option="x")
        )
        with pytest.raises(Unreachable, match="it does not answer"):
            asyncio.run(dial(cluster, within_s=0.3, on_slow=lambda: said.append("slow")))

    assert said == ["slow"]


def refusal(cluster: Cluster) -> str:
    began_s = time.monotonic()
    with pytest.raises(Unreachable) as refused:
        asyncio.run(dial(cluster, within_s=WITHIN_S))
    assert time.monotonic() - began_s < WITHIN_S / 2
    return str(refused.value)


def certificates(folder: Path) -> Credentials:
    places = RemotePlaces(folder)
    make(places, ["127.0.0.1"], days=1, now=datetime.now(UTC), whom=For.CLUSTER)
    return Credentials(places.authority, places.member, places.member_key)


@contextmanager
def serving(speak: Callable[[socket.socket], object]) -> Iterator[int]:
    """The port of a server that speaks so with whoever calls, until it is closed."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    line, _ = server.accept()
                except OSError:
                    return
                with line, suppress(OSError):
                    speak(line)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            # `close` alone leaves the thread waiting for a call.
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
