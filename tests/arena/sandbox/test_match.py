"""A bot plays a match over its unix socket in every tier."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena import orders
from arena.config import read_cup
from arena.confinement import Tier
from arena.orders import Places, play
from tests.arena.sandbox.tiers import isolation_of
from tests.end_to_end.arena_process import bot

CUP = """
[cup]
name = "cup"
seed = "tiers"
[[stage]]
format = "pairs"
deals = 1
[time]
limit_s = 20.0
connect_within_s = 60.0
[faults]
strict = true
"""


@pytest.mark.slow
@pytest.mark.parametrize("tier", list(Tier))
def test_a_sample_bot_plays_a_match(
    tier: Tier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    isolation = isolation_of(tier)
    monkeypatch.setattr(orders, "find_isolation", lambda *, unsafe: isolation if unsafe else None)
    file = tmp_path / "cup.toml"
    file.write_text(CUP + bot("Ada") + bot("Ben"), encoding="utf-8")
    places = Places(ledger=None, files=tmp_path / "files", out=tmp_path / "out")
    status = play(str(file), lambda: read_cup(file), places, tables=1, as_json=True, unsafe=True)
    told = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    page = (tmp_path / "out" / "cup" / "index.html").read_text(encoding="utf-8")

    assert status == 0, told
    assert told[0]["event"] == "cup_begun"
    assert told[0]["isolation"] == tier
    assert [each["fault_count"] for each in told if each["event"] == "match_played"] == [0, 0]
    assert f"in tier {tier}:" in page
