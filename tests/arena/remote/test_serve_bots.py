"""`arena serve-bots` as a process: how it begins, what it refuses, how it ends."""

from __future__ import annotations

import json
import shlex
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from arena.remote.command import make_certificates
from tests.arena.remote.gateways import ROOT, SOON_S, certified, gateway_process

# Each starts a process of its own.
pytestmark = pytest.mark.slow


def refusal(files: Path, listen: str) -> tuple[int, str]:
    """Exit status and words of a gateway that does not begin."""
    command = [sys.executable, "-m", "arena.cli", "serve-bots", "--listen", listen, "--files", str(files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SOON_S, check=False)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_without_certificates_it_names_the_command_that_makes_them(tmp_path: Path) -> None:
    status, said = refusal(tmp_path, "127.0.0.1:0")

    assert status == 1
    assert "server.pem is not there; arena certificates HOST... makes it" in said


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    certified(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, said = refusal(tmp_path, f"127.0.0.1:{taken.getsockname()[1]}")

    assert (status, said.count("\n")) == (2, 1)
    assert "--listen" in said
    assert "cannot listen there: Address already in use" in said


@pytest.mark.parametrize("listen", ["7443", "127.0.0.1", "127.0.0.1:70000", "unix:/tmp/x", "192.0.2.1:0", "a b:1"])
def test_what_is_no_address_of_this_machine_is_refused(listen: str, tmp_path: Path) -> None:
    certified(tmp_path)
    status, said = refusal(tmp_path, listen)

    assert (status, said.count("\n")) == (2, 1)
    assert listen in said


@pytest.mark.parametrize("listen", ["0.0.0.0:0", "[::]:0"])
def test_it_listens_on_all_addresses_and_ends_well(listen: str, tmp_path: Path) -> None:
    with gateway_process(tmp_path, listen) as gateway:
        assert gateway.address == f"localhost:{gateway.port}"
        with socket.create_connection(("127.0.0.1", gateway.port), timeout=SOON_S):
            pass
        gateway.end(signal.SIGINT)

        assert gateway.process.returncode == 0
        assert [json.loads(line)["event"] for line in gateway.printed.splitlines()] == [
            *("listening", "certificate_ends", "stopping")
        ]


@pytest.mark.parametrize(
    ("redirected", "told"),
    [
        (
            ">/dev/full",
            "arena: standard output: No space left on device; send it elsewhere and run the same command again",
        ),
        (">&-", "arena: standard output is closed; leave it open, or send it to /dev/null"),
    ],
)
def test_where_it_cannot_say_that_it_listens_it_tells_and_goes_on(tmp_path: Path, redirected: str, told: str) -> None:
    """Bots may know where it is already; that nobody was told shows in the end."""
    certified(tmp_path)
    words = [sys.executable, "-m", "arena.cli", "serve-bots", "--listen", "127.0.0.1:0", "--files", str(tmp_path)]
    command = ["/bin/sh", "-c", f"exec {shlex.join(words)} {redirected}"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            said = [process.stderr.readline()]
            while '"listening"' not in said[-1] and said[-1]:
                said.append(process.stderr.readline())
            process.send_signal(signal.SIGTERM)
            rest = process.communicate(timeout=SOON_S)[1]
        finally:
            process.kill()

    assert f"{told}\n" in said
    assert '"listening"' in said[-1]
    assert (process.returncode, "Traceback" in rest) == (1, False)


def test_a_second_one_with_the_same_files_is_refused(tmp_path: Path) -> None:
    with gateway_process(tmp_path):
        status, said = refusal(tmp_path, "127.0.0.1:0")

    assert status == 1
    assert "another arena serve-bots works with" in said


def test_after_one_was_killed_the_next_begins(tmp_path: Path) -> None:
    with gateway_process(tmp_path) as killed:
        killed.end(signal.SIGKILL)
    with gateway_process(tmp_path) as gateway:
        assert gateway.address


def test_a_files_folder_with_a_long_name_will_do(tmp_path: Path) -> None:
    files = tmp_path / ("long" * 30)
    files.mkdir()
    with gateway_process(files) as gateway:
        assert gateway.address


def test_certificates_say_who_is_to_have_what(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = make_certificates(["arena.example.org"], files=tmp_path, days=30)
    said = capsys.readouterr().out

    assert status == 0
    assert "for arena.example.org, localhost, 127.0.0.1, ::1" in said
    assert f"{tmp_path / 'remote' / 'authority.pem'}\n      give it to every author" in said


def test_a_bad_host_is_told_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = make_certificates(["https://arena.example.org"], files=tmp_path, days=30)
    said = capsys.readouterr().err

    assert status == 2
    assert said.startswith("arena: 'https://arena.example.org' is an address of the web; give the host's name alone")
    assert not (tmp_path / "remote").exists()
