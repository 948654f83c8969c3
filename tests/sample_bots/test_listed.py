"""Legal decisions, as a bot unpacks them."""

from __future__ import annotations

from cards import cards, text
from listed import listed_cards, listed_decisions
from tractor.v1 import bot_pb2

from tests.sample_bots.questions import call_question, listing, play_question, wire


def test_cards_are_cut_where_each_decision_ends() -> None:
    question = bot_pb2.Question()
    listing(question, ["3S", "", "4S 4S", "3S 4S 4S"], complete=True)

    assert [text(each) for each in listed_cards(question)] == ["3S", "", "4S 4S", "3S 4S 4S"]
    assert [list(each.cards) for each in listed_decisions(question)] == listed_cards(question)


def test_calls_are_cut_where_each_decision_ends() -> None:
    question = call_question("3S", trump="2C", count=2)
    called = [bot_pb2.FriendCall(card=card, ordinal=ordinal) for card in wire(cards("AS KS")) for ordinal in (1, 2)]
    question.legal_decisions.sizes.extend([2, 2])
    question.legal_decisions.friend_calls.extend(called)

    assert [list(each.friend_calls) for each in listed_decisions(question)] == [called[:2], called[2:]]


def test_nothing_is_listed_for_a_bot_that_did_not_ask() -> None:
    question = play_question("3S", trump="2C")
    question.ClearField("legal_decisions")

    assert listed_decisions(question) == listed_cards(question) == []
