"""The pages of a cup by ``arena serve`` are those of its files: every link leads on, and nothing else is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page

from arena.words.languages import Language
from tests.arena.serving.dealt_cups import DealtCup
from tests.browser.axe import grave, open_all
from tests.browser.chromium import PHONE, Readers, address, sideways
from tests.browser.hostile_server import hostile_cup
from tests.browser.links import Links
from tests.browser.real_cups import RealCup
from tests.end_to_end.arena_process import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

ENDED_WITHIN_S = 60
PATIENCE_MS = 60_000


@contextmanager
def started(folder: Path, *command: str) -> Iterator[str]:
    """The URL at which what *command* serves is told to be."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found is not None, line
        yield found.group()
    finally:
        process.terminate()
        process.communicate(timeout=ENDED_WITHIN_S)


@pytest.fixture(scope="module")
def served(cup: RealCup) -> Iterator[str]:
    """The URL at which the cup is served."""
    with started(cup.home, "arena.cli", "serve", "cup.toml", "--port", "0") as url:
        yield url


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL at which a cup of hostile names is served, of which a part is played."""
    folder = tmp_path_factory.mktemp("hostile-served")
    DealtCup(hostile_cup(folder), folder).play(5)
    with started(folder, "tests.browser.hostile_server", str(folder)) as url:
        yield url


def crawled(start: str) -> dict[str, str]:
    """What each address answers that can be reached from *start*; pages alone are read for links."""
    answers: dict[str, str] = {}
    waiting = [start]
    while waiting:
        url = waiting.pop()
        if url in answers or not url.startswith(start):
            continue
        # Raises for an answer that is no page or file. All addresses begin with that of the server.
        with urlopen(url) as answer:  # noqa: S310
            is_page = answer.headers.get_content_type() == "text/html"
            answers[url] = answer.read().decode() if is_page else ""
        waiting += [address(urljoin(url, link)) for link in Links(answers[url]).found if not link.startswith("data:")]
    return answers


def kinds_at(cup: RealCup, url: str, language: Language) -> dict[str, str]:
    """The address of a page of each kind, as it is served."""
    kinds = cup.kinds(language).items()
    return {kind: url + str(path.relative_to(cup.folder)) + cup.query(kind) for kind, path in kinds}


def go(page: Page, url: str) -> None:
    """Open a page, and wait until it is told what is new, where it is to be told."""
    page.goto(url)
    if page.locator("#live-dot").count():
        page.wait_for_selector("#live-dot[data-state=live], #live-dot[data-state=complete]", timeout=PATIENCE_MS)


def test_every_link_of_the_served_pages_leads_on(cup: RealCup, served: str) -> None:
    """The same pages are there as in the published folder, and the files beside them."""
    pages = {each.removeprefix(served) for each, text in crawled(served).items() if text}

    published = {str(path.relative_to(cup.folder)) for path in cup.folder.rglob("*.html")}
    assert published - pages == set()


@pytest.mark.parametrize("language", Language)
def test_served_pages_open_without_trouble_fit_a_phone_and_can_be_read_by_all(
    cup: RealCup, served: str, reader: Readers, language: Language
) -> None:
    """With the bar that tells what is new, each kind."""
    page = reader(served, width=PHONE)
    found = {}
    for kind, url in kinds_at(cup, served, language).items():
        go(page, url)
        open_all(page)
        assert page.locator("h1").first.inner_text().strip(), url
        assert sideways(page) <= 0, url
        found[kind] = grave(page)

    assert {kind: each for kind, each in found.items() if each} == {}


def test_hostile_names_stay_text_while_a_cup_goes_on(hostile: str, reader: Readers) -> None:
    """On every page that can be reached, of each kind in the browser, nothing is there that a name brought."""
    told = crawled(hostile)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in told[hostile]
    pages = [url for url, text in told.items() if text]
    page = reader(hostile, width=PHONE)
    opened: dict[tuple[str, ...], str] = {}
    for url in pages:
        # One page of each kind and language, whatever follows the name of its folder.
        parts = url.removeprefix(hostile).split("/")
        opened.setdefault((*parts[:-1], "" if parts[-2:-1] in (["bots"], ["matches"]) else parts[-1]), url)
    folders = [language.folder for language in Language]
    assert {tuple(f"{folder}{kind}/".split("/")) for folder in folders for kind in ("bots", "matches")} <= set(opened)
    key = next(url for url in pages if "/matches/" in url).rpartition("/")[2].removesuffix(".html")
    replays = [f"{hostile}{folder}replay.html?match={key}" for folder in folders]
    for url in (*opened.values(), *replays):
        go(page, url)
        assert page.locator("img:not([src*='badges/']), iframe, object, embed, [onerror]").count() == 0, url
        assert page.locator("script:not([src]):not([type='application/json'])").count() == 0, url
        assert sideways(page) <= 0, url
