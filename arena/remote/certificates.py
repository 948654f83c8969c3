"""The arena's own certificate authority, and what it signs: for the gateway, and for the machines of a cluster.

Bots trust this authority alone and for nothing else, so that no bought certificate and no public name is needed. The
machines of a cluster dial each other, so theirs serves both ends; whoever has it may give them orders.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arena.remote.places import PUBLIC_MODE, SECRET_MODE, RemotePlaces, write_safely

AUTHORITY_DAYS = 3650
LOOPBACK = ("localhost", "127.0.0.1", "::1")

CLOCKS_APART = timedelta(hours=1)
"""A certificate holds from so long ago, for bots whose clock is slow."""

HOST_BYTES_MAX = 253

_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")


class For(Enum):
    """Whom a certificate is for, by name."""

    GATEWAY = "gateway"
    CLUSTER = "cluster"


class BadHost(ValueError):
    """No name and no address of a host."""

    def __init__(self, text: str, reason: str) -> None:
        super().__init__(f"{text!r} {reason}")


class BadCertificates(Exception):
    """Certificates that are not there, or cannot be used; the sentence says what to do."""


@dataclass(frozen=True, slots=True)
class Made:
    """What was made.

    Attributes:
        hosts: that the certificate names.
        until: its end.
        is_new_authority: bots need its certificate; else the one that they have holds.
    """

    hosts: tuple[str, ...]
    until: datetime
    is_new_authority: bool


@dataclass(frozen=True, slots=True)
class ServerCertificate:
    """What a gateway shows.

    Attributes:
        chain: PEM.
    """

    chain: bytes
    key: bytes
    until: datetime
    hosts: tuple[str, ...]

    def __repr__(self) -> str:
        return f"ServerCertificate(until={self.until:%Y-%m-%d}, hosts={self.hosts})"


def checked_hosts(texts: Sequence[str]) -> tuple[str, ...]:
    """Names and addresses as certificates have them, loopback's always among them.

    Raises:
        BadHost: one is neither a name nor an address.
    """
    return tuple(dict.fromkeys([*map(_host, texts), *LOOPBACK]))


def make(places: RemotePlaces, hosts: Sequence[str], *, days: int, now: datetime, whom: For = For.GATEWAY) -> Made:
    """Make a certificate for these hosts, signed by the authority, which is made if there is none.

    Raises:
        BadCertificates: the authority that is there cannot be used.
        OSError: a file cannot be read or written.
    """
    places.make()
    is_new = not places.authority_key.exists() and not places.authority.exists()
    if is_new:
        _make_authority(places, now)
    authority, key = _read_authority(places)
    if authority.not_valid_after_utc <= now:
        raise BadCertificates(
            f"the authority ended on {authority.not_valid_after_utc:%Y-%m-%d}; remove {places.authority} and "
            f"{places.authority_key}, ask again, and give the new {places.authority.name} to all bot authors"
        )
    until = min(now + timedelta(days=days), authority.not_valid_after_utc)
    _make_signed(places, hosts, authority, key, whom=whom, now=now, until=until)
    return Made(tuple(hosts), until, is_new)


def read_server_certificate(places: RemotePlaces, *, now: datetime) -> ServerCertificate:
    """What the gateway shows.

    Raises:
        BadCertificates: it is not there, is damaged, or holds no more.
        OSError: it cannot be read.
    """
    again = "arena certificates HOST... makes it, with the names and addresses under which bots dial this machine"
    try:
        chain, key = places.server.read_bytes(), places.server_key.read_bytes()
    except FileNotFoundError as missing:
        raise BadCertificates(f"{missing.filename} is not there; {again}") from None
    try:
        certificate = x509.load_pem_x509_certificate(chain)
        public = serialization.load_pem_private_key(key, None).public_key()
    except (ValueError, TypeError):
        raise BadCertificates(f"{places.server} or {places.server_key} is damaged; {again} anew") from None
    if certificate.public_key() != public:
        raise BadCertificates(f"{places.server} and {places.server_key} do not belong together; {again} anew")
    until = certificate.not_valid_after_utc
    if until <= now:
        raise BadCertificates(f"the certificate in {places.server} ended on {until:%Y-%m-%d}; {again} anew")
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    hosts = (*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress)))
    return ServerCertificate(chain, key, until, hosts)


def _host(text: str) -> str:
    bare = text.removeprefix("[").removesuffix("]") if text.startswith("[") else text
    try:
        return str(ipaddress.ip_address(bare))
    except ValueError:
        pass
    if "://" in text or "/" in text:
        raise BadHost(text, "is an address of the web; give the host's name alone, as arena.example.org")
    if ":" in text:
        raise BadHost(text, "has a port, or is no IPv6 address; give the host alone, as arena.example.org or 192.0.2.7")
    if "*" in text:
        raise BadHost(text, "has a star; name each host")
    try:
        name = text.encode("idna").decode().lower()
    except UnicodeError:
        name = ""
    labels = name.removesuffix(".").split(".")
    if not name or len(name) > HOST_BYTES_MAX or not all(map(_LABEL.fullmatch, labels)):
        raise BadHost(text, "is no name of a host: letters, digits and - in parts of at most 63, with dots between")
    if labels[-1].isdigit():
        raise BadHost(text, "is no IP address, and a name does not end in a number")
    return ".".join(labels)


def _make_authority(places: RemotePlaces, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tractor Arena authority")])
    certificate = (
        _certificate(name, name, key.public_key(), now=now, until=now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    # The key first: a certificate without its key would be in the way for ever.
    write_safely(places.authority_key, _pem(key), SECRET_MODE)
    write_safely(places.authority, certificate.public_bytes(serialization.Encoding.PEM), PUBLIC_MODE)


def _read_authority(places: RemotePlaces) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    remedy = f"put it back from a copy, or remove {places.authority} and {places.authority_key} to have a new one made"
    try:
        key = serialization.load_pem_private_key(places.authority_key.read_bytes(), None)
        certificate = x509.load_pem_x509_certificate(places.authority.read_bytes())
    except FileNotFoundError as missing:
        raise BadCertificates(f"of the authority, {missing.filename} is not there; {remedy}") from None
    except (ValueError, TypeError):
        raise BadCertificates(f"the authority's certificate or key is damaged; {remedy}") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or certificate.public_key() != key.public_key():
        raise BadCertificates(f"the authority's certificate and key do not belong together; {remedy}")
    return certificate, key


def _make_signed(
    places: RemotePlaces,
    hosts: Sequence[str],
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    *,
    whom: For,
    now: datetime,
    until: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Tractor Arena {whom.value}")])
    issuer_id = authority.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    certificate = (
        _certificate(subject, authority.subject, key.public_key(), now=now, until=until)
        .add_extension(x509.SubjectAlternativeName([_general_name(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(_uses(whom)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer_id), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    place, key_place = _places_of(places, whom)
    write_safely(key_place, _pem(key), SECRET_MODE)
    write_safely(place, certificate.public_bytes(serialization.Encoding.PEM), PUBLIC_MODE)


def _uses(whom: For) -> list[x509.ObjectIdentifier]:
    match whom:
        case For.GATEWAY:
            return [ExtendedKeyUsageOID.SERVER_AUTH]
        case For.CLUSTER:
            return [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]


def _places_of(places: RemotePlaces, whom: For) -> tuple[Path, Path]:
    """Of a certificate, and of its key."""
    match whom:
        case For.GATEWAY:
            return places.server, places.server_key
        case For.CLUSTER:
            return places.member, places.member_key


def _certificate(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, *, now: datetime, until: datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_APART)
        .not_valid_after(until)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def days_left(until: datetime, now: datetime | None = None) -> int:
    """Whole days until then."""
    return (until - (now or datetime.now(UTC))).days


def files_of(places: RemotePlaces, whom: For = For.GATEWAY) -> tuple[tuple[Path, str], ...]:
    """Every file of the certificates, with who is to have it."""
    if whom is For.CLUSTER:
        return (
            (places.authority, "for every machine of the cluster: --tls-ca; it is no secret"),
            (places.authority_key, "keep it, show it to nobody, have a copy elsewhere: it signs what machines trust"),
            (places.member, "for every machine of the cluster: --tls-cert"),
            (places.member_key, "likewise: --tls-key; whoever has it can run programs on all of them"),
        )
    return (
        (places.authority, "give it to every author of a remote bot; it is no secret"),
        (places.authority_key, "keep it, show it to nobody, have a copy elsewhere: it signs what bots trust"),
        (places.server, "what the gateway shows; it stays here"),
        (places.server_key, "its key; it stays here and is secret"),
    )
