"""The default, the random and the greedy bot."""

from __future__ import annotations

import default_bot
import greedy_bot
import random_bot
from cards import cards, text
from tractor.v1.bot_pb2 import Question

from tests.sample_bots.questions import WEST, bid_question, bury_question, play_question, trick_of, wire


def listing(decisions: list[str]) -> Question:
    """A question with these legal decisions."""
    question = play_question("3S 4S 4S", trump="2C")
    for decision in decisions:
        question.legal_decisions.sizes.append(len(cards(decision)))
        question.legal_decisions.cards.extend(wire(cards(decision)))
    return question


# --- Default


def test_default_sends_the_default_back() -> None:
    question = play_question("3S 4S", trump="2C")
    question.default_decision.cards.extend(wire(cards("4S")))

    assert text(default_bot.decide(question)) == "4S"


# --- Random


def test_random_plays_what_is_listed() -> None:
    """Whatever is seen, one of the listed decisions comes out whole; over many questions each of them does."""
    decisions = ["3S", "", "4S 4S", "3S 4S 4S"]
    question = listing(decisions)
    chosen = set()
    for points in range(100):
        question.view.opponents_points = points
        chosen.add(text(random_bot.decide(question)))

    assert chosen == set(decisions)


def test_random_answers_the_same_question_the_same_way() -> None:
    question = listing(["3S", "4S", "4S 4S", "3S 4S 4S"])

    assert len({text(random_bot.decide(question)) for _ in range(20)}) == 1


# --- Greedy


def test_greedy_bids_the_most_that_it_can() -> None:
    assert text(greedy_bot.decide(bid_question("2H 2S 2S 3C"))) == "2S 2S"


def test_greedy_passes_where_nothing_can_be_bid() -> None:
    assert greedy_bot.decide(bid_question("3H 4S")) == []


def test_greedy_buries_its_lowest_cards_points_or_not() -> None:
    question = bury_question("3S 5S TS AS 4H 2C QD RJ", trump="2C", count=3)

    assert sorted(greedy_bot.decide(question)) == sorted(cards("3S 4H 5S"))


def test_greedy_leads_its_highest_card_in_pairs_if_it_can() -> None:
    assert text(greedy_bot.decide(play_question("AS KH 4C", trump="2C"))) == "4C"
    assert text(greedy_bot.decide(play_question("AS KH KH 4C 4C", trump="2C"))) == "4C 4C"


def test_greedy_takes_even_its_partners_trick_with_the_most() -> None:
    trick = trick_of(WEST, ["3S", "KS", "4S"])

    assert text(greedy_bot.decide(play_question("4C RJ 8H", trump="2C", trick=trick))) == "RJ"


def test_greedy_gives_its_lowest_where_it_cannot_win() -> None:
    trick = trick_of(WEST, ["AS", "3S", "4S"])

    assert text(greedy_bot.decide(play_question("6S KS 8H", trump="2C", trick=trick))) == "6S"
