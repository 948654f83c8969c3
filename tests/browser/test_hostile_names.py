"""What strangers are called, and say, stays text wherever it is shown."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from html.parser import HTMLParser

import pytest

from arena.words.languages import Language
from tests.browser.chromium import Readers
from tests.browser.links import crawled
from tests.browser.real_cups import CARELESS, HOSTILE, NOTE, RealCup

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

LOADING = frozenset({"iframe", "object", "embed", "base", "video", "audio"})
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e")
"""Characters that turn the direction of what follows, which a name may not."""


class Elements(HTMLParser):
    """The elements of a page, with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_no_name_becomes_an_element(cup: RealCup, hostile_cup: RealCup) -> None:
    """On no page is there an element, an address or a handler that only a name could have brought."""
    known = {tag for path in cup.folder.rglob("*.html") for tag, _ in Elements(path.read_text(encoding="utf-8")).found}
    assert LOADING.isdisjoint(known)
    for path in crawled(hostile_cup.folder / "index.html"):
        page = Elements(path.read_text(encoding="utf-8"))
        assert known.issuperset(tag for tag, _ in page.found), path
        for tag, attributes in page.found:
            assert not [name for name in attributes if name.startswith("on")], path
            # A bot's page shows its badge.
            assert tag != "img" or "../badges/" in (attributes.get("src") or ""), path
            assert (
                tag != "script"
                or attributes.get("type") == "application/json"
                or (attributes.get("src") or "").startswith(("assets/", "../", "replays/"))
            ), path
            assert not (attributes.get("href") or "").lower().startswith(("javascript:", "data:")), path
        assert TURNING.isdisjoint("".join(page.text)), path


def test_no_template_is_filled_in_from_a_name(hostile_cup: RealCup) -> None:
    for path in crawled(hostile_cup.folder / "index.html"):
        text = path.read_text(encoding="utf-8")
        assert "49 javascript" not in text, path
    assert "{{ 7 * 7 }} javascript" in (hostile_cup.folder / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", Language)
def test_pages_with_hostile_names_open_without_trouble(
    hostile_cup: RealCup, reader: Readers, language: Language
) -> None:
    page = reader(hostile_cup.url)
    for kind, path in hostile_cup.kinds(language).items():
        page.goto(path.as_uri() + hostile_cup.query(kind))
        assert page.locator("img:not([src*='/badges/']), iframe, object, embed").count() == 0, path


def test_a_name_of_markup_is_shown_as_it_is_written(hostile_cup: RealCup, reader: Readers) -> None:
    page = reader(hostile_cup.url)
    page.goto(hostile_cup.index(Language.ENGLISH).as_uri())
    names = page.locator("table.standings, .standings table").first.locator("bdi").all_inner_texts()

    assert HOSTILE["Ada"] in {name.strip() for name in names}
    assert HOSTILE["Ben"] in {name.strip() for name in names}


def test_replay_shows_names_and_notes_as_text(hostile_cup: RealCup, reader: Readers) -> None:
    """At each step of the deal in which a bot with such a name says such things and fails."""
    page = reader(hostile_cup.url)
    faulty = hostile_cup.faulty().match
    page.goto(f"{hostile_cup.url}replay.html?match={faulty.key[:32]}")
    page.locator("h1").first.wait_for()
    page.keyboard.press("Home")
    seen = ""
    for _ in range(25):
        seen += page.locator("main").inner_text()
        page.keyboard.press("ArrowRight")
    assert page.locator("img, iframe, b:has-text('hand')").count() == 0
    assert NOTE in seen
    assert HOSTILE[CARELESS].split("\n")[1] in seen


def test_badges_and_the_feed_are_well_formed(hostile_cup: RealCup) -> None:
    """A name is in them, and no element but their own."""
    badges = list((hostile_cup.folder / "badges").glob("*.svg"))
    assert len(badges) == len(HOSTILE)
    for badge in badges:
        text = badge.read_text(encoding="utf-8")
        tags = {element.tag.rpartition("}")[2] for element in ET.fromstring(text).iter()}  # noqa: S314 - our own
        assert tags.isdisjoint({"script", "image", "foreignObject", "a", "use"})
        assert TURNING.isdisjoint(text)
    feed = ET.fromstring((hostile_cup.folder / "feed.xml").read_bytes())  # noqa: S314 - our own
    assert {element.tag.rpartition("}")[2] for element in feed.iter()}.isdisjoint({"script", "img"})


def test_badge_opens_in_a_browser(hostile_cup: RealCup, reader: Readers) -> None:
    page = reader(hostile_cup.url)
    for badge in (hostile_cup.folder / "badges").glob("*.svg"):
        page.goto(badge.as_uri())
        assert page.locator("svg").first.bounding_box() is not None
