"""Differences are named up to a number and counted without end."""

from __future__ import annotations

from arena.verifying.findings import NAMED_AT_MOST, Check, CheckOutcome, Difference, Findings, Status, Verification
from arena.verifying.report import exit_status, text


def difference(deal: int) -> Difference:
    return Difference(Check.DECKS, "records/x", "deck", deal=deal, expected="2C", found="2D")


def verification(*statuses: Status, count: int = 0, named: int = 0) -> Verification:
    checks = [CheckOutcome(Check.DECKS, status, "drawn") for status in statuses]
    checks += [CheckOutcome(Check.DECKS, Status.DIFFERS, "", count, tuple(map(difference, range(named))))] * bool(count)
    return Verification("x", "cup", "then", "", "complete", "1", tuple(checks), 0, 0.0)


def test_of_many_differences_some_are_named_and_all_are_counted() -> None:
    one, other = Findings(), Findings()
    one.add_all(map(difference, range(15)))
    other.add_all(map(difference, range(100, 115)))
    one.merge(other)

    assert one.count(Check.DECKS) == 30
    assert [each.deal for each in one.of(Check.DECKS)] == [*range(15), *range(100, 100 + NAMED_AT_MOST - 15)]
    lines = list(text(verification(count=30, named=NAMED_AT_MOST)))
    assert lines[1].split() == ["decks", "differs", "30", "differences"]
    assert lines[2].strip() == "records/x, deal 0: deck: expected 2C, found 2D"
    assert lines[-2].strip() == "and 10 more"


def test_the_verdict_is_the_worst_that_was_found() -> None:
    holds, waits, skipped = Status.HOLDS, Status.NOT_YET, Status.NOT_CHECKED

    assert verification(holds, holds).status is holds
    assert verification(holds, skipped).status is skipped
    assert verification(skipped, waits).status is waits
    assert verification(waits, count=1).status is Status.DIFFERS
    assert [exit_status(verification(each)) for each in (holds, waits, skipped)] == [0, 0, 0]
    assert exit_status(verification(holds, count=1)) == 1
