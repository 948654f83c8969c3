"""The authority is made once and kept; server certificates are made for the hosts that are named."""

from __future__ import annotations

import ipaddress
import stat
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from arena.remote.certificates import (
    BadCertificates,
    BadHost,
    For,
    Made,
    checked_hosts,
    make,
    read_server_certificate,
)
from arena.remote.places import RemotePlaces

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def made(folder: Path, hosts: Sequence[str] = (), *, days: int = 365, now: datetime = NOW) -> tuple[RemotePlaces, Made]:
    places = RemotePlaces(folder)
    return places, make(places, checked_hosts(hosts), days=days, now=now)


def certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_the_server_has_a_certificate_for_its_hosts_and_loopback(tmp_path: Path) -> None:
    places, _ = made(tmp_path, ["Arena.example.org", "192.0.2.7", "[2001:db8::1]", "localhost"])
    names = certificate(places.server).extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    assert names.get_values_for_type(x509.DNSName) == ["arena.example.org", "localhost"]
    assert {str(each) for each in names.get_values_for_type(x509.IPAddress)} == {
        *("192.0.2.7", "2001:db8::1", "127.0.0.1", "::1")
    }


def test_the_authority_signs_the_server(tmp_path: Path) -> None:
    places, _ = made(tmp_path)
    authority, server = certificate(places.authority), certificate(places.server)

    server.verify_directly_issued_by(authority)
    assert authority.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert not server.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    for each in (authority, server):
        key = each.public_key()
        assert isinstance(key, ec.EllipticCurvePublicKey)
        assert isinstance(key.curve, ec.SECP256R1)


def test_asked_again_it_keeps_the_authority_and_replaces_the_server(tmp_path: Path) -> None:
    places, first = made(tmp_path)
    authority, server = places.authority.read_bytes(), places.server.read_bytes()
    _, second = made(tmp_path, ["192.0.2.7"])

    assert (first.is_new_authority, second.is_new_authority) == (True, False)
    assert places.authority.read_bytes() == authority
    assert places.server.read_bytes() != server
    assert ipaddress.ip_address("192.0.2.7") in certificate(places.server).extensions.get_extension_for_class(
        x509.SubjectAlternativeName
    ).value.get_values_for_type(x509.IPAddress)


@pytest.mark.parametrize(
    ("whom", "uses"),
    [
        (For.GATEWAY, {ExtendedKeyUsageOID.SERVER_AUTH}),
        (For.CLUSTER, {ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH}),
    ],
)
def test_only_machines_of_a_cluster_may_dial_with_theirs(
    tmp_path: Path, whom: For, uses: set[x509.ObjectIdentifier]
) -> None:
    """What the gateway shows to strangers opens no cluster."""
    places = RemotePlaces(tmp_path)
    make(places, checked_hosts(["192.0.2.7"]), days=30, now=NOW, whom=whom)
    path = places.server if whom is For.GATEWAY else places.member

    assert set(certificate(path).extensions.get_extension_for_class(x509.ExtendedKeyUsage).value) == uses
    assert {places.server.exists(), places.member.exists()} == {True, False}


def test_keys_are_for_the_owner_alone(tmp_path: Path) -> None:
    places, _ = made(tmp_path)

    assert [stat.S_IMODE(path.stat().st_mode) for path in (places.authority_key, places.server_key)] == [0o600, 0o600]


def test_no_server_certificate_outlives_its_authority(tmp_path: Path) -> None:
    made(tmp_path)
    _, later = made(tmp_path, days=3650, now=NOW + timedelta(days=3000))

    assert later.until == NOW + timedelta(days=3650)


@pytest.mark.parametrize(
    "host",
    [
        *(
            "",
            " ",
            "a b",
            "-a",
            "a-",
            "a..b",
            "x" * 64,
            ".".join(["x" * 60] * 5),
            "300.1.2.3",
            "1.2.3",
            "*.example.org",
        ),
        *("https://example.org", "example.org:7443", "[::1]:7443", "a/b", "::x", "under_score", "a\n", "a\x00b"),
    ],
)
def test_a_bad_host_is_refused(host: str) -> None:
    with pytest.raises(BadHost):
        checked_hosts([host])


def test_a_name_in_another_script_is_written_as_certificates_have_it() -> None:
    assert checked_hosts(["bücher.example"])[0] == "xn--bcher-kva.example"


def test_what_was_made_can_be_read(tmp_path: Path) -> None:
    places, was = made(tmp_path, ["192.0.2.7"])
    read = read_server_certificate(places, now=NOW)

    assert (read.until, set(read.hosts)) == (was.until, set(was.hosts))
    assert "PRIVATE" not in repr(read)


def test_missing_certificates_are_told_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(BadCertificates, match=r"server\.pem is not there; arena certificates HOST"):
        read_server_certificate(RemotePlaces(tmp_path), now=NOW)


def test_a_certificate_that_ended_is_refused(tmp_path: Path) -> None:
    places, _ = made(tmp_path, days=30)

    with pytest.raises(BadCertificates, match="ended on 2026-03-31"):
        read_server_certificate(places, now=NOW + timedelta(days=31))


@pytest.mark.parametrize("name", ["server", "server_key"])
def test_a_damaged_file_is_refused(name: str, tmp_path: Path) -> None:
    places, _ = made(tmp_path)
    getattr(places, name).write_text("-----BEGIN NONSENSE-----")

    with pytest.raises(BadCertificates, match="is damaged"):
        read_server_certificate(places, now=NOW)


def test_an_authority_without_its_key_is_not_replaced_in_silence(tmp_path: Path) -> None:
    places, _ = made(tmp_path)
    places.authority_key.unlink()

    with pytest.raises(BadCertificates, match=r"authority\.key is not there; put it back"):
        made(tmp_path)
