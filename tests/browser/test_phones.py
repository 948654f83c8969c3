"""Pages fit a phone, are small, and turn round for a language that is read from right to left."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator

from arena.words.languages import Language
from tests.browser.axe import open_all
from tests.browser.chromium import DESK, HEIGHT, PHONE, Readers, sideways
from tests.browser.links import file_of
from tests.browser.real_cups import RealCup

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

LEADERBOARD_BYTES = 100_000
REPLAY_SHELL_BYTES = 60_000
"""The page of a replay, with its scripts and styles, before any match is in it."""

PERSIAN_DIGITS = re.compile("[\u06f0-\u06f9]")
OTHER_DIGITS = re.compile("[0-9\u0660-\u0669]")

PLACES = """
cells => cells.flatMap(cell => {
    // Where a sign and the first digit behind it are drawn: their left edges.
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const found = /[−+]\\p{Nd}/u.exec(node.data);
        if (found) {
            return [[found.index, found.index + 1].map(start => {
                const range = document.createRange();
                range.setStart(node, start);
                range.setEnd(node, start + 1);
                return range.getClientRects()[0].left;
            })];
        }
    }
    return [];
})
"""


@pytest.mark.parametrize("language", Language)
def test_no_page_has_to_be_pushed_sideways(cup: RealCup, reader: Readers, language: Language) -> None:
    """On a phone, on what lies between, and on a desk, with everything open that can be opened."""
    page = reader(cup.url)
    too_wide = {}
    for kind, path in cup.kinds(language).items():
        page.goto(path.as_uri() + cup.query(kind))
        open_all(page)
        for width in (PHONE, 768, DESK):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            too_wide[kind, width] = sideways(page)

    assert {kind: by for kind, by in too_wide.items() if by > 0} == {}


@pytest.mark.parametrize("language", Language)
def test_no_page_of_hostile_names_or_friends_has_to_be_pushed_sideways(
    hostile_cup: RealCup, friends_cup: RealCup, reader: Readers, language: Language
) -> None:
    """A name of 200 characters is broken or cut."""
    too_wide = {}
    for cup in (hostile_cup, friends_cup):
        page = reader(cup.url, width=PHONE)
        for kind, path in cup.kinds(language).items():
            page.goto(path.as_uri() + cup.query(kind))
            open_all(page)
            too_wide[cup.home.name, kind] = sideways(page)

    assert {kind: by for kind, by in too_wide.items() if by > 0} == {}


@pytest.mark.parametrize("language", Language)
def test_leaderboard_page_is_small(cup: RealCup, friends_cup: RealCup, language: Language) -> None:
    for each in (cup, friends_cup):
        assert each.index(language).stat().st_size < LEADERBOARD_BYTES


@pytest.mark.parametrize("language", Language)
def test_shell_of_the_replay_is_small(cup: RealCup, reader: Readers, language: Language) -> None:
    """All that is loaded for it alone: the common style and the icon are those of every page."""
    loaded: set[str] = set()
    page = reader(cup.url)
    page.on("request", lambda request: loaded.add(request.url))
    page.goto(cup.kinds(language)["replay"].as_uri())
    page.wait_for_load_state("load")

    own = [file_of(url) for url in loaded if not url.endswith(("site.css", "icon.svg"))]
    assert sum(file.stat().st_size for file in own) < REPLAY_SHELL_BYTES


def test_persian_standings_have_persian_digits(cup: RealCup, reader: Readers) -> None:
    page = reader(cup.url)
    page.goto(cup.index(Language.PERSIAN).as_uri())
    text = "".join(standings(page.locator("body")).locator("td").all_inner_texts())

    assert PERSIAN_DIGITS.search(text)
    assert not OTHER_DIGITS.search(text)


@pytest.mark.parametrize("language", Language)
def test_signs_stand_before_their_numbers(cup: RealCup, reader: Readers, language: Language) -> None:
    """Numbers are read from left to right in every language, and so are their signs: as they are drawn."""
    page = reader(cup.url)
    page.goto(cup.index(language).as_uri())
    drawn = standings(page.locator("body")).locator("td").evaluate_all(PLACES)

    assert drawn
    assert all(sign < digit for sign, digit in drawn)


def test_persian_page_begins_at_the_right(cup: RealCup, reader: Readers) -> None:
    """The first column of the standings is the rightmost."""
    page = reader(cup.url)
    for language in (Language.ENGLISH, Language.PERSIAN):
        page.goto(cup.index(language).as_uri())
        cells = standings(page.locator("body")).locator("thead tr").last.locator("th, td")
        edges = cells.evaluate_all("cells => cells.map(cell => cell.getBoundingClientRect().left)")
        assert edges == sorted(edges, reverse=language is Language.PERSIAN)


def standings(body: Locator) -> Locator:
    """The first table of standings."""
    return body.locator("table.standings, .standings table").first
