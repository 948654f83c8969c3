"""What goes between arena and workers survives the way there and back, and nothing goes that should stay."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from arena.cluster import orders
from arena.cluster.answers import BadAnswer, GivenUp, Log, Played, decode_answer, encode_answer, outcome_of, played
from arena.cluster.orders import BadOrder, decode_order, encode_order
from arena.config import Cup, parse_cup
from arena.deals import boards
from arena.matches import (
    Ending,
    Fault,
    Format,
    FriendsResult,
    Kind,
    KindTimes,
    MachineFault,
    MachineTrouble,
    Match,
    Outcome,
    Part,
    Result,
    SeatResult,
    SeatTimes,
)
from arena.records_store import record_name
from arena.schedule import matches, stage_of
from referee.rules.options import parse_canonical_text
from referee.rules.ruleset import ruleset
from tests.arena.cups import FRIENDS, GAMES, PAIRS, SECRET, cup, cup_text, rules


def first_match(a_cup: Cup) -> Match:
    return next(iter(matches(a_cup, SECRET)))


def order_of(a_cup: Cup) -> bytes:
    match = first_match(a_cup)
    return encode_order(a_cup, match, boards(SECRET, match, stage_of(a_cup, match), ruleset(a_cup.options)))


@pytest.mark.parametrize(
    "a_cup",
    [
        cup(PAIRS),
        cup(GAMES.replace("games = 2", "games = 2\ndeals_per_game = 3")),
        cup(FRIENDS, names="ABCDEFG", more=rules("finding-friends-6")),
    ],
)
def test_an_order_arrives_as_it_was_sent(a_cup: Cup) -> None:
    match = first_match(a_cup)
    order = decode_order(order_of(a_cup))

    assert order.match == match
    assert parse_canonical_text(order.options) == a_cup.options
    assert (order.time, order.faults) == (a_cup.time, a_cup.faults)
    assert order.boards == boards(SECRET, match, stage_of(a_cup, match), ruleset(a_cup.options))
    assert {bot.name for bot in order.bots} == set(match.seating)


def test_the_secret_stays() -> None:
    data = order_of(cup(PAIRS))

    assert SECRET not in data
    assert SECRET.hex().encode() not in data


def test_our_own_python_is_the_workers_there(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    a_cup = parse_cup(cup_text(command='["{python}", "bot.py", "-v"]'), tmp_path)

    assert sys.executable.encode() not in order_of(a_cup)
    assert {(bot.command, bot.folder) for bot in decode_order(order_of(a_cup)).bots} == {
        (("{python}", "bot.py", "-v"), str(tmp_path.resolve()))
    }


def test_an_order_of_another_version_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    data = order_of(cup(PAIRS))
    monkeypatch.setattr(orders, "software_version", lambda: "9.9")

    with pytest.raises(BadOrder, match=r"it has tractor-arena 9\.9 .*the arena has .*install the same version"):
        decode_order(data)


@pytest.mark.parametrize("data", [b"", b"\x00", msgspec.msgpack.encode({"form": "one"}), order_of(cup(PAIRS))[:-1]])
def test_what_is_no_order_is_refused(data: bytes) -> None:
    with pytest.raises(BadOrder, match="cannot be read"):
        decode_order(data)


@pytest.mark.parametrize("data", [b"", b"\x00", msgspec.msgpack.encode({"type": "Told"})])
def test_what_is_no_answer_is_refused(data: bytes) -> None:
    with pytest.raises(BadAnswer, match="cannot be read"):
        decode_answer(data)


# --- Answers

FOLLOWS = KindTimes(Kind.FOLLOW, 9, 1.25, 0.1, 0.2, 0.3)
OF_SIDES = Outcome(
    match=(MATCH := replace(first_match(cup(PAIRS)), boards=(1, 2))),
    ending=Ending.NORMAL,
    results=(Result(1, 0.5, -2, 1, 80, rated=True, lost_by=None), Result(2, 1.0, 3, None, None, False, 2)),
    faults=(Fault(0, 3, Ending.LATE, "F2", 0.25, "5S\u2066"),),
    times=(SeatTimes(10, 1.5, 0.1, 0.2, 0.3, (FOLLOWS,)),) * 4,
    record_name=record_name(MATCH.key),
    record_sha256="ab" * 32,
    deal_count=3,
    decision_count=500,
    message_count=1000,
    elapsed_s=12.5,
    isolation="B",
    machine_faults=(MachineFault(MachineTrouble.VOID_DEAL, 1, "2026-03-01T00:00:00+00:00", "it stood still"),),
)
OF_PLAYERS = replace(
    OF_SIDES,
    match=replace(MATCH, format=Format.FRIENDS, boards=(1,)),
    results=(FriendsResult(1, (SeatResult(2, True, Part.MAKER), *[SeatResult(-1, False, None)] * 3), 120, True, 1),),
)


@pytest.mark.parametrize("outcome", [OF_SIDES, OF_PLAYERS])
def test_an_outcome_arrives_as_it_was(outcome: Outcome) -> None:
    sent = played(outcome, machine="there", record=b"\x00\xff", logs=(Log("A.log", "=== it\nsaid\n"),))
    answer = decode_answer(encode_answer(sent))

    assert answer == sent
    assert isinstance(answer, Played)
    assert outcome_of(answer, outcome.match) == outcome


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (b"\x00", "is no match"),
        (b"{}", "has no field 'match'"),
        (replace(OF_SIDES, match=replace(MATCH, round=9)), "is of another match"),
        (replace(OF_SIDES, ending=Ending.ABORTED), "ended aborted"),
        (replace(OF_SIDES, results=OF_SIDES.results[:1]), "has results of 1, not of 1, 2"),
        (replace(OF_SIDES, record_name="../../arena.sqlite"), "names the record '../../arena.sqlite'"),
        (replace(OF_SIDES, results=tuple(replace(each, lost_by=4) for each in OF_SIDES.results)), "seat that there is"),
        (replace(OF_SIDES, results=tuple(replace(each, points=1 << 31) for each in OF_SIDES.results)), "total"),
        (replace(OF_SIDES, faults=(Fault(0, 4, Ending.LATE, "", None, ""),)), "a fault of seat 4"),
        (replace(OF_SIDES, times=(SeatTimes(1, 1.0, 1.0, 1.0, 1.0, (FOLLOWS,) * 2),)), "impossible times"),
        (replace(OF_SIDES, times=(SeatTimes(1, 1.0, 1.0, 1.0, 1.0, (replace(FOLLOWS, p95_s=-1.0),)),)), "impossible"),
        (replace(OF_SIDES, message_count=1 << 31), "an impossible count"),
    ],
)
def test_what_no_match_can_come_to_is_refused(told: Outcome | bytes, said: str) -> None:
    """Whatever a worker answers, what the ledger gets is an outcome of the match that was asked for."""
    sent = played(OF_SIDES, machine="there", record=b"", logs=())
    line = told if isinstance(told, bytes) else msgspec.json.encode(told)

    with pytest.raises(BadAnswer, match=f"what there answered .*{re.escape(said)}"):
        outcome_of(msgspec.structs.replace(sent, outcome=line), MATCH)


def test_a_match_that_was_given_up_says_where() -> None:
    answer = GivenUp("there", "the worker broke it off")

    assert decode_answer(encode_answer(answer)) == answer
