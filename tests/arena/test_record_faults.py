"""What the arena knows of faults, in the records."""

from __future__ import annotations

import json

from arena.matches import Ending
from arena.record_faults import OUTPUT_CHARACTERS, OUTPUT_LINES, Finding, last_lines, with_findings
from referee.rules.record import read_line
from referee.rules.replay import first_difference
from tests.referee.recorded import recorded_game

FAULT = {"seat": "North", "decision": 0, "ending": "disconnected", "rule": "", "overrun_s": 0.0, "offence": "gone"}
CRASH = Finding(Ending.CRASHED, "Traceback\nKeyError: 7")


def line(*faults: dict[str, object]) -> str:
    return json.dumps(json.loads(recorded_game(1, 1)[0]) | {"faults": faults})


def test_a_crash_and_what_was_printed_are_in_the_record() -> None:
    (found,) = with_findings([line(FAULT)], [CRASH])
    (fault,) = read_line(found).faults

    assert (fault.ending, fault.output, fault.offence) == ("crashed", "Traceback\nKeyError: 7", "gone")
    assert first_difference(read_line(found)) is None


def test_nothing_else_of_a_record_changes() -> None:
    (found,) = with_findings([line(FAULT)], [CRASH])

    assert json.loads(found) | {"faults": []} == json.loads(line())


def test_the_findings_of_a_deal_go_over_all_its_decks() -> None:
    lines = with_findings([line(FAULT), line(), line(FAULT, FAULT)], [CRASH, Finding(Ending.LATE, ""), CRASH])

    assert [[fault.ending for fault in read_line(each).faults] for each in lines] == [
        ["crashed"],
        [],
        ["late", "crashed"],
    ]


def test_a_fault_of_a_program_that_printed_nothing_has_no_output() -> None:
    (found,) = with_findings([line(FAULT)], [Finding(Ending.LATE, "")])

    assert "output" not in json.loads(found)["faults"][0]


def test_of_a_long_output_the_end_is_kept() -> None:
    assert last_lines("\n".join(f"{number}" for number in range(100)) + "\n\n") == "\n".join(
        f"{number}" for number in range(100 - OUTPUT_LINES, 100)
    )
    assert last_lines("x" * 9000 + "end") == "…" + ("x" * 9000 + "end")[-OUTPUT_CHARACTERS:]
    assert last_lines("") == ""
