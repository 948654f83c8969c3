"""The ledger: each match once, and everything as it was stored."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arena.ledger import CupChanged, EntrantEntry, UnknownCup, open_ledger, read_ledger
from arena.matches import Ending, Fault, MachineFault, MachineTrouble
from tests.arena.played import BEGUN, FIVE, cup_entry, entrants, friends_outcome, full_outcome, outcome, result


def test_outcome_comes_back_as_it_was_stored(url: str) -> None:
    kept_apart = replace(full_outcome(), isolation="A")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        assert ledger.store(kept_apart)

    with read_ledger(url) as ledger:
        assert list(ledger.outcomes("test-cup")) == [kept_apart]


def test_an_outcome_of_players_comes_back_as_it_was_stored(url: str) -> None:
    both = [full_outcome(), friends_outcome()]
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        for each in both:
            assert ledger.store(each)

    with read_ledger(url) as ledger:
        found = list(ledger.outcomes("test-cup"))
    assert sorted(found, key=lambda each: each.match.key) == sorted(both, key=lambda each: each.match.key)


def test_faults_of_the_machine_come_back_as_they_were_stored(url: str) -> None:
    """Also what another program said in characters that no database can hold, readably."""
    faults = (
        MachineFault(MachineTrouble.REFEREE_GONE, None, "2025-06-01T12:00:00+00:00", "it said \0 and died"),
        MachineFault(MachineTrouble.VOID_DEAL, 1, "2025-06-01T12:01:00+00:00", "the machine stood still"),
    )
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.store(replace(full_outcome(), machine_faults=faults))
        (found,) = ledger.outcomes("test-cup")

    assert found.machine_faults == (replace(faults[0], sentence="it said \\0 and died"), faults[1])


def test_what_was_submitted_comes_back_as_it_was_entered(url: str) -> None:
    own, submitted, remote = entrants("Ada", "Ben", "Cy")
    entered = (own, replace(submitted, content="5f" * 32), replace(remote, is_remote=True))
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entered))

    with read_ledger(url) as ledger:
        assert ledger.cup("test-cup").entrants == entered


def test_second_outcome_of_a_key_changes_nothing(url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        assert ledger.store(full_outcome())
        assert not ledger.store(replace(full_outcome(), elapsed_s=99.0))

        assert list(ledger.outcomes("test-cup")) == [full_outcome()]
        assert ledger.done_keys("test-cup") == {full_outcome().match.key}


def test_aborted_match_is_not_stored(url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())

        assert not ledger.store(replace(full_outcome(), ending=Ending.ABORTED))
        assert ledger.done_keys("test-cup") == frozenset()


def test_outcomes_come_by_round_then_key_whatever_order_they_were_stored_in(url: str) -> None:
    played = [
        outcome(("Ada", "Ben") * 2, [result(1.0, 1, board=board)], round_=round_)
        for round_ in (2, 1, 3)
        for board in (1, 2, 3)
    ]
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        for each in played:
            ledger.store(each)

        assert list(ledger.outcomes("test-cup")) == sorted(played, key=lambda each: (each.match.round, each.match.key))


def test_cups_of_one_ledger_are_kept_apart(url: str) -> None:
    other = outcome(("Ada", "Ben") * 2, [result(1.0, 1)], cup="other")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.begin_cup(cup_entry(name="other"))
        ledger.store(full_outcome())
        ledger.store(other)

        assert ledger.cup_names() == ("other", "test-cup")
        assert list(ledger.outcomes("other")) == [other]
        assert list(ledger.outcomes("test-cup")) == [full_outcome()]


def test_offence_that_no_database_can_hold_is_stored_readably(url: str) -> None:
    fault = Fault(deal=0, seat=0, ending=Ending.PROTOCOL, rule="", overrun_s=None, offence="\0\ud800")
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.store(replace(full_outcome(), faults=(fault,)))

        (stored,) = ledger.outcomes("test-cup")
        assert stored.faults[0].offence == "\\0\\ud800"


def test_cup_goes_on_with_the_secret_it_was_begun_with(url: str) -> None:
    with open_ledger(url) as ledger:
        assert ledger.begin_cup(cup_entry()) == cup_entry()
    with open_ledger(url) as ledger:
        assert ledger.begin_cup(cup_entry(secret=b"another")) == cup_entry()
    with read_ledger(url) as reader:
        assert reader.cup("test-cup") == cup_entry()


def test_that_a_secret_was_published_is_noted_once(url: str) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        ledger.begin_cup(cup_entry(name="other"))
        assert not ledger.is_revealed("test-cup")
        ledger.reveal("test-cup", BEGUN)
        ledger.reveal("test-cup", BEGUN)

    with read_ledger(url) as ledger:
        assert [ledger.is_revealed(name) for name in ("test-cup", "other")] == [True, False]


@pytest.mark.parametrize(
    "changes", [{"config": "other"}, {"rules_id": "00"}, {"entrants": (EntrantEntry("Ada", "", "", "2"),)}]
)
def test_changed_cup_is_refused_with_both_its_forms(url: str, changes: dict[str, object]) -> None:
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry())
        with pytest.raises(CupChanged, match="test-cup") as refused:
            ledger.begin_cup(cup_entry(**changes))

        assert refused.value.stored == cup_entry()
        assert refused.value.offered == cup_entry(**changes)
        assert ledger.cup("test-cup") == cup_entry()


def test_secret_is_not_shown_in_a_traceback() -> None:
    assert "thirty-two" not in repr(cup_entry())


def test_outcome_of_an_unknown_cup_is_refused(url: str) -> None:
    with open_ledger(url) as ledger:
        with pytest.raises(UnknownCup, match="test-cup"):
            ledger.store(full_outcome())
        with pytest.raises(UnknownCup):
            ledger.cup("test-cup")


def test_reader_sees_one_moment_while_another_writes(url: str) -> None:
    second = outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=3)
    with open_ledger(url) as ledger, read_ledger(url) as reader:
        ledger.begin_cup(cup_entry())
        ledger.store(full_outcome())
        reading = reader.outcomes("test-cup")
        assert next(reading) == full_outcome()
        ledger.store(second)

        assert list(reading) == []
        assert list(reader.outcomes("test-cup")) == [full_outcome(), second]
