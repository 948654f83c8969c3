"""docs/records.md tells of every field that a record has, and its example is one."""

from __future__ import annotations

import re

import msgspec

from referee.rules.record import FAULT_ENDINGS, DealRecord, Fault, Result, read_line
from referee.rules.record_start import start_of
from referee.rules.replay import first_difference
from referee.rules.trick_reason import Reason
from referee.serving.faults import SeatEnding
from tests.goldens.playthroughs import record_named
from tests.referee.command import ROOT

DOCUMENT = (ROOT / "docs/records.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", DOCUMENT, re.MULTILINE))


def test_the_example_is_a_kept_deal_and_holds() -> None:
    (line,) = re.findall(r"^```json\n(.*)\n```$", DOCUMENT, re.MULTILINE)

    assert read_line(line) == record_named("failed_throw")
    assert first_difference(read_line(line)) is None


def test_the_table_has_the_fields_of_a_record_in_their_order() -> None:
    assert [*ROWS] == ["record", *(field.name for field in msgspec.structs.fields(DealRecord))]


def test_the_parts_of_faults_and_results_are_told() -> None:
    result = DOCUMENT.partition("In `result`, ")[2].partition("\n\n")[0]

    assert {*re.findall(r"`(\w+)`", result)} == {*Result.__struct_fields__}
    assert {*re.findall(r"`([\w ]+)`", ROWS["faults"])} == {*Fault.__struct_fields__, *FAULT_ENDINGS}
    assert {*FAULT_ENDINGS} - {*SeatEnding} == {"crashed"}, "only the arena knows of a crash"


def test_the_reasons_of_wins_are_told_in_the_order_in_which_they_count() -> None:
    told = DOCUMENT.partition("the first that is true is told:")[2].partition("\n\nIn `result`")[0]

    assert re.findall(r"^- `([\w ]+)`: ", told, re.MULTILINE) == [*Reason]


def test_the_last_round_has_the_number_that_is_told() -> None:
    """One more than the cards that are drawn into hands."""
    rules = start_of(record_named("failed_throw")).rules

    assert f"{rules.deck_size - rules.kitty_size + 1} one of the last round" in ROWS["bids"]
    assert f"all {rules.deck_size} cards" in ROWS["deck"]
