"""The server as a process: Hypercorn on trio, from a socket of ours until a signal."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import structlog
import trio
from hypercorn.config import Config
from hypercorn.trio import serve as serve_on_trio
from starlette.types import ASGIApp

from arena.serving.live import Live

GRACE_S = 0.3
"""For answers that are under way when the server stops."""

STOP_WITHIN_S = 1.0
"""After that the process ends whatever is still being sent to a reader that does not read."""

UNREAD_FOR_MS = 30_000
"""A reader that takes nothing for so long is cut off; it comes back by itself with the place where it was."""

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

log = structlog.get_logger()


class CannotListen(Exception):
    """The address cannot be served at."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where it is listened, from now on.

    Attributes:
        address: of the first page.
        is_loopback: only this machine reaches it.
    """

    listening: socket.socket
    address: str
    is_loopback: bool


def open_door(host: str, port: int) -> Door:
    """Listen.

    Args:
        port: 0 for any that is free.

    Raises:
        CannotListen: the port is taken, or the host none of this machine.
    """
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no name of a machine"
        raise CannotListen(f"--host {host}: {reason}; name an address of this machine, as 127.0.0.1") from None
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # What is accepted has these too. Hypercorn waits for a reader as long as it takes, the system does not.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD_FOR_MS)
        listening.bind(place)
        listening.listen()
    except OSError as error:
        listening.close()
        remedy = "name another with --port, or 0 for any that is free"
        raise CannotListen(f"{host}, port {port}: {error.strerror}; {remedy}") from None
    found = listening.getsockname()
    name = f"[{found[0]}]" if family is socket.AF_INET6 else found[0]
    return Door(listening, f"http://{name}:{found[1]}/", ipaddress.ip_address(found[0]).is_loopback)


async def serve(
    door: Door, application: ASGIApp, live: Live, closing: trio.Event, on_listening: Callable[[], None]
) -> None:
    """Serve until a signal; then everything is over within two seconds.

    Args:
        closing: set when it stops.
        on_listening: called once readers are answered.
    """
    with trio.open_signal_receiver(*SIGNALS) as signals:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(live.run)
            await nursery.start(partial(serve_on_trio, shutdown_trigger=closing.wait), application, _config(door))
            on_listening()
            async for number in signals:
                log.info("stopping", signal=signal.Signals(number).name)
                break
            _end_soon()
            closing.set()
            nursery.cancel_scope.deadline = trio.current_time() + 2 * GRACE_S


def _config(door: Door) -> Config:
    config = Config()
    config.bind = [f"fd://{door.listening.detach()}"]
    config.graceful_timeout = GRACE_S
    config.include_server_header = False
    # What is no error of ours is not worth a line.
    config.errorlog = logging.getLogger("hypercorn.error")
    config.accesslog = None
    return config


def _end_soon() -> None:
    """End the process in a while, should it not have ended by then; it only reads, and leaves nothing half done."""
    last = threading.Timer(STOP_WITHIN_S, os._exit, (0,))
    last.daemon = True
    last.start()


def end_at_once() -> None:
    """End the process, which has nothing left to do: to take down what it loaded takes seconds on a busy machine."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.flush()
    os._exit(0)
