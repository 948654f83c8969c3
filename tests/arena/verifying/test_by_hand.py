"""docs/verifying.md says enough to check a cup by hand, and all that there is."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from arena.cup_document import CupDocument
from arena.stages import Stage
from arena.verifying.findings import Check
from tests.arena.cups import PAIRS, cup
from tests.arena.verifying.made import published

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "verifying.md"


@pytest.mark.slow
@pytest.mark.xdist_group("verifying")
def test_keys_and_hashes_can_be_made_by_hand(tmp_path: Path) -> None:
    folder = published(tmp_path, cup(PAIRS, names=("Ada", "Béla")))
    board, document = (json.loads((folder / name).read_text()) for name in ("leaderboard.json", "cup.json"))
    config, (stage,) = json.loads(document["config"]), document["stages"]

    assert hashlib.sha256(bytes.fromhex(board["secret"])).hexdigest() == document["commitment"]
    assert hashlib.sha256(document["rules"].encode()).hexdigest()[:16] == document["rules_id"]
    for line in (folder / "matches.jsonl").read_text().splitlines():
        match, record = json.loads(line)["match"], json.loads(line)["record_name"]
        content = {
            "boards": match["boards"],
            "cup": document["name"],
            "format": match["format"],
            "match": 1,
            "round": (match["boards"][0] - 1) // stage["deals_per_match"] + 1,
            "rules_id": document["rules_id"],
            "seating": match["seating"],
            "secret": board["secret"],
            "starter": stage["starter"],
            "strikes_allowed": config["faults.strikes_allowed"],
            "time": [float(config[f"time.{name}"]) for name in ("limit_s", "bank_s", "increment_s")],
            "unit": match["unit"],
            "versions": match["versions"],
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert match["key"] == hashlib.sha256(text.encode()).hexdigest()
        sha256 = hashlib.sha256((folder / "records" / record).read_bytes()).hexdigest()
        assert json.loads(line)["record_sha256"] == sha256


def test_the_document_names_all_fields_of_a_cup_and_all_checks() -> None:
    text = DOCUMENT.read_text()

    for name in (*CupDocument.__dataclass_fields__, *Stage.__dataclass_fields__, *Check):
        assert f"`{name}`" in text, name
