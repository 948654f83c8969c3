"""The bots of a cup file: commands that were found, and entrants that were submitted, as they take part."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from arena.bot_file import BadBot
from arena.bot_store import BadStore, BotStore, Manifest, UnknownBot
from arena.cup_file import BadCup, BotTable
from arena.entrants import BadCommand, BadEnvironment, BadName, Entrant, Local, check_name, enter
from arena.sandbox.reach import own_files

_OF_COMMANDS = ("author", "language", "environment", "reads")
"""Keys that a bot which was submitted has said itself."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where the bots of a cup come from.

    Attributes:
        folder: of the cup file; commands are relative to it.
        store: bots that were submitted; None if there is none.
        preset: of the game that is played.
    """

    folder: Path
    store: BotStore | None
    preset: str

    def entrant(self, written: BotTable, key: str) -> Entrant:
        """A bot of the file, whose table is at *key*.

        Raises:
            BadCup: it cannot take part.
        """
        if written.name is not None:
            try:
                check_name(written.name)
            except BadName as error:
                raise BadCup(f"{key}.name", str(error)) from None
        if written.entrant is not None:
            return self._submitted(written, written.entrant, key)
        if written.name is None:
            raise BadCup(f"{key}.name", "is missing")
        if written.command is None:
            raise BadCup(f"{key}.command", "is missing; or name a bot that was submitted, with entrant")
        try:
            entrant = enter(
                written.name,
                written.command,
                folder=self.folder,
                version=written.version or "1",
                author=written.author or "",
                language=written.language or "",
                environment=written.environment,
            )
        except BadCommand as error:
            raise BadCup(f"{key}.command", f"{error} (bot {written.name!r})") from None
        except BadEnvironment as error:
            raise BadCup(f"{key}.environment", f"{error} (bot {written.name!r})") from None
        return self._reading(entrant, written.reads, f"{key}.reads") if written.reads else entrant

    def _reading(self, entrant: Entrant, reads: list[str], key: str) -> Entrant:
        """A command that may read more than its own."""
        paths = [self.folder / path for path in reads]
        for number, path in enumerate(paths, 1):
            if not path.exists():
                raise BadCup(f"{key}[{number}]", f"{reads[number - 1]!r} does not exist in {self.folder}")
        assert isinstance(entrant.player, Local)
        own = tuple(own_files(entrant.player))
        return replace(entrant, player=replace(entrant.player, readable=(*own, *(path.resolve() for path in paths))))

    def _submitted(self, written: BotTable, entrant: str, key: str) -> Entrant:
        if written.command is not None:
            raise BadCup(key, "says both command and entrant; give one of them")
        for of_commands in _OF_COMMANDS:
            if getattr(written, of_commands) is not None:
                reason = "has no meaning for an entrant, which said so when it was submitted; leave it out"
                raise BadCup(f"{key}.{of_commands}", reason)
        if self.store is None:
            raise BadCup(f"{key}.entrant", f"{entrant!r} cannot be found, as no bots were submitted here")
        kept = self._found(self.store, entrant, written.version, key)
        if kept.games and self.preset not in kept.games:
            played = f"{entrant!r} plays {', '.join(kept.games)}, and this cup is {self.preset}"
            raise BadCup(f"{key}.entrant", f"{played}; leave the bot out, or change rules.preset")
        if kept.is_remote and written.name not in (None, entrant):
            raise BadCup(f"{key}.name", f"{entrant!r} dials in from elsewhere and has no other name; leave it out")
        try:
            return self.store.entrant(kept, name=written.name)
        except BadBot as error:
            raise BadCup(f"{key}.entrant", f"{entrant!r} version {kept.version}: {error}") from None

    @staticmethod
    def _found(store: BotStore, entrant: str, version: str | None, key: str) -> Manifest:
        try:
            return store.find(entrant, version)
        except UnknownBot as error:
            raise BadCup(f"{key}.version" if error.is_version else f"{key}.entrant", str(error)) from None
        except BadStore as error:
            raise BadCup(f"{key}.entrant", str(error)) from None
