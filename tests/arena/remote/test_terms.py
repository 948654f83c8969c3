"""Times of remote bots are terms of the cups that have some, and of no other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.config import Cup
from arena.cup_file import BadCup
from arena.entrants import Remote
from arena.identity import changes, cup_entry
from tests.arena.cups import PAIRS, cup
from tests.arena.played import BEGUN

SLOW = "[time]\nlag_allowance_s = 2\nresume_within_s = 0"


def with_a_remote_bot(local: Cup) -> Cup:
    first, *others = local.entrants
    return replace(local, entrants=(replace(first, player=Remote()), *others))


def test_a_cup_without_remote_bots_goes_on_whatever_their_times() -> None:
    one, other = (cup_entry(cup(PAIRS, more=more), BEGUN) for more in ("", SLOW))

    assert one.config == other.config
    assert "lag_allowance" not in one.config
    assert "Remote" not in dict(one.conditions)


def test_a_cup_with_remote_bots_keeps_their_times() -> None:
    one, other = (cup_entry(with_a_remote_bot(cup(PAIRS, more=more)), BEGUN) for more in ("", SLOW))

    assert changes(one, other) == (
        *("time.lag_allowance_s was 0.5 and is 2.0", "time.resume_within_s was 15.0 and is 0.0"),
    )


def test_pages_say_what_remote_bots_are_allowed() -> None:
    said = dict(cup_entry(with_a_remote_bot(cup(PAIRS)), BEGUN).conditions)["Remote"]

    assert said.startswith("A, played from elsewhere: 0.5 s of each decision are not counted")


@pytest.mark.parametrize("more", ["lag_allowance_s = -1", "lag_allowance_s = 61", "resume_within_s = 601"])
def test_times_that_make_no_sense_are_refused(more: str) -> None:
    with pytest.raises(BadCup, match="time"):
        cup(PAIRS, more=f"[time]\n{more}")
