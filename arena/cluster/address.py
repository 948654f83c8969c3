"""Where a cluster is and how it is spoken to, checked before anything is dialled."""

from __future__ import annotations

import ipaddress
import re
import ssl
from dataclasses import dataclass
from pathlib import Path

from arena.cluster.troubles import BadCluster

TCP, TLS = "tcp", "tls"

_ADDRESS = re.compile(r"(?:(?P<scheme>[a-z]+)://)?(?P<host>\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")


@dataclass(frozen=True, slots=True)
class Credentials:
    """Files in PEM by which the members of a cluster know each other.

    Attributes:
        authority: certificate of whoever signed those of all members.
        certificate: what this member shows.
        key: of that certificate.
    """

    authority: Path
    certificate: Path
    key: Path


@dataclass(frozen=True, slots=True)
class Cluster:
    """A Dask scheduler, and how it is dialled.

    Attributes:
        address: ``tcp://HOST:PORT``, or ``tls://HOST:PORT``.
        credentials: with TLS; else None.
    """

    address: str
    credentials: Credentials | None

    @property
    def host(self) -> str:
        """Name or number of its machine, an IPv6 address without brackets."""
        return self.address.partition("://")[2].rpartition(":")[0].strip("[]")

    @property
    def port(self) -> int:
        """Of its machine."""
        return int(self.address.rpartition(":")[2])


def parse_cluster(
    address: str,
    *,
    option: str,
    authority: Path | None = None,
    certificate: Path | None = None,
    key: Path | None = None,
    insecure: bool = False,
) -> Cluster:
    """The cluster at an address; without a scheme it is with TLS if files are given.

    Args:
        option: what the address is called on the command line.
        insecure: without TLS, also beyond this machine.

    Raises:
        BadCluster: it is no address, a file is missing or makes no sense, or others could listen and give orders.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None or not 1 <= int(found["port"]) <= 65535:
        raise BadCluster(option, f"{address!r} is no address; write HOST:PORT, as tls://arena.example.org:8786")
    credentials = _credentials(authority, certificate, key)
    scheme = found["scheme"] or (TLS if credentials else TCP)
    if scheme not in {TCP, TLS}:
        raise BadCluster(option, f"{address!r} begins with {scheme}://; a scheduler is dialled with tls:// or tcp://")
    if scheme == TLS and credentials is None:
        raise BadCluster(option, f"{address!r} needs --tls-ca, --tls-cert and --tls-key; arena certificates makes them")
    if scheme == TCP and credentials is not None:
        raise BadCluster(option, f"{address!r} is without TLS, and there are certificates; write tls://")
    if scheme == TCP and not insecure and not _is_this_machine(found["host"].strip("[]")):
        raise BadCluster(
            option,
            f"{address!r} is on another machine and without TLS: whoever reaches a scheduler or a worker can run "
            "programs there. Give --tls-ca, --tls-cert and --tls-key (arena certificates makes them), or --insecure "
            "where nobody else is on the network",
        )
    return Cluster(f"{scheme}://{found['host']}:{found['port']}", credentials)


def _credentials(authority: Path | None, certificate: Path | None, key: Path | None) -> Credentials | None:
    if authority is None and certificate is None and key is None:
        return None
    if authority is None or certificate is None or key is None:
        given = {"--tls-ca": authority, "--tls-cert": certificate, "--tls-key": key}
        missing = " and ".join(name for name, path in given.items() if path is None)
        raise BadCluster(missing, "is missing; TLS takes --tls-ca, --tls-cert and --tls-key together")
    for option, path in (("--tls-ca", authority), ("--tls-cert", certificate), ("--tls-key", key)):
        try:
            path.open("rb").close()
        except OSError as error:
            raise BadCluster(option, f"{path}: {error.strerror or error}; arena certificates makes it") from None
    try:
        ssl.create_default_context(cafile=str(authority))
    except (ssl.SSLError, OSError):
        raise BadCluster("--tls-ca", f"{authority} holds no certificate in PEM; give authority.pem") from None
    try:
        # A key with a password would be asked for on the terminal.
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_cert_chain(certificate, key, password=lambda: "")
    except (ssl.SSLError, OSError, ValueError):
        raise BadCluster(
            "--tls-cert", f"{certificate} and --tls-key {key} are no certificate and its key, in PEM, without password"
        ) from None
    return Credentials(authority, certificate, key)


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
