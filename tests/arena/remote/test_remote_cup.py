"""Whole cups with a bot from elsewhere, over TLS on loopback, in processes of their own."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from tests.arena.remote.gateways import GatewayProcess, bots_elsewhere, enter_remote, gateway_process, line_to
from tests.end_to_end.arena_process import Arena, events, of, until
from tests.end_to_end.bot_host import bot_host, hosted_bot
from tests.sizes import scale

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("remote cups")]

HEAD = '[cup]\nname = "cup"\nseed = "remote"\n[run]\ntables = 1\n'
A_MATCH_IS_ON = 60
"""Pieces that a line has carried by then."""

REMOTE = '[[bot]]\nentrant = "Far"\n'
NEAR_PIPE = Path(gettempdir()) / f"near-{os.getpid()}"
NEAR = hosted_bot("Near", NEAR_PIPE)


@pytest.fixture(scope="module", autouse=True)
def near() -> Iterator[None]:
    """Starts the bots that play here, all of this module's."""
    with bot_host(NEAR_PIPE):
        yield


def cup(*, deals: int = 2, more: str = "", stage: str = "") -> str:
    pairs = stage or f'[[stage]]\nformat = "pairs"\ndeals = {deals}\ndeals_per_match = {deals}\n'
    return HEAD + pairs + more + NEAR + REMOTE


@dataclass(eq=False)
class Scene:
    """A gateway, and a cup that has a bot from elsewhere.

    Attributes:
        tokens: of that bot.
    """

    gateway: GatewayProcess
    arena: Arena
    tokens: tuple[str, ...]

    @property
    def files(self) -> Path:
        return self.gateway.files

    def log(self) -> str:
        return (self.files / "logs" / "cup" / "Far.log").read_text(encoding="utf-8")

    def faults(self) -> list[dict[str, Any]]:
        return [fault for match in self.arena.matches() for fault in match["faults"]]


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def scene(stack: ExitStack, folder: Path, text: str, *, chairs: int = 2) -> Scene:
    files = folder / "arena-files"
    files.mkdir()
    tokens = enter_remote(files, "Far", chairs)
    arena = Arena(folder, text)
    stack.callback(arena.close)
    return Scene(stack.enter_context(gateway_process(files)), arena, tokens)


def test_a_cup_with_a_bot_from_elsewhere_is_played_to_its_leaderboard(stack: ExitStack, tmp_path: Path) -> None:
    """It is marked there, its log says where it is, and its tokens are written nowhere."""
    at = scene(stack, tmp_path, cup())
    stack.enter_context(bots_elsewhere(at.gateway.address, at.gateway.authority, at.tokens))
    done = at.arena.run()
    at.gateway.end()

    assert done.returncode == 0, done.stderr
    assert of(events(done.stdout), "cup_ended")[0]["is_finished"]
    assert at.faults() == []
    assert "seat 1, remote" in at.log() or "seat 2, remote" in at.log()
    for name in ("index.html", "leaderboard.md"):
        assert "remote" in at.arena.file(name).read_text(encoding="utf-8")
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    everything = b"".join(written).decode(errors="replace") + at.gateway.printed + done.stdout + done.stderr
    assert not any(token in everything for token in at.tokens)
    assert at.arena.left_behind() == {}


def test_a_cup_whose_bots_are_elsewhere_needs_a_gateway(stack: ExitStack, tmp_path: Path) -> None:
    at = scene(stack, tmp_path, cup())
    at.gateway.end()
    done = at.arena.run()

    assert done.returncode == 1
    assert "Far dials in from elsewhere, and no gateway is at work" in done.stderr
    assert "start arena serve-bots --files arena-files in another terminal" in done.stderr
    assert of(events(done.stdout), "match_played") == []


def test_bots_that_have_not_dialled_in_are_waited_for(stack: ExitStack, tmp_path: Path) -> None:
    """Who is missing is said once, with where it is to dial in; once it has come the cup is played without a fault."""
    at = scene(stack, tmp_path, cup(deals=1))
    stack.enter_context(bots_elsewhere(at.gateway.address, at.gateway.authority, at.tokens[:1]))
    process = at.arena.start()
    awaited = until(process, "bot_awaited")[-1]
    stack.enter_context(bots_elsewhere(at.gateway.address, at.gateway.authority, at.tokens[1:]))
    out, err = process.communicate(timeout=180)

    assert (awaited["entrant"], awaited["needed"], awaited["connected"]) == ("Far", 2, awaited["connected"])
    assert awaited["address"] == at.gateway.address
    assert process.returncode == 0, err
    assert of(events(out), "bot_awaited") == []
    assert at.faults() == []


def test_a_gateway_that_is_killed_in_a_match_is_told_and_nothing_hangs(stack: ExitStack, tmp_path: Path) -> None:
    at = scene(stack, tmp_path, cup(deals=100))
    line = stack.enter_context(line_to(at.gateway.port))
    stack.enter_context(bots_elsewhere(line.address, at.gateway.authority, at.tokens))
    process = at.arena.start()
    line.wait_until_used(A_MATCH_IS_ON)
    at.gateway.end(signal.SIGKILL)
    _, err = process.communicate(timeout=180)

    assert process.returncode == 1
    assert "start it again with arena serve-bots" in err or "no gateway is at work" in err
    assert at.arena.left_behind() == {}


def test_a_line_that_breaks_is_taken_up_again_without_a_fault(stack: ExitStack, tmp_path: Path) -> None:
    at = scene(stack, tmp_path, cup(deals=scale(2, 6), more="[time]\nlimit_s = 30\nresume_within_s = 60\n"))
    line = stack.enter_context(line_to(at.gateway.port))
    stack.enter_context(bots_elsewhere(line.address, at.gateway.authority, at.tokens))
    process = at.arena.start()
    line.wait_until_used(A_MATCH_IS_ON)
    line.cut()
    line.mend()
    out, err = process.communicate(timeout=300)

    assert process.returncode == 0, err
    assert "left: " in at.log()
    assert "came, and took the seat" in at.log()
    assert line.connection_count > len(at.tokens)
    assert at.faults() == []
    assert of(events(out), "cup_ended")[0]["is_finished"]


def test_a_line_that_stays_broken_costs_the_deal(stack: ExitStack, tmp_path: Path) -> None:
    """The bot is at the table again for the next deal, if it has come back."""
    at = scene(stack, tmp_path, cup(deals=scale(2, 6), more="[time]\nlimit_s = 30\nresume_within_s = 0.01\n"))
    line = stack.enter_context(line_to(at.gateway.port))
    stack.enter_context(bots_elsewhere(line.address, at.gateway.authority, at.tokens))
    process = at.arena.start()
    line.wait_until_used(A_MATCH_IS_ON)
    line.cut()
    line.mend()
    out, err = process.communicate(timeout=300)

    assert process.returncode == 0, err
    assert {fault["ending"] for fault in at.faults()} <= {"disconnected", "not ready"}
    lost = [result["lost_by"] for each in of(events(out), "match_played") for result in each["results"]]
    assert 1 <= lost.count("Far") <= 4
    assert lost.count("Near") == 0


def test_a_slow_line_costs_no_fault_under_the_default_limits(stack: ExitStack, tmp_path: Path) -> None:
    """200 ms each way: of each decision 0.4 s are not the bot's, and 0.5 s are not counted."""
    stage = f'[[stage]]\nformat = "pairs"\ngames = 1\nduplicate = false\ndeals_per_game = {scale(1, 3)}\n'
    at = scene(stack, tmp_path, cup(stage=stage))
    line = stack.enter_context(line_to(at.gateway.port, delay_s=0.2))
    stack.enter_context(bots_elsewhere(line.address, at.gateway.authority, at.tokens))
    done = at.arena.run()

    assert done.returncode == 0, done.stderr
    assert at.faults() == []
    assert of(events(done.stdout), "match_played")[0]["unit"] == "games"
    assert len(at.tokens) == line.connection_count
