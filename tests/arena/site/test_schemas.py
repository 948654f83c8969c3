"""Schemas: those in the docs are today's, and what is published keeps to them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import msgspec
import pytest

from arena.cup_document import cup_document
from arena.leaderboard import Progress
from arena.leaderboard_building import leaderboard
from arena.matches import Outcome
from arena.site.schemas import schemas
from arena.standings import standings
from tests.arena.played import FIVE, FOUR, cup_entry, entrants, friends_cup, friends_outcome, full_outcome, played_cup

DOCS = Path(__file__).parents[3] / "docs" / "schemas"


def keeps_to(name: str, document: bytes) -> None:
    jsonschema.validate(json.loads(document), json.loads(schemas()[name]))


def test_schemas_in_the_docs_are_those_that_are_published() -> None:
    """After a change: write `arena.site.schemas.schemas()` to docs/schemas."""
    assert {path.name: path.read_bytes() for path in DOCS.iterdir()} == schemas()


@pytest.mark.parametrize("outcome", [full_outcome(), friends_outcome()], ids=["sides", "players"])
def test_lines_of_matches_keep_to_their_schema(outcome: Outcome) -> None:
    keeps_to("match.schema.json", msgspec.json.encode(outcome))


def test_a_line_with_a_result_of_neither_kind_does_not() -> None:
    broken = json.loads(msgspec.json.encode(full_outcome()))
    del broken["results"][0]["board"]

    with pytest.raises(jsonschema.ValidationError):
        keeps_to("match.schema.json", json.dumps(broken).encode())


@pytest.mark.slow
def test_documents_of_cups_keep_to_their_schemas() -> None:
    for names, played in ((FOUR, played_cup(FOUR, rounds=2, deals=3)), (FIVE, friends_cup(2))):
        entry = cup_entry(entrants=entrants(*names))
        board = leaderboard(entry, standings(played, entry.entrants), Progress.COMPLETE)
        keeps_to("leaderboard.schema.json", msgspec.json.encode(board))
        keeps_to("cup.schema.json", msgspec.json.encode(cup_document(entry, None, written_by="1")))


def test_records_keep_to_their_schema() -> None:
    """The one that the docs show is as a referee writes it."""
    text = (DOCS.parent / "records.md").read_text(encoding="utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith('{"record"'))

    keeps_to("record.schema.json", line.encode())
    with pytest.raises(jsonschema.ValidationError):
        keeps_to("record.schema.json", line.replace('"board":7', '"board":-7').encode())
