"""Badges and the feed: well-formed XML that says where everyone stands, with the dates of the ledger."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from arena.leaderboard import Leaderboard, Progress
from arena.leaderboard_building import leaderboard
from arena.shown import shown
from arena.site.badge import badge
from arena.site.feed import feed
from arena.site.matches_page import match_row
from arena.standings import standings
from tests.arena.played import BEGUN, cup_entry, entrants, played_cup

NAMES = ("<script>alert(1)</script>", "]]>&\u202e\x00", "随机机器人", "Dot")
ATOM = "{http://www.w3.org/2005/Atom}"


def board_of(rounds: int = 3, progress: Progress = Progress.COMPLETE) -> Leaderboard:
    entry = cup_entry(entrants=entrants(*NAMES))
    return leaderboard(entry, standings(played_cup(NAMES, rounds=rounds, deals=4), entry.entrants), progress)


def parsed(text: str | bytes) -> ET.Element:
    """Fails on what is not well-formed."""
    return ET.fromstring(text)  # noqa: S314 - it is what we made


@pytest.mark.slow
def test_badge_says_rank_and_rating_and_is_told_to_screen_readers() -> None:
    board = board_of()
    for row in board.sections[0].rows:
        drawn = parsed(badge(board, row.name))
        texts = [each.text or "" for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert texts[0] == "test-cup"
        assert texts[1].startswith(f"#{row.best_rank}")
        assert drawn.get("role") == "img"
        assert (drawn.get("aria-label") or "").startswith(f"{shown(row.name)} in test-cup: rank {row.best_rank}")
        widths = [float(each.get("textLength") or 0) for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
        assert sum(widths) < float(drawn.get("width") or 0)


def test_badge_of_who_has_played_nothing_says_so() -> None:
    assert "no results yet" in badge(board_of(0, Progress.RUNNING), "Dot")


@pytest.mark.slow
def test_feed_tells_the_beginning_rounds_and_the_end_in_the_order_of_the_ledger() -> None:
    played = played_cup(NAMES, rounds=3, deals=4)
    rows = [match_row(each) for each in sorted(played, key=lambda each: each.match.round)]
    stored = {row.key: f"2025-06-0{1 + row.round}T12:00:00+00:00" for row in rows}
    found = parsed(feed(board_of(), rows, stored).encode())

    entries = found.findall(f"{ATOM}entry")
    titles = [each.findtext(f"{ATOM}title") or "" for each in entries]
    dates = [each.findtext(f"{ATOM}updated") or "" for each in entries]
    assert titles[0].startswith("test-cup: finished")
    assert titles[-1] == "test-cup: begun"
    assert any(title.endswith("after round 2") for title in titles)
    assert dates == sorted(dates, reverse=True)
    assert dates[-1] == BEGUN.isoformat()
    assert found.findtext(f"{ATOM}updated") == dates[0] == "2025-06-04T12:00:00+00:00"
    names = [each.findtext(f"{ATOM}id") or "" for each in entries]
    assert len(set(names)) == len(names)
    assert all(name.startswith("urn:uuid:") for name in names)


def test_feed_of_matches_that_nobody_knows_when_they_were_stored_has_no_other_dates() -> None:
    rows = [match_row(each) for each in played_cup(NAMES, rounds=3, deals=4)]
    found = parsed(feed(board_of(), rows, {}).encode())

    assert {each.text for each in found.iter(f"{ATOM}updated")} == {BEGUN.isoformat()}
