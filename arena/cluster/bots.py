"""The bots of an order as this machine has them: commands at the arena's paths, submitted ones by their content."""

from __future__ import annotations

from pathlib import Path

from arena.bot_file import BadBot
from arena.bot_store import BadStore, BotStore
from arena.cluster.orders import BotOrder
from arena.entrants import HASH_DIGITS, BadCommand, Entrant, Local, find_command


class MissingBot(Exception):
    """A bot that this machine does not have; the sentence goes on after the machine's name."""


class BotsHere:
    """Finds bots, each once.

    Args:
        store: bots that were submitted on this machine.
    """

    def __init__(self, store: BotStore) -> None:
        self._store = store
        self._submitted: dict[str, Local] = {}

    def entrant(self, bot: BotOrder) -> Entrant:
        """A bot as it is started here.

        Raises:
            MissingBot: something of it is not here.
        """
        player = self._of_content(bot) if bot.content else _of_command(bot)
        return Entrant(name=bot.name, version=bot.version, author="", language="", player=player, content=bot.content)

    def _of_content(self, bot: BotOrder) -> Local:
        if bot.content not in self._submitted:
            self._submitted[bot.content] = self._find(bot)
        return self._submitted[bot.content]

    def _find(self, bot: BotOrder) -> Local:
        what = f"{bot.name!r} version {bot.version} (content {bot.content[:HASH_DIGITS]})"
        try:
            kept = next((each for each in self._store.versions() if each.content == bot.content), None)
            if kept is None:
                raise MissingBot(
                    f"has no bot {what} in {self._store.folder}; submit the same files there with arena submit and the "
                    "--files of its worker"
                )
            player = self._store.entrant(kept).player
        except (BadStore, BadBot) as error:
            raise MissingBot(f"cannot start the bot {what}: {error}") from None
        except OSError as error:
            raise MissingBot(f"cannot read the bot {what}: {error.filename}: {error.strerror}") from None
        assert isinstance(player, Local), "what has content is no bot elsewhere"
        return player


def _of_command(bot: BotOrder) -> Local:
    folder = Path(bot.folder)
    missing = [str(path) for path in (folder, *map(Path, bot.readable)) if not path.exists()]
    if missing:
        raise MissingBot(f"has no {missing[0]}, of the bot {bot.name!r}; {_REMEDY}")
    try:
        command = find_command(bot.command, folder)
    except BadCommand as error:
        raise MissingBot(f"cannot start the bot {bot.name!r}: {error}; {_REMEDY}") from None
    return Local(command, folder, bot.environment, tuple(map(Path, bot.readable)))


_REMEDY = "put it there at the same path as on the arena's machine, or submit the bot on both with arena submit"
