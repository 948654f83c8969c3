"""Follows that bots choose from."""

from __future__ import annotations

from collections.abc import Callable

from cards import Card, cards, order_of, text
from follows import possible_follows
from reading import table_in
from tractor.v1.bot_pb2 import Question

from tests.sample_bots.questions import EAST, SOUTH, WEST, listing, play_question, trick_of

CLUBS = 1


def offered(question: Question, *costs: Callable[[Card], float]) -> set[str]:
    table = table_in(question.view)
    assert table is not None
    return {text(sorted(follow)) for follow in possible_follows(question, table, costs)}


def with_listed(question: Question, *decisions: str) -> Question:
    """The question with no more than these listed, among more."""
    question.ClearField("legal_decisions")
    question.default_decision.ClearField("cards")
    listing(question, decisions, complete=False)
    return question


def test_where_all_are_listed_these_are_the_choice() -> None:
    question = play_question("9S 9S TS TS 3H", trump="2C", trick=trick_of(WEST, ["8S 8S"]))

    assert offered(question) == {"9S 9S", "TS TS"}


def test_where_more_are_legal_those_that_win_come_to_mind() -> None:
    question = play_question("3S 3S 9S 9S TS TS", trump="2C", trick=trick_of(WEST, ["8S 8S"]))

    assert offered(with_listed(question, "3S 3S")) == {"3S 3S", "9S 9S", "TS TS"}


def test_where_any_will_do_the_cheapest_come_to_mind() -> None:
    strength = order_of(2, CLUBS).strength
    question = with_listed(play_question("3S 5S 9S TS", trump="2C", trick=trick_of(WEST, ["KS KS"])), "3S 9S")

    assert offered(question, strength.__getitem__, lambda card: -strength[card]) == {"3S 9S", "3S 5S", "9S TS"}


def test_a_bound_seat_considers_no_play_that_does_not_beat() -> None:
    question = play_question("3S 5S KS AS", trump="2C", trick=trick_of(SOUTH, ["9S"], must_beat=EAST), seat=EAST)

    assert offered(with_listed(question, "AS"), lambda card: card) == {"AS", "KS"}


def test_nothing_comes_to_mind_where_the_trumps_are_not_certain() -> None:
    """Without a trump suit the cards of the trump rank are trumps in some games (O3), and then 5H is no heart."""
    question = play_question("3H 4H BJ BJ", trump="5N", trick=trick_of(WEST, ["5H 5H"]))

    assert offered(with_listed(question, "3H 4H"), lambda card: card) == {"3H 4H"}


def test_a_bot_that_asked_for_no_list_has_the_default() -> None:
    question = play_question("9S 9S TS TS", trump="2C", trick=trick_of(WEST, ["KS KS"]))
    question.ClearField("legal_decisions")

    assert offered(question) == {text(sorted(question.default_decision.cards))}
    assert cards("9S 9S") == sorted(question.default_decision.cards)
