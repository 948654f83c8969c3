"""Bots that were submitted: each version a folder named by its content, listed by a file that is written last.

Below the store's folder, ``ENTRANT/HASH/`` is a bot as it was built, which is read-only, and ``ENTRANT/HASH.json`` says
of it what cups need. Without that file the folder is being built, or is what a submission left that was killed. A bot
elsewhere has ``ENTRANT/remote.json`` alone. Files are put into place whole, by renaming. Who makes something holds a
lock, which ends with the process: `BotStore.sweep` removes what is half-made and nobody's.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from arena.bot_content import copy_content, make_read_only, remove
from arena.bot_file import BadBot
from arena.bots import Bot, read_bot
from arena.entrants import HASH_DIGITS, Entrant, Local, Remote
from arena.file_names import folder_name
from arena.interrupts import undisturbed
from arena.locks import held, locked, take
from arena.toml_file import suggestion

BOTS = "bots"
"""The store's folder, below that of what the arena keeps."""

REMOTE_VERSION = "remote"
"""Of a bot elsewhere, of whose program the arena knows nothing."""

_REMOTE_FILE = "remote.json"
_PRIVATE = ".new-"
"""Beginning of what is on its way to its place."""

_LOCK_OF_PRIVATE = "lock"
_OF_CONTENT = re.compile(r"\.?(?P<content>[0-9a-f]{64})(\.lock)?")
"""A folder of a version, or a lock of one."""


class BadStore(Exception):
    """A file of the store that makes no sense."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is damaged; remove it, and submit that bot again")


class UnknownBot(LookupError):
    """An entrant, or a version of one, that was not submitted; the sentence says which were.

    Attributes:
        is_version: the entrant is there.
    """

    def __init__(self, reason: str, *, is_version: bool) -> None:
        super().__init__(reason)
        self.is_version = is_version


class LabelTaken(Exception):
    """A version of other content has the same label."""


class NameTaken(Exception):
    """The entrant's name belongs to another kind of bot, or to one that is written otherwise."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is kept of one version.

    Attributes:
        content: SHA-256 (hex) of what was submitted; empty for a bot elsewhere.
        chairs: tokens that a bot elsewhere has.
    """

    entrant: str
    version: str
    submitted: datetime
    author: str = ""
    language: str = ""
    content: str = ""
    tables: int | None = None
    games: tuple[str, ...] = ()
    chairs: int | None = None

    @property
    def is_remote(self) -> bool:
        """It dials in from elsewhere."""
        return not self.content

    @property
    def hash(self) -> str:
        """Of its content, as it is shown; empty for a bot elsewhere."""
        return self.content[:HASH_DIGITS]


@dataclass(frozen=True, slots=True)
class Draft:
    """A bot that was copied into the store and is not listed yet.

    Attributes:
        place: where it is kept: it is built there, as what is built may hold its own path.
    """

    bot: Bot
    content: str
    place: Path


class BotStore:
    """The bots below one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def versions(self) -> tuple[Manifest, ...]:
        """All that were submitted, by entrant, the oldest first.

        Raises:
            BadStore: a file makes no sense.
            OSError: the folder cannot be read.
        """
        read = [_read(path) for path in self.folder.glob("*/*.json") if not path.name.startswith(".")]
        return tuple(sorted(read, key=lambda each: (each.entrant, each.submitted, each.version)))

    def find(self, entrant: str, version: str | None = None) -> Manifest:
        """A version of an entrant, by its label or the beginning of its hash; the newest, if none is named.

        Raises:
            UnknownBot: it was not submitted.
            BadStore, OSError: as `versions`.
        """
        every = self.versions()
        known = [each for each in every if each.entrant == entrant]
        if not known:
            names = sorted({each.entrant for each in every})
            which = (
                suggestion(entrant, names, "those that were are") if names else "none were; arena submit DIR does it"
            )
            raise UnknownBot(f"{entrant!r} was not submitted; {which}", is_version=False)
        if version is None:
            return known[-1]
        # Labels first: one may look like the beginning of a hash.
        found = [each for each in known if each.version == version] or [
            each for each in known if each.content and each.content.startswith(version.lower())
        ]
        if len(found) == 1:
            return found[0]
        listed = ", ".join(f"{each.version} ({each.hash})" if each.content else each.version for each in known)
        why = "is the beginning of several hashes" if found else "is no version"
        raise UnknownBot(f"{version!r} {why} of {entrant!r}; there are {listed}", is_version=True)

    def entrant(self, kept: Manifest, *, name: str | None = None) -> Entrant:
        """A version as it takes part in a cup, under another *name* if given.

        Raises:
            BadBot: its folder, or the program in it, is not there any more.
        """
        return Entrant(
            name=name or kept.entrant,
            version=kept.version,
            author=kept.author,
            language=kept.language,
            player=Remote() if kept.is_remote else self._player(kept),
            tables=kept.tables,
            content=kept.content,
            chairs=kept.chairs,
        )

    def _player(self, kept: Manifest) -> Local:
        try:
            return read_bot(self.place(kept.entrant, kept.content)).player()
        except BadBot as error:
            raise BadBot(error.key, f"{error.reason}; submit the bot again") from None

    def place(self, entrant: str, content: str) -> Path:
        """The folder of a version."""
        return self._of(entrant).absolute() / content

    @contextmanager
    def draft(self, folder: Path) -> Iterator[Draft | Manifest]:
        """The bot of a folder, copied to its place to be built there; or, if it is kept already, what is kept.

        Nobody else submits the same content before the block is left. What was not kept by then is removed.

        Raises:
            BadBot: there is none, or it cannot be kept.
            LabelTaken, NameTaken: another bot has its version's label, or its name.
            BadStore, OSError: as `versions`, or something cannot be written.
        """
        name = read_bot(folder).name
        own = self._of(name)
        self.sweep()
        with self._private(own) as private:
            copy = private / "bot"
            content = copy_content(folder.resolve(), copy).sha256
            bot = read_bot(copy)
            if bot.name != name:
                raise BadBot("name", "was changed while the bot was submitted; submit it again")
            with locked(own / f".{content}.lock"):
                place, listed = self.place(name, content), own / f"{content}.json"
                kept = self._check(bot.name, bot.version, content)
                if kept is not None and place.is_dir():
                    yield kept
                    return
                # What is listed without its folder is of no use to anybody.
                listed.unlink(missing_ok=True)
                remove(place)
                copy.rename(place)
                try:
                    yield Draft(read_bot(place), content, place)
                finally:
                    if not listed.exists():
                        with undisturbed():
                            remove(place)

    @contextmanager
    def _private(self, own: Path) -> Iterator[Path]:
        """A folder in that of an entrant; it goes with the block, and the entrant's too if nothing else is in it."""
        with contextlib.ExitStack() as stack:
            with self._alone():
                own.mkdir(parents=True, exist_ok=True)
                stack.callback(self._remove_empty, own)
                path = Path(tempfile.mkdtemp(prefix=_PRIVATE, dir=own))
                stack.callback(_remove_private, path)
                lock = take(path / _LOCK_OF_PRIVATE, waits=True)
                assert lock is not None
            try:
                yield path
            finally:
                with undisturbed(), held(lock):
                    stack.close()

    def _remove_empty(self, own: Path) -> None:
        with contextlib.suppress(OSError), self._alone():
            own.rmdir()

    def sweep(self) -> None:
        """Remove what submissions have left half-made that were killed; those that are under way keep theirs.

        Raises:
            OSError: nothing may be changed here. What cannot be removed stays.
        """
        if not self.folder.is_dir():
            return
        with self._alone():
            for path in (*self.folder.glob(f"{_PRIVATE}*"), *self.folder.glob(f"*/{_PRIVATE}*")):
                with contextlib.suppress(OSError):
                    _sweep_private(path)
            for own in [path for path in self.folder.iterdir() if path.is_dir()]:
                found = (_OF_CONTENT.fullmatch(path.name) for path in own.iterdir())
                for content in {match["content"] for match in found if match}:
                    with contextlib.suppress(OSError):
                        _sweep_content(own, content)
                with contextlib.suppress(OSError):
                    own.rmdir()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else begins, lists or sweeps anything within the block, which is a short one."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with locked(self.folder / ".lock"):
            yield

    def keep(self, draft: Draft, submitted: datetime) -> Manifest:
        """Keep a bot as it was built, for ever as it is.

        Raises:
            LabelTaken, NameTaken, BadStore, OSError: as `draft`.
        """
        bot = draft.bot
        make_read_only(draft.place)
        manifest = Manifest(
            entrant=bot.name,
            version=bot.version,
            submitted=submitted.astimezone(UTC),
            author=bot.author,
            language=bot.language,
            content=draft.content,
            tables=bot.tables,
            games=bot.games,
        )
        self._list(manifest, f"{draft.content}.json")
        return manifest

    def enter_remote(self, name: str, *, chairs: int, submitted: datetime) -> Manifest:
        """Keep a bot elsewhere, in place of one of the same name.

        Raises:
            NameTaken, BadStore, OSError: as `draft`.
        """
        manifest = Manifest(name, REMOTE_VERSION, submitted.astimezone(UTC), chairs=chairs)
        self._list(manifest, _REMOTE_FILE)
        return manifest

    def _list(self, manifest: Manifest, file_name: str) -> None:
        own = self._of(manifest.entrant)
        with self._alone():
            own.mkdir(parents=True, exist_ok=True)
            self._check(manifest.entrant, manifest.version, manifest.content)
            _write(own / file_name, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")

    def _check(self, name: str, version: str, content: str) -> Manifest | None:
        """What is kept of the same content; None if it is new, and nothing speaks against it."""
        every = self.versions()
        for each in every:
            if each.entrant == name and each.content and not content:
                raise NameTaken(
                    f"{name!r} is a bot that was submitted as a folder; give the one elsewhere another name"
                )
            if each.entrant == name and not each.content and content:
                raise NameTaken(f"{name!r} is a bot elsewhere; give this one another name in bot.toml")
            if each.entrant != name and _alike(each.entrant) == _alike(name):
                raise NameTaken(
                    f"{name!r} and the entrant {each.entrant!r} differ in case alone, or in how an accent is encoded; "
                    "write it the same, or give the bot another name"
                )
        same = [each for each in every if each.entrant == name and each.content == content]
        if same and content:
            return same[0]
        for each in every:
            if each.entrant == name and each.version == version and content:
                raise LabelTaken(
                    f"version {version!r} of {name!r} has other content ({each.hash}, submitted "
                    f"{each.submitted:%Y-%m-%d}); raise version in bot.toml"
                )
        return None

    def _of(self, entrant: str) -> Path:
        return self.folder / folder_name(entrant)


def _remove_private(path: Path) -> None:
    # Once its lock is gone, who sweeps may be faster.
    with contextlib.suppress(OSError):
        remove(path)


def _sweep_private(path: Path) -> None:
    if not path.is_dir():
        # Files are written by who is alone with the store.
        path.unlink(missing_ok=True)
    elif (lock := take(path / _LOCK_OF_PRIVATE, waits=False)) is not None:
        with held(lock):
            remove(path)


def _sweep_content(own: Path, content: str) -> None:
    """Remove a version that is not listed and that nobody builds, and a lock that nobody holds."""
    path, listed = own / f".{content}.lock", own / f"{content}.json"
    if listed.exists() and not path.exists():
        return
    lock = take(path, waits=False)
    if lock is not None:
        with held(lock, path):
            if not listed.exists():
                remove(own / content)


def _alike(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _read(path: Path) -> Manifest:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.MsgspecError:
        raise BadStore(path) from None


def _write(path: Path, data: bytes) -> None:
    """Put a file into its place whole, on the disk, whatever happens meanwhile."""
    descriptor, name = tempfile.mkstemp(prefix=_PRIVATE, dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def newest(versions: Sequence[Manifest]) -> frozenset[Manifest]:
    """Of each entrant, the version that a cup takes that names none."""
    return frozenset({each.entrant: each for each in versions}.values())
