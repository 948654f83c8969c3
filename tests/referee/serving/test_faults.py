"""What faults cost."""

from __future__ import annotations

import pytest

from referee.serving.faults import Conduct, SeatEnding


@pytest.mark.parametrize("ending", [SeatEnding.LATE, SeatEnding.ILLEGAL])
def test_strikes_are_allowed_up_to_a_number(ending: SeatEnding) -> None:
    conduct = Conduct()
    seen = []
    for _ in range(4):
        conduct = conduct.after(ending, strikes_allowed=2)
        seen.append((conduct.strikes, conduct.has_forfeited))

    assert seen == [(1, False), (2, False), (3, True), (4, True)]


@pytest.mark.parametrize("ending", [SeatEnding.DISCONNECTED, SeatEnding.PROTOCOL, SeatEnding.NOT_READY])
def test_being_gone_costs_the_deal_at_once(ending: SeatEnding) -> None:
    assert Conduct(strikes=1).after(ending, strikes_allowed=2) == Conduct(strikes=1, has_forfeited=True)


def test_without_strikes_allowed_the_first_costs_the_deal() -> None:
    assert Conduct().after(SeatEnding.LATE, strikes_allowed=0).has_forfeited
