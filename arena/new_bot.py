"""Makes a folder with a bot from the starter kit of a language: whole, or not at all."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path, PurePosixPath

from arena.bot_file import BOT_FILE, BadBot
from arena.bots import read_bot
from arena.console import complain, say
from arena.entrants import BadName, check_name
from arena.ignored import files_of
from arena.kits import Kit, NoKit, find_kit, root

MADE, REFUSED = 0, 2

NAME_CHARACTERS = 40

_PRIVATE = ".new-bot-"
"""Beginning of the folder in which one is made, before it is put into its place."""

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
_TO_FILL_IN = ("decisions", "my_bot")
"""Stems of the files in which an author begins, in any case of letters."""

_NAME = re.compile(r"""^name\s*=\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)
_VERSION = re.compile(r"""^version\s*=\s*("(?:[^"\\\n]|\\.)*"|'[^'\n]*')""", re.MULTILINE)
_LINK_UP = re.compile(r"\[([^\]]*)\]\((?:\.\./)+[^)]*\)")
"""A link to what is not in the kit."""


class CannotMake(Exception):
    """A bot that is not made; the sentence says why and what to do."""


def make_bot(name: str, *, language: str, folder: Path | None) -> int:
    """Make a folder with a bot called *name*, and say what to do with it; the exit status."""
    place = folder or Path(name.replace(" ", "-"))
    try:
        _check(name, folder)
        first = _make(name, find_kit(language, root()), place)
    except (CannotMake, NoKit) as error:
        complain(str(error))
        return REFUSED
    except OSError as error:
        complain(_told(error, place))
        return REFUSED
    say(f"Made {place}, a bot that plays as it stands. Next:")
    for command in (f"cd {shlex.quote(str(place))}", f"edit {first}", f"{_own_name()} check-bot ."):
        say(f"    {command}")
    return MADE


def _check(name: str, folder: Path | None) -> None:
    try:
        check_name(name)
    except BadName as error:
        raise CannotMake(f"name {error}") from None
    if not 1 <= len(name) <= NAME_CHARACTERS:
        raise CannotMake(f"a name has 1 to {NAME_CHARACTERS} characters; this one has {len(name)}")
    if folder is None and not _PLAIN.fullmatch(name.replace(" ", "-")):
        raise CannotMake(f"{name!r} is no plain name of a folder; say with --folder DIR what the folder is called")


def _make(name: str, kit: Kit, place: Path) -> PurePosixPath:
    """The file to begin with."""
    if place.exists() or place.is_symlink():
        raise CannotMake(f"{place} exists; take another name, or another folder with --folder DIR")
    parent = place.absolute().parent
    if not parent.is_dir():
        raise CannotMake(f"{parent} is no folder; make it first, or take another with --folder DIR")
    with tempfile.TemporaryDirectory(prefix=_PRIVATE, dir=parent, ignore_cleanup_errors=True) as private:
        made = Path(private) / "bot"
        _copy(kit, made)
        _set_name(made / BOT_FILE, name)
        try:
            read_bot(made)
        except BadBot as error:
            raise CannotMake(f"the starter kit {kit.folder} is damaged: {BOT_FILE}: {error}") from None
        files = list(files_of(made))
        made.rename(place)
    begin = [path for path in files if path.stem.casefold() in _TO_FILL_IN]
    return begin[0] if begin else PurePosixPath("README.md")


def _told(error: OSError, place: Path) -> str:
    """In the words of who asked for *place*, who knows nothing of where it is made first."""
    # A copy that fails names what is copied first.
    files = [str(name) for name in (error.filename, error.filename2) if name]
    where = f"{files[0]}: " if files and not any(_PRIVATE in file for file in files) else ""
    return f"{place} cannot be made: {where}{error.strerror or error}"


def _copy(kit: Kit, made: Path) -> None:
    """All of the kit but what git ignores; in place of the link to all protocols, the one that bots speak."""
    for path in files_of(kit.folder):
        if path.parts[0] == "protos":
            continue
        copy = made / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(kit.folder / path, copy)
        copy.chmod(copy.stat().st_mode | 0o200)
    protocol = made / "protos" / "tractor" / "v1" / kit.protocol.name
    protocol.parent.mkdir(parents=True)
    protocol.write_bytes(kit.protocol.read_bytes())
    guide = made / "README.md"
    if guide.exists():
        guide.write_text(_LINK_UP.sub(r"\1", guide.read_text(encoding="utf-8")), encoding="utf-8")


def _set_name(path: Path, name: str) -> None:
    """Put the name, and the first version, where the kit has its own; comments stay as they are."""
    text = path.read_text(encoding="utf-8")
    # A text of JSON is one of TOML.
    text = _NAME.sub(lambda _: f"name = {json.dumps(name, ensure_ascii=False)}", text, count=1)
    path.write_text(_VERSION.sub('version = "1"', text, count=1), encoding="utf-8")


def _own_name() -> str:
    """How this command was called, so that it is found from another folder."""
    called = sys.argv[0]
    if shutil.which("arena") or not os.access(called, os.X_OK) or Path(called).name != "arena":
        return "arena"
    return shlex.quote(str(Path(called).absolute()))
