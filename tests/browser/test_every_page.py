"""Every page of a cup that was really played opens by its file, and every link leads to something."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Readers
from tests.browser.links import crawled, file_of
from tests.browser.real_cups import RealCup

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]


def assert_every_link_leads_to_a_file(cup: RealCup) -> None:
    """Links lead to files of the published folder, and no page is out of reach."""
    pages = crawled(cup.folder / "index.html")
    lost = {url for links in pages.values() for url in links if not url.startswith(cup.url)}
    missing = {url for links in pages.values() for url in links if url.startswith(cup.url)} - {
        url for links in pages.values() for url in links if file_of(url).exists()
    }
    assert lost == set()
    assert missing == set()
    assert set(cup.folder.rglob("*.html")) == set(pages)


def test_every_link_leads_to_a_file_and_every_page_is_led_to(cup: RealCup) -> None:
    assert_every_link_leads_to_a_file(cup)


def test_every_link_of_a_cup_of_friends_leads_to_a_file(friends_cup: RealCup) -> None:
    assert_every_link_leads_to_a_file(friends_cup)


def test_every_page_opens_by_its_file(cup: RealCup, reader: Readers) -> None:
    """Nothing is asked for from elsewhere, no script fails, and there is something to read."""
    page = reader(cup.url)
    for path in crawled(cup.folder / "index.html"):
        page.goto(path.as_uri())
        assert page.locator("h1").first.inner_text().strip(), path


def test_every_page_of_a_cup_of_friends_opens_by_its_file(friends_cup: RealCup, reader: Readers) -> None:
    page = reader(friends_cup.url)
    for path in crawled(friends_cup.folder / "index.html"):
        page.goto(path.as_uri())
        assert page.locator("h1").first.inner_text().strip(), path
