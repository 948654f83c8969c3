"""The files of a cup that are not of one match: pages in every language, documents, and what pages load."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from arena.cup_document import CupDocument
from arena.leaderboard import Leaderboard
from arena.leaderboard_text import csv_text, markdown_text
from arena.ledger import Arrival
from arena.site import paths
from arena.site.badge import badge
from arena.site.bot_page import MatchLink, bot_page, match_link
from arena.site.environment import ASSETS
from arena.site.feed import feed
from arena.site.index_page import index_page, meetings_pages
from arena.site.match_words import match_words
from arena.site.matches_page import MatchRow, matches_pages
from arena.site.replay_page import replay_page
from arena.site.rules_page import rules_page
from arena.site.schemas import schemas
from arena.site.squeezed import squeezed
from arena.words.languages import Language
from referee.rules.options import Options

_PUBLISHED = (".css", ".js", ".svg")
"""Of the folder of assets."""


def board_files(
    document: CupDocument,
    boards: Mapping[Language, Leaderboard],
    rows: Sequence[MatchRow],
    arrivals: Sequence[Arrival],
    options: Options | None,
) -> Iterator[tuple[str, bytes]]:
    """Names below the folder of the cup, and what is in them.

    Args:
        boards: with their sentences in each language.
        rows: all matches, by round.
        arrivals: when matches were stored, as far as the ledger knows.
        options: of the game; None if this version cannot read them.
    """
    board = boards[Language.ENGLISH]
    yield "cup.json", _json(document)
    yield "leaderboard.json", _json(board)
    yield "leaderboard.csv", csv_text(board).encode()
    yield "leaderboard.md", markdown_text(board).encode()
    for language, translated in boards.items():
        for path, page in _pages(translated, rows, language):
            yield language.folder + path, page.encode()
    yield paths.RULES, rules_page(board, options).encode()
    yield "feed.xml", feed(board, rows, {each.key: each.at for each in arrivals}).encode()
    for entrant in document.entrants:
        yield paths.badge(entrant.name), badge(board, entrant.name).encode()
    for name, schema in schemas().items():
        yield f"schemas/{name}", schema
    for asset in sorted(ASSETS.iterdir()):
        if asset.suffix in _PUBLISHED:
            yield f"assets/{asset.name}", squeezed(asset.name, asset.read_bytes())


def _pages(board: Leaderboard, rows: Sequence[MatchRow], language: Language) -> Iterator[tuple[str, str]]:
    """Pages by their paths below the folder of their language."""
    yield paths.INDEX, index_page(board, language)
    yield from meetings_pages(board, language).items()
    yield from matches_pages(board.cup, board.progress, rows, language).items()
    yield paths.REPLAY, replay_page(board.cup, language)
    links = _matches_of_bots(rows, language)
    for name in dict.fromkeys(row.name for part in board.sections for row in part.rows):
        yield paths.bot_page(name), bot_page(board, name, language, links.get(name, ()))


def _matches_of_bots(rows: Sequence[MatchRow], language: Language) -> Mapping[str, Sequence[MatchLink]]:
    """The matches of each entrant, as its page lists them."""
    words = match_words(language, "../")
    found: dict[str, list[MatchLink]] = {}
    for row in rows:
        for name in dict.fromkeys(row.seating):
            found.setdefault(name, []).append(match_link(row, name, words))
    return found


def _json(document: CupDocument | Leaderboard) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n"
