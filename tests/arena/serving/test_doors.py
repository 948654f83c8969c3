"""Who is answered, and what is said to strange questions; nobody brings the server down."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import pytest

from arena.serving import app
from tests.arena.cups import cup, rules
from tests.arena.serving.asking import Served, serving
from tests.arena.serving.dealt_cups import DealtCup

pytestmark = pytest.mark.slow


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    stage = '[[stage]]\nformat = "pairs"\ndeals = 2\ndeals_per_match = 2\n'
    dealt = DealtCup(cup(stage, names="ABC", more=rules("forty-points"), seed=None), tmp_path)
    dealt.play(3)
    async with serving(dealt) as running:
        yield running


async def test_only_who_asks_under_a_name_of_this_machine_is_answered(served: Served) -> None:
    """A page from elsewhere can have its own name resolve to this machine, and asks under that."""
    for host in ("127.0.0.1", "localhost:8000", "[::1]:8000", "LOCALHOST"):
        assert (await served.get("", host=host)).status == 200
    for host in ("evil.example", "evil.example:8000", "", "127.0.0.1.evil.example", "localhost:8000:1"):
        for path in ("", "leaderboard.json", "events"):
            refused = await served.get(path, host=host)
            assert refused.status == 421
            assert b"127.0.0.1" in refused.body


async def test_nothing_can_be_changed(served: Served) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert (await served.get("index.html", method=method)).status == 405
        assert (await served.get("events", method=method)).status == 405


async def test_a_head_has_the_headers_of_the_page_and_no_news(served: Served) -> None:
    """What there is of a body, the server leaves out."""
    page = await served.get("index.html")
    head = await served.get("index.html", method="HEAD")

    assert head.status == 200
    assert head.headers["etag"] == page.headers["etag"]
    assert (await served.get("events", method="HEAD")).body == b""


async def test_what_a_reader_has_is_not_sent_again(served: Served) -> None:
    tag = (await served.get("leaderboard.json")).headers["etag"]

    for known in (tag, f'"other", {tag}', "*"):
        assert (await served.get("leaderboard.json", if_none_match=known)).status == 304
    assert (await served.get("leaderboard.json", if_none_match='"other"')).status == 200


@pytest.mark.parametrize(
    "path",
    [
        *("../cup.toml", "assets/../../cup.toml", "%2e%2e/%2e%2e/etc/passwd", "assets/%2e%2e/pages.py", "..%2f..%2fx"),
        *("/etc/passwd", "//etc/passwd", "records/../arena.sqlite", "assets/", "assets", "fa/assets/site.css", "%00"),
        *(
            "matches/%00.html",
            "bots/.html",
            "replays/.js",
            "matches",
            "matches-99.html",
            "meetings-99.html",
            "x" * 9000,
        ),
        *("schemas/../cup.json", "badges/", "fa/fa/index.html", "index.html/", "matches/" + "0" * 32 + ".html", "%ff"),
    ],
)
async def test_what_is_no_file_of_the_cup_is_not_there(path: str, served: Served) -> None:
    assert (await served.get(path)).status == 404


@pytest.mark.parametrize("place", ["-1", "999999999999999999", "9" * 400, "text", "", "1.5", "٣", "0x1", "1 2"])
async def test_a_place_that_is_none_is_that_of_who_is_new(place: str, served: Served) -> None:
    """One that is higher than any is another ledger's."""
    for told in (
        await served.get(f"events?after={quote(place)}", until=b"event: progress"),
        await served.get("events", until=b"event: progress", last_event_id=place),
    ):
        assert told.status == 200
        assert b"event: snapshot\nid: 3\n" in told.body
        assert b"event: match\n" not in told.body


async def test_a_place_gives_all_that_came_since(served: Served) -> None:
    told = await served.get("events", until=b"event: progress", last_event_id="1")

    assert b"event: snapshot" not in told.body
    assert told.body.count(b"event: match\n") == 2


async def test_strange_questions_change_no_page(served: Served) -> None:
    plain = await served.get("replay.html")
    for query in ("match=-1", "match=" + "9" * 5000, "match=%3Cscript%3E", "match=../../x", "lang=xx", "%ff=%00"):
        assert (await served.get(f"replay.html?{query}")).body == plain.body


async def test_who_is_one_too_many_is_told(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "STREAMS_AT_MOST", 1)
    with served.live.followed():
        refused = await served.get("events")
        assert refused.status == 503
        assert refused.headers["retry-after"]
        assert b"Too many readers" in refused.body
        assert (await served.get("index.html")).status == 200
    assert (await served.get("events", until=b"event: progress")).status == 200


async def test_every_answer_keeps_its_page_to_itself(served: Served) -> None:
    for path in ("index.html", "nothing", "cup.json", "assets/site.css"):
        headers = (await served.get(path)).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
