"""Where a gateway listens: a port that other machines can reach."""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address

from referee.serving.address import Address, BadAddress

ALL_ADDRESSES = frozenset({"0.0.0.0", "::"})  # noqa: S104 - compared with, not listened on
LOOPBACK_NAME = "localhost"

_HOST_AND_PORT = re.compile(r"(?P<host>\[[0-9a-fA-F:.%]+\]|[^:\[\]/\s]+):(?P<port>\d{1,5})")


def parse_public_address(text: str) -> Address:
    """The address that a text names, ``HOST:PORT``; port 0 is any free one.

    Raises:
        BadAddress: it is none, or none of this machine.
    """
    found = _HOST_AND_PORT.fullmatch(text)
    if found is None or int(found["port"]) > 65535:
        raise BadAddress(text, "write HOST:PORT, as 0.0.0.0:7443, [::]:7443 or 192.0.2.7:7443")
    try:
        places = socket.getaddrinfo(
            found["host"].strip("[]"), int(found["port"]), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "no name of a host"
        raise BadAddress(text, f"the host is not known: {reason}") from None
    for family, kind, protocol, _, place in places:
        _try(text, socket.socket(family, kind, protocol), place)
    return Address(text, None)


def address_to_dial(listens_at: str, hosts: Sequence[str]) -> str:
    """What bots are told to dial where somebody listens who has a certificate for *hosts*.

    Nobody can dial all addresses of a machine: instead of them, the first host that others know too.
    """
    host, _, port = listens_at.rpartition(":")
    if host.strip("[]") not in ALL_ADDRESSES or not hosts:
        return listens_at
    known = next((host for host in hosts if not is_loopback(host)), LOOPBACK_NAME)
    return f"[{known}]:{port}" if ":" in known else f"{known}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a host of a certificate is this machine for everybody."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == LOOPBACK_NAME


def _try(text: str, probe: socket.socket, place: tuple[object, ...]) -> None:
    """Refuse a place that cannot be had; gRPC would not say why, and be content with one of several."""
    with probe:
        # As gRPC does: ports of connections that ended a moment ago are free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            probe.listen()
        except OSError as error:
            raise BadAddress(text, f"cannot listen there: {error.strerror or error}") from None
