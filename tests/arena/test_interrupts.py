"""Commands that are stopped by a signal clear up, say so, and end with its status."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from arena.interrupts import stoppable, undisturbed


def told_to_end(number: signal.Signals) -> Callable[[], int]:
    def command() -> int:
        os.kill(os.getpid(), number)
        return 0

    return command


@pytest.mark.parametrize(
    ("number", "name"), [(signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM"), (signal.SIGHUP, "SIGHUP")]
)
def test_what_is_stopped_is_told_and_ends_with_the_status_of_the_signal(
    capsys: pytest.CaptureFixture[str], number: signal.Signals, name: str
) -> None:
    before = signal.getsignal(number)

    assert stoppable(told_to_end(number), left="nothing was kept") == 128 + number
    assert capsys.readouterr().err == f"arena: stopped by {name}; nothing was kept\n"
    assert signal.getsignal(number) == before


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_trio_is_stopped_where_it_can_be(tmp_path: Path, number: signal.Signals) -> None:
    async def work() -> None:
        try:
            os.kill(os.getpid(), number)
            await trio.sleep_forever()
        finally:
            (tmp_path / "cleared").touch()

    def command() -> int:
        trio.run(work)
        return 0

    assert stoppable(command, left="") == 128 + number
    assert (tmp_path / "cleared").exists()


def test_a_command_that_has_cleared_up_itself_is_told_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert stoppable(lambda: 130, left="nothing was kept") == 130
    assert "nothing was kept" in capsys.readouterr().err


def test_one_that_ends_by_itself_has_its_own_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert stoppable(lambda: 2, left="nothing was kept") == 2
    assert capsys.readouterr().err == ""


IGNORING = """
import os, signal
from arena.interrupts import stoppable
def told(number):
    os.kill(os.getpid(), number)
    return 0
signal.signal(signal.SIGINT, signal.SIG_IGN)
print([stoppable(lambda: told(number), left="") for number in (signal.SIGINT, signal.SIGTERM)])
print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)
"""


def test_where_ctrl_c_is_ignored_sigterm_stops_all_the_same() -> None:
    """So a shell starts commands in the background; as they do, this has one thread when it begins."""
    ran = subprocess.run([sys.executable, "-c", IGNORING], capture_output=True, text=True, check=True)

    assert ran.stdout.split("\n")[:2] == ["[0, 143]", "True"]


def test_the_second_signal_does_not_stop_the_clearing_up(tmp_path: Path) -> None:
    def command() -> int:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            os.kill(os.getpid(), signal.SIGTERM)
            (tmp_path / "cleared").touch()
        return 0

    assert stoppable(command, left="") == 143
    assert (tmp_path / "cleared").exists()


def test_what_is_undisturbed_is_done_as_a_whole() -> None:
    def command() -> int:
        with undisturbed():
            os.kill(os.getpid(), signal.SIGTERM)
            return 0

    assert stoppable(command, left="") == 0
