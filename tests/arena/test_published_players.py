"""A cup of Finding Friends as it is published, by seat, part and level, with no word of sides."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from arena.ledger import ledger_url, open_ledger
from arena.publish import Progress, publish
from tests.arena.played import FIVE, cup_entry, entrants, friends_cup, store


@pytest.fixture(scope="module")
def friends_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a cup of players, published while it is played."""
    folder = tmp_path_factory.mktemp("friends")
    with open_ledger(ledger_url(folder / "arena.sqlite")) as opened:
        opened.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        store(opened, folder, friends_cup())
        return publish(opened, "test-cup", folder / "out", folder, progress=Progress.RUNNING).page


def test_players_are_published_with_their_levels(friends_page: Path) -> None:
    document = json.loads((friends_page.parent / "leaderboard.json").read_text())
    (section,) = document["sections"]
    ada = section["rows"][0]

    assert (section["format"], section["rating_unit"], section["penalty_sd"]) == ("friends", "levels per deal", None)
    assert section["meetings_are"] == "together"
    assert (ada["name"], ada["rating"], ada["levels"]["per_result"]) == ("Ada", 0.6, 0.6)
    assert ada["by_part"]["maker"] == {"count": 30, "share": 1.0, "levels_per_result": 2.0}
    assert ada["by_part"]["friend"] == {"count": 0, "share": None, "levels_per_result": None}
    assert ada["low"] < 0.6 < ada["high"]
    assert section["superiority"][0][1] > 0.98


def test_pages_of_players_speak_of_parts_and_not_of_sides(friends_page: Path) -> None:
    page, text = friends_page.read_text(), (friends_page.parent / "leaderboard.md").read_text()

    assert "Friends, deal by deal" in page
    assert "Friends, deal by deal" in text
    assert "<td>+2.00<small>30</small></td><td>–<small>0</small></td><td>0.00<small>30</small></td>" in page
    assert "| 30, +2.00 | – | 30, 0.00 |" in text
    assert "| As maker | As friend | Against |" in text
    assert "| +0.60 |" in text
    assert "At one table" in page
    assert "<td>60<small>30–30–0</small></td>" in page
    assert "| 30–30–0 | 50 % |" in text
    assert "Lost 1 deal by its own faults, which no rating counts." in page
    assert "Declarers" not in page
    assert "Elo" not in page


def test_the_table_of_players_has_the_columns_of_all(friends_page: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((friends_page.parent / "leaderboard.csv").read_text())))

    assert rows[0]["name"] == "Ada"
    assert (rows[0]["format"], rows[0]["rating"]) == ("friends", "0.6")
    assert (rows[0]["maker_results"], rows[0]["maker_levels_per_result"]) == ("30", "2.0")
    assert (rows[0]["friend_results"], rows[0]["friend_share"]) == ("0", "")


def test_matches_of_players_are_published_by_seat(friends_page: Path) -> None:
    lines = (friends_page.parent / "matches.jsonl").read_bytes().splitlines()
    first = json.loads(lines[0])["results"][0]

    assert set(first) == {"board", "seats", "points", "rated", "lost_by"}
    assert {tuple(seat) for seat in first["seats"]} == {("gain", "has_won", "part")}
