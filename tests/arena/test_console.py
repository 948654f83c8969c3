"""Lines for people come out whatever the output knows."""

from __future__ import annotations

import io
import os
import pwd
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from arena.cli import main
from arena.console import complain, say
from tests.arena.cups import PAIRS, cup, cup_text
from tests.arena.verifying.made import published


def test_results_and_troubles_go_to_different_places(capsys: pytest.CaptureFixture[str]) -> None:
    say("Made.")
    complain("is missing", about="bot.toml: run")
    complain("no room")

    assert capsys.readouterr() == ("Made.\n", "arena: bot.toml: run: is missing\narena: no room\n")


def test_a_character_that_the_output_does_not_know_is_written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))

    say("随机 – ok")

    assert written.getvalue() == b"\\u968f\\u673a \\u2013 ok\n"


def test_a_user_whom_the_system_does_not_know_has_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in containers, where the number of a user is all that there is of it."""

    def unknown(number: int) -> NoReturn:
        raise KeyError(number)

    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(sys, "argv", ["arena", "--version"])
    with pytest.raises(SystemExit):
        main()

    assert Path.home() == Path("/")


# --- Output that cannot be written

RESULTS = "north,west,south,east,shuffle,score\nAda,Ben,Ada,Ben,1,1\nBen,Ada,Ben,Ada,2,1\n"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which every command of `COMMANDS` comes to a good end."""
    folder = tmp_path_factory.mktemp("place")
    (folder / "cup.toml").write_text(cup_text(PAIRS))
    (folder / "r.csv").write_text(RESULTS)
    published(folder, cup('[[stage]]\nformat = "pairs"\ndeals = 1\n', names="AB"))
    return folder


COMMANDS = {
    "schedule": ["schedule", "cup.toml"],
    "cycle": ["schedule", "--entrants", "5", "--json"],
    "rate": ["rate", "r.csv"],
    "rate --json": ["rate", "r.csv", "--json"],
    "verify": ["verify", "out/test"],
    "report": ["report", "out/test"],
    "bots": ["bots"],
    "submit": ["submit", "--remote", "Far"],
    "new-bot": ["new-bot", "Nova", "--folder", "{new}"],
    "certificates": ["certificates", "127.0.0.1"],
    "--help": ["--help"],
    "run --help": ["run", "--help"],
    "--version": ["--version"],
}


def ended(place: Path, name: str, redirected: str, tmp_path: Path) -> tuple[int, str]:
    """Exit status of a command whose streams a shell has *redirected*, and what is on its standard error."""
    words = [each.replace("{new}", str(tmp_path / "nova")) for each in COMMANDS[name]]
    command = shlex.join([sys.executable, "-m", "arena.cli", *words])
    told = subprocess.run(
        ["/bin/sh", "-c", f"{command} {redirected}"],
        check=False,
        cwd=place,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in told.stderr
    return told.returncode, told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_told_and_no_success(place: Path, name: str, tmp_path: Path) -> None:
    assert ended(place, name, ">/dev/full", tmp_path) == (
        1,
        "arena: standard output: No space left on device; send it elsewhere and run the same command again\n",
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schedule", "rate", "verify", "certificates", "--help", "run --help"])
def test_a_closed_output_is_told_and_no_success(place: Path, name: str, tmp_path: Path) -> None:
    assert ended(place, name, ">&-", tmp_path) == (
        1,
        "arena: standard output is closed; leave it open, or send it to /dev/null\n",
    )


@pytest.mark.slow
@pytest.mark.parametrize(("command", "status"), [("check-bot .", 2), ("compare a b", 3), ("run none.toml", 1)])
def test_commands_that_print_as_they_go_on_fail_likewise(tmp_path: Path, command: str, status: int) -> None:
    words = f"{shlex.quote(sys.executable)} -m arena.cli {command} >&-"
    told = subprocess.run(["/bin/sh", "-c", words], check=False, cwd=tmp_path, capture_output=True, timeout=120)

    assert (told.returncode, told.stderr.count(b"\n")) == (status, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schedule", "verify"])
def test_with_both_streams_closed_the_status_says_it(place: Path, name: str, tmp_path: Path) -> None:
    command = f">&- 2>&-; echo $? >{shlex.quote(str(tmp_path / 'status'))}"

    assert ended(place, name, command, tmp_path) == (0, "")
    assert (tmp_path / "status").read_text() == "1\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["schedule", "--help", "run --help"])
def test_a_reader_that_has_left_is_told_nothing(place: Path, name: str) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as unread:
        words = [sys.executable, "-m", "arena.cli", *COMMANDS[name]]
        told = subprocess.run(words, check=False, cwd=place, stdout=unread, stderr=subprocess.PIPE, timeout=120)

    assert (told.returncode, told.stderr) == (1, b"")


@pytest.mark.slow
def test_a_refusal_stays_one_where_nobody_can_be_told(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m arena.cli schedule none.toml >&- 2>/dev/full"

    assert subprocess.run(["/bin/sh", "-c", command], check=False, cwd=tmp_path, timeout=120).returncode == 2
