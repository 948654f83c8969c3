"""Whole cups with a bot from elsewhere, over TLS on loopback, in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.arena.remote.gateways import GatewayProcess, bots_elsewhere, enter_remote, gateway_process
from tests.end_to_end.arena_process import Arena, bot, events, of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("remote cups")]

HEAD = '[cup]\nname = "cup"\nseed = "remote"\n[run]\ntables = 1\n'
REMOTE = '[[bot]]\nentrant = "Far"\n'


def cup(*, deals: int = 2, more: str = "", stage: str = "") -> str:
    pairs = stage or f'[[stage]]\nformat = "pairs"\ndeals = {deals}\ndeals_per_match = {deals}\n'
    return HEAD + pairs + more + bot("Near") + REMOTE


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
