"""The pages of a cup by ``arena serve`` are those of its files: every link leads on, and nothing else is asked for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

from arena.words.languages import Language
from tests.browser.chromium import Readers, address
from tests.browser.links import Links
from tests.browser.real_cups import RealCup
from tests.end_to_end.arena_process import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

ENDED_WITHIN_S = 60


@contextmanager
def served(cup: RealCup) -> Iterator[str]:
    """The URL at which the cup is served."""
    process = subprocess.Popen(
        [sys.executable, "-m", "arena.cli", "serve", "cup.toml", "--port", "0"],
        cwd=cup.home,
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


def test_every_link_of_the_served_pages_leads_on(cup: RealCup) -> None:
    """The same pages are there as in the published folder, and the files beside them."""
    with served(cup) as url:
        pages = {each.removeprefix(url) for each, text in crawled(url).items() if text}

    published = {str(path.relative_to(cup.folder)) for path in cup.folder.rglob("*.html")}
    assert published - pages == set()


def test_served_pages_open_without_trouble(cup: RealCup, reader: Readers) -> None:
    """Each kind, in each language."""
    with served(cup) as url:
        page = reader(url)
        for language in Language:
            for kind, path in cup.kinds(language).items():
                query = f"?match={cup.faulty().match.key[:32]}" if kind == "replay" else ""
                page.goto(url + str(path.relative_to(cup.folder)) + query)
                assert page.locator("h1").first.inner_text().strip(), path
