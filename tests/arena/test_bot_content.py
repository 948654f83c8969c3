"""What of a folder is submitted, how much of it is too much, and what its hash goes by."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from arena import bot_content
from arena.bot_content import Content, copy_content, make_read_only, remove
from arena.bot_file import BadBot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    (source / "data").mkdir(parents=True)
    (source / "my_bot.py").write_text("play\n")
    (source / "data" / "model").write_bytes(b"\0\1")
    (source / "start").write_text("#!/bin/sh\n")
    (source / "start").chmod(0o755)
    return source


def copied(folder: Path, number: int = 0) -> Content:
    return copy_content(folder, folder.parent / f"target-{number}")


def refusal(folder: Path) -> str:
    with pytest.raises(BadBot) as caught:
        copied(folder)
    return str(caught.value)


def test_files_are_copied_and_what_git_ignores_is_not(folder: Path) -> None:
    (folder / ".gitignore").write_text("out/\n")
    (folder / "out").mkdir()
    (folder / "out" / "big").write_text("x")

    content = copied(folder)

    target = folder.parent / "target-0"
    assert sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file()) == [
        ".gitignore",
        "data/model",
        "my_bot.py",
        "start",
    ]
    assert (content.file_count, content.byte_count) == (4, 5 + 2 + 10 + 5)
    assert os.access(target / "start", os.X_OK)
    assert not os.access(target / "my_bot.py", os.X_OK)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a byte": lambda folder: (folder / "my_bot.py").write_text("plaz\n"),
    "a name": lambda folder: (folder / "my_bot.py").rename(folder / "our_bot.py"),
    "a place": lambda folder: (folder / "my_bot.py").rename(folder / "data" / "my_bot.py"),
    "a file more": lambda folder: (folder / "more").write_text(""),
    "may be started": lambda folder: (folder / "my_bot.py").chmod(0o755),
    "a link": lambda folder: (folder / "link").symlink_to("my_bot.py"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_matters_changes_the_hash(folder: Path, change: str) -> None:
    before = copied(folder).sha256
    CHANGES[change](folder)

    assert copied(folder, 1).sha256 != before


def test_where_a_link_leads_changes_the_hash(folder: Path) -> None:
    (folder / "link").symlink_to("my_bot.py")
    before = copied(folder).sha256
    (folder / "link").unlink()
    (folder / "link").symlink_to("start")

    assert copied(folder, 1).sha256 != before


def test_what_does_not_matter_changes_nothing(folder: Path) -> None:
    before = copied(folder).sha256
    (folder / "my_bot.py").chmod(0o600)
    os.utime(folder / "my_bot.py", (0, 0))
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "my_bot.pyc").write_text("")
    (folder / "empty").mkdir()

    assert copied(folder, 1).sha256 == before


def test_the_hash_is_the_same_on_every_machine(folder: Path) -> None:
    assert copied(folder).sha256 == "54f76d4be4da26c8c556ff4480556e98622006c747be155af192c6304aff805b"


@pytest.mark.parametrize("to", ["/etc/passwd", "..", "../other", "data/../../x"])
def test_a_link_that_leads_out_is_refused(folder: Path, to: str) -> None:
    (folder / "link").symlink_to(to)

    assert refusal(folder) == f"link is a link to {to!r}, which is not in the folder; put the file itself there"


def test_a_link_that_leads_out_by_another_is_refused(folder: Path) -> None:
    (folder / "a" / "b" / "c").mkdir(parents=True)
    (folder / "a" / "b" / "c" / "up").symlink_to("../../../data")
    (folder / "link").symlink_to("a/b/c/up/../../x")

    assert refusal(folder).startswith("link is a link to")


def test_links_within_the_folder_are_kept(folder: Path) -> None:
    (folder / "data" / "link").symlink_to("../my_bot.py")
    (folder / "dangling").symlink_to("out/bot")
    (folder / "round").symlink_to("round")

    copied(folder)

    assert (folder.parent / "target-0" / "data" / "link").readlink() == Path("../my_bot.py")


def test_special_files_are_refused(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    assert refusal(folder) == "pipe is a pipe; only files, folders and links can be submitted"
    (folder / "pipe").unlink()
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(folder)
        listener.bind("sock")
        os.chdir(here)
        remove(folder.parent / "target-0")
        assert refusal(folder) == "sock is a socket; only files, folders and links can be submitted"


def test_too_many_files_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_content, "FILES_MOST", 2)

    assert refusal(folder).startswith("has more than 2 files; name what is built")


def test_too_many_bytes_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_content, "BYTES_MOST", 1 << 20)
    with (folder / "sparse").open("wb") as file:
        file.truncate(1 << 40)

    assert refusal(folder).startswith("has more than 1 MiB, with sparse;")


def test_what_is_read_only_can_be_read_and_removed(folder: Path) -> None:
    copied(folder)
    target = folder.parent / "target-0"

    make_read_only(target)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (target, *target.rglob("*"))}
    assert modes == {"target-0": 0o555, "data": 0o555, "model": 0o444, "my_bot.py": 0o444, "start": 0o555}

    remove(target)
    assert not target.exists()
    remove(target)
