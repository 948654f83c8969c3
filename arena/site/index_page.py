"""The page of the standings, the part of it that is shown anew while a cup runs, and the pages of its maps."""

from __future__ import annotations

from collections.abc import Mapping

from arena.leaderboard import Leaderboard, Progress
from arena.leaderboard_text import own_copy_tables
from arena.site import paths
from arena.site.charts.intervals import Shown, intervals
from arena.site.environment import environment
from arena.site.place import Place
from arena.site.says import Says
from arena.site.section_view import SectionView, section_views
from arena.words.languages import Language
from arena.words.words import words_of
from referee.version import software_version

CELLS_AT_MOST = 220
"""Cells of a map, of all sections together, up to which the maps stand on the page of the standings, which would
become heavier than 100 kB with more: those of 10 entrants in two sections, or 14 in one."""


def index_page(board: Leaderboard, language: Language = Language.ENGLISH) -> str:
    """The page of the standings, at `paths.INDEX`.

    Args:
        board: with its sentences in the *language*.
    """
    return _page("index.html", board, language, paths.INDEX)


def standings_fragment(board: Leaderboard, language: Language) -> str:
    """What changes on the page of the standings while a cup runs: elements that take the place of those of their ids.

    They are ``live-state`` and, for each section, ``live-1``, ``live-2``, …; a page that lacks one of them is older
    than a section and has to be loaded anew.
    """
    place = Place(language, paths.INDEX)
    return environment(language).get_template("standings_fragment.html").render(_context(board, language, place))


def meetings_pages(board: Leaderboard, language: Language) -> Mapping[str, str]:
    """The pages of maps that are too large for the page of the standings, by their paths; none where there are none."""
    if has_maps(board):
        return {}
    return {
        paths.meetings(number): _page("meetings.html", board, language, paths.meetings(number), number)
        for number in range(1, len(board.sections) + 1)
    }


def has_maps(board: Leaderboard) -> bool:
    """Whether the maps stand on the page of the standings."""
    return sum(len(section.rows) ** 2 for section in board.sections) <= CELLS_AT_MOST


def _page(template: str, board: Leaderboard, language: Language, path: str, number: int = 0) -> str:
    context = _context(board, language, Place(language, path))
    return environment(language).get_template(template).render(context | {"number": number})


def _context(board: Leaderboard, language: Language, place: Place) -> dict[str, object]:
    says = Says(words_of(language))
    views: list[SectionView] = section_views(board, says, has_maps=has_maps(board))
    tables = own_copy_tables(board)
    return {
        "place": place,
        "cup": board.cup,
        "board": board,
        "is_complete": board.progress is Progress.COMPLETE,
        "views": views,
        "says": says,
        "paths": paths,
        "version": software_version(),
        "own_copies": [
            (
                unit,
                lines,
                intervals([Shown(line.bonus, line.low, line.high) for line in lines], name=f"c{at}", words=says.words),
            )
            for at, (unit, lines) in enumerate(tables, start=1)
        ],
    }
