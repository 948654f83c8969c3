"""The page of the standings: well-formed, safe whatever an entrant is called, and readable in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from arena.entries import EntrantEntry
from arena.leaderboard import Leaderboard, Progress
from arena.leaderboard_building import leaderboard
from arena.leaderboard_text import csv_text, markdown_text
from arena.ledger import ledger_url, open_ledger
from arena.matches import Format, Outcome, Unit
from arena.publish import publish
from arena.shown import shown
from arena.site.charts.intervals import HEIGHT, WIDTH
from arena.site.environment import CONTENT_POLICY
from arena.site.index_page import index_page, meetings_pages, standings_fragment
from arena.site.says import Says
from arena.standings import standings
from arena.words.languages import Language
from arena.words.words import words_of
from tests.arena.played import (
    FIVE,
    FOUR,
    cup_entry,
    entrants,
    friends_cup,
    friends_game,
    outcome,
    played_cup,
    result,
    store,
)
from tests.arena.site.parsed import Parsed
from tests.tools import require_tool

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\u202egnp.exe",
    "two\nlines",
    "x" * 200,
    "{{ 7 * 7 }} javascript:alert(1)",
)


def board_of(
    names: tuple[str, ...] = FOUR,
    outcomes: list[Outcome] | None = None,
    *,
    progress: Progress = Progress.COMPLETE,
    language: Language = Language.ENGLISH,
) -> Leaderboard:
    """The leaderboard of a small cup of entrants who are all called like their authors."""
    named = tuple(EntrantEntry(name, name, name, name) for name in names)
    played = played_cup(names, rounds=1, deals=3) if outcomes is None else outcomes
    return leaderboard(cup_entry(entrants=named), standings(played, named), progress, words=words_of(language))


def test_standings_have_a_line_for_each_entrant_in_order() -> None:
    board = board_of()
    page = Parsed(index_page(board))

    pairs, individual = ([row.name for row in section.rows] for section in board.sections)
    assert page.rows[:4] == pairs
    # Standings, meetings and probabilities of each section.
    assert [page.rows[at : at + 4] for at in range(len(page.rows) - 3)].count(individual) >= 3
    assert len(page.rows) >= 2 * 3 * 4


def test_every_standing_leads_to_the_page_of_its_bot() -> None:
    links = Parsed(index_page(board_of(), Language.PERSIAN)).links()

    assert {f"bots/{name}.html" for name in FOUR} <= set(links)


def test_a_bot_that_was_submitted_is_shown_with_the_beginning_of_its_hash() -> None:
    named = (EntrantEntry("Ada", version="1.4", content="0123456789abcdef" * 4), *entrants("Ben", "Cy", "Dot"))
    board = leaderboard(
        cup_entry(entrants=named), standings(played_cup(FOUR, rounds=1, deals=3), named), Progress.COMPLETE
    )

    assert "<bdi>v1.4 (0123456789ab)</bdi>" in index_page(board)
    assert "| 1.4 (0123456789ab) |" in markdown_text(board)
    assert csv_text(board).count("0123456789abcdef" * 4) == len(board.sections)


def test_every_interval_is_drawn_within_the_drawing_and_said_in_words() -> None:
    board = board_of()
    page = index_page(board)

    rows = [row for section in board.sections for row in section.rows if row.rating is not None]
    drawn = re.findall(r'<svg class="plot"><use href="#a\d"/>(.*?)</svg>', page)
    assert len(drawn) == len(rows)
    assert sum(row.low is not None for row in rows) == 4
    for row, drawing in zip(rows, drawn, strict=True):
        across = [float(x) for x in re.findall(r"[MH](-?[\d.]+)", drawing)]
        assert all(0 <= x <= WIDTH for x in across)
        if row.low is not None and row.high is not None:
            low, high, value = across
            assert low <= value <= high
            assert words_of(Language.ENGLISH).span(row.low, row.high) in page


def test_the_axis_of_intervals_has_its_zero_and_labels_within_the_drawing() -> None:
    (axis, *_) = re.findall(r'<svg class="plot axis".*?</svg>', index_page(board_of()))

    labels = re.findall(r'<text x="([\d.]+)" y="10">([^<]*)</text>', axis)
    assert [text for _, text in labels].count("0") == 1
    assert len(labels) >= 2
    assert all(0 <= float(x) <= WIDTH for x, _ in labels)
    assert f"0V{HEIGHT}" in axis


def test_hostile_names_are_text_and_nothing_more() -> None:
    for language in Language:
        board = board_of(HOSTILE, language=language)
        page = Parsed(index_page(board, language))
        tags = {tag for tag, _ in page.elements}
        assert tags.isdisjoint({"script", "img", "iframe", "object", "form", "base"})
        for _, attributes in page.elements:
            assert not [name for name in attributes if name.startswith("on")]
            assert not (attributes.get("href") or "").startswith("javascript:")
        assert {shown(name) for name in HOSTILE} <= set(page.rows)


def test_pages_ask_for_nothing_from_elsewhere() -> None:
    for language in Language:
        page = Parsed(index_page(board_of(), language))
        assert all(target and not target.startswith(("http", "//", "/")) for target in page.links())
        policy = [each["content"] for each in page.all("meta") if each.get("http-equiv") == "Content-Security-Policy"]
        assert policy == [CONTENT_POLICY]


def test_a_running_cup_says_so_tells_no_secret_and_links_no_records() -> None:
    board = board_of(progress=Progress.RUNNING)
    page = index_page(board)

    assert '<span class="state">in progress</span>' in page
    assert cup_entry().secret.hex() not in page
    assert board.commitment in page
    assert not [link for link in Parsed(page).links() if "records" in link or "replay" in link]


def test_a_complete_cup_says_how_to_check_it_and_what_its_decks_were_drawn_from() -> None:
    page = index_page(board_of())

    assert cup_entry().secret.hex() in page
    assert "arena verify leaderboards/test-cup" in page
    assert "arena run" in page
    assert "rules.html" in Parsed(page).links()
    assert cup_entry().rules_id in page


def test_a_perfect_score_is_drawn_as_an_arrow() -> None:
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board) for board in range(20)])]
    page = index_page(board_of(("Ada", "Ben"), played))

    assert page.count('<path class="arrow"') == 2
    assert "unbounded ↑" in page
    assert "at least 316.6 Elo above" in page
    assert "has won everything so far" in page


def test_a_cup_without_matches_has_a_page() -> None:
    page = index_page(board_of(outcomes=[], progress=Progress.RUNNING))

    assert "No match has been played yet." in page
    assert Parsed(page).all("table") == []


def test_an_entrant_alone_is_no_leader() -> None:
    """Four seats of one bot: nothing is known of its strength, and the page claims nothing."""
    played = [outcome(("Ada",) * 4, [result(0.5, 0, board=board) for board in range(3)])]
    page = index_page(board_of(("Ada",), played))

    assert "Too little is known to say who leads." in page
    assert Parsed(page).rows[0] == "Ada"


def test_who_leads_is_left_open_where_the_next_may_be_as_strong() -> None:
    even = [
        outcome(
            ("Ada", "Ben") * 2, [result(float(board % 2), 1 if board % 2 else -1, board=board // 2 + 1)], round_=board
        )
        for board in range(1, 41)
    ]
    page = index_page(board_of(("Ada", "Ben"), even))

    assert " are level." in page
    assert "certainty" not in page


@pytest.mark.parametrize(
    ("likelihood", "said"),
    [
        (0.503, "Ada and Ben are level."),
        (0.62, "Ada leads, but Ben may be as strong. Probability of being the stronger: 62\u00a0%."),
        (0.949, "Ada leads, but Ben may be as strong."),
        (0.9512, "Ada leads; it is stronger than Ben with 95.1\u00a0% certainty."),
    ],
)
def test_a_leader_is_called_stronger_only_where_chance_is_not_enough(likelihood: float, said: str) -> None:
    first, second, *_ = board_of().sections[0].rows
    first = replace(first, name="Ada", better_than_next=likelihood, worst_rank=2)

    sentence = Says(words_of(Language.ENGLISH)).place(first, replace(second, name="Ben"))
    assert sentence.translate(dict.fromkeys(map(ord, "\u2068\u2069"))).startswith(said)


@pytest.mark.parametrize("language", list(Language))
def test_players_are_told_by_maker_friend_and_against(language: Language) -> None:
    page = index_page(board_of(FIVE, friends_cup(), language=language), language)

    say = words_of(language).say
    for head in ("As maker", "As friend", "Against"):
        assert f">{say(head)}</th>" in page
    assert "Elo" not in page
    # In Chinese, the maker's side and the others are called what declarers and opponents are.
    assert (f">{say('As declarers')}</th>" in page) == (language is Language.CHINESE)


def test_whole_games_have_no_sides() -> None:
    games = [friends_game((13, 4, 0, 2, 2), [0], board=board) for board in (1, 2)]
    players = index_page(board_of(FIVE, [outcome(FIVE, games, format_=Format.FRIENDS, unit=Unit.GAMES)]))
    pairs = index_page(
        board_of(("Ada", "Ben"), [outcome(["Ada", "Ben"] * 2, [result(1, 1), result(0, -1, board=2)], unit=Unit.GAMES)])
    )

    for page in (players, pairs):
        assert "As maker" not in page
        assert "As declarers" not in page
        assert ">Games</th>" in page


def test_the_fragments_of_a_running_cup_are_what_the_page_has_in_their_place() -> None:
    board = board_of(progress=Progress.RUNNING)
    page, fragment = index_page(board), standings_fragment(board, Language.ENGLISH)

    parts = re.split(r'(?=<div id="live-)', fragment)[1:]
    assert [re.findall(r'id="([^"]+)"', part)[0] for part in parts] == ["live-state", "live-1", "live-2"]
    assert all(part.strip() in page for part in parts)


def test_maps_of_many_entrants_stand_on_pages_of_their_own() -> None:
    board = board_of(tuple(f"Entrant {number:02}" for number in range(1, 17)))
    page = Parsed(index_page(board))
    pages = meetings_pages(board, Language.ENGLISH)

    assert list(pages) == ["meetings-1.html", "meetings-2.html"]
    assert set(pages) <= set(page.links())
    assert [each["class"] for each in page.all("table")].count("map") == 0
    for text in pages.values():
        assert [each["class"] for each in Parsed(text).all("table")].count("map") == 2
    assert meetings_pages(board_of(), Language.ENGLISH) == {}


# --- In a browser


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

        rows.first.get_by_role("link").click()
        page.wait_for_url("**/bots/*.html")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        browser.close()

    assert troubles == []
    assert {url.split(":")[0] for url in asked} <= {"file", "data"}
