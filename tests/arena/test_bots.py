"""Folders with bots: what is read of them, and how what is wrong is told."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from arena.bot_file import BadBot
from arena.bots import read_bot

SMALL = 'name = "Ada"\nrun = "true"\n'


def folder_with(tmp_path: Path, text: str) -> Path:
    (tmp_path / "bot.toml").write_text(text, encoding="utf-8")
    return tmp_path


def refused(tmp_path: Path, text: str) -> BadBot:
    with pytest.raises(BadBot) as caught:
        read_bot(folder_with(tmp_path, text))
    return caught.value


@pytest.mark.parametrize(
    ("content", "words"), [(b"name", "is not TOML: Expected '='"), (b"\xff", "is not text in UTF-8")]
)
def test_what_is_wrong_with_the_file_as_a_whole_is_told_with_its_path(
    tmp_path: Path, content: bytes, words: str
) -> None:
    (tmp_path / "bot.toml").write_bytes(content)

    with pytest.raises(BadBot) as caught:
        read_bot(tmp_path)

    assert caught.value.key == ""
    assert caught.value.reason.startswith(f"{tmp_path}/bot.toml: {words}")


def test_a_name_and_a_command_are_enough(tmp_path: Path) -> None:
    bot = read_bot(folder_with(tmp_path, SMALL))

    assert (bot.name, bot.version, bot.author, bot.language) == ("Ada", "1", "", "")
    assert (bot.build, bot.run, bot.tables, bot.games) == ((), ("true",), None, ())


def test_every_key_is_read(tmp_path: Path) -> None:
    bot = read_bot(
        folder_with(
            tmp_path,
            'name = "Ada"\nversion = "1.4"\nauthor = "Ada Lovelace"\nlanguage = "C++"\n'
            'build = ["cmake -B out", ["cmake", "--build", "out"]]\nrun = "out/ada --level 3"\n'
            'environment = {B = "2", A = "1"}\ntables = 2\ngames = ["tractor", "finding-friends-7"]\n',
        )
    )

    assert (bot.version, bot.author, bot.language) == ("1.4", "Ada Lovelace", "C++")
    assert bot.build == (("cmake", "-B", "out"), ("cmake", "--build", "out"))
    assert bot.run == ("out/ada", "--level", "3")
    assert bot.environment == (("A", "1"), ("B", "2"))
    assert (bot.tables, bot.games) == (2, ("tractor", "finding-friends-7"))


def test_a_bot_may_read_its_folder_and_is_started_in_it(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text("")
    player = read_bot(folder_with(tmp_path, 'name = "Ada"\nrun = ["{python}", "my_bot.py"]\n')).player()

    assert player.command == (sys.executable, "my_bot.py")
    assert (player.folder, player.readable) == (tmp_path, (tmp_path,))


def test_what_is_still_to_be_built_need_not_be_there(tmp_path: Path) -> None:
    bot = read_bot(folder_with(tmp_path, 'name = "Ada"\nbuild = ["make"]\nrun = "out/ada"\n'))

    with pytest.raises(BadBot, match=r"^run: 'out/ada' does not exist"):
        bot.player()


@pytest.mark.parametrize(
    ("text", "key", "words"),
    [
        ('name = "Ada"\n', "run", "is missing"),
        ('run = "true"\n', "name", "is missing"),
        (SMALL + 'auther = "me"\n', "auther", "did you mean author?"),
        (SMALL + "x = 1\n", "x", "known keys here: name, run, version"),
        (SMALL + "version = 2\n", "version", "must be a text; the file has 2"),
        (SMALL + "build = [1]\n", "build[1]", "must be a text or a list of texts; the file has 1"),
        (SMALL + 'build = "make"\n', "build", "must be a list; the file has 'make'"),
        (SMALL + 'build = ["make", "echo \'"]\n', "build[2]", "cannot be split into words"),
        (SMALL + "tables = 0\n", "tables", "of at least 1"),
        (SMALL + 'games = ["tractor", "tracter"]\n', "games[2]", "did you mean tractor?"),
        (SMALL + 'environment = {TRACTOR_TOKEN = "x"}\n', "environment", "the arena's"),
        (SMALL + 'author = "a\\u0007"\n', "author", "cannot be printed"),
        ('name = " Ada"\nrun = "true"\n', "name", "blanks at an end"),
        ('name = "Ada"\nrun = ""\n', "run", "a text of length at least 1"),
        ('name = "Ada"\nrun = " "\n', "run", "is empty"),
        ("name = \n", "", "is not TOML"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(tmp_path: Path, text: str, key: str, words: str) -> None:
    error = refused(tmp_path, text)

    assert error.key == key
    assert words in error.reason


def test_a_folder_without_a_bot_is_told_from_one_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match=r"has no bot\.toml"):
        read_bot(tmp_path)
    with pytest.raises(BadBot, match="does not exist; arena new-bot makes"):
        read_bot(tmp_path / "away")
    (tmp_path / "file").write_text("")
    with pytest.raises(BadBot, match="is not a folder"):
        read_bot(tmp_path / "file")
