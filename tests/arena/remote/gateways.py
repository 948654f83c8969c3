"""A gateway as a process, bots that dial it from elsewhere, and a line between them that can be cut and be slow."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from arena.remote.certificates import checked_hosts, make
from arena.remote.places import RemotePlaces
from arena.remote.tokens import give_tokens

ROOT = Path(__file__).resolve().parents[3]
SAMPLE_BOTS = ROOT / "sample_bots" / "python"
SOON_S = 60.0


@dataclass(eq=False)
class GatewayProcess:
    """``arena serve-bots`` at work.

    Attributes:
        address: where bots dial in.
        printed: its log, once it has ended.
    """

    process: subprocess.Popen[str]
    files: Path
    address: str
    printed: str = ""

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    @property
    def authority(self) -> Path:
        return RemotePlaces(self.files).authority

    def end(self, number: signal.Signals = signal.SIGTERM) -> None:
        if self.process.returncode is None:
            self.process.send_signal(number)
            _, self.printed = self.process.communicate(timeout=SOON_S)


def certified(files: Path) -> RemotePlaces:
    """The places of a --files folder that has certificates."""
    places = RemotePlaces(files)
    make(places, checked_hosts([]), days=30, now=datetime.now(UTC))
    return places


def start_gateway(files: Path, listen: str = "127.0.0.1:0") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "serve-bots", "--listen", listen, "--files", str(files), "--json"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=files,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


@contextmanager
def gateway_process(files: Path, listen: str = "127.0.0.1:0") -> Iterator[GatewayProcess]:
    """A gateway, with certificates made for it, until the block is left."""
    certified(files)
    process = start_gateway(files, listen)
    try:
        assert process.stdout is not None
        said = json.loads(process.stdout.readline())
        gateway = GatewayProcess(process, files, said["address"])
        yield gateway
        gateway.end()
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()


@contextmanager
def bots_elsewhere(
    address: str, authority: Path, tokens: Sequence[str], *, program: str = "default_bot.py"
) -> Iterator[list[subprocess.Popen[str]]]:
    """Sample bots that dial in, one for each token, until the block is left."""
    bots = [
        subprocess.Popen(
            [sys.executable, str(SAMPLE_BOTS / program)],
            env={
                **os.environ,
                "TRACTOR_ADDRESS": address,
                "TRACTOR_TOKEN": token,
                "TRACTOR_AUTHORITY": str(authority),
                "GRPC_VERBOSITY": "NONE",
            },
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        for token in tokens
    ]
    try:
        yield bots
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()
            if bot.stderr is not None:
                bot.stderr.close()


def enter_remote(files: Path, name: str, count: int) -> tuple[str, ...]:
    """A remote entrant, with tokens."""
    from arena.bot_store import BOTS, BotStore  # noqa: PLC0415 - only where a cup is played

    BotStore(files / BOTS).enter_remote(name, chairs=count, submitted=datetime.now(UTC))
    return give_tokens(files, name, count)


@dataclass(eq=False)
class Line:
    """A line to an address, as a relay of TCP in this process.

    Attributes:
        delay_s: each way.
        is_cut: nobody gets through; set by `cut`.
        connection_count: that got through.
        piece_count: of data, carried in either direction.
    """

    to_port: int
    delay_s: float = 0.0
    is_cut: bool = False
    connection_count: int = 0
    piece_count: int = 0
    _used: threading.Condition = field(default_factory=threading.Condition)
    _open: set[socket.socket] = field(default_factory=set)
    _listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Break all connections, and let no new ones through until `mend`."""
        self.is_cut = True
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def wait_until_used(self, count: int) -> None:
        """Wait until so many pieces have been carried."""
        with self._used:
            assert self._used.wait_for(lambda: self.piece_count >= count, SOON_S), "nobody uses the line"

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self.cut()

    def run(self) -> None:
        """Let connections through, each on threads of its own, until closed."""
        with self._listener, suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self.to_port))
                except OSError:
                    near.close()
                    continue
                self.connection_count += 1
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        ends = {near: far, far: near}
        self._open |= ends.keys()
        on_the_way: deque[tuple[float, socket.socket, bytes]] = deque()
        with near, far, suppress(OSError):
            for end in ends:
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while True:
                wait_s = max(0.0, on_the_way[0][0] - time.monotonic()) if on_the_way else None
                for end in select.select(list(ends), [], [], wait_s)[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    on_the_way.append((time.monotonic() + self.delay_s, ends[end], data))
                while on_the_way and on_the_way[0][0] <= time.monotonic():
                    _, end, data = on_the_way.popleft()
                    end.sendall(data)
                    with self._used:
                        self.piece_count += 1
                        self._used.notify_all()


@contextmanager
def line_to(port: int, *, delay_s: float = 0.0) -> Iterator[Line]:
    """A line to a port of this machine, until the block is left."""
    line = Line(port, delay_s)
    thread = threading.Thread(target=line.run, daemon=True)
    thread.start()
    try:
        yield line
    finally:
        line.close()
        thread.join(timeout=SOON_S)
