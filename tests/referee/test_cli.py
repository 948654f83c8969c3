"""The command `referee` as people meet it: help, exit statuses, and no traceback for a mistake of theirs."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard

from tests.referee.command import REFEREE, ROOT, run_referee
from tests.referee.recorded import recorded_game

pytestmark = pytest.mark.slow

COMMANDS = ("serve", "judge", "audit", "show", "rules")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A compressed file of two deals."""
    path = tmp_path_factory.mktemp("records") / "game.jsonl.zst"
    text = "".join(f"{line}\n" for line in recorded_game(seed=7, deal_count=2))
    path.write_bytes(zstandard.ZstdCompressor().compress(text.encode()))
    return path


@pytest.mark.parametrize("arguments", [("--help",), *((command, "--help") for command in COMMANDS)])
def test_help_waits_for_no_library_that_it_does_not_need(arguments: tuple[str, ...]) -> None:
    """The large ones take longer than half a second together; without them it takes a fraction of that."""
    result = subprocess.run(
        [sys.executable, "-X", "importtime", *REFEREE[1:], *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in result.stderr.splitlines()}

    assert result.stdout.startswith(f"Usage: {' '.join(['referee', *arguments[:-1]])} ")
    assert loaded & {"typer"}
    assert (
        loaded & {"grpc", "google", "msgspec", "numpy", "pydantic", "rich", "structlog", "trio", "zstandard"} == set()
    )


def test_help_lists_every_command() -> None:
    text = run_referee("--help").stdout.decode()

    assert [command for command in COMMANDS if f"\n  {command} " in text] == list(COMMANDS)


def test_without_a_command_there_is_help_and_status_2() -> None:
    result = run_referee()

    assert result.returncode == 2
    assert result.stderr.startswith(b"Usage: referee ")


def test_the_version_is_one_line() -> None:
    result = run_referee("--version")

    assert (result.returncode, result.stdout.count(b"\n")) == (0, 1)
    assert result.stdout.startswith(b"referee")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["juge"], "No such command 'juge'"),
        (["judge", "--fast"], "No such option: --fast"),
        (["audit"], "Missing argument"),
        (["show", "x.jsonl", "--deal", "0"], "--deal"),
        (["show", "x.jsonl", "--deal", "two"], "--deal"),
        (["show", "no such file.jsonl"], "no such file.jsonl: cannot be read: No such file or directory"),
        (["show", "/dev/null"], "/dev/null: there is no record in it"),
        (["show", "."], ".: cannot be read: Is a directory"),
        (["serve", "--bots", "10.0.0.1:80"], "referee: --bots '10.0.0.1:80': write unix:/path, "),
        (["serve", "--arena", "unix:"], "referee: --arena 'unix:': the path is missing"),
        (
            ["serve", "--arena", "unix:/no/such/folder/socket"],
            "referee: --arena 'unix:/no/such/folder/socket': the folder '/no/such/folder' does not exist",
        ),
        (["serve", "--bots", "unix:x/y", "--arena", "unix:x/y"], "referee: --bots and --arena 'unix:x/y': the folder "),
    ],
)
def test_a_mistake_is_told_in_words(arguments: list[str], why: str) -> None:
    result = run_referee(*arguments)

    assert result.returncode == 2
    assert why in result.stderr.decode()
    assert b"Traceback" not in result.stderr


def run_shell(text: str, **names: str) -> subprocess.CompletedProcess[bytes]:
    """A line of shell in which $referee is the command and ``$NAME`` what *names* say."""
    return subprocess.run(
        ["/bin/sh", "-c", text.replace("$referee", shlex.join(REFEREE))],
        cwd=ROOT,
        env={**os.environ, **names},
        capture_output=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("$referee judge <&-", 1, "referee: the questions cannot be read: standard input is closed"),
        ("echo {} | $referee judge >&-", 1, "referee: standard output is closed"),
        ("$referee serve >&-", 1, "referee: standard output is closed"),
        ('$referee audit "$record" >&-', 1, "referee: standard output is closed"),
        ('$referee show "$record" >&-', 1, "referee: standard output is closed"),
        ("$referee --help >&-", 1, "referee: standard output is closed"),
        ("$referee judge --help >&-", 1, "referee: standard output is closed"),
        ("$referee show - <&-", 2, "-: cannot be read: standard input is closed"),
        *(
            (f"{line} >/dev/full", 1, "referee: standard output cannot be written: No space left on device")
            for line in (
                *("echo {} | $referee judge", '$referee audit "$record"', '$referee show "$record"'),
                *("$referee --help", "$referee judge --help", "$referee --version"),
            )
        ),
    ],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_stream_that_is_closed_or_full_is_told_in_one_sentence(
    line: str, status: int, said: str, unbuffered: str, record: Path
) -> None:
    result = run_shell(line, record=str(record), PYTHONUNBUFFERED=unbuffered)

    assert (result.returncode, result.stderr.decode()) == (status, f"{said}\n")


def test_an_audit_of_a_closed_input_cannot_read_it(record: Path) -> None:
    """The other files are still audited."""
    result = run_shell('$referee audit - "$record" <&-', record=str(record))

    assert (result.returncode, result.stderr) == (2, b"")
    assert result.stdout.decode() == (
        f"-: cannot be read: standard input is closed\n{record}: holds: 2 deals replayed\n"
    )


def test_a_referee_that_cannot_say_where_it_listens_ends() -> None:
    result = run_shell("$referee serve >/dev/full")

    assert result.returncode == 1
    last = result.stderr.decode().splitlines()[-1]
    assert last == "referee: standard output cannot be written: No space left on device"
    assert b"Traceback" not in result.stderr


def test_audit_tells_of_each_file_and_ends_with_the_worst(record: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.jsonl"
    fields = json.loads(recorded_game(seed=7, deal_count=1)[0])
    fields["trump"] = "3N" if fields["trump"] == "2N" else "2N"
    wrong.write_text(json.dumps(fields), encoding="utf-8")

    held = run_referee("audit", str(record), "-", given=wrong.read_bytes())
    unread = run_referee("audit", str(wrong), str(tmp_path), str(record))

    assert held.returncode == 1
    assert held.stderr + unread.stderr == b""
    first, second = held.stdout.decode().splitlines()
    assert first == f"{record}: holds: 2 deals replayed"
    assert second.startswith("-: does not hold: line 1, deal 1: trump: the record says ")
    assert unread.returncode == 2
    assert [line.split(": ")[1] for line in unread.stdout.decode().splitlines()] == [
        "does not hold",
        "cannot be read",
        "holds",
    ]


def test_show_prints_one_deal_or_all(record: Path) -> None:
    whole = run_referee("show", str(record))
    second = run_referee("show", str(record), "--deal", "2")
    beyond = run_referee("show", str(record), "--deal", "3")

    assert (whole.returncode, second.returncode) == (0, 0)
    assert second.stdout.decode().startswith("Deal 2 of match made up")
    first, *rest = whole.stdout.decode().partition("\n\nDeal 2 ")
    assert first.startswith("Deal 1 of match made up")
    assert "".join(rest) == f"\n\n{second.stdout.decode()}"
    assert (beyond.returncode, beyond.stdout) == (2, b"")
    assert beyond.stderr.decode() == f"{record}: there is no deal 3 in it\n"


def test_show_of_a_deal_that_does_not_hold_says_why() -> None:
    fields = json.loads(recorded_game(seed=7, deal_count=1)[0])
    fields["result"]["total"] += 5

    result = run_referee("show", "-", given=json.dumps(fields).encode())

    assert result.returncode == 1
    assert result.stderr.decode().startswith("-: line 1, deal 1: result.total: the record says ")


def test_a_name_that_the_terminal_cannot_write_is_escaped() -> None:
    fields = json.loads(recorded_game(seed=7, deal_count=1)[0])
    fields["names"][0] = "Björn"

    result = subprocess.run(
        [*REFEREE, "show", "-"],
        cwd=ROOT,
        input=json.dumps(fields).encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        timeout=60,
        check=True,
    )

    assert rb"Bj\xf6rn" in result.stdout


@pytest.mark.parametrize("arguments", [["judge"], ["show", "-"], ["audit", "-"]])
def test_ctrl_c_ends_it_without_a_word(arguments: list[str]) -> None:
    """Sent when it waits for its input, which it shows by having read what there is."""
    with subprocess.Popen(
        [*REFEREE, *arguments], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            # More than a pipe holds: written only once the command reads.
            process.stdin.write(b" " * 100_000)
            process.stdin.flush()
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=30)
        finally:
            process.kill()

    assert said == b""
    assert process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_it_listens_and_stops_when_told_to(number: signal.Signals, tmp_path: Path) -> None:
    addresses = {who: f"unix:{tmp_path}/{who}" for who in ("bots", "arena")}
    command = [*REFEREE, "serve", "--bots", addresses["bots"], "--arena", addresses["arena"]]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            said = json.loads(process.stdout.readline())
            process.send_signal(number)
            rest, log = process.communicate(timeout=30)
        finally:
            process.kill()

    assert said == {"event": "listening", **addresses}
    assert (process.returncode, rest) == (0, b"")
    assert b"Traceback" not in log


@pytest.mark.parametrize("command", ["show", "audit"])
def test_a_reader_that_has_left_ends_it_without_a_word(command: str, record: Path) -> None:
    with subprocess.Popen(
        [*REFEREE, command, str(record)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()

    assert said == b""
