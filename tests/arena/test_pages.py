"""The pages: well-formed, safe whatever an entrant is called, and readable in a real browser from a file."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from arena.entries import EntrantEntry
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import csv_text, markdown_text, shown
from arena.ledger import ledger_url, open_ledger
from arena.page import index_page, record_line, records_page
from arena.publish import Progress, publish
from arena.standings import standings
from tests.arena.played import FOUR, cup_entry, entrants, outcome, played_cup, result, store
from tests.tools import require_tool

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnp.exe",
    "two\nlines",
    "x" * 200,
    "{{ 7 * 7 }} javascript:alert(1)",
)

VOID = frozenset({"meta", "link", "br", "line", "path", "circle", "img"})


class Parsed(HTMLParser):
    """Elements, attributes and the text of cells; fails on an element that is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.headings: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "th" and dict(attrs).get("scope") == "row":
            self.headings.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "th" in self.open and self.open[-1] == "bdi" and self.headings:
            self.headings[-1] = self.headings[-1] or data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def pages(names: tuple[str, ...], *, progress: Progress = Progress.COMPLETE) -> tuple[Parsed, Parsed]:
    named = tuple(EntrantEntry(name, name, name, name) for name in names)
    outcomes = played_cup(names, rounds=1, deals=3)
    board = leaderboard(cup_entry(entrants=named), standings(outcomes, named), progress)
    return Parsed(index_page(board)), Parsed("".join(records_page(board, map(record_line, outcomes))))


def test_standings_have_a_line_for_each_entrant_in_order() -> None:
    outcomes = played_cup(FOUR, rounds=1, deals=3)
    board = leaderboard(cup_entry(), standings(outcomes, entrants(*FOUR)), Progress.COMPLETE)
    page = Parsed(index_page(board))

    expected = [row.name for row in board.sections[0].rows]
    assert page.headings[:4] == expected
    # Standings, meetings and superiority of two sections, and the lines of those with faults.
    assert len(page.headings) >= 2 * 3 * 4


def test_a_bot_that_was_submitted_is_shown_with_the_beginning_of_its_hash() -> None:
    named = (EntrantEntry("Ada", version="1.4", content="0123456789abcdef" * 4), *entrants("Ben", "Cy", "Dot"))
    board = leaderboard(
        cup_entry(entrants=named), standings(played_cup(FOUR, rounds=1, deals=3), named), Progress.COMPLETE
    )

    assert "version <bdi>1.4 (0123456789ab)</bdi>" in index_page(board)
    assert "| 1.4 (0123456789ab) |" in markdown_text(board)
    assert csv_text(board).count("0123456789abcdef" * 4) == len(board.sections)


def test_every_interval_is_drawn_within_the_drawing_and_said_in_words() -> None:
    page, _ = pages(FOUR)

    drawings = [each for each in page.all("svg") if "95 % from" in (each["aria-label"] or "")]
    assert drawings
    xs = [float(each[key] or "nan") for each in page.all("line") for key in ("x1", "x2")]
    xs += [float(each["cx"] or "nan") for each in page.all("circle")]
    assert all(0 <= x <= 180 for x in xs)


def test_hostile_names_are_text_and_nothing_more() -> None:
    for page in pages(HOSTILE):
        tags = {tag for tag, _ in page.elements}
        assert tags.isdisjoint({"script", "img", "iframe", "object", "form", "base"})
        for _, attributes in page.elements:
            assert not [name for name in attributes if name.startswith("on")]
            assert not (attributes.get("href") or "").startswith("javascript:")
    index, _ = pages(HOSTILE)
    assert {shown(name) for name in HOSTILE} <= set(index.headings)


def test_pages_ask_for_nothing_from_elsewhere() -> None:
    for page in pages(FOUR):
        targets = [each.get("href") for each in (*page.all("a"), *page.all("link"))]
        assert all(target and not target.startswith(("http", "//", "/")) for target in targets)
        policy = [each["content"] for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy"]
        assert policy == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]


def test_running_cup_says_so_and_links_no_records() -> None:
    page, _ = pages(FOUR, progress=Progress.RUNNING)

    assert "records.html" not in [each.get("href") for each in page.all("a")]


def test_every_match_is_in_the_list_of_records() -> None:
    outcomes = played_cup(FOUR, rounds=2, deals=2)
    board = leaderboard(cup_entry(), standings(outcomes, entrants(*FOUR)), Progress.COMPLETE)
    page = Parsed("".join(records_page(board, map(record_line, outcomes))))

    links = [each["href"] for each in page.all("a") if (each["href"] or "").startswith("records/")]
    assert links == [f"records/{each.record_name}" for each in outcomes]


def test_perfect_score_is_drawn_as_an_arrow() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(20)])]
    board = leaderboard(cup_entry(), standings(played, entrants("Ada", "Ben")), Progress.COMPLETE)
    page = index_page(board)

    assert page.count("<path") == 2
    assert "unbounded ↑" in page
    assert "at least 316.6 Elo above" in page


@pytest.mark.slow
def test_page_opens_from_a_file_in_a_browser(tmp_path: Path) -> None:
    """The table is there, nothing else is asked for, no script runs, and no phone has to scroll sideways."""
    chromium = require_tool("chromium")
    records = tmp_path / "cup-records"
    records.mkdir()
    named = tuple(EntrantEntry(name, name, name, name) for name in HOSTILE)
    with open_ledger(ledger_url(tmp_path / "arena.sqlite")) as ledger:
        ledger.begin_cup(cup_entry(entrants=named))
        store(ledger, records, played_cup(HOSTILE, rounds=1, deals=4))
        index = publish(ledger, "test-cup", tmp_path / "out", records, progress=Progress.COMPLETE).page

    asked: list[str] = []
    troubles: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium,
            args=[
                *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"),
                *("--disable-background-networking", "--disable-component-update"),
            ],
        )
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.on("request", lambda request: asked.append(request.url))
        page.on("dialog", lambda dialog: troubles.append(dialog.message))
        page.on("console", lambda message: troubles.append(message.text))
        page.on("pageerror", lambda error: troubles.append(str(error)))

        page.goto(index.as_uri())
        rows = page.locator(".standings").first.locator("tbody tr")
        assert rows.count() == len(HOSTILE)
        shown_names = rows.locator("th bdi:first-child").all_inner_texts()
        assert {shown(name) for name in HOSTILE} <= {name.strip() for name in shown_names}
        assert page.locator(".plot").first.bounding_box() is not None
        for width in (1280, 800, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width

        page.get_by_role("link", name="Records of all matches").click()
        page.wait_for_url("**/records.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert page.locator(".records tbody tr").count() == len(list(records.iterdir()))
        browser.close()

    assert troubles == []
    assert {url.split(":")[0] for url in asked} <= {"file", "data"}
