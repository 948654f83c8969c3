"""What bots are told to dial, where a gateway listens."""

from __future__ import annotations

import pytest

from referee.serving.gateway.address import address_to_dial

LOOPBACK = ("localhost", "127.0.0.1", "::1")


@pytest.mark.parametrize("listens_at", ["0.0.0.0:7443", "[::]:7443"])
@pytest.mark.parametrize(
    ("hosts", "dialled"),
    [
        (("arena.example.org", *LOOPBACK, "192.0.2.7"), "arena.example.org:7443"),
        ((*LOOPBACK, "192.0.2.7"), "192.0.2.7:7443"),
        ((*LOOPBACK, "2001:db8::7"), "[2001:db8::7]:7443"),
        (LOOPBACK, "localhost:7443"),
    ],
)
def test_who_listens_on_all_addresses_is_dialled_at_one_that_its_certificate_has(
    listens_at: str, hosts: tuple[str, ...], dialled: str
) -> None:
    assert address_to_dial(listens_at, hosts) == dialled


@pytest.mark.parametrize("listens_at", ["127.0.0.1:7443", "[::1]:7443", "192.0.2.7:7443"])
def test_who_listens_on_one_address_is_dialled_there(listens_at: str) -> None:
    assert address_to_dial(listens_at, ("arena.example.org", *LOOPBACK)) == listens_at
