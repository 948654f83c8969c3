"""What is served of a finished cup is what is published of it, file by file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import escape

from arena.ledger import read_ledger
from arena.publish import Progress, publish
from arena.serving.live_pages import LIVE_POLICY
from arena.site.environment import CONTENT_POLICY
from tests.arena.cups import cup, rules
from tests.arena.serving.asking import Served, serving
from tests.arena.serving.dealt_cups import DealtCup

pytestmark = pytest.mark.slow

STAGES = (
    '[[stage]]\nformat = "pairs"\ndeals = 2\ndeals_per_match = 2\n',
    '[[stage]]\nformat = "individual"\ndeals = 2\ndeals_per_match = 2\n',
)
FORTY = rules("forty-points")


async def test_a_finished_cup_is_served_as_it_is_published(tmp_path: Path) -> None:
    dealt = DealtCup(cup(*STAGES, names="ABCD", more=FORTY, seed=None), tmp_path)
    dealt.play()
    dealt.reveal()
    async with serving(dealt) as served:
        assert not await _differing(served, dealt, tmp_path, Progress.COMPLETE)


async def test_a_cup_with_a_seed_is_finished_though_an_entrant_is_out(tmp_path: Path) -> None:
    """Nothing is left to play, and what a seed gives was never a secret: all is shown as it is published."""
    text = "[faults]\ndeals_lost_allowed = 0\n" + FORTY
    dealt = DealtCup(cup(STAGES[0], names="ABC", more=text), tmp_path)
    dealt.play_without("A")
    async with serving(dealt) as served:
        assert served.live.view.is_open
        assert not await _differing(served, dealt, tmp_path, Progress.COMPLETE)


async def test_a_running_cup_is_served_as_it_is_published_but_for_what_is_live(tmp_path: Path) -> None:
    """Pages have their bar, and replays of decks that are over are there already."""
    dealt = DealtCup(cup(*STAGES, names="ABCD", more=FORTY, seed=None), tmp_path)
    dealt.play(4)
    async with serving(dealt) as served:
        differing = await _differing(served, dealt, tmp_path, Progress.RUNNING)

    # What was offered in faults names cards, and matches link to replays that are there already.
    assert not [name for name in differing if "matches/" not in name and name != "matches.jsonl"]


async def _differing(served: Served, dealt: DealtCup, folder: Path, progress: Progress) -> list[str]:
    """The names of published files that are not served with the same bytes."""
    with read_ledger(dealt.url) as ledger:
        publish(ledger, dealt.cup.name, folder / "out", dealt.records, progress=progress, stages=dealt.cup.stages)
    published = folder / "out" / dealt.cup.name
    names = [path.relative_to(published).as_posix() for path in published.rglob("[!.]*") if path.is_file()]
    assert len(names) > 40
    found = []
    for name in sorted(names):
        answer = await served.get(name)
        if answer.status != 200 or _still(answer.body) != (published / name).read_bytes():
            found.append(name)
    return found


_LIVE = re.compile(
    rb'<aside class="live-bar".*?</aside>\n?|<link rel="stylesheet" href="[^"]*live.css">\n'
    rb'|<script src="[^"]*live.js" defer></script>\n',
    re.DOTALL,
)
"""What keeps a page up to date."""


def _still(content: bytes) -> bytes:
    """A page as it would be without what keeps it up to date."""
    return _LIVE.sub(b"", content).replace(str(escape(LIVE_POLICY)).encode(), str(escape(CONTENT_POLICY)).encode())
