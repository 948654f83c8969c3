"""A cup whose ledger is on a PostgreSQL server that is killed outright in the middle of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.postgres import running_server
from tests.end_to_end.arena_process import Arena, until
from tests.end_to_end.quick_bot import quick_bot
from tests.end_to_end.quick_cup import PAIRS, assert_same, assert_whole, quick_cup, to_its_end

pytestmark = pytest.mark.slow

MATCH_COUNT = 2 * PAIRS


@pytest.mark.timeout(600)
def test_cup_goes_on_by_the_same_command_once_its_server_is_back(tmp_path: Path) -> None:
    """The arena stops with a sentence; in the end each match is there once, as if nothing had been."""
    arenas, program = [], quick_bot(tmp_path)
    for name in ("stopped", "undisturbed"):
        (tmp_path / name).mkdir()
        arenas.append(Arena(tmp_path / name, quick_cup(MATCH_COUNT, program)))
    stopped, undisturbed = arenas
    try:
        with running_server() as server:
            command = ("run", "cup.toml", "--json", "--ledger", server.new_url())
            process = stopped.start(*command)
            until(process, "match_played", 3)
            server.kill()
            _, said = process.communicate()
            left = stopped.left_behind()
            server.start()
            done = to_its_end(stopped, *command)
        reference = to_its_end(undisturbed)

        assert process.returncode == 1
        assert said.count("\n") == 1
        assert "run the same command again" in said
        assert left == {}
        assert (done.returncode, done.stderr) == (0, "")
        assert (reference.returncode, reference.stderr) == (0, "")
        assert_whole(stopped, MATCH_COUNT)
        assert_same(stopped, undisturbed)
    finally:
        for arena in arenas:
            arena.close()
