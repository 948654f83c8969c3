"""Paths of the pages and files of a cup, below the folder of a language or, of files, that of the cup."""

from __future__ import annotations

from arena.file_names import folder_name

KEY_DIGITS = 32
"""Hex digits of a match's key in the names of its files, as in that of its record."""

INDEX = "index.html"
MATCHES = "matches.html"
REPLAY = "replay.html"
RULES = "rules.html"
"""The rule sheet, in English: a file of all languages."""


def bot_page(entrant: str) -> str:
    """The page of an entrant."""
    return f"bots/{folder_name(entrant)}.html"


def badge(entrant: str) -> str:
    """The badge of an entrant, a file of all languages."""
    return f"badges/{folder_name(entrant)}.svg"


def match_page(key: str) -> str:
    """The page of a match."""
    return f"matches/{key[:KEY_DIGITS]}.html"


def replay_data(key: str) -> str:
    """What the replay of a match is made from, a file of all languages."""
    return f"replays/{key[:KEY_DIGITS]}.js"


def replay(key: str, *, deal: int | None = None, step: int | None = None) -> str:
    """The page of a match's replay.

    Args:
        deal: which deal of the record it shows, from 1; None lets it choose, which is the first fault if there is one.
        step: which step of the deal, from 0.
    """
    at = "" if deal is None else f"#{deal}" if step is None else f"#{deal}.{step}"
    return f"{REPLAY}?match={key[:KEY_DIGITS]}{at}"


def meetings(section: int) -> str:
    """The maps of a section, by its number from 1, where they are too large for the page of the standings."""
    return f"meetings-{section}.html"


def matches(page: int) -> str:
    """A page of the list of matches, by its number from 1, where they do not all stand on `MATCHES`."""
    return f"matches-{page}.html"
