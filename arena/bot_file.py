"""``bot.toml``: what a folder with a bot in it says of that bot (docs/bots.md)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from arena.toml_file import BadFile, Command, Form

BOT_FILE = "bot.toml"


class BadBot(BadFile):
    """A folder that holds no bot, or one whose ``bot.toml`` cannot be used."""


class BotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file; commands are started in its folder.

    Attributes:
        version: as the author counts, for people; versions are told apart by their content.
        build: commands that make what *run* starts, one after another; none if nothing is to be made.
        run: starts one chair.
        tables: at which it plays at once; None for any number.
        games: names of the presets that it plays; empty for all.
    """

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    run: Command
    version: Annotated[str, Meta(min_length=1, max_length=64)] = "1"
    author: Annotated[str, Meta(max_length=200)] = ""
    language: Annotated[str, Meta(max_length=40)] = ""
    build: list[Command] = []
    environment: dict[str, str] = {}
    tables: Annotated[int, Meta(ge=1, le=256)] | None = None
    games: list[str] = []


FORM = Form(struct=BotFile, error=BadBot, kind="a bot", tables={"environment": None})
