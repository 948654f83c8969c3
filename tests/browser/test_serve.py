"""Pages of a cup that goes on, in a browser: what changes by itself, and what stays as the reader has it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from arena.config import parse_cup
from arena.words.languages import Language
from arena.words.words import words_of
from tests.arena.cups import cup_text, rules
from tests.arena.serving.dealt_cups import DealtCup
from tests.browser.chromium import PHONE, Readers, sideways
from tests.end_to_end.serve_process import Server, serving

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser-alone")]

STAGE = '[[stage]]\nformat = "pairs"\ndeals = 4\ndeals_per_match = 1\n'
PATIENCE_MS = 60_000
TOP = "document.querySelector('#section-1 h2').getBoundingClientRect().top"


@pytest.fixture
def dealt(tmp_path: Path) -> DealtCup:
    text = cup_text(STAGE, names="ABC", more=rules("forty-points"))
    (tmp_path / "cup.toml").write_text(text)
    cup = DealtCup(parse_cup(text, tmp_path), tmp_path)
    cup.play(6)
    return cup


@pytest.fixture
def server(dealt: DealtCup, tmp_path: Path) -> Iterator[Server]:
    assert dealt.dealt
    with serving(tmp_path / "cup.toml", tmp_path) as running:
        yield running


def open_live(page: Page, address: str) -> None:
    """Open a page and wait until it is told what is new."""
    page.goto(address)
    page.wait_for_selector("#live-dot[data-state=live]", timeout=PATIENCE_MS)


def progress_is(page: Page, done: int, language: Language = Language.ENGLISH) -> None:
    """Wait until so many matches are counted."""
    page.wait_for_function(
        "text => document.getElementById('live-progress').textContent.includes(text)",
        arg=words_of(language).number(done),
        timeout=PATIENCE_MS,
    )


def test_standings_change_without_reloading(dealt: DealtCup, server: Server, reader: Readers) -> None:
    """The reader stays where it is: its place, what has the focus, and what it has opened."""
    page = reader(server.address, width=PHONE)
    open_live(page, server.address)
    link = page.locator("#live-1 a").first
    link.focus()
    focused = link.get_attribute("href")
    page.evaluate("document.querySelector('details').open = true; window.isTheSame = true")
    page.evaluate("document.querySelector('#section-1 h2').scrollIntoView({behavior: 'instant'})")
    top = page.evaluate(TOP)
    before = page.locator("#live-1").inner_text()
    dealt.play(6)
    progress_is(page, 12)
    page.wait_for_function(
        "before => document.getElementById('live-1').innerText !== before", arg=before, timeout=PATIENCE_MS
    )

    assert page.evaluate("window.isTheSame")
    assert page.evaluate("document.activeElement.getAttribute('href')") == focused
    assert page.evaluate("document.querySelector('details').open")
    assert abs(page.evaluate(TOP) - top) <= 2
    assert sideways(page) == 0


def test_a_page_whose_server_is_started_anew_gets_all_that_came(
    dealt: DealtCup, server: Server, browser: Browser, tmp_path: Path
) -> None:
    """It says that the connection is lost, comes back by itself, and is told every match, each once."""
    context = browser.new_context()
    page = context.new_page()
    open_live(page, server.address)
    page.evaluate("window.told = []; document.addEventListener('arena:match', e => told.push(e.detail.sequence))")
    dealt.play(3)
    page.wait_for_function("() => window.told.length === 3", timeout=PATIENCE_MS)
    assert server.stop(within_s=2.0) == 0
    page.wait_for_selector("#live-dot[data-state=lost]", timeout=PATIENCE_MS)
    dealt.play(3)
    with serving(tmp_path / "cup.toml", tmp_path, port=server.port):
        page.wait_for_selector("#live-dot[data-state=live]", timeout=PATIENCE_MS)
        dealt.play(2)
        page.wait_for_function("() => window.told.length === 8", timeout=PATIENCE_MS)

    assert page.evaluate("window.told") == list(range(7, 15))
    context.close()


@pytest.mark.parametrize("language", Language)
def test_the_end_is_told_and_the_bar_speaks_the_language(
    language: Language, dealt: DealtCup, server: Server, reader: Readers
) -> None:
    page = reader(server.address)
    open_live(page, f"{server.address}{language.folder}")
    dealt.play()
    page.wait_for_selector("#live-dot[data-state=complete]", timeout=PATIENCE_MS)

    assert page.locator("#live-connection").inner_text() == words_of(language).say("The cup is complete.")
    progress_is(page, len(dealt.whole), language)
    page.locator("#live-match").click()
    page.wait_for_function("() => !document.getElementById('live-bar')", timeout=PATIENCE_MS)
