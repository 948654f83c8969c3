"""Pages, text and document of a cup say who fits with whom and what an own copy is worth, or that it cannot be told."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from arena.leaderboard import Leaderboard
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import markdown_text
from arena.matches import Format, Outcome
from arena.publish import Progress
from arena.ratings import Anchor
from arena.site.index_page import index_page
from arena.standings import standings
from tests.arena.played import cup_entry, entrants, outcome, played_cup, result
from tests.arena.simulated import Tables, name, of_individual, of_pairs, played
from tests.arena.site.parsed import Parsed

FIT = 300.0


def outcomes(tables: Tables, format_: Format, count: int, rng: np.random.Generator) -> list[Outcome]:
    """A match for each result; pairs of partners differ, and the first two fit best."""
    fit = np.triu(rng.normal(0, 80, (count, count)), 1)
    fit = fit + fit.T
    fit[0, 1] = fit[1, 0] = FIT
    is_of_pairs = format_ is Format.PAIRS
    given = played(tables, np.linspace(100, -100, count), rng, fit=None if is_of_pairs else fit)
    return [
        outcome(
            [name(place) for place in seats],
            [result(score, int(2 * score - 1), board=deck + 1)],
            format_=format_,
            round_=line,
        )
        for line, (seats, deck, score) in enumerate(
            zip(given.seats.tolist(), given.decks.tolist(), given.scores.tolist(), strict=True), start=1
        )
    ]


@pytest.fixture(scope="module")
def board() -> Leaderboard:
    """Eight bots in both formats."""
    rng = np.random.default_rng(1)
    both = [
        *outcomes(of_pairs(8, 12), Format.PAIRS, 8, rng),
        *outcomes(of_individual(8, 250, rng), Format.INDIVIDUAL, 8, rng),
    ]
    named = entrants(*(name(place) for place in range(8)))
    return leaderboard(cup_entry(entrants=named), standings(both, named), Progress.COMPLETE)


@pytest.mark.slow
def test_the_document_has_both_intervals_the_pairs_and_the_bonuses(board: Leaderboard) -> None:
    pairs, individual = board.sections
    assert (pairs.partners, {row.in_general for row in pairs.rows}) == (None, {None})
    assert individual.partners is not None
    assert individual.partners.freedom == 20
    assert individual.partners.told_count == 28
    for row in individual.rows:
        assert row.low is not None
        assert row.in_general is not None
        assert row.in_general.low < row.low
    names = [row.name for row in individual.rows]
    cell = individual.partners.cells[names.index(name(0))][names.index(name(1))]
    assert cell is not None
    assert cell.is_marked
    assert {line.name for line in board.own_copy} == set(names)
    assert msgspec.json.decode(msgspec.json.encode(board), type=Leaderboard) == board


@pytest.mark.slow
def test_the_page_shows_the_wider_interval_the_pairs_and_the_bonuses(board: Leaderboard) -> None:
    text = index_page(board)
    page = Parsed(text)

    assert text.count('title="For partners in general"') == 8
    assert "interval for partners in general" in text
    assert [each["class"] for each in page.all("table")].count("map partners") == 1
    assert [each["class"] for each in page.all("table")].count("list own-copies") == 1
    assert "*<small>" in text


@pytest.mark.slow
def test_markdown_says_the_same(board: Leaderboard) -> None:
    text = markdown_text(board)

    assert text.count("### Who fits with whom") == 1
    assert "For partners in general" in text
    assert "## Beside its own copy" in text
    assert "Bonus (Elo per deal)" in text


def test_where_it_cannot_be_told_the_page_says_so_and_shows_no_table() -> None:
    named = ("Ada", "Ben", "Cy", "Dot")
    found = leaderboard(
        cup_entry(), standings(played_cup(named, rounds=2, deals=4), entrants(*named)), Progress.COMPLETE
    )
    text = index_page(found)

    assert "Who fits with whom cannot be told" in text
    assert "map partners" not in text
    assert "For partners in general" not in text


def test_bonuses_are_measured_from_the_anchor_and_say_so() -> None:
    named = ("Ada", "Ben", "Cy", "Dot")
    found = standings(played_cup(named, rounds=6, deals=4), entrants(*named), anchor=Anchor("Ben", 1500.0))
    document = leaderboard(cup_entry(), found, Progress.COMPLETE)

    assert {line.name for line in document.own_copy} == {"Ada", "Cy", "Dot"}
    assert {line.gauge for line in document.own_copy} == {"Both ratings are measured from Ben."}
