"""The gateway as a process: what it needs found and checked, then at work until a signal."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec
import structlog
import trio

from arena.console import say
from arena.locks import held, take
from arena.remote.certificates import ServerCertificate, days_left, read_server_certificate
from arena.remote.places import RemotePlaces
from arena.remote.sockets import short_path
from arena.remote.tokens import BadTokensFile, TokenBook, TokenWatch
from referee.serving.address import Address
from referee.serving.bridge.door import Door
from referee.serving.gateway.address import parse_public_address
from referee.serving.gateway.server import open_gateway
from referee.serving.logs import write_logs_to_stderr

DAYS_TO_WARN = 30
LOOK_AT_CALENDAR_S = 24 * 3600.0
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

log = structlog.get_logger()


class AnotherGateway(Exception):
    """One works with these files already."""

    def __init__(self, places: RemotePlaces) -> None:
        super().__init__(f"another arena serve-bots works with {places.files}; one is enough for any number of cups")


class Listening(msgspec.Struct, frozen=True, tag_field="event", tag="listening"):
    """The gateway is at work.

    Attributes:
        address: what bots dial.
        authority: the file that they trust.
        hosts: under which the certificate lets them.
        certificate_until: the day, as 2026-12-31.
    """

    address: str
    authority: str
    hosts: tuple[str, ...]
    certificate_until: str


@dataclass(frozen=True, slots=True)
class Order:
    """What was asked for, checked as far as it can be without listening.

    Attributes:
        address: where bots dial in.
    """

    address: Address
    places: RemotePlaces
    certificate: ServerCertificate


def prepare(listen: str, places: RemotePlaces) -> Order:
    """Find and check what a gateway needs.

    Raises:
        BadAddress: *listen* is no address, or cannot be listened on.
        BadCertificates: they are not there, or not good.
        BadTokensFile: the tokens cannot be read.
        OSError: a file cannot be read.
    """
    certificate = read_server_certificate(places, now=datetime.now(UTC))
    TokenWatch(places).now()
    return Order(parse_public_address(listen), places, certificate)


@contextmanager
def alone(places: RemotePlaces) -> Iterator[None]:
    """The only gateway of these files, while the block lasts.

    Raises:
        AnotherGateway: there is one.
        OSError: the lock cannot be made.
    """
    places.make()
    lock = take(places.lock, waits=False)
    if lock is None:
        raise AnotherGateway(places)
    with held(lock, places.lock):
        yield


async def serve(order: Order, say: Callable[[Listening], None]) -> None:
    """Be a gateway until SIGINT, SIGTERM or SIGHUP; the log goes to standard error.

    Raises:
        BadAddress: it cannot listen there after all.
    """
    write_logs_to_stderr()
    _allow_many_files()
    certificate = order.certificate
    door = Door(certificate.chain, certificate.key)
    tokens = _Tokens(order.places)
    with short_path(order.places.socket) as socket, trio.open_signal_receiver(*SIGNALS) as signals:
        arena = Address(f"unix:{socket}", socket)
        async with (
            open_gateway(
                bots=order.address, door=door, arena=arena, book=tokens.now, hosts=certificate.hosts
            ) as address,
            trio.open_nursery() as nursery,
        ):
            order.places.socket.chmod(0o600)
            nursery.start_soon(_warn_before_the_end, certificate)
            until = f"{certificate.until:%Y-%m-%d}"
            say(Listening(address, str(order.places.authority), certificate.hosts, until))
            log.info("listening", address=address)
            async for number in signals:
                log.info("stopping", signal=signal.Signals(number).name)
                break
            nursery.cancel_scope.cancel()


class _Tokens:
    """The chairs as they are; while the file cannot be read, as they were."""

    def __init__(self, places: RemotePlaces) -> None:
        self._watch = TokenWatch(places)
        self._last = TokenBook()
        self._told = ""

    def now(self) -> TokenBook:
        try:
            self._last = self._watch.now()
            self._told = ""
        except (BadTokensFile, OSError) as trouble:
            if self._told != str(trouble):
                self._told = str(trouble)
                log.warning("tokens_unreadable", because=str(trouble))
        return self._last


async def _warn_before_the_end(certificate: ServerCertificate) -> None:
    while True:
        left = days_left(certificate.until)
        if left <= DAYS_TO_WARN:
            log.warning("certificate_ends", days_left=left, remedy="arena certificates HOST..., then start this again")
        await trio.sleep(LOOK_AT_CALENDAR_S)


def _allow_many_files() -> None:
    """Every stream is a file, and systems allow few unless one asks."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def print_listening(said: Listening, *, as_json: bool) -> None:
    """Say on standard output that it listens, in one line; where nobody can be told, it goes on with its work."""
    if as_json:
        line = msgspec.json.encode(said).decode()
    else:
        certificate = f"certificate for {', '.join(said.hosts)}, until {said.certificate_until}"
        line = f"Bots dial {said.address}, authority: {said.authority} ({certificate})"
    say(line)
