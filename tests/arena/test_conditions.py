"""What is said of how a cup is played, and of what differs when it is to go on otherwise."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from arena.entries import CupEntry
from arena.identity import changes, cup_entry
from tests.arena.cups import ONE_DEAL, PAIRS, cup

SWISS = '[[stage]]\nformat = "individual"\nschedule = "swiss"\nrounds = 1\ndeals = 1\n'
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def entered(*stages: str, names: str = "ABCDEFGH", more: str = "") -> CupEntry:
    return cup_entry(cup(*stages, names=names, more=more), NOW)


def test_one_of_something_is_in_the_singular() -> None:
    said = dict(entered(SWISS, more="[faults]\nstrikes_allowed = 1\ndeals_lost_allowed = 1\n").conditions)

    assert said["Faults"] == "allowed are 1 strike in a deal, 1 lost deal"
    assert said["Individual by deals"] == (
        "swiss, 1 round a phase, 2 seatings of a deck, duplicate, 1 deal a match, starter fixed, 1 deal"
    )


def test_a_cup_is_known_by_the_terms_that_it_always_had() -> None:
    """A cup that was begun before goes on, whatever people are told of its terms."""
    terms = msgspec.json.decode(entered(ONE_DEAL).config)

    assert terms["stage (pairs by deals)"] == "duplicate, 1 deals a match, starter fixed"


def test_the_machine_is_told_where_there_is_one() -> None:
    on_one = cup_entry(cup(ONE_DEAL), NOW, machine="2 cores")

    assert dict(on_one.conditions)["Machine"] == "2 cores"
    assert "Machine" not in dict(cup_entry(cup(ONE_DEAL), NOW).conditions)


def test_a_name_is_left_as_it_is() -> None:
    newcomer = ONE_DEAL.replace("pairs", "gauntlet") + 'newcomers = ["1 deals"]\n'
    said = dict(cup_entry(cup(newcomer, names=["1 deals", "B"]), NOW).conditions)

    assert said["Gauntlet by deals"] == 'newcomers "1 deals", duplicate, 1 deal a match, starter fixed'


def test_a_changed_term_is_named_by_its_key_with_both_values() -> None:
    before, now = entered(PAIRS), entered(PAIRS, more="[time]\nlimit_s = 2.0\n[rules]\nhook = true\n")

    assert changes(before, now) == ("rules.hook was false and is true", "time.limit_s was 1.0 and is 2.0")
