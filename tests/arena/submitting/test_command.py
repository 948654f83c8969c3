"""Bots are submitted, refused with what to do about it, and listed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.bot_store import BotStore
from arena.bots import Bot
from arena.remote.places import RemotePlaces
from arena.remote.tokens import read_tokens
from arena.sandbox.isolation import Isolation
from arena.submitting.command import list_bots, submit_folder, submit_remote

# Each submission looks for a sandbox and builds in it.
pytestmark = pytest.mark.slow


class Examined:
    """A check that asks nothing of a bot.

    Attributes:
        bots: that were to be checked.
    """

    def __init__(self, status: int = 0) -> None:
        self.bots: list[Bot] = []
        self._status = status

    def __call__(self, bot: Bot, isolation: Isolation, *, as_json: bool) -> int:
        del isolation, as_json
        self.bots.append(bot)
        return self._status


def source(tmp_path: Path, script: str = "true", *, version: str = "1", more: str = "") -> Path:
    folder = tmp_path / "ada"
    folder.mkdir(exist_ok=True)
    (folder / "bot.toml").write_text(
        f'name = "Ada"\nversion = "{version}"\nauthor = "Lovelace"\nlanguage = "sh"\n'
        f"build = [['sh', '-c', '''{script}''']]\nrun = 'sh bot.sh'\n{more}"
    )
    (folder / "bot.sh").write_text("")
    return folder


def submit(folder: Path, tmp_path: Path, *, check: Examined | None = None, reads: tuple[Path, ...] = ()) -> int:
    return submit_folder(
        folder, files=tmp_path / "files", unsafe=True, as_json=False, reads=reads, examine=check or Examined()
    )


def kept(tmp_path: Path) -> BotStore:
    return BotStore(tmp_path / "files" / "bots")


def test_a_bot_is_built_in_its_place_checked_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check = Examined()

    assert submit(source(tmp_path, "pwd > made"), tmp_path, check=check) == 0

    (manifest,) = kept(tmp_path).versions()
    place = kept(tmp_path).place("Ada", manifest.content)
    assert (place / "made").read_text() == f"{place}\n"
    assert [(bot.folder, bot.build) for bot in check.bots] == [(place, ())]
    assert not (tmp_path / "ada" / "made").exists()
    printed = capsys.readouterr().out
    assert "Building: sh -c 'pwd > made' (from an empty cache, so it can take minutes)\n" in printed
    assert re.search(r"^Built: sh -c 'pwd > made' \(\d+\.\d s\)$", printed, re.MULTILINE)
    assert f"Kept: Ada, version 1 ({manifest.hash}). In a cup file:\n    [[bot]]\n" in printed


def test_the_same_again_is_told_and_neither_built_nor_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    submit(source(tmp_path), tmp_path)
    check = Examined()

    assert submit(source(tmp_path), tmp_path, check=check) == 0
    assert check.bots == []
    assert "The same content is kept already, since" in capsys.readouterr().out
    assert len(kept(tmp_path).versions()) == 1


def test_a_build_that_fails_is_shown_and_nothing_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert submit(source(tmp_path, "echo no header; exit 3"), tmp_path) == 1

    printed = capsys.readouterr()
    assert "    no header\n" in printed.out
    assert "arena: the build command `sh -c 'echo no header; exit 3'` ended with exit status 3\n" in printed.err
    assert kept(tmp_path).versions() == ()


def test_a_bot_that_fails_its_check_is_not_kept(tmp_path: Path) -> None:
    assert submit(source(tmp_path), tmp_path, check=Examined(1)) == 1
    assert kept(tmp_path).versions() == ()


def test_a_label_of_other_content_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    submit(source(tmp_path), tmp_path)

    assert submit(source(tmp_path, "echo"), tmp_path) == 2
    assert "arena: bot.toml: version: version '1' of 'Ada' has other content" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda folder: (folder / "bot.toml").unlink(), "has no bot.toml"),
        (lambda folder: (folder / "bot.toml").write_text("name = 1"), "arena: bot.toml: name: must be a text"),
        (lambda folder: (folder / "bot.toml").write_text("name"), "ada/bot.toml: is not TOML: Expected '='"),
        (lambda folder: (folder / "out").symlink_to("/etc"), "out is a link to '/etc', which is not in the folder"),
    ],
)
def test_what_is_no_bot_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], prepare: Callable[[Path], object], words: str
) -> None:
    folder = source(tmp_path)
    prepare(folder)

    assert submit(folder, tmp_path) == 2
    assert words in capsys.readouterr().err


def test_what_the_build_is_to_read_has_to_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert submit(source(tmp_path), tmp_path, reads=(tmp_path / ".npmrc",)) == 2
    assert f"--build-reads {tmp_path}/.npmrc: it does not exist" in capsys.readouterr().err


def test_a_build_reads_what_was_named_at_its_place_in_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / ".npmrc").write_text("registry")
    monkeypatch.setenv("HOME", str(home))

    assert submit(source(tmp_path, "cat ~/.npmrc > made"), tmp_path, reads=(home / ".npmrc",)) == 0

    (manifest,) = kept(tmp_path).versions()
    assert (kept(tmp_path).place("Ada", manifest.content) / "made").read_text() == "registry"


def test_events_are_for_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = tmp_path / "files"
    submit_folder(source(tmp_path), files=files, unsafe=True, as_json=True, examine=Examined())
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert [event["event"] for event in events] == ["building", "built", "kept"]
    assert events[1]["command"] == events[0]["command"]
    assert events[1]["took_s"] > 0
    assert (events[2]["entrant"], events[2]["is_new"], len(events[2]["content"])) == ("Ada", True, 64)

    submit_folder(tmp_path / "away", files=files, unsafe=True, as_json=True, examine=Examined())
    (failed,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert failed["event"] == "failed"


# --- Elsewhere


def test_tokens_are_told_once_and_new_ones_revoke_the_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def tokens() -> list[str]:
        assert submit_remote("Far", chairs=2, files=tmp_path, as_json=True) == 0
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        return list(told["tokens"])

    old, new = tokens(), tokens()

    book = read_tokens(RemotePlaces(tmp_path))
    assert [book.chair_of(token) for token in old] == [None, None]
    assert {chair.entrant for token in new if (chair := book.chair_of(token))} == {"Far"}
    assert len(BotStore(tmp_path / "bots").versions()) == 1
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and new[0] in path.read_text()]


@pytest.mark.parametrize(("name", "words"), [("Ada", "was submitted as a folder"), (" x", "blanks"), ("", "has 0")])
def test_a_name_that_cannot_be_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    submit(source(tmp_path), tmp_path)

    assert submit_remote(name, chairs=1, files=tmp_path / "files", as_json=False) == 2
    assert words in capsys.readouterr().err


# --- The list


def test_what_was_submitted_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = tmp_path / "files"
    submit(source(tmp_path, more="tables = 2\n"), tmp_path)
    submit(source(tmp_path, version="2"), tmp_path)
    submit_remote("随机", chairs=1, files=files, as_json=False)
    first, second, _ = kept(tmp_path).versions()
    capsys.readouterr()

    assert list_bots(files=files, as_json=False) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["entrant", "version", "hash", "language", "author", "tables", "submitted", "where"]
    assert lines[1].split()[:6] == ["Ada", "1", first.hash, "sh", "Lovelace", "2"]
    assert lines[2].split()[:6] == ["Ada", "2", second.hash, "sh", "Lovelace", "any"]
    assert lines[3].endswith("elsewhere, 1 seat")

    list_bots(files=files, as_json=True)
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(event["entrant"], event["version"], event["is_newest"]) for event in events] == [
        ("Ada", "1", False),
        ("Ada", "2", True),
        ("随机", "remote", True),
    ]


def test_an_empty_list_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert list_bots(files=tmp_path, as_json=False) == 0
    assert "No bots were submitted here. arena submit DIR does it" in capsys.readouterr().out
