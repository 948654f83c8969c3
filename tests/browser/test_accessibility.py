"""Pages can be read by those who do not see them, or not well: axe finds nothing that would stop them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from arena.words.languages import Language
from tests.browser.chromium import Colours, Readers
from tests.browser.real_cups import RealCup

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RUN = "axe.run(document, {resultTypes: ['violations'], preload: false})"
"""Without its own requests for the style sheets, which no page of a file may make."""


def grave(page: Page) -> Iterator[str]:
    """What axe finds that is serious or critical: what, where, and why."""
    page.evaluate(AXE)
    for found in page.evaluate(RUN)["violations"]:
        if found["impact"] in {"serious", "critical"}:
            for node in found["nodes"]:
                yield f"{found['id']}: {' '.join(node['target'])}: {node.get('failureSummary', found['help'])}"


def open_all(page: Page) -> None:
    """Open what is folded up, as nothing is looked at in there else."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("language", Language)
def test_nothing_grave_stands_in_a_readers_way(
    cup: RealCup, reader: Readers, language: Language, colours: Colours
) -> None:
    """On each kind of page."""
    page = reader(cup.url, colours=colours)
    found = {}
    for kind, path in cup.kinds(language).items():
        query = f"?match={cup.faulty().match.key[:32]}" if kind == "replay" else ""
        page.goto(path.as_uri() + query)
        page.wait_for_load_state("load")
        open_all(page)
        found[kind] = list(grave(page))

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
        found[path.name] = list(grave(page))

    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("language", Language)
def test_pages_say_their_language_and_direction(cup: RealCup, reader: Readers, language: Language) -> None:
    page = reader(cup.url)
    for path in cup.kinds(language).values():
        page.goto(path.as_uri())
        assert page.locator("html").get_attribute("lang") == language.value
        assert page.evaluate("getComputedStyle(document.body).direction") == language.direction
        assert page.locator("main").count() == 1
        assert page.locator("h1").count() == 1
