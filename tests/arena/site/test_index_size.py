"""The page of the standings stays light, with its style, in every language; what is too heavy has its own page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.entries import CupEntry
from arena.leaderboard import HistoryPoint, Leaderboard, PointsPart, Progress, TimesLine
from arena.leaderboard_building import leaderboard
from arena.matches import Format, Kind, Outcome, Unit
from arena.site import paths
from arena.site.environment import ASSETS
from arena.site.index_page import index_page, meetings_pages
from arena.standings import Standings, standings
from arena.words.languages import Language
from arena.words.words import words_of
from tests.arena.played import cup_entry, entrants, outcome, result
from tests.arena.simulated import Tables, name, of_individual, of_pairs, played
from tests.arena.site.parsed import Parsed

MOST_BYTES = 100_000


def outcomes(tables: Tables, format_: Format, count: int, rng: np.random.Generator, unit: Unit) -> list[Outcome]:
    """A match for each result."""
    given = played(tables, np.linspace(100, -100, count), rng)
    return [
        outcome(
            [name(place) for place in seats],
            [result(score, int(2 * score - 1), board=deck + 1)],
            format_=format_,
            round_=line,
            unit=unit,
        )
        for line, (seats, deck, score) in enumerate(
            zip(given.seats.tolist(), given.decks.tolist(), given.scores.tolist(), strict=True), start=1
        )
    ]


def full(board: Leaderboard) -> Leaderboard:
    """With all that a section can have."""
    times = {kind.value: TimesLine(100, 0.0123, 0.0456, 1.0) for kind in Kind}
    return replace(
        board,
        sections=tuple(
            replace(
                section,
                rows=tuple(replace(row, times_by_kind=times) for row in section.rows),
                history=tuple(
                    HistoryPoint(at, 100 * at, tuple((row.rating or 0) + at % 3 * 17 for row in section.rows))
                    for at in range(1, 13)
                ),
                points=PointsPart((5, 40, 80, 120, 160, 200), 80, tuple((5 * at, 10 + at) for at in range(48))),
            )
            for section in board.sections
        ),
    )


def sized(entry: CupEntry, found: Standings, language: Language) -> tuple[Leaderboard, int]:
    """The board in a language, and how many bytes its page and its style have together."""
    board = full(leaderboard(entry, found, Progress.COMPLETE, words=words_of(language)))
    return board, len(index_page(board, language).encode()) + (ASSETS / "site.css").stat().st_size


@pytest.mark.slow
def test_ten_entrants_in_three_sections_make_a_light_page() -> None:
    rng = np.random.default_rng(1)
    all_played = [
        *outcomes(of_pairs(10, 4), Format.PAIRS, 10, rng, Unit.DEALS),
        *outcomes(of_pairs(10, 4), Format.PAIRS, 10, rng, Unit.GAMES),
        *outcomes(of_individual(10, 60, rng), Format.INDIVIDUAL, 10, rng, Unit.DEALS),
    ]
    entry = cup_entry(entrants=entrants(*map(name, range(10))))
    found = standings(all_played, entry.entrants)
    for language in Language:
        board, size = sized(entry, found, language)
        assert size < MOST_BYTES, language
        assert set(meetings_pages(board, language)) == {paths.meetings(number) for number in (1, 2, 3)}


@pytest.mark.slow
def test_twenty_entrants_in_two_sections_make_a_light_page() -> None:
    rng = np.random.default_rng(1)
    entry = cup_entry(entrants=entrants(*map(name, range(20))))
    all_played = [
        *outcomes(of_pairs(20, 2), Format.PAIRS, 20, rng, Unit.DEALS),
        *outcomes(of_individual(20, 60, rng), Format.INDIVIDUAL, 20, rng, Unit.DEALS),
    ]
    found = standings(all_played, entry.entrants)
    for language in Language:
        board, size = sized(entry, found, language)
        assert len(board.sections) == 2
        assert size < MOST_BYTES, language


@pytest.mark.slow
def test_a_hundred_entrants_make_a_light_page_and_a_page_of_maps() -> None:
    rng = np.random.default_rng(1)
    entry = cup_entry(entrants=entrants(*map(name, range(100))))
    found = standings(outcomes(of_pairs(100, 1), Format.PAIRS, 100, rng, Unit.DEALS), entry.entrants)
    for language in Language:
        board, size = sized(entry, found, language)
        assert size < MOST_BYTES, language
        page = Parsed(index_page(board, language))
        assert paths.meetings(1) in page.links()
        assert [each.get("class") for each in page.all("table")] == ["standings"]
        maps = Parsed(meetings_pages(board, language)[paths.meetings(1)])
        assert [each.get("class") for each in maps.all("table")].count("map") == 2


@pytest.mark.slow
def test_maps_of_few_entrants_stand_beside_the_standings() -> None:
    rng = np.random.default_rng(1)
    entry = cup_entry(entrants=entrants(*map(name, range(10))))
    all_played = [
        *outcomes(of_pairs(10, 4), Format.PAIRS, 10, rng, Unit.DEALS),
        *outcomes(of_individual(10, 60, rng), Format.INDIVIDUAL, 10, rng, Unit.DEALS),
    ]
    found = standings(all_played, entry.entrants)
    for language in Language:
        board, size = sized(entry, found, language)
        assert size < MOST_BYTES, language
        assert meetings_pages(board, language) == {}
