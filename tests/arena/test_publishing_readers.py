"""Users who may read a ledger and not write to it publish what makes nothing known that the ledger has to note."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.cli import app
from arena.config import parse_cup
from arena.identity import cup_entry
from arena.ledger import ledger_url, open_ledger, read_ledger
from arena.schedule import matches
from tests.arena.cups import PAIRS, cup_text
from tests.arena.played import BEGUN, outcome, record_bytes, result
from tests.arena.postgres import PostgresServer, running_server
from tests.tools import require_tool

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TEXT = cup_text(PAIRS + "deals_per_match = 4\n", names="AB", seed=None)
READER = "only_reader"


class Place:
    """A folder with a cup of two matches, and its ledger, which has both users who may write and who may only read."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.url = url
        (folder / "cup.toml").write_text(TEXT)

    def play(self, count: int) -> None:
        """Store the first *count* of its matches."""
        records = self.folder / "arena-files" / "records" / "test"
        records.mkdir(parents=True)
        cup = parse_cup(TEXT, self.folder)
        with open_ledger(self.url) as ledger:
            entry = ledger.begin_cup(cup_entry(cup, BEGUN))
            for match in list(matches(cup, entry.secret))[:count]:
                played = outcome(match.seating, [result(1, 1, board=board) for board in match.boards], cup=match.cup)
                ledger.store(replace(played, match=match))
                (records / played.record_name).write_bytes(record_bytes(played.match.key))

    def publish(self) -> tuple[int, str]:
        """Exit status and standard error of a user who may write."""
        return self._publish(self.url)

    def publish_as_reader(self) -> tuple[int, str]:
        """Exit status and standard error of one who may only read."""
        raise NotImplementedError

    def _publish(self, url: str) -> tuple[int, str]:
        told = CliRunner().invoke(app, self._arguments(url))
        return told.exit_code, told.stderr

    def _arguments(self, url: str) -> list[str]:
        folders = ("--files", str(self.folder / "arena-files"), "--out", str(self.folder / "leaderboards"))
        return ["publish", str(self.folder / "cup.toml"), "--ledger", url, *folders]

    @property
    def board(self) -> dict[str, object]:
        """What was published."""
        found: dict[str, object] = json.loads((self.folder / "leaderboards" / "test" / "leaderboard.json").read_text())
        return found


class FilePlace(Place):
    """The ledger is a file."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, ledger_url(folder / "arena-files" / "arena.sqlite"))

    def publish_as_reader(self) -> tuple[int, str]:
        # What root may do to files of others is given up; the rest of it is the same user.
        limited = (require_tool("setpriv"), "--bounding-set=-dac_override,-dac_read_search") if not os.getuid() else ()
        with _read_only(self.folder / "arena-files"):
            done = subprocess.run(
                [*limited, sys.executable, "-m", "arena.cli", *self._arguments(self.url)],
                cwd=ROOT,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
        return done.returncode, done.stderr


class ServerPlace(Place):
    """The ledger is on a server."""

    def __init__(self, folder: Path, server: PostgresServer) -> None:
        super().__init__(folder, server.new_url())
        self._server = server

    def publish_as_reader(self) -> tuple[int, str]:
        schema = self.url.rpartition("%3D")[2]
        for grant in (f"USAGE ON SCHEMA {schema}", f"SELECT ON ALL TABLES IN SCHEMA {schema}"):
            self._server.execute(f"GRANT {grant} TO {READER}")
        return self._publish(self.url.replace("//arena@", f"//{READER}@"))


@contextmanager
def _read_only(folder: Path) -> Iterator[None]:
    inside = [folder, *folder.rglob("*")]
    modes = [path.stat().st_mode for path in inside]
    for path, mode in zip(inside, modes, strict=True):
        path.chmod(mode & ~0o222)
    try:
        yield
    finally:
        for path, mode in zip(inside, modes, strict=True):
            path.chmod(mode)


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with running_server() as server:
        server.execute(f"CREATE ROLE {READER} LOGIN")
        yield server


@pytest.fixture(params=["file", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "file":
        (tmp_path / "arena-files").mkdir()
        return FilePlace(tmp_path)
    found: PostgresServer = request.getfixturevalue("server")
    return ServerPlace(tmp_path, found)


def test_a_reader_publishes_no_secret_before_the_ledger_notes_it(place: Place) -> None:
    """Else the cup could be made longer, with decks that everybody knows; once it is noted, readers publish again."""
    place.play(2)
    status, said = place.publish_as_reader()
    with read_ledger(place.url) as ledger:
        is_revealed = ledger.is_revealed("test")

    assert (status, is_revealed, (place.folder / "leaderboards").exists()) == (1, False, False)
    assert "the cup 'test' is finished, and that its secret is published has to be noted first: " in said
    assert "; have somebody publish it once who may write to the ledger, " in said
    assert said.count("\n") == 1
    assert place.publish() == (0, "")
    assert place.publish_as_reader() == (0, "")
    assert place.board["secret"]


def test_a_reader_publishes_a_cup_that_is_not_finished(place: Place) -> None:
    place.play(1)

    assert place.publish_as_reader() == (0, "")
    assert (place.board["progress"], place.board["secret"]) == ("running", None)
