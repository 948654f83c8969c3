"""Thinking time."""

from __future__ import annotations

import pytest

from referee.serving.clock import Bank, TimeControl, TimeUse, time_use

CONTROL = TimeControl(limit_s=1, bank_s=30, increment_s=0.5)


def test_a_decision_may_take_its_limit_and_the_bank() -> None:
    assert Bank(30).allowed_s(CONTROL) == 31


@pytest.mark.parametrize(
    ("spent_s", "left_s"),
    [
        pytest.param(0.2, 30.5, id="within the limit the increment is earned"),
        pytest.param(1.0, 30.5, id="the limit itself is free"),
        pytest.param(3.0, 28.5, id="what goes beyond is drawn from the bank"),
        pytest.param(31.0, 0.5, id="all of it may be used"),
        pytest.param(40.0, 0.5, id="being late leaves nothing, and owes nothing"),
    ],
)
def test_the_bank_after_a_decision(spent_s: float, left_s: float) -> None:
    assert Bank(30).charge(spent_s, CONTROL).remaining_s == pytest.approx(left_s)


def test_time_use_without_decisions_is_nothing() -> None:
    assert time_use([]) == TimeUse(0, 0, 0, 0, 0)


def test_percentiles_are_times_that_were_measured() -> None:
    use = time_use([float(number) for number in range(100, 0, -1)])

    assert use == TimeUse(decision_count=100, total_s=5050, p50_s=50, p95_s=95, max_s=100)
    assert time_use([0.25]) == TimeUse(1, 0.25, 0.25, 0.25, 0.25)
