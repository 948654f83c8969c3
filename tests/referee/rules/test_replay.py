"""Records played again by the rules alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import cards_text, parse_cards
from referee.rules.deal import Decision, Drawing, Scored, ThrownIn, begin
from referee.rules.game import after, new_game, next_start
from referee.rules.legal import default_decision
from referee.rules.playthrough import show
from referee.rules.record import BadRecord, DealRecord, Fault, line_of, read_line, record_of
from referee.rules.record_start import start_of
from referee.rules.replay import first_difference, first_difference_of, replay
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    HEADING,
    arranged,
    by_chance,
    played_out,
    random_start,
    shuffled,
    turns,
)
from tests.referee.rules.test_record import some_record, thrown_in_record


def changed(record: DealRecord, **fields: Any) -> DealRecord:
    return msgspec.structs.replace(record, **fields)


def with_result(record: DealRecord, **fields: Any) -> DealRecord:
    assert record.result is not None
    return changed(record, result=msgspec.structs.replace(record.result, **fields))


def whole_game(seed: int) -> list[DealRecord]:
    """The records of a game played by default decisions, with one deal thrown in before the first."""
    rng = Random(seed)
    game = new_game(TRACTOR, 2)
    thrown_in = played_out(
        next_start(game, arranged({0: "2H"}, first_drawer=2)),
        lambda state: Decision(0) if isinstance(state, Drawing) else default_decision(state),
    )
    records = [record_of(thrown_in, _heading(1))]
    while not game.won_by:
        end = played_out(next_start(game, shuffled(rng)), default_decision)
        assert isinstance(end, Scored)
        records.append(record_of(end, _heading(len(records))))
        game = after(game, end)
    return records


def _heading(deal: int) -> Any:
    return msgspec.structs.replace(HEADING, deal=deal, board=deal, whole_game=True)


GAME = whole_game(3)


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1))
def test_a_record_replays_through_the_same_states_to_the_same_end(seed: int) -> None:
    rng = Random(seed)
    played = list(turns(random_start(rng), by_chance(rng)))
    end = played[-1].after
    assert isinstance(end, Scored | ThrownIn)
    record = read_line(line_of(record_of(end, HEADING)))

    assert list(replay(record)) == [*(turn.state for turn in played), end]
    assert first_difference(record) is None


def test_the_start_of_a_record_is_that_of_the_deal() -> None:
    start = random_start(Random(5))

    assert start_of(record_of(played_out(start, by_chance(Random(5))), HEADING)) == start


def test_bids_for_which_the_same_seat_is_asked_twice_are_told_apart() -> None:
    """East draws the last card, and is asked after it and again in the last round: decisions keep their numbers."""
    deck = arranged({3: "3C " * 2 + "4C 4C 5C 5C 6C 6C 7C 7C 8C 8C 9C 9C TC TC JC JC QC QC KC KC AC AC 2C"})
    for wanted in (100, 101):

        def decide(state: Any, wanted: int = wanted) -> Decision:
            if isinstance(state, Drawing) and state.drawn + state.last_round == wanted:
                return Decision(state.ladder.read(parse_cards("2C")))
            return Decision(0) if isinstance(state, Drawing) else default_decision(state)

        start = next_start(new_game(TRACTOR, 0), deck)
        played = list(turns(start, decide))
        end = played[-1].after
        assert isinstance(end, Scored)
        record = record_of(end, HEADING)
        assert record.bids == ((wanted, "East", "2C"),)
        assert len(list(replay(record))) == len(played) + 1


# --- What does not hold is found


RECORD = next(
    record
    for record in map(some_record, range(100))
    if len(record.bids) == 1 and not record.throws and record.result and record.result.game_won_by is None
)


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda r: changed(r, rules={"preset": "whist"}), "rules: preset: 'whist' is not a preset"),
        (lambda r: changed(r, rules={"hook": 7}), "rules: hook: 7 is neither true nor false"),
        (lambda r: changed(r, rules_id="0" * 16), 'rules_id: the record says "0000000000000000", the rules say'),
        (lambda r: changed(r, names=("Ada",)), "names: 1 name for 4 seats"),
        (lambda r: changed(r, levels=("2", "x")), "levels[1]: 'x' is not a level"),
        (lambda r: changed(r, levels=("2", "W")), "start: the levels are 2 W; each of 2 sides has one from 2 to A"),
        (lambda r: changed(r, levels=()), "start: the levels are none; each of 2 sides"),
        (lambda r: changed(r, rank="W"), 'rank: "W" is not a rank'),
        (lambda r: changed(r, first="Up"), 'first: "Up" is not a seat; there are North West South East'),
        (lambda r: changed(r, starter="Up"), 'starter: "Up" is not a seat'),
        (lambda r: changed(r, deck="XX" + r.deck[2:]), "deck: 'XX' is not a card"),
        (lambda r: changed(r, deck=r.deck[2:]), "start: the deck is not that of the game"),
        (lambda r: changed(r, deck=r.deck[:2] + r.deck[:-2]), "start: the deck is not that of the game, which has 108"),
        (lambda r: changed(r, trump="2N"), 'trump: the record says "2N", the rules say'),
        (lambda r: changed(r, trump=None), "trump: the record says null"),
        (lambda r: changed(r, turned="2C"), 'turned: the record says "2C", the rules say ""'),
        (
            lambda r: changed(r, bids=((1, "North", "3C"), *r.bids)),
            "bids[0]: North was not asked for a bid with 1 card drawn",
        ),
        (lambda r: changed(r, bids=((9, "Up", "3C"), *r.bids)), 'bids[0]: "Up" is not a seat'),
        (lambda r: changed(r, bids=(*r.bids, (101, "East", "RJRJ"))), "bids[1]: East was not asked for a bid with 101"),
        (lambda r: changed(r, bids=(*r.bids, (101, "Up\n", "RJRJ"))), 'bids[1]: "Up\\n" is not a seat'),
        (lambda r: changed(r, bids=((*r.bids[0][:2], ""), *r.bids[1:])), "bids[0]: a bid without cards"),
        (lambda r: changed(r, bids=((*r.bids[0][:2], "3C"), *r.bids[1:])), "bids[0]: refused by B"),
        (lambda r: changed(r, bids=((*r.bids[0][:2], "3C3C3C"), *r.bids[1:])), "bids[0]: more than 2 of 3C"),
        (lambda r: changed(r, buried=r.buried[2:]), "buried: refused by K1"),
        (lambda r: changed(r, buried="?"), "buried: '?' is not a card"),
        (lambda r: changed(r, thrown_in=True), "thrown_in: the deal was not thrown in"),
        (lambda r: changed(r, tricks=()), "tricks: the deal was not over after 0 tricks"),
        (lambda r: changed(r, tricks=r.tricks[:-1]), "tricks: the deal was not over after"),
        (lambda r: changed(r, tricks=(*r.tricks, r.tricks[0])), "the deal was over before this trick"),
        (lambda r: changed(r, tricks=((), *r.tricks[1:])), "tricks[0]: not a leader and a play for each of 4 seats"),
        (lambda r: changed(r, tricks=(r.tricks[0][:-1], *r.tricks[1:])), "tricks[0]: not a leader and a play"),
        (lambda r: changed(r, tricks=(("Up", *r.tricks[0][1:]), *r.tricks[1:])), 'tricks[0]: "Up" is not a seat'),
        (lambda r: changed(r, tricks=((*r.tricks[0][:2], "BJ", *r.tricks[0][3:]), *r.tricks[1:])), "refused by F"),
        (lambda r: changed(r, tricks=((r.tricks[0][0], "", *r.tricks[0][2:]), *r.tricks[1:])), "refused by L4"),
        (lambda r: changed(r, throws=((999, "AS"), *r.throws)), "throws: there is no trick 999"),
        (lambda r: changed(r, throws=((0, r.tricks[0][1]),)), "stands here (L6)"),
        (lambda r: changed(r, throws=((0, "AS"), (0, "AS"))), "throws: two throws in one trick"),
        (lambda r: changed(r, wins=r.wins[:-1]), f"wins: of {len(RECORD.tricks) - 1} tricks; the deal had"),
        (lambda r: changed(r, wins=()), "wins: of 0 tricks; the deal had"),
        (lambda r: changed(r, wins=(*r.wins[:3], (r.wins[3][0], "bomb"), *r.wins[4:])), "wins[3]: the record says ["),
        (lambda r: changed(r, wins=((None, "throw failed"), *r.wins[1:])), 'wins[0]: the record says [null,"throw'),
        (lambda r: changed(r, result=None), "result: missing"),
        (lambda r: with_result(r, total=-7), "result.total: the record says -7, the rules say"),
        (lambda r: with_result(r, declarers_won=None), "result.declarers_won: the record says null"),
        (lambda r: with_result(r, gains=(9, 9)), "result.gains: the record says [9,9]"),
        (lambda r: with_result(r, levels=("2",)), 'result.levels: the record says ["2"]'),
        (lambda r: with_result(r, next_starter="Up"), 'result.next_starter: the record says "Up"'),
        (lambda r: with_result(r, game_won_by=1), "result.game_won_by: the record says 1, the rules say null"),
        (lambda r: changed(r, defaults=(9999,)), "defaults: there is no decision 9999; the deal had"),
        (lambda r: changed(r, times=(5,) * 3), "times: of 3 decisions; the deal had"),
        (lambda r: changed(r, times=()), "times: of 0 decisions; the deal had"),
        (lambda r: changed(r, times=(*times(r)[:2], None, *times(r)[3:])), "times[2]: null, and the decision is not"),
        (lambda r: changed(r, notes=((9999, "?"),)), "notes: there is no decision 9999"),
        (lambda r: changed(r, faults=(Fault("Up", 1, "late", "", 1.0, ""),)), 'faults[0].seat: "Up" is not a seat'),
        (lambda r: changed(r, faults=(Fault("West", 9999, "late", "", 1.0, ""),)), "faults: there is no decision 9999"),
        (lambda r: changed(r, faults=(Fault("West", 1, "bad", "", 0.0, ""),)), 'faults[0].ending: "bad" is none of'),
    ],
)
def test_the_first_difference_is_named_with_its_place(
    change: Callable[[DealRecord], DealRecord], difference: str
) -> None:
    found = first_difference(change(RECORD))

    assert found is not None
    assert difference in found


def test_the_record_that_is_changed_above_holds() -> None:
    assert first_difference(RECORD) is None


def times(record: DealRecord) -> tuple[int | None, ...]:
    """A time for each decision of a record, but for its defaults."""
    count = len(list(replay(record))) - 1
    return tuple(None if decision in record.defaults else decision for decision in range(count))


def test_times_hold_if_there_is_one_for_each_decision() -> None:
    """Of a default there may be none, as of a seat that is gone, or one, as of an answer that came too late."""
    timed = changed(RECORD, times=times(RECORD))

    assert None in times(RECORD)
    assert first_difference(timed) is None
    assert first_difference(changed(timed, times=tuple(took or 0 for took in times(RECORD)))) is None


def test_a_record_without_wins_and_times_holds() -> None:
    """As version 0.1 wrote it."""
    assert first_difference(changed(RECORD, wins=msgspec.UNSET)) is None


def test_a_fault_may_come_before_anybody_is_asked() -> None:
    """A seat that is not there in a deal thrown in without a question."""
    hands = {0: "BJ", 1: "BJ", 2: "RJ", 3: "RJ"}
    deck = arranged(hands, kitty="2C 2C 2D 2D 2H 2H 2S 2S")
    end, _ = begin(next_start(new_game(TRACTOR, 0), deck))
    assert isinstance(end, ThrownIn)
    fault = Fault("West", 0, "not ready", "", 0.0, "never dialled in")
    record = record_of(end, HEADING, faults=(fault,))

    assert first_difference(record) is None
    assert show(record).endswith("Fault of West at the end: not ready: never dialled in\n")
    assert "there is no decision 0" in (first_difference(changed(record, defaults=(0,))) or "")


def test_another_deck_is_found() -> None:
    """A deck that is valid, and not the one that was played."""
    assert first_difference(changed(RECORD, deck=RECORD.deck[2:] + RECORD.deck[:2])) is not None


def test_a_wrong_leader_of_a_trick_is_found() -> None:
    tricks = list(RECORD.tricks)
    leader = tricks[3][0]
    other = next(name for name in TRACTOR.seat_names if name != leader)
    tricks[3] = (other, *tricks[3][1:])

    assert first_difference(changed(RECORD, tricks=tuple(tricks))) == (
        f'tricks[3] leader: the record says "{other}", the rules say "{leader}"'
    )


def failed_throw_record() -> DealRecord:
    """A random deal in which a throw failed."""
    return next(record for record in map(some_record, range(100, 200)) if record.throws)


def test_a_failed_throw_is_judged_again() -> None:
    record = failed_throw_record()
    at, thrown = record.throws[0]
    trick = record.tricks[at]

    assert first_difference(record) is None
    hidden = first_difference(changed(record, throws=record.throws[1:]))
    assert hidden is not None
    withdrawn = [card for card in parse_cards(thrown) if card not in parse_cards(trick[1])]
    forced = cards_text(withdrawn[:1], "")
    other = (trick[0], forced, *trick[2:])
    found = first_difference(changed(record, tricks=(*record.tricks[:at], other, *record.tricks[at + 1 :])))
    assert found is not None
    assert "forced lead (T1)" in found


def test_a_deal_thrown_in_replays() -> None:
    record = thrown_in_record()

    assert first_difference(record) is None
    assert "was thrown in (B7)" in (first_difference(changed(record, thrown_in=False)) or "")
    assert "neither trump nor" in (first_difference(changed(record, trump="2S")) or "")
    assert "has no wins" in (first_difference(changed(record, wins=())) or "")


@pytest.mark.slow
@given(st.data())
def test_a_hostile_record_is_judged_without_an_error(data: st.DataObject) -> None:
    """Texts exchanged and made up anywhere in a record give a difference or none, and nothing else."""
    fields = msgspec.to_builtins(RECORD)
    text = st.one_of(st.text(max_size=8), st.sampled_from(["2S", "KHKH", "North", "10", "BJ", ""]))
    for name in data.draw(st.sets(st.sampled_from(["deck", "rank", "first", "trump", "turned", "buried", "rules_id"]))):
        fields[name] = data.draw(text)
    if data.draw(st.booleans()):
        at, turn = data.draw(st.integers(0, len(fields["tricks"]) - 1)), data.draw(st.integers(0, 4))
        tricks = [list(trick) for trick in fields["tricks"]]
        tricks[at][turn] = data.draw(text)
        fields["tricks"] = tricks
    if data.draw(st.booleans()):
        fields["throws"] = data.draw(st.lists(st.tuples(st.integers(0, 30), text), max_size=3))
        fields["bids"] = data.draw(st.lists(st.tuples(st.integers(0, 110), text, text), max_size=3))

    found = first_difference(msgspec.convert(fields, DealRecord))
    assert found is None or found


# --- One deal after another


def test_the_records_of_a_game_follow_from_each_other() -> None:
    assert len(GAME) > 5
    assert GAME[0].thrown_in
    assert GAME[-1].result is not None
    assert GAME[-1].result.game_won_by is not None
    assert first_difference_of(GAME) is None


@pytest.mark.parametrize(
    ("records", "difference"),
    [
        (GAME[:1] + GAME[2:], "line 2: first after the deal before"),
        (GAME[:1] + GAME[3:], "line 2: deal: the record says 3, the rules say 1"),
        (GAME[:3] + GAME[4:], "line 4: deal: the record says 4, the rules say 3"),
        ([*GAME, changed(GAME[1], deal=GAME[-1].deal + 1)], "the game was won by the deal before"),
        ([*GAME[:2], changed(GAME[2], names=("A", "B", "C", "D"))], "line 3: names after the deal before"),
        ([*GAME[:2], with_result(GAME[2], total=1)], "line 3: result.total"),
        ([*GAME[:2], changed(GAME[1], deal=2)], "line 3: "),
        ([GAME[0], changed(GAME[1], first="West")], "line 2: first after the deal before"),
    ],
)
def test_a_break_between_deals_is_found_with_its_line(records: list[DealRecord], difference: str) -> None:
    assert difference in (first_difference_of(records) or "")


def test_levels_that_do_not_follow_are_found() -> None:
    """A record that holds by itself, but begins where the deal before did not end."""
    rng = Random(9)
    game = new_game(TRACTOR, 0)
    first = played_out(next_start(game, shuffled(rng)), default_decision)
    assert isinstance(first, Scored)
    following = after(game, first)
    raised = tuple(level + 1 for level in following.levels)
    second = played_out(next_start(replace(following, levels=raised), shuffled(rng)), default_decision)
    assert isinstance(second, Scored)
    records = [record_of(first, _heading(1)), record_of(second, _heading(2))]
    assert first_difference(records[1]) is None
    assert "line 2: levels after the deal before" in (first_difference_of(records) or "")
    assert first_difference_of([records[0], changed(records[1], match="another", deal=1)]) is None


def test_deals_of_their_own_only_count() -> None:
    """Without `whole_game` nothing follows from the deal before but its number."""
    one, other = (changed(some_record(seed), deal=deal) for seed, deal in ((1, 1), (2, 2)))

    assert first_difference_of([one, other]) is None
    assert first_difference_of([other, other]) == "line 2: deal: the record says 2, the rules say 3"


def test_a_deal_thrown_in_may_be_given_up() -> None:
    """No deck was left: the next deal has the next number, and in a whole game begins where this one did."""
    given_up = [GAME[0], *(changed(record, deal=record.deal + 1) for record in GAME[1:])]

    assert first_difference_of(given_up) is None
    assert (
        first_difference_of([changed(GAME[0], whole_game=False), changed(some_record(1), deal=2, match="m1")]) is None
    )
    levels = changed(GAME[2], deal=2, board=2)
    assert "after the deal before" in (first_difference_of([GAME[0], levels]) or "")


def test_a_replay_stops_at_what_does_not_hold() -> None:
    states = replay(changed(RECORD, tricks=RECORD.tricks[:-1]))

    with pytest.raises(BadRecord, match="the deal was not over"):
        for _ in states:
            pass
