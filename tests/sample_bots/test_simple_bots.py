"""The default, the random and the greedy bot."""

from __future__ import annotations

import default_bot
import greedy_bot
import random_bot
from cards import cards, text
from tractor.v1.bot_pb2 import Decision, FriendCall, Phase, Question

from tests.sample_bots.questions import (
    NORTH,
    SOUTH,
    WEST,
    bid_question,
    bury_question,
    call_question,
    listing,
    play_question,
    trick_of,
    wire,
)


def greedily(question: Question) -> str:
    decided = greedy_bot.decide(question)
    assert not isinstance(decided, Decision)
    return text(decided)


# --- Default


def test_default_sends_the_default_back() -> None:
    question = play_question("3S 4S", trump="2C")

    assert default_bot.decide(question) == question.default_decision


def test_default_calls_the_friends_of_the_default() -> None:
    assert len(default_bot.decide(call_question("3S", trump="2C", count=3)).friend_calls) == 3


# --- Random


def test_random_plays_what_is_listed() -> None:
    """Whatever is seen, one of the listed decisions comes out whole; over many questions each of them does."""
    decisions = ["3S", "", "4S 4S", "3S 4S 4S"]
    question = Question()
    listing(question, decisions, complete=True)
    chosen = set()
    for points in range(100):
        question.view.opponents_points = points
        chosen.add(text(random_bot.decide(question).cards))

    assert chosen == set(decisions)


def test_random_answers_the_same_question_the_same_way() -> None:
    question = Question()
    listing(question, ["3S", "4S", "4S 4S", "3S 4S 4S"], complete=True)

    assert len({text(random_bot.decide(question).cards) for _ in range(20)}) == 1


def test_random_calls_what_is_listed() -> None:
    question = call_question("3S", trump="2C", count=2)
    called = [FriendCall(card=card, ordinal=1) for card in wire(cards("AS KS AH KH"))]
    question.legal_decisions.sizes.extend([2, 2])
    question.legal_decisions.friend_calls.extend(called)

    assert list(random_bot.decide(question).friend_calls) in (called[:2], called[2:])


# --- Greedy


def test_greedy_bids_the_most_that_it_can() -> None:
    assert greedily(bid_question("2H 2S 2S 3C", listed=["2H", "2S", "2S 2S"])) == "2S 2S"


def test_greedy_passes_where_nothing_can_be_bid() -> None:
    assert greedily(bid_question("3H 4S", listed=[])) == ""


def test_greedy_holds_its_bid() -> None:
    bids = [(NORTH, "2S"), (SOUTH, "2H 2H")]

    assert greedily(bid_question("2S 2S 3C", bids=bids, listed=["2S 2S"], phase=Phase.PHASE_HOLD)) == "2S 2S"


def test_greedy_buries_its_lowest_cards_points_or_not() -> None:
    question = bury_question("3S 5S TS AS 4H 2C QD RJ", trump="2C", count=3)

    assert sorted(cards(greedily(question))) == sorted(cards("3S 4H 5S"))


def test_greedy_calls_the_friends_of_the_default() -> None:
    question = call_question("3S", trump="2C")

    assert greedy_bot.decide(question) == question.default_decision


def test_greedy_leads_its_highest_card_with_all_its_copies() -> None:
    assert greedily(play_question("AS KH 4C", trump="2C")) == "4C"
    assert greedily(play_question("AS KH KH 4C 4C", trump="2C")) == "4C 4C"
    assert greedily(play_question("AS 4C 4C 4C", trump="2C", game="tractor-3-packs")) == "4C 4C 4C"


def test_greedy_takes_even_its_partners_trick_with_the_most() -> None:
    trick = trick_of(WEST, ["3S", "KS", "4S"])

    assert greedily(play_question("4C RJ 8H", trump="2C", trick=trick)) == "RJ"


def test_greedy_trumps_a_throw_with_the_cheapest_beside_what_wins() -> None:
    trick = trick_of(WEST, ["AS KS KS"])

    assert sorted(cards(greedily(play_question("4C 5C 6C 6C 7C", trump="2C", trick=trick)))) == cards("4C 6C 6C")


def test_greedy_gives_its_lowest_where_it_cannot_win() -> None:
    trick = trick_of(WEST, ["AS", "3S", "4S"])

    assert greedily(play_question("6S KS 8H", trump="2C", trick=trick)) == "6S"
