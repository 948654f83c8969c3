"""A cluster is named so that what goes to it cannot be overheard, or the command says what is missing."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.cluster.address import Cluster, Credentials, parse_cluster
from arena.cluster.troubles import BadCluster
from arena.remote.certificates import For, checked_hosts, make
from arena.remote.places import RemotePlaces


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> RemotePlaces:
    places = RemotePlaces(tmp_path_factory.mktemp("files"))
    make(places, checked_hosts([]), days=2, now=datetime.now(UTC), whom=For.CLUSTER)
    return places


def with_tls(address: str, files: RemotePlaces, **others: Path | None) -> Cluster:
    given: dict[str, Path | None] = {
        "authority": files.authority,
        "certificate": files.member,
        "key": files.member_key,
        **others,
    }
    return parse_cluster(
        address, option="--cluster", authority=given["authority"], certificate=given["certificate"], key=given["key"]
    )


@pytest.mark.parametrize(
    ("address", "host"),
    [("127.0.0.1:8786", "127.0.0.1"), ("tcp://localhost:8786", "localhost"), ("tcp://[::1]:8786", "::1")],
)
def test_this_machine_needs_no_tls(address: str, host: str) -> None:
    cluster = parse_cluster(address, option="--cluster")

    assert cluster == Cluster("tcp://" + address.removeprefix("tcp://"), None)
    assert cluster.host == host


@pytest.mark.parametrize("address", ["arena.example.org:8786", "tcp://192.0.2.7:8786", "tcp://127.example.org:1"])
def test_another_machine_without_tls_is_refused_unless_it_is_asked_for(address: str) -> None:
    with pytest.raises(BadCluster, match="can run programs there"):
        parse_cluster(address, option="--cluster")

    assert parse_cluster(address, option="--cluster", insecure=True).credentials is None


@pytest.mark.parametrize("address", ["arena.example.org:8786", "tls://arena.example.org:8786"])
def test_with_certificates_it_is_tls(address: str, files: RemotePlaces) -> None:
    assert with_tls(address, files) == Cluster(
        "tls://arena.example.org:8786", Credentials(files.authority, files.member, files.member_key)
    )


@pytest.mark.parametrize(
    "address", ["", "8786", "host", "host:", "host:0", "host:65536", "host:8786/x", "a b:1", "::1:8786", "tls://:8786"]
)
def test_what_is_no_address_is_quoted(address: str) -> None:
    with pytest.raises(BadCluster) as refused:
        parse_cluster(address, option="--cluster")

    assert f"--cluster {address!r} is no address; write HOST:PORT" in str(refused.value)


def test_schemes_and_certificates_go_together(files: RemotePlaces) -> None:
    with pytest.raises(BadCluster, match="needs --tls-ca, --tls-cert and --tls-key"):
        parse_cluster("tls://127.0.0.1:8786", option="--cluster")
    with pytest.raises(BadCluster, match="write tls://"):
        with_tls("tcp://127.0.0.1:8786", files)
    with pytest.raises(BadCluster, match="dialled with tls:// or tcp://"):
        parse_cluster("http://127.0.0.1:8786", option="--cluster")
    with pytest.raises(BadCluster, match=r"^--tls-ca and --tls-key is missing"):
        with_tls("127.0.0.1:8786", files, authority=None, key=None)


def test_files_that_are_not_what_they_should_be_are_named(files: RemotePlaces, tmp_path: Path) -> None:
    with pytest.raises(BadCluster, match=r"^--tls-ca .*No such file"):
        with_tls("127.0.0.1:8786", files, authority=tmp_path / "none")
    with pytest.raises(BadCluster, match=r"^--tls-key .*Is a directory"):
        with_tls("127.0.0.1:8786", files, key=tmp_path)
    with pytest.raises(BadCluster, match="holds no certificate"):
        with_tls("127.0.0.1:8786", files, authority=files.member_key)
    with pytest.raises(BadCluster, match="are no certificate and its key"):
        with_tls("127.0.0.1:8786", files, key=files.authority_key)
