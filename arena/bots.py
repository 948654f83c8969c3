"""Bots: folders with a program and a ``bot.toml``, read and checked before anything of them is started."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.bot_file import BOT_FILE, FORM, BadBot, BotFile
from arena.entrants import (
    BadCommand,
    BadEnvironment,
    BadName,
    Local,
    check_environment,
    check_name,
    find_command,
    words_of,
)
from arena.toml_file import suggestion
from referee.rules.options import PRESETS


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot in a folder.

    Attributes:
        version: as its author counts.
        build: commands that make what *run* starts, as words, one after another.
        run: the command that starts one chair, as words; its program may not be there before it is built.
        tables: at which it plays at once; None for any number.
        games: names of the presets that it plays; empty for all.
    """

    name: str
    version: str
    author: str
    language: str
    folder: Path
    build: tuple[tuple[str, ...], ...]
    run: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    tables: int | None = None
    games: tuple[str, ...] = ()

    def player(self) -> Local:
        """How it is started, once it is built.

        Raises:
            BadBot: the program, or the script given to an interpreter, is not there.
        """
        try:
            command = find_command(self.run, self.folder)
        except BadCommand as error:
            unbuilt = "" if self.build else "; if it has to be made first, say how with build"
            raise BadBot("run", f"{error}{unbuilt}") from None
        return Local(command, self.folder, self.environment, readable=(self.folder,))


def read_bot(folder: Path) -> Bot:
    """The bot of a folder.

    Raises:
        BadBot: there is no such folder, it has no ``bot.toml``, or that is refused.
    """
    if not folder.exists():
        raise BadBot("", f"{folder} does not exist; arena new-bot makes a folder with a bot in it")
    if not folder.is_dir():
        raise BadBot("", f"{folder} is not a folder; name the one that holds {BOT_FILE}")
    path = folder / BOT_FILE
    if not path.exists():
        raise BadBot("", f"{folder} has no {BOT_FILE}, which says how the bot is built and started")
    try:
        written = FORM.read(path)
    except BadBot as error:
        raise error if error.key else BadBot("", f"{path}: {error.reason}") from None
    try:
        check_name(written.name)
    except BadName as error:
        raise BadBot("name", str(error)) from None
    try:
        environment = check_environment(written.environment)
    except BadEnvironment as error:
        raise BadBot("environment", str(error)) from None
    _check_printable(written)
    return Bot(
        name=written.name,
        version=written.version,
        author=written.author,
        language=written.language,
        folder=folder.resolve(),
        build=tuple(_words(command, f"build[{number}]") for number, command in enumerate(written.build, 1)),
        run=_words(written.run, "run"),
        environment=environment,
        tables=written.tables,
        games=_games(written.games),
    )


def _words(command: str | Sequence[str], key: str) -> tuple[str, ...]:
    try:
        return words_of(command)
    except BadCommand as error:
        raise BadBot(key, str(error)) from None


def _games(names: Sequence[str]) -> tuple[str, ...]:
    for number, name in enumerate(names, 1):
        if name not in PRESETS:
            raise BadBot(f"games[{number}]", f"{name!r} is no preset; {suggestion(name, PRESETS, 'these are')}")
    return tuple(dict.fromkeys(names))


def _check_printable(written: BotFile) -> None:
    for key in ("version", "author", "language"):
        text = getattr(written, key)
        if not text.isprintable() or text != text.strip():
            raise BadBot(key, f"{text!r} has blanks at an end, or characters that cannot be printed")
