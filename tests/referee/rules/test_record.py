"""Records as lines, both ways."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import parse_cards
from referee.rules.deal import Asking, Burying, Calling, Decision, Drawing, Holding, Playing, Scored, ThrownIn
from referee.rules.legal import default_decision, random_decision
from referee.rules.options import parse_options
from referee.rules.record import LINE_LENGTH_MAX, BadRecord, DealRecord, Fault, line_of, read_line, record_of
from referee.rules.ruleset import ruleset
from tests.referee.rules.deals import (
    HEADING,
    arranged,
    by_chance,
    decided,
    first_start,
    heading_of,
    played_out,
    random_start,
)

FAULT = Fault(seat="West", decision=57, ending="illegal", rule="F3", overrun_s=0.0, offence="4S 7H")


def some_record(seed: int = 1) -> DealRecord:
    """The record of a random deal that was played."""
    rng = Random(seed)
    while True:
        end = played_out(random_start(rng), by_chance(rng))
        if isinstance(end, Scored):
            return record_of(end, HEADING, faults=(FAULT,), defaults=(57,), notes=((58, "über ♠"),))


def thrown_in_record() -> DealRecord:
    """The record of a deal in which nobody bid."""
    kitty = "2C 2C 2D 2D 2H 2H 2S 2S"
    end = played_out(
        first_start(arranged({0: "BJ BJ"}, kitty=kitty)), lambda state: type(by_chance(Random(1))(state))(0)
    )
    assert isinstance(end, ThrownIn)
    return record_of(end, HEADING)


def friends_record(seed: int, **options: object) -> DealRecord:
    """The record of a deal of Finding Friends for five: a bid is overridden and held, Seat2 has the card called.

    Seat1 bids two of hearts; Seat2 overrides with a pair, and Seat1 holds. It calls the first ace of clubs. Leads and
    follows are by chance.
    """
    rng, rules = Random(seed), ruleset(parse_options({"preset": "finding-friends-5", **options}))
    bids = {(0, 1): "2H", (1, 17): "2S 2S"}

    def decide(state: Asking) -> Decision:
        match state:
            case Drawing():
                return decided(state, bids.get((state.seat, state.drawn), ""))
            case Holding():
                return Decision(state.bid)
            case Burying() | Calling():
                return default_decision(state)
            case Playing():
                return random_decision(state, rng)

    end = played_out(first_start(arranged({0: "2H 3C 2H", 1: "3C 4C 2S 2S"}, rules=rules), rules=rules), decide)
    assert isinstance(end, Scored)
    return record_of(end, heading_of(rules))


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1))
def test_a_record_is_read_back_as_it_was(seed: int) -> None:
    record = some_record(seed)

    assert read_line(line_of(record)) == record
    assert read_line(line_of(record).encode() + b"\n") == record


def test_a_line_has_these_fields_in_this_order() -> None:
    """Other programs read the lines: names and forms are there to stay."""
    fields = json.loads(line_of(some_record()))

    assert " ".join(fields) == (
        "record match board deal whole_game rules rules_id names levels rank first starter deck bids trump turned "
        "buried tricks throws wins result faults defaults notes"
    )
    assert fields["record"] == "tractor/1"
    assert fields["rules"] == {"preset": "tractor"}
    assert fields["rules_id"] == "d11f24e629ca5649"
    assert fields["names"] == ["Ada", "Bo", "Cy", "Di"]
    assert len(fields["deck"]) == 2 * 108
    assert len(fields["buried"]) == 2 * 8
    assert all(len(trick) == 5 for trick in fields["tricks"])
    assert len(fields["wins"]) == len(fields["tricks"])
    assert [seat for seat, _ in fields["wins"][:-1]] == [leader for leader, *_ in fields["tricks"][1:]]
    assert " ".join(fields["result"]) == "total declarers_won gains levels next_starter game_won_by"
    assert fields["faults"] == [
        {"seat": "West", "decision": 57, "ending": "illegal", "rule": "F3", "overrun_s": 0.0, "offence": "4S 7H"}
    ]
    assert fields["defaults"] == [57]
    assert fields["notes"] == [[58, "über ♠"]]


def test_bids_are_written_with_the_cards_drawn() -> None:
    deck = arranged({0: "3C 2H", 1: "2D 2D"})
    wanted = {(0, 5): "2H", (1, 6): "2D 2D"}

    def decide(state: Asking) -> Decision:
        if not isinstance(state, Drawing):
            return default_decision(state)
        return Decision(state.ladder.read(parse_cards(wanted.get((state.seat, state.drawn), ""))))

    end = played_out(first_start(deck), decide)
    assert isinstance(end, Scored)
    assert record_of(end, HEADING).bids == ((5, "North", "2H"), (6, "West", "2D2D"))


def test_a_deal_thrown_in_has_neither_trump_nor_result() -> None:
    record = thrown_in_record()
    fields = json.loads(line_of(record))

    assert fields["thrown_in"] is True
    assert not {"trump", "turned", "buried", "tricks", "throws", "wins", "result"} & set(fields)
    assert read_line(line_of(record)) == record


def test_a_line_of_finding_friends_has_these_fields_in_this_order() -> None:
    """Nobody is passive and nobody owes levels, which is not written."""
    fields = json.loads(line_of(friends_record(19)))

    assert " ".join(fields) == (
        "record match board deal whole_game rules rules_id names levels rank first starter deck bids trump turned "
        "buried calls tricks throws wins result faults defaults notes"
    )
    assert fields["levels"] == ["2"] * 5
    assert fields["rank"] is None
    assert fields["starter"] is None
    assert fields["calls"] == [["AC", 1, "Seat2"]]
    assert " ".join(fields["result"]) == (
        "total declarers_won gains levels next_starter next_drawer game_won_by makers_side points"
    )
    assert fields["result"]["total"] == 90
    assert fields["result"]["declarers_won"] is None
    assert fields["result"]["next_drawer"] == "Seat1"
    assert fields["result"]["makers_side"] == ["Seat1", "Seat2"]
    assert sum(fields["result"]["points"]) == 200


def test_a_held_bid_is_written_after_the_override() -> None:
    assert friends_record(19).bids == ((1, "Seat1", "2H"), (17, "Seat2", "2S2S"), (17, "Seat1", "2H2H"))


def test_a_throw_that_ends_the_deal_leaves_its_leader_alone() -> None:
    """Of the last trick there is no play, and its throw is among those that failed (Z9)."""
    record = next(
        record for record in (friends_record(seed, failed_throw="debt") for seed in range(30)) if record.throws
    )

    assert [at for at, _ in record.throws] == [len(record.tricks) - 1]
    assert record.tricks[-1] == record.tricks[-1][:1]
    assert record.wins
    assert record.wins[-1] == (None, "throw failed")
    assert record.result is not None
    assert record.result.debts


def test_who_is_passive_and_what_is_owed_is_written_where_anybody_is_or_owes() -> None:
    rng, rules = (
        Random(3),
        ruleset(parse_options({"preset": "finding-friends-6", "scoring": "active_passive", "failed_throw": "debt"})),
    )
    starts = (random_start(rng, rules) for _ in range(100))
    start = next(start for start in starts if start.standing and not all(start.standing.active))
    standing = start.standing
    assert standing is not None
    record = record_of(ThrownIn(start), heading_of(rules))

    assert record.active == tuple(
        name for name, is_active in zip(rules.seat_names, standing.active, strict=True) if is_active
    )
    assert record.debts == standing.debts
    assert read_line(line_of(record)) == record


def test_the_winners_of_a_game_of_finding_friends_are_a_list() -> None:
    record = friends_record(3, end_level="5")

    assert record.result is not None
    assert record.result.game_won_by == (0, 1)
    assert record.result.next_drawer is msgspec.UNSET


def test_times_are_written_if_there_was_a_clock() -> None:
    """Milliseconds by decision, between the defaults and the notes."""
    record = msgspec.structs.replace(some_record(), times=(3, None, 1204))
    fields = json.loads(line_of(record))

    assert " ".join(fields).endswith("faults defaults times notes")
    assert fields["times"] == [3, None, 1204]
    assert read_line(line_of(record)) == record


def test_records_of_before_there_were_wins_and_times_are_read_as_they_were() -> None:
    record = msgspec.structs.replace(some_record(), wins=msgspec.UNSET)
    line = line_of(record)

    assert not {"wins", "times"} & set(json.loads(line))
    assert read_line(line) == record


def test_a_line_without_times_is_about_two_kilobytes() -> None:
    assert 1000 < len(line_of(some_record())) < 2500


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"tractor/1"', '"tractor/2"', "tractor/2"),
        ('"match":', '"mach":', "mach"),
        ('"board":7', '"board":"7"', "`$.board`"),
        ('"board":7', '"board":-7', "`$.board`"),
        ('"board":7', '"board":7e99', "`$.board`"),
        ('"whole_game":false', '"whole_game":0', "`$.whole_game`"),
        ('"names":[', '"names":[7,', "`$.names[0]`"),
        ('"result":{', '"result":{"extra":1,', "extra"),
        ('"total":', '"totals":', "totals"),
        ('"rules":{"preset":', '"rules":{"preset":{},"x":', "`$.rules[...]`"),
        ("}", "", "not a record"),
        ("{", "[", "not a record"),
        ('"bids":', '"calls":[["AS",1]],"bids":', "`$.calls[0]`"),
        ('"bids":', '"calls":[["AS",-1,null]],"bids":', "`$.calls[0][1]`"),
        ('"bids":', '"debts":[1.5],"bids":', "`$.debts[0]`"),
        ('"bids":', '"active":"North","bids":', "`$.active`"),
        ('"bids":', '"times":[1,-1],"bids":', "`$.times[1]`"),
        ('"bids":', '"times":[0.5],"bids":', "`$.times[0]`"),
        ('"wins":[', '"wins":[["North"],', "`$.wins[0]`"),
    ],
)
def test_a_line_that_is_no_record_is_refused_with_its_number_and_the_place(old: str, new: str, what: str) -> None:
    line = line_of(some_record())
    assert old in line

    with pytest.raises(BadRecord) as caught:
        read_line(line.replace(old, new, 1), number=12)
    assert caught.value.line == 12
    assert what in caught.value.what
    assert str(caught.value).startswith("line 12: not a record of a deal: ")


RUBBISH: tuple[str | bytes, ...] = (
    *("", "\n", "null", "3", "{}", "[]", '{"record":', "\x00", b"\xff\xfe", b"", "[" * 200_000, '{"rules":' * 50_000),
)


@pytest.mark.parametrize("line", RUBBISH, ids=range(len(RUBBISH)))
def test_rubbish_is_refused(line: str | bytes) -> None:
    with pytest.raises(BadRecord):
        read_line(line)


def test_a_line_without_end_is_refused() -> None:
    with pytest.raises(BadRecord, match="longer than a record can be"):
        read_line("x" * (LINE_LENGTH_MAX + 1))


@pytest.mark.slow
@given(st.data())
def test_a_damaged_line_is_refused_or_read_and_nothing_else(data: st.DataObject) -> None:
    line = bytearray(line_of(some_record()).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(line) - 1))
        line[at] = data.draw(st.integers(0, 255))

    with suppress(BadRecord):
        assert isinstance(read_line(bytes(line)), DealRecord)
