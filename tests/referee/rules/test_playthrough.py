"""Deals as readable text; whole texts are kept in tests/goldens."""

from __future__ import annotations

import msgspec
import pytest

from referee.rules.deal import Burying, Drawing, Playing
from referee.rules.playthrough import show
from referee.rules.record import BadRecord, Fault
from referee.rules.replay import replay
from tests.referee.rules.test_record import some_record, thrown_in_record

PLAIN = msgspec.structs.replace(some_record(1), faults=(), defaults=(), notes=())


def test_a_deal_is_shown_with_its_bids_hands_tricks_and_score() -> None:
    text = show(PLAIN)

    assert text.startswith("Deal 1 of match m1, board 7, rules d11f24e629ca5649\n")
    assert "\nNorth  Ada\nWest   Bo\nSouth  Cy\nEast   Di\n" in text
    assert f"\nTrump {PLAIN.trump}; " in text
    assert PLAIN.result is not None
    assert f"\nThe opponents have {PLAIN.result.total} points" in text
    assert sum(line.split()[0].isdigit() for line in text.splitlines() if line) == len(PLAIN.tricks)
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_the_marks_in_the_table_of_tricks_are_explained_right_above_it() -> None:
    lines = show(PLAIN).splitlines()
    heading = next(at for at, line in enumerate(lines) if line.startswith("trick "))

    assert lines[heading - 1].startswith("> leads the trick, * wins it; ")


def test_a_deal_thrown_in_says_so() -> None:
    assert show(thrown_in_record()).endswith("\nNobody bid: the deal is thrown in and dealt again (B7).\n")


def test_faults_defaults_and_notes_come_with_their_moments() -> None:
    states = list(replay(PLAIN))
    bid, burial, play = (
        next(at for at, state in enumerate(states) if isinstance(state, kind)) for kind in (Drawing, Burying, Playing)
    )
    seat = PLAIN.tricks[0][0]
    text = show(
        msgspec.structs.replace(
            PLAIN,
            faults=(
                Fault(seat=seat, decision=burial, ending="illegal", rule="K1", overrun_s=0.0, offence="2C"),
                Fault(seat=seat, decision=play, ending="late", rule="", overrun_s=0.25, offence=""),
            ),
            defaults=(burial, play),
            notes=((bid, "short\x1b[31m\nand long"),),
        )
    )

    remarks = text.splitlines()[-5:]
    assert remarks[0] == f"Fault of {seat} at {seat}'s burial: illegal by K1: 2C"
    assert remarks[1] == f"Fault of {seat} at {seat}'s play to trick 1: late, 0.25 s over"
    assert remarks[2:4] == [
        f"The default was taken at {seat}'s burial.",
        f"The default was taken at {seat}'s play to trick 1.",
    ]
    assert remarks[4].startswith("Note at ")
    assert remarks[4].endswith("drawn: short\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}and long")


def test_names_cannot_steer_the_terminal() -> None:
    text = show(msgspec.structs.replace(PLAIN, match="m\x1b[2J", names=("A\nB", "\u202e", "Cy", "Di")))

    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "A\N{REPLACEMENT CHARACTER}B" in text


def test_a_record_that_does_not_hold_is_not_shown() -> None:
    with pytest.raises(BadRecord, match="result: missing"):
        show(msgspec.structs.replace(PLAIN, result=None))
