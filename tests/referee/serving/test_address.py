"""Where a referee listens, and where it refuses to."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.serving.address import UNIX_PATH_BYTES_MAX, BadAddress, parse_address


def test_a_unix_socket_has_a_path() -> None:
    assert parse_address("unix:/run/referee.sock").path == Path("/run/referee.sock")


@pytest.mark.parametrize("text", ["127.0.0.1:0", "127.0.0.1:65535", "localhost:5000", "[::1]:5000"])
def test_a_port_of_this_machine_is_an_address(text: str) -> None:
    assert parse_address(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5000",
        "0.0.0.0:5000",
        "10.0.0.1:5000",
        "example.org:5000",
        "127.0.0.1",
        "127.0.0.1:65536",
        "[::]:5000",
        "/run/a.sock",
    ],
)
def test_what_other_machines_could_reach_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="which other machines cannot reach"):
        parse_address(text)


def test_a_refusal_lists_every_spelling_that_is_taken() -> None:
    with pytest.raises(BadAddress) as refused:
        parse_address("10.0.0.1:5000")

    spellings = [word.strip(",") for word in refused.value.reason.split() if ":" in word]
    assert [word.partition(":")[0] for word in spellings[:3]] == ["unix", "127.0.0.1", "localhost"]
    assert spellings[3:] == ["[::1]:PORT"]
    for spelling in spellings:
        assert parse_address(spelling.replace("PORT", "5000")).text.startswith(spelling.partition(":")[0])


def test_a_socket_without_a_path_is_refused() -> None:
    with pytest.raises(BadAddress, match="path is missing"):
        parse_address("unix:")


def test_a_path_is_as_long_as_the_kernel_takes_it() -> None:
    """Counted in bytes, not in letters."""
    assert parse_address("unix:/" + "a" * (UNIX_PATH_BYTES_MAX - 1)).path
    with pytest.raises(BadAddress, match="at most 107 bytes, this one has 108"):
        parse_address("unix:/" + "a" * UNIX_PATH_BYTES_MAX)
    with pytest.raises(BadAddress, match="this one has 109"):
        parse_address("unix:/" + "ä" * 54)
