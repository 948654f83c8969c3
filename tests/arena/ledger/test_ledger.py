"""The ledger: each match once, and everything as it was stored."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from arena.ledger import Arrival, CupChanged, EntrantEntry, UnknownCup, open_ledger, read_ledger
from arena.matches import Ending, Fault, Kind, KindTimes, MachineFault, MachineTrouble
from tests.arena.played import BEGUN, FIVE, cup_entry, entrants, friends_outcome, full_outcome, outcome, result, times


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


def test_times_by_kind_come_back_as_they_were_stored(url: str) -> None:
    """Also of seats of which none are known."""
    kinds = tuple(KindTimes(kind, 4, 0.5, 0.1, 0.2, 0.123456) for kind in Kind)
    timed = replace(full_outcome(), times=(replace(times(), kinds=kinds), times(), replace(times(), kinds=kinds[3:])))
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        ledger.store(timed)
        ledger.store(friends_outcome())

        assert ledger.outcome(timed.match.key) == timed
        assert {each.times for each in ledger.outcomes("test-cup")} == {timed.times, (times(),) * 5}


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


# --- One match, and the order in which they were stored


def test_one_match_is_found_by_its_key(url: str) -> None:
    stored = [full_outcome(), friends_outcome()]
    with open_ledger(url) as ledger:
        ledger.begin_cup(cup_entry(entrants=entrants(*FIVE)))
        for each in stored:
            ledger.store(each)

    with read_ledger(url) as reader:
        assert [reader.outcome(each.match.key) for each in stored] == stored
        assert reader.outcome("5f" * 32) is None


def test_outcomes_arrive_in_the_order_in_which_they_were_stored(url: str) -> None:
    """Each once, whatever its round and key, with the second in UTC when it was stored, and those of the cup alone."""
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=round_) for round_ in (3, 1, 2)]
    other = outcome(("Ada", "Ben") * 2, [result(1.0, 1)], cup="other")
    at = datetime(2025, 6, 2, 1, 30, 15, 999_999, timezone(timedelta(hours=3, minutes=30)))
    with open_ledger(url) as ledger:
        for name in ("test-cup", "other"):
            ledger.begin_cup(cup_entry(name=name))
        for each in (*played[:2], other, played[0], played[2]):
            ledger.store(each, at=at)

        found = ledger.arrivals("test-cup")
        assert [arrival.key for arrival in found] == [each.match.key for each in played]
        assert {arrival.at for arrival in found} == {"2025-06-01T22:00:15+00:00"}
        sequences = [arrival.sequence for arrival in found]
        assert sequences == sorted({*sequences})
        (elsewhere,) = ledger.arrivals("other")
        assert elsewhere.sequence not in sequences


def test_arrivals_are_asked_for_from_where_one_was(url: str) -> None:
    """Nothing comes twice, nothing is left out, and an aborted match never arrives."""
    played = [outcome(("Ada", "Ben") * 2, [result(1.0, 1)], round_=round_) for round_ in (1, 2)]
    seen: list[Arrival] = []
    with open_ledger(url) as ledger, read_ledger(url) as reader:
        ledger.begin_cup(cup_entry())
        assert reader.arrivals("test-cup") == ()
        for each in played:
            ledger.store(each)
            ledger.store(replace(full_outcome(), ending=Ending.ABORTED))
            new = reader.arrivals("test-cup", after=seen[-1].sequence if seen else 0)
            assert [reader.outcome(arrival.key) for arrival in new] == [each]
            seen += new

        assert reader.arrivals("test-cup") == tuple(seen)
        assert reader.arrivals("test-cup", after=seen[-1].sequence) == ()
    assert all(datetime.fromisoformat(arrival.at).utcoffset() == timedelta() for arrival in seen)
