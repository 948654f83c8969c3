"""Outcomes as lines of `matches.jsonl`."""

from __future__ import annotations

import json
from dataclasses import replace

import msgspec

from arena.matches import Kind, KindTimes, Outcome
from arena.outcome_line import impossibilities, read_outcome_line
from tests.arena.played import full_outcome, times


def timed() -> Outcome:
    """An outcome with times by kind of decision."""
    kinds = (KindTimes(Kind.BID, 9, 0.5, 0.01, 0.05, 0.2), KindTimes(Kind.FOLLOW, 91, 0.5, 0.01, 0.05, 0.2))
    return replace(full_outcome(), times=(replace(times(), kinds=kinds), *(times(),) * 3))


def test_times_by_kind_are_in_the_line() -> None:
    """As they are read back, and by the words that the leaderboard has."""
    line = msgspec.json.encode(timed())

    assert [each["kind"] for each in json.loads(line)["times"][0]["kinds"]] == ["bid", "follow"]
    assert read_outcome_line(line) == timed()
    assert "has impossible times" not in list(impossibilities(timed()))


def test_a_line_of_before_there_were_times_by_kind_is_read() -> None:
    """As version 0.1 wrote it."""
    fields = json.loads(msgspec.json.encode(full_outcome()))
    for each in fields["times"]:
        del each["kinds"]

    assert read_outcome_line(json.dumps(fields).encode()) == full_outcome()


def test_kinds_come_in_their_order_and_each_once() -> None:
    first, second = timed().times[0].kinds
    for kinds in ((second, first), (first, first)):
        wrong = replace(timed(), times=(replace(times(), kinds=kinds),))
        assert "has impossible times" in list(impossibilities(wrong))
