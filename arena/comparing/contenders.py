"""The two bots of a comparison: entrants that were submitted, or folders, which are copied and built first."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import trio

from arena.bot_content import copy_content, make_read_only, remove
from arena.bot_file import BadBot
from arena.bot_store import BotStore, Manifest, UnknownBot
from arena.bots import read_bot
from arena.building import build
from arena.entrants import Entrant
from arena.launch import open_launcher
from arena.locks import locked
from arena.sandbox.isolation import Isolation

COPIES = "copies"
"""Below the folder of comparisons: what folders held, as it was built, by its hash."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A bot of a comparison.

    Attributes:
        entrant: as it plays.
        games: names of the presets that it plays; empty for all.
    """

    entrant: Entrant
    games: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds bots by what they were called on the command line.

    Attributes:
        store: bots that were submitted.
        folder: of comparisons.
        reads: what builds may read besides compilers.
        isolation: what builds are started with.
        on_command: told of each build command before it runs.
    """

    store: BotStore
    folder: Path
    reads: Sequence[Path]
    isolation: Isolation
    on_command: Callable[[str], None]

    def find(self, named: str, role: str) -> Contender:
        """The bot *named*: a folder, the name of an entrant, or ``NAME@VERSION``; *role* makes its name its own.

        Raises:
            BadBot: there is none, or it cannot play.
            BuildFailed: it cannot be built, in an exception group.
            BadStore, OSError: what is kept of bots cannot be read, or the copy not written.
        """
        found = self._of_folder(Path(named)) if _is_folder(named) else self._submitted(named)
        entrant = found.entrant
        return replace(found, entrant=replace(entrant, name=f"{entrant.name} {entrant.version} ({role})"))

    def _submitted(self, named: str) -> Contender:
        kept = _kept(named, self.store)
        return Contender(self.store.entrant(kept), kept.games)

    def _of_folder(self, folder: Path) -> Contender:
        read_bot(folder)
        content, place = self._built(folder.resolve())
        bot = read_bot(place)
        entrant = Entrant(
            name=bot.name,
            version=bot.version,
            author=bot.author,
            language=bot.language,
            player=bot.player(),
            tables=bot.tables,
            content=content,
        )
        return Contender(entrant, bot.games)

    def _built(self, folder: Path) -> tuple[str, Path]:
        """The hash of what a folder holds, and where it is, built: some builds write the path into what they make."""
        copies = (self.folder / COPIES).absolute()
        copies.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".", dir=copies, ignore_cleanup_errors=True) as private:
            copy = Path(private) / "bot"
            content = copy_content(folder, copy).sha256
            place, is_built = copies / content, copies / f"{content}.built"
            with locked(copies / f".{content}.lock"):
                if not is_built.exists():
                    # An earlier build may have been killed.
                    remove(place)
                    copy.rename(place)
                    try:
                        trio.run(self._build, place)
                        make_read_only(place)
                        is_built.touch()
                    finally:
                        if not is_built.exists():
                            remove(place)
        return content, place

    async def _build(self, folder: Path) -> None:
        async with open_launcher(self.isolation) as launcher:
            await build(read_bot(folder), launcher, confined=True, reads=self.reads, on_command=self.on_command)


def check_there(named: str, store: BotStore) -> None:
    """See whether there is a bot *named*, before anything is started.

    Raises:
        BadBot: there is none, or it cannot play.
        BadStore, OSError: what is kept of bots cannot be read.
    """
    if _is_folder(named):
        read_bot(Path(named))
    else:
        _kept(named, store)


def _kept(named: str, store: BotStore) -> Manifest:
    try:
        kept = store.find(named)
    except UnknownBot as error:
        name, at, version = named.rpartition("@")
        if not at:
            raise BadBot("", f"{named!r} is no folder, and {error}") from None
        try:
            kept = store.find(name, version)
        except UnknownBot as other:
            raise BadBot("", str(other)) from None
    if kept.is_remote:
        raise BadBot("", f"{named!r} dials in from elsewhere, and only what runs here can be compared")
    return kept


def _is_folder(named: str) -> bool:
    return os.sep in named or named in {".", ".."} or Path(named).is_dir()
