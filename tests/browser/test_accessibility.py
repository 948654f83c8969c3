"""Pages can be read by those who do not see them, or not well: axe finds nothing that would stop them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arena.matches import Format, Unit
from arena.words.languages import Language
from tests.browser.axe import grave, open_all
from tests.browser.chromium import Readers
from tests.browser.real_cups import RealCup

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

PATIENCE_MS = 60_000


@pytest.mark.parametrize("language", Language)
def test_nothing_grave_stands_in_a_readers_way(cup: RealCup, reader: Readers, language: Language) -> None:
    """On each kind of page, in the light and in the dark; the replay stands at a fault."""
    page = reader(cup.url)
    found = {}
    for kind, path in cup.kinds(language).items():
        page.goto(path.as_uri() + cup.query(kind))
        open_all(page)
        found[kind] = grave(page)

    assert {kind: each for kind, each in found.items() if each} == {}


@pytest.mark.parametrize("language", Language)
def test_nothing_grave_stands_in_the_way_of_a_reader_of_friends(
    friends_cup: RealCup, reader: Readers, language: Language
) -> None:
    """Tables of players, each for itself."""
    page = reader(friends_cup.url)
    found = {}
    for path in (friends_cup.index(language), friends_cup.match_page(language)):
        page.goto(path.as_uri())
        open_all(page)
        found[path.name] = grave(page)

    assert {name: each for name, each in found.items() if each} == {}


def test_nothing_grave_stands_in_the_way_at_any_step_of_a_replay(cup: RealCup, reader: Readers) -> None:
    """Before the first bid, while tricks are played, at the end, with the keys explained, and side by side."""
    page = reader(cup.url)
    match = next(
        each.match.key[:32]
        for each in cup.outcomes()
        if (each.match.format, each.match.unit) == (Format.PAIRS, Unit.DEALS)
    )
    page.goto(f"{cup.url}replay.html?match={match}#1.0")
    expect(page.locator("#said")).not_to_be_empty(timeout=PATIENCE_MS)
    found = {"beginning": grave(page)}
    _press(page, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight")
    found["trick"] = grave(page)
    page.keyboard.press("End")
    found["end"] = grave(page)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    found["keys"] = grave(page)
    _press(page, "Escape", "ArrowUp", "ArrowUp", "d")
    expect(page.locator(".game")).to_have_count(2)
    found["side by side"] = grave(page)

    assert {where: each for where, each in found.items() if each} == {}


@pytest.mark.parametrize("language", Language)
def test_pages_say_their_language_and_direction(cup: RealCup, reader: Readers, language: Language) -> None:
    page = reader(cup.url)
    for path in cup.kinds(language).values():
        page.goto(path.as_uri())
        assert page.locator("html").get_attribute("lang") == language.value
        assert page.evaluate("getComputedStyle(document.body).direction") == language.direction
        assert page.locator("main").count() == 1
        assert page.locator("h1").count() == 1


def _press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
