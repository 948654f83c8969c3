"""Every kind of stage, played to its end: what is published of it holds, and a match less is missed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
import zstandard

from arena.config import Cup
from arena.verifying.findings import Check, Status
from arena.verifying.report import sentence
from arena.verifying.verification import verify
from tests.arena.cups import FRIENDS, INDIVIDUAL, PAIRS, cup, rules
from tests.arena.verifying.made import published

pytestmark = pytest.mark.slow

BY_BID = '[[stage]]\nformat = "pairs"\ndeals = 3\nstarter = "bid"\nduplicate = false\n'
GAME = '[[stage]]\nformat = "pairs"\ngames = 1\nduplicate = false\n'
SHORT_GAME = '[[stage]]\nformat = "friends"\ngames = 1\ndeals_per_game = 2\n'
SWISS = '[[stage]]\nformat = "pairs"\nschedule = "swiss"\nrounds = 1\ndeals = 1\n'
GAUNTLET = '[[stage]]\nformat = "gauntlet"\nnewcomers = ["A"]\ndeals = 2\n'

CUPS = {
    "pairs and whole games": cup(PAIRS, GAME, names="AB"),
    "individual": cup(INDIVIDUAL, names="ABCD"),
    "the bidding decides": cup(BY_BID, names="AB"),
    "six seats": cup(PAIRS, names="AB", more=rules("tractor-6-seats")),
    "friends": cup(FRIENDS, SHORT_GAME, names="ABCDE", more=rules("finding-friends-5")),
    "no end": cup(SHORT_GAME, names="ABCDE", more=rules("finding-friends-5", "joker_level = true")),
    "swiss": cup(SWISS, names="ABCDEFGH"),
    "gauntlet": cup(GAUNTLET, PAIRS, names="ABC"),
}


@pytest.mark.parametrize("played", CUPS.values(), ids=CUPS.keys())
def test_a_cup_of_every_kind_holds_and_a_match_less_is_missed(played: Cup, tmp_path: Path) -> None:
    folder = published(tmp_path, played)
    found = verify(folder)

    assert [sentence(one) for each in found.checks for one in each.differences] == []
    assert found.status is Status.HOLDS

    lines = (folder / "matches.jsonl").read_text().splitlines(keepends=True)
    (folder / "matches.jsonl").write_text("".join(lines[:-1]))
    schedule = next(each for each in verify(folder).checks if each.check is Check.SCHEDULE)
    assert "a scheduled match is missing" in sentence(schedule.differences[0])


def test_deals_that_were_played_again_are_numbered_anew(tmp_path: Path) -> None:
    """After the machine stood still a deal is played by a new set of programs, for which it is the first."""
    folder = published(tmp_path, cup(PAIRS, names="AB"))
    first, *rest = (folder / "matches.jsonl").read_text().splitlines()
    match = json.loads(first)
    path = folder / "records" / match["record_name"]
    deals = [json.loads(line) for line in zstandard.ZstdDecompressor().decompress(path.read_bytes()).splitlines()]
    again = "".join(
        json.dumps({**deal, "deal": 1 if at == 1 else deal["deal"]}) + "\n" for at, deal in enumerate(deals)
    )
    content = zstandard.ZstdCompressor().compress(again.encode())
    path.write_bytes(content)
    match["record_sha256"] = hashlib.sha256(content).hexdigest()
    (folder / "matches.jsonl").write_text("\n".join([json.dumps(match, separators=(",", ":")), *rest]) + "\n")

    assert [each.check for each in verify(folder).checks if each.difference_count] == []
