"""Entrants: the programs of a cup, their commands found and checked before anything is started."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

OWN_PYTHON = "{python}"
"""As the first word of a command: the Python that runs the arena."""

RESERVED = "TRACTOR_"
"""Environment variables with this beginning are the arena's."""

HASH_DIGITS = 12
"""Of the hash of a bot's content, as it is shown."""

_INTERPRETER = re.compile(r"^(python|pypy|node|ruby|perl|bash|sh|lua|php|deno|bun)[0-9.]*$")
_VARIABLE = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*$")


class BadName(ValueError):
    """A name that cannot be shown."""


class BadCommand(ValueError):
    """A command that cannot be started."""


class BadEnvironment(ValueError):
    """An environment variable that cannot be set."""


@dataclass(frozen=True, slots=True)
class Local:
    """A bot that plays as programs of this machine.

    Attributes:
        command: the program, as a path, and its arguments.
        folder: where it is started.
        environment: variables besides those that every bot gets.
        readable: files and folders that it may read, besides the system's own and those of its interpreter.
    """

    command: tuple[str, ...]
    folder: Path
    environment: tuple[tuple[str, str], ...] = ()
    readable: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Remote:
    """A bot that dials in from elsewhere, with the tokens that `arena submit --remote` gave."""


Player: TypeAlias = Local | Remote


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot as it was entered.

    Attributes:
        name: unique in the cup.
        version: of its code, as its author counts.
        tables: at which it plays at once; None for any number.
        content: SHA-256 (hex) of a bot that was submitted; empty for a command of the cup file and a bot elsewhere.
        chairs: seats in which it plays at once; None for any number.
    """

    name: str
    version: str
    author: str
    language: str
    player: Player
    tables: int | None = None
    content: str = ""
    chairs: int | None = None


def enter(
    name: str,
    command: str | Sequence[str],
    *,
    folder: Path,
    version: str = "1",
    author: str = "",
    language: str = "",
    environment: Mapping[str, str] | None = None,
) -> Entrant:
    """An entrant whose *command*, relative to *folder*, was found.

    Raises:
        BadCommand: the program is not there or not executable, or the script given to an interpreter is not there.
        BadEnvironment: a variable's name is impossible or the arena's own.
    """
    variables = check_environment(environment or {})
    return Entrant(
        name=name,
        version=version,
        author=author,
        language=language,
        player=Local(find_command(words_of(command), folder), folder, variables),
    )


def check_name(name: str) -> None:
    """Refuse the *name* of a bot that cannot be shown.

    Raises:
        BadName: it is so.
    """
    if not name.isprintable() or name != name.strip():
        raise BadName(f"{name!r} has blanks at an end, or characters that cannot be printed")


def check_environment(variables: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The *variables* of a bot, in order of their names.

    Raises:
        BadEnvironment: a variable's name is impossible or the arena's own.
    """
    for variable, value in variables.items():
        _check_variable(variable, value)
    return tuple(sorted(variables.items()))


def words_of(command: str | Sequence[str]) -> tuple[str, ...]:
    """The words of a *command* as it is written: the program and its arguments.

    Raises:
        BadCommand: it has none, or cannot be split.
    """
    try:
        words = tuple(shlex.split(command)) if isinstance(command, str) else tuple(command)
    except ValueError as error:
        raise BadCommand(f"{command!r} cannot be split into words: {error}; a list of words is another way") from None
    if not words:
        raise BadCommand("is empty")
    if any("\0" in word for word in words):
        raise BadCommand("holds a zero character")
    return words


def find_command(words: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The command of *words*, relative to *folder*, with the path of its program.

    Raises:
        BadCommand: the program is not there or not executable, or the script given to an interpreter is not there.
    """
    program, *arguments = words
    if program == OWN_PYTHON:
        path = sys.executable
    elif "/" in program:
        path = str(_executable(program, folder))
    else:
        in_path = shutil.which(program)
        if in_path is None:
            hint = f"; to start a file of that name, write ./{program}" if (folder / program).is_file() else ""
            raise BadCommand(f"{program!r} is not a program in PATH{hint}")
        path = in_path
    if (program == OWN_PYTHON or _INTERPRETER.match(Path(program).name)) and arguments:
        script = arguments[0]
        if not script.startswith("-") and not (folder / script).exists():
            raise BadCommand(f"{script!r} does not exist in {folder}")
    return (path, *arguments)


def _executable(program: str, folder: Path) -> Path:
    path = folder / program
    if not path.exists():
        raise BadCommand(f"{program!r} does not exist in {folder}")
    if not path.is_file():
        raise BadCommand(f"{program!r} is not a file")
    if not os.access(path, os.X_OK):
        raise BadCommand(f"{program!r} is not executable; chmod +x it, or name the program that runs it")
    return path


def _check_variable(name: str, value: str) -> None:
    if not _VARIABLE.match(name):
        raise BadEnvironment(f"{name!r} is no name of a variable: letters, digits and _, no digit first")
    if name.startswith(RESERVED):
        raise BadEnvironment(f"{name!r} is the arena's: names that begin with {RESERVED} are set by it")
    if "\0" in value:
        raise BadEnvironment(f"the value of {name!r} holds a zero character")
