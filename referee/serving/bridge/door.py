"""A door to the outside: TLS, and how many strangers may stand in it at once."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

import grpc

from referee.serving.bridge.stream import breach

CONNECTIONS_MAX = 1024

HANDSHAKE_WITHIN_S = 10
"""For the TLS handshake; whoever speaks plain text fails it at once."""

IDLE_S = 30
"""A connection without a stream is closed after so long."""

PING_EVERY_S = 60
PONG_WITHIN_S = 300
"""A peer that is gone without a word is noticed after both. The second is long because of bots whose only thread
computes: until it has finished, no ping is answered."""

PINGS_OF_A_PEER_APART_S = 10
"""Bots may ping so often, which keeps their routers from forgetting them."""

_IPV6_NETWORK_BITS = 64
"""What one customer has of addresses."""


@dataclass(frozen=True, slots=True)
class Door:
    """How strangers come in.

    Attributes:
        chain: certificates, PEM.
        key: PEM.
        streams_max: open at once, in all.
        streams_of_a_peer_max: open at once, of one address, or network of IPv6.
        unheard_max: that have not said their first message, in all.
        unheard_of_a_peer_max: the same, of one address.
    """

    chain: bytes = field(repr=False)
    key: bytes = field(repr=False)
    streams_max: int = 512
    streams_of_a_peer_max: int = 128
    unheard_max: int = 128
    unheard_of_a_peer_max: int = 16

    @property
    def credentials(self) -> grpc.ServerCredentials:
        """For gRPC."""
        return grpc.ssl_server_credentials([(self.key, self.chain)])

    @property
    def options(self) -> list[tuple[str, int]]:
        """For gRPC's server."""
        return [
            ("grpc.max_allowed_incoming_connections", CONNECTIONS_MAX),
            ("grpc.max_concurrent_streams", self.streams_of_a_peer_max),
            ("grpc.server_handshake_timeout_ms", HANDSHAKE_WITHIN_S * 1000),
            ("grpc.max_connection_idle_ms", IDLE_S * 1000),
            ("grpc.keepalive_time_ms", PING_EVERY_S * 1000),
            ("grpc.keepalive_timeout_ms", PONG_WITHIN_S * 1000),
            ("grpc.http2.ping_timeout_ms", PONG_WITHIN_S * 1000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.min_ping_interval_without_data_ms", PINGS_OF_A_PEER_APART_S * 1000),
        ]


class Crowd:
    """Who stands in a door, counted."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._streams = Counter[str]()
        self._unheard = Counter[str]()

    @contextmanager
    def stream(self, peer: str) -> Iterator[None]:
        """A stream of *peer*, as gRPC writes it, while the block lasts.

        Raises:
            StreamEnded: there are too many.
        """
        door = self._door
        with _counted(self._streams, origin(peer), door.streams_max, door.streams_of_a_peer_max, "streams"):
            yield

    @contextmanager
    def unheard(self, peer: str) -> Iterator[None]:
        """The same, until it has said its first message."""
        door, what = self._door, "streams without a hello"
        with _counted(self._unheard, origin(peer), door.unheard_max, door.unheard_of_a_peer_max, what):
            yield


@contextmanager
def _counted(counts: Counter[str], who: str, in_all_max: int, each_max: int, what: str) -> Iterator[None]:
    if counts[who] >= each_max:
        raise breach(grpc.StatusCode.RESOURCE_EXHAUSTED, f"too many {what} from one address; {each_max} are allowed")
    if counts.total() >= in_all_max:
        raise breach(grpc.StatusCode.RESOURCE_EXHAUSTED, f"too many {what}; try again later")
    counts[who] += 1
    try:
        yield
    finally:
        counts[who] -= 1
        if not counts[who]:
            del counts[who]


def origin(peer: str) -> str:
    """Whom a peer counts as: its address without the port; of IPv6, the network."""
    text = unquote(peer)
    kind, _, rest = text.partition(":")
    host = rest.rpartition(":")[0].removeprefix("[").removesuffix("]")
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return kind
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, _IPV6_NETWORK_BITS), strict=False))
    return str(address)
