"""Records of Finding Friends played again by the rules alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import Rank
from referee.rules.deal import Decision, Drawing, Holding, Scored, ThrownIn, begin
from referee.rules.game import after, game_at, new_game, next_start
from referee.rules.legal import default_decision
from referee.rules.options import parse_options
from referee.rules.phases import Standing
from referee.rules.record import DealRecord, line_of, read_line, record_of
from referee.rules.replay import first_difference, first_difference_of, replay
from referee.rules.ruleset import ruleset
from tests.goldens.playthroughs import NAMES, record_named
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    arranged,
    decided,
    first_start,
    half_by_chance,
    heading_of,
    played_out,
    shuffled,
    turns,
)
from tests.referee.rules.test_record import friends_record
from tests.referee.rules.test_replay import RECORD, changed, with_result

FRIENDS = friends_record(9)


def with_call(record: DealRecord, *calls: tuple[str, int, str | None]) -> DealRecord:
    return changed(record, calls=calls)


@pytest.mark.parametrize(
    ("change", "difference"),
    [
        (lambda r: changed(r, rank="2"), "start: the trump rank is 2 before a bid sets it (Z1)"),
        (lambda r: changed(r, rank="Jo"), 'rank: "Jo" is not a rank'),
        (lambda r: changed(r, rank="2+"), 'rank: "2+" is not a rank'),
        (lambda r: changed(r, starter="Seat1"), "start: the maker is known before the draw only with rotating_maker"),
        (
            lambda r: changed(r, levels=("2", "2", "2", "2", "Jo")),
            "start: the levels are 2 2 2 2 Jo; each of 5 players",
        ),
        (
            lambda r: changed(r, levels=("2",) * 4),
            "start: the levels are 2 2 2 2; each of 5 players has one of this game",
        ),
        (lambda r: changed(r, levels=("2" + "+" * 2000,) * 5), "levels[0]: "),
        (lambda r: changed(r, active=("Up",)), 'active[0]: "Up" is not a seat; there are Seat1 Seat2 Seat3'),
        (lambda r: changed(r, active=("Seat2", "Seat1")), "active: not some of the seats, each once, in their order"),
        (lambda r: changed(r, active=TRACTOR.seat_names), 'active[0]: "North" is not a seat'),
        (lambda r: changed(r, active=()), "start: nobody is active"),
        (lambda r: changed(r, active=("Seat1",)), "start: passive players are of the scoring active_passive alone"),
        (lambda r: changed(r, debts=(0,) * 5), "debts: [0,0,0,0,0] is not a number for each of 5 seats, not all 0"),
        (lambda r: changed(r, debts=(1,)), "debts: [1] is not a number for each of 5 seats, not all 0"),
        (lambda r: changed(r, debts=(1,) * 5), "start: levels are owed only where failed throws cost a debt"),
        (lambda r: changed(r, bids=r.bids[:2]), "trump: "),
        (lambda r: changed(r, bids=(*r.bids[:2], (17, "Seat1", "2H"))), "bids[2]: Seat1 was not asked for a bid with"),
        (lambda r: changed(r, bids=(*r.bids[:2], (17, "Seat1", "3C3C"))), "bids[2]: refused by B2"),
        (lambda r: changed(r, bids=(*r.bids[:2], (17, "Seat3", "2H2H"))), "bids[2]: Seat3 was not asked"),
        (lambda r: changed(r, bids=(*r.bids, (17, "Seat1", "2H2H"))), "bids[3]: Seat1 was not asked for a bid with 17"),
        (lambda r: changed(r, bids=((1, "Seat1", "RJRJRJ"),)), "bids[0]: more than 2 of RJ"),
        (lambda r: changed(r, calls=msgspec.UNSET), "calls: missing; the maker calls friends (Z3)"),
        (lambda r: changed(r, calls=()), "calls: refused by Z3: exactly 1 card is called; none"),
        (lambda r: with_call(r, ("2D", 1, None)), "calls: refused by Z3: a card that is called is not a trump, and 2D"),
        (lambda r: with_call(r, ("BJ", 1, None)), "calls: refused by Z3: a card that is called is not a trump, and BJ"),
        (
            lambda r: with_call(r, ("AC", 3, None)),
            "calls: refused by Z3: copy 3 of AC was called; the copies are 1 to 2",
        ),
        (lambda r: with_call(r, ("AC", 1 << 31, None)), "calls: refused by Z3: copy 2147483648 of AC was called"),
        (lambda r: with_call(r, ("AC", 0, None)), "calls: refused by Z3: the other AC was called; that is no call"),
        (lambda r: with_call(r, *[("AC", 1, None)] * 10_000), "calls: refused by Z3: exactly 1 card is called; 10000"),
        (lambda r: with_call(r, ("ACAC", 1, None)), 'calls[0]: "ACAC" is not one card'),
        (lambda r: with_call(r, ("AC" * 10_000, 1, None)), 'calls[0]: "ACACAC'),
        (lambda r: with_call(r, ("", 1, None)), 'calls[0]: "" is not one card'),
        (lambda r: with_call(r, ("XX", 1, None)), "calls[0]: 'XX' is not a card"),
        (
            lambda r: with_call(r, ("AC", 1, "Seat3")),
            'calls: the record says [["AC",1,"Seat3"]], the rules say [["AC",1',
        ),
        (lambda r: with_call(r, ("AC", 1, None)), 'calls: the record says [["AC",1,null]], the rules say [["AC",1,"S'),
        (lambda r: changed(r, buried="KC" * 10_000), "buried: more than 2 of KC"),
        (
            lambda r: changed(r, tricks=(("Seat1", "BJ" * 10_000, "", "", "", ""),)),
            "tricks[0] Seat1: more than 2 of BJ",
        ),
        (lambda r: changed(r, tricks=(("Seat1",), *r.tricks[1:])), "tricks[0]: not a leader and a play for each of 5"),
        (
            lambda r: changed(r, tricks=(("Seat1",), *r.tricks[1:]), throws=((0, "BJBJ"), *r.throws)),
            "tricks[0] Seat1: the lead of BJ BJ does not end the deal here (L6, Z9)",
        ),
        (lambda r: with_result(r, makers_side=("Seat1",)), 'result.makers_side: the record says ["Seat1"], the rules'),
        (lambda r: with_result(r, points=(200, 0, 0, 0, 0)), "result.points: the record says [200,0,0,0,0]"),
        (lambda r: with_result(r, points=msgspec.UNSET), "result.points: the record says nothing, the rules say ["),
        (lambda r: with_result(r, next_drawer="Seat5"), 'result.next_drawer: the record says "Seat5", the rules say'),
        (
            lambda r: with_result(r, active=("Seat1",)),
            'result.active: the record says ["Seat1"], the rules say nothing',
        ),
        (lambda r: with_result(r, debts=(1,) * 5), "result.debts: the record says [1,1,1,1,1], the rules say nothing"),
        (lambda r: with_result(r, game_won_by=(0,)), "result.game_won_by: the record says [0], the rules say null"),
        (lambda r: with_result(r, game_won_by=0), "result.game_won_by: the record says 0, the rules say null"),
    ],
)
def test_the_first_difference_in_a_deal_of_friends_is_named_with_its_place(
    change: Callable[[DealRecord], DealRecord], difference: str
) -> None:
    found = first_difference(change(FRIENDS))

    assert found is not None
    assert found.startswith(difference)
    assert len(found) < 300
    assert "\n" not in found


def test_the_deal_of_friends_that_is_changed_above_holds() -> None:
    assert first_difference(FRIENDS) is None


@pytest.mark.parametrize(
    ("fields", "difference"),
    [
        ({"active": ("North",)}, "active: only players of Finding Friends are active or owe levels (Z9)"),
        ({"debts": (1, 0, 0, 0)}, "debts: only players of Finding Friends are active or owe levels (Z9)"),
        ({"calls": (("AS", 1, None),)}, "calls: nobody calls friends in this game"),
        ({"rank": None}, "start: there is no trump rank, which is known before the draw (B1)"),
    ],
)
def test_what_is_of_finding_friends_alone_is_refused_in_tractor(fields: dict[str, Any], difference: str) -> None:
    assert (first_difference(changed(RECORD, **fields)) or "").startswith(difference)


def test_a_throw_that_ended_the_deal_is_judged_again() -> None:
    """It fails in the replay too, and nothing is played after it; where throws cost points, it ends nothing."""
    records = (friends_record(seed, failed_throw="one_level") for seed in range(30))
    record = next(record for record in records if record.throws)
    at, thrown = record.throws[0]
    leader = record.tricks[at][0]

    assert first_difference(record) is None
    assert first_difference(changed(record, tricks=record.tricks[:at], throws=())) == (
        f"tricks: the deal was not over after {at} tricks"
    )
    forced = changed(record, tricks=(*record.tricks[:at], (leader, thrown[:2], "", "", "", "")))
    assert "fails and ends the deal here (L6, Z9)" in (first_difference(forced) or "")
    again = changed(record, tricks=(*record.tricks, (leader,)), throws=(*record.throws, (at + 1, thrown)))
    assert first_difference(again) == f"tricks[{at + 1}]: the deal was over before this trick"


def test_a_bid_that_is_not_held_may_be_answered_by_a_higher_one_at_the_same_moment() -> None:
    """The seat lets the override stand, and outbids it when it is asked again: a bid of more cards is no hold."""
    rules = ruleset(parse_options("finding-friends-8"))
    deck = arranged({0: "2H 3C 3C 2H 2H", 1: "2S 3D 2S"}, rules=rules)
    last = rules.deck_size - rules.kitty_size + 1
    wanted = [(0, last, "2H"), (1, last, "2S 2S"), (0, last, ""), (0, last, "2H 2H 2H")]

    def decide(state: Any) -> Decision:
        if isinstance(state, Drawing | Holding):
            drawing = state.drawing if isinstance(state, Holding) else state
            if wanted and (state.seat, drawing.drawn + drawing.last_round) == wanted[0][:2]:
                return decided(state, wanted.pop(0)[2])
            return Decision(0)
        return default_decision(state)

    played = list(turns(first_start(deck, rules=rules), decide))
    end = played[-1].after
    assert isinstance(end, Scored)
    record = record_of(end, heading_of(rules))

    assert any(isinstance(turn.state, Holding) for turn in played)
    assert record.bids == ((last, "Seat1", "2H"), (last, "Seat2", "2S2S"), (last, "Seat1", "2H2H2H"))
    assert list(replay(record))[1:] == [turn.after for turn in played]


# --- One deal after another


def game_of_friends() -> list[DealRecord]:
    """The records of a game where losers turn passive and failed throws cost a debt."""
    rng = Random(11)
    options = {"preset": "finding-friends-6", "scoring": "active_passive", "failed_throw": "debt"}
    rules = ruleset(parse_options(options))
    game = new_game(rules, 0)
    records: list[DealRecord] = []
    while not game.won_by and len(records) < 12:
        end = played_out(next_start(game, shuffled(rng, rules)), half_by_chance(rng))
        records.append(record_of(end, heading_of(rules, deal=len(records) + 1, whole_game=True)))
        game = after(game, end)
    return records


def test_in_finding_friends_who_is_active_and_who_owes_follows_from_the_deal_before() -> None:
    records = game_of_friends()
    at = next(at for at, record in enumerate(records) if record.active and record.debts)
    debts = records[at].debts
    assert debts
    others = tuple(debt + 1 for debt in debts)
    for field, other in (("active", msgspec.UNSET), ("debts", others), ("first", "Seat1"), ("first", "Seat2")):
        if getattr(records[at], field) == other:
            continue
        found = first_difference_of([records[at - 1], changed(records[at], **{field: other})])
        assert f"line 2: {field} after the deal before: the record says " in (found or "")
    assert first_difference_of([records[at - 1], records[at]]) is None


def test_all_are_active_after_a_deal_thrown_in() -> None:
    """Nobody has won it (Z9); the deal has its number again."""
    rules = ruleset(parse_options({"preset": "finding-friends-6", "scoring": "active_passive"}))
    kitty = "5C 5D 5H 5S"
    draws = {1: "5C 5D 5H 5S"}
    deck = arranged(draws, kitty=kitty, rank=Rank.FIVE, rules=rules)
    only_first = Standing(active=(True, *(False,) * 5), debts=(0,) * 6)
    game = game_at(rules, first_drawer=0, starter=None, levels=(5,) * 6, standing=only_first)
    thrown_in, _ = begin(next_start(game, deck))
    assert isinstance(thrown_in, ThrownIn)
    first = record_of(thrown_in, heading_of(rules, whole_game=True))
    second = record_of(
        played_out(next_start(after(game, thrown_in), deck), default_decision), heading_of(rules, whole_game=True)
    )

    assert first.active == ("Seat1",)
    assert second.active is msgspec.UNSET
    assert first_difference_of([first, second]) is None
    assert first_difference_of([first, changed(second, active=("Seat1",))]) == (
        'line 2: active after the deal before: the record says ["Seat1"], the rules say nothing'
    )


@pytest.mark.slow
@given(st.data())
def test_a_hostile_record_of_any_game_is_judged_in_one_sentence(data: st.DataObject) -> None:
    """Texts and numbers exchanged and made up anywhere in a kept deal give a difference or none, and nothing else."""
    fields = json.loads(line_of(record_named(data.draw(st.sampled_from(NAMES)))))
    texts = st.one_of(st.text(max_size=8), st.sampled_from(["2S", "KHKH", "Seat1", "10", "BJ", "", "2+", "Jo", "NN"]))
    counts = st.integers(0, 1 << 31)
    rows: dict[str, st.SearchStrategy[object]] = {
        "levels": texts,
        "active": texts,
        "debts": counts,
        "bids": st.tuples(counts, texts, texts),
        "calls": st.tuples(texts, counts, st.one_of(st.none(), texts)),
        "throws": st.tuples(counts, texts),
        "tricks": st.lists(texts, max_size=8),
    }
    for name in data.draw(st.sets(st.sampled_from([*rows, "rank", "first", "starter", "trump", "buried"]), max_size=2)):
        row = rows.get(name)
        if row is None:
            fields[name] = data.draw(texts)
            continue
        listed = fields.setdefault(name, [])
        at = data.draw(st.integers(0, len(listed)))
        listed[at : at + data.draw(st.integers(0, 1))] = [data.draw(row)]

    found = first_difference(read_line(json.dumps(fields)))
    assert found is None or ("\n" not in found and len(found) < 500)
