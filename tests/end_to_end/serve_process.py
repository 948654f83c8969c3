"""`arena serve` as a process, a reader of its news, and a way between them that can be cut."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tests.end_to_end.arena_process import ROOT

PATIENCE_S = 60.0
"""For anything that has to come, on a machine on which much else runs."""


class Server:
    """A server of the cup in a folder, with its files there.

    Attributes:
        address: of the first page.
    """

    def __init__(self, cup_file: Path, files: Path, *, port: int = 0) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "arena.cli", "serve", str(cup_file)),
                *("--port", str(port), "--files", str(files)),
            ],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        assert "http://" in said, self.process.communicate()[1]
        self.address = said.split()[-1]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def get(self, path: str = "") -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", f"/{path}")
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def stop(self, *, within_s: float = PATIENCE_S) -> int:
        """End it as a user does; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(within_s)
        finally:
            self.close()

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()


@contextmanager
def serving(cup_file: Path, files: Path, *, port: int = 0) -> Iterator[Server]:
    server = Server(cup_file, files, port=port)
    try:
        yield server
    finally:
        server.close()


@dataclass(frozen=True, slots=True)
class Event:
    """What a reader was told."""

    name: str
    sequence: int | None
    data: object


@contextmanager
def connected(port: int, query: str = "", *, last: int | None = None) -> Iterator[socket.socket]:
    """A connection that asked for the news."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as connection:
        place = "" if last is None else f"Last-Event-ID: {last}\r\n"
        connection.sendall(f"GET /events{query} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{place}\r\n".encode())
        yield connection


def events(connection: socket.socket) -> Iterator[Event]:
    """What comes, until the connection is cut; of an event that did not come whole, nothing."""
    fields: dict[str, str] = {}
    with suppress(OSError), connection.makefile("r", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            if line == "\n" and "data" in fields:
                sequence = int(fields["id"]) if "id" in fields else None
                yield Event(fields["event"], sequence, json.loads(fields["data"]))
            if line == "\n":
                fields = {}
            name, colon, value = line.rstrip("\n").partition(": ")
            if colon and name in {"event", "id", "data"}:
                fields[name] = value


class CutWay:
    """Carries bytes to a port and back, until it is cut.

    Attributes:
        port: to connect to in place of the other.
    """

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._door = socket.create_server(("127.0.0.1", 0))
        self._carried: list[socket.socket] = []
        self._carriers: list[threading.Thread] = []
        self.port: int = self._door.getsockname()[1]
        self._start(self._accept)

    def cut(self) -> None:
        """Cut all connections there are; new ones are carried."""
        for each in self._carried:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Carry nothing any more."""
        self._door.shutdown(socket.SHUT_RDWR)
        self.cut()
        for each in self._carriers:
            each.join(PATIENCE_S)
        for sock in (self._door, *self._carried):
            sock.close()

    def _start(self, work: Callable[..., None], *arguments: socket.socket) -> None:
        self._carriers.append(threading.Thread(target=work, args=arguments, daemon=True))
        self._carriers[-1].start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._door.accept()
                there = socket.create_connection(("127.0.0.1", self._to_port))
                self._carried += [here, there]
                self._start(_carry, here, there)
                self._start(_carry, there, here)


def _carry(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(4096):
            target.sendall(piece)
    for each in (source, target):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
