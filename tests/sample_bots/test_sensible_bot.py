"""The good sense of the sensible bot, one piece at a time."""

from __future__ import annotations

from collections import Counter

import pytest
import sensible_bot
from cards import cards, points, printed_suit, text
from tractor.v1.bot_pb2 import Decision, Phase, Question

from tests.sample_bots.questions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    bid_question,
    bury_question,
    call_question,
    play_question,
    trick_of,
    wire,
)


def chosen(question: Question) -> list[int]:
    decided = sensible_bot.decide(question)
    assert not isinstance(decided, Decision)
    return list(decided)


def decided(question: Question) -> str:
    return text(chosen(question))


def called(question: Question) -> list[tuple[str, int]]:
    decision = sensible_bot.decide(question)
    assert isinstance(decision, Decision)
    return [(text([call.card]), call.ordinal) for call in decision.friend_calls]


# --- Bids


LONG_HEARTS = "2H 2H 3H 5H 8H 9H JH 3C 4D"


def test_bids_its_long_suit() -> None:
    assert decided(bid_question("2H 3H 5H 8H 9H JH 2S 3C 4D 9S", listed=["2S", "2H"])) == "2H"


def test_passes_without_a_long_suit() -> None:
    assert decided(bid_question("2H 3H 5H 8C 9C JC 7S 3D 4D 9S", listed=["2H"])) == ""


def test_passes_where_it_can_bid_nothing() -> None:
    assert decided(bid_question("3H 4H 5H 8H 9H JH", listed=[])) == ""


def test_overrides_a_single_with_a_pair_of_a_long_suit() -> None:
    assert decided(bid_question(LONG_HEARTS, bids=[(WEST, "2C")], listed=["2H 2H"])) == "2H 2H"


def test_shows_no_more_than_it_needs() -> None:
    assert decided(bid_question(LONG_HEARTS, listed=["2H 2H", "2H"])) == "2H"


def test_bids_no_jokers() -> None:
    assert decided(bid_question("3H 4H 5H 8H RJ RJ", listed=["RJ RJ"])) == ""


def test_bids_by_default_where_the_deal_would_be_thrown_in() -> None:
    question = bid_question("2H 3H 5H 8C 9C JC 7S 3D 4D 9S", listed=["2H"])
    question.default_decision.CopyFrom(Decision(cards=wire(cards("2H"))))

    assert decided(question) == "2H"


@pytest.mark.parametrize(
    ("hand", "answer"), [(LONG_HEARTS, "2H 2H"), ("2H 2H 3S 5S 8C 9C JD 3C 4D 7S KC", "")], ids=["long", "short"]
)
def test_holds_a_bid_of_a_long_suit(hand: str, answer: str) -> None:
    bids = [(NORTH, "2H"), (WEST, "2C 2C")]

    assert decided(bid_question(hand, bids=bids, listed=["2H 2H"], phase=Phase.PHASE_HOLD)) == answer


# --- The kitty

STRONG = "3C 4C 5C TC AC 6D 7D 8D 9D TD QD KD AD AD 3S 4S 6S 8S KS KS 9H TH QH KH AH 2C 2H 2H BJ RJ 3H 4H 5H"


def test_buries_no_points_and_no_trumps_where_it_can() -> None:
    buried = chosen(bury_question(STRONG, trump="2H"))

    assert len(buried) == 8
    assert points(buried) == 0
    assert 3 not in {printed_suit(card) for card in buried}
    assert not Counter(buried) - Counter(cards(STRONG))


def test_buries_aces_before_points() -> None:
    buried = chosen(bury_question("5C TC KC AC AD 5D TD KD", trump="2H", count=2))

    assert sorted(buried) == cards("AC AD")


# --- Friends


def test_calls_an_ace_that_it_can_lead_to() -> None:
    """Of aces that it lacks, that of the shortest suit of which it has a card (Z3)."""
    assert called(call_question("3S 4S 5S 7S 3H 4H 2C 3C", trump="2C")) == [("AH", 1)]


def test_calls_the_copy_after_its_own() -> None:
    """It holds an ace in each suit, so that the next copy played is another's."""
    hand = "AS 4S 5S AH 4H AD AD 3D 2C 3C"

    assert called(call_question(hand, trump="2C", count=3))[:2] == [("AH", 2), ("AS", 2)]


def test_calls_no_card_of_which_nobody_else_has_a_copy() -> None:
    calls = called(call_question("AS AS KS 3H 4D", trump="2C", buried="AH AD", count=9))

    assert len(set(calls)) == 9
    assert ("AS", 1) not in calls
    assert ("AS", 3) not in calls
    assert ("AH", 1) in calls


def test_calls_no_trumps() -> None:
    calls = called(call_question("3S 4H 5D", trump="AC", count=36))

    assert not {"AS", "AH", "AD", "KC", "RJ"} & {card for card, _ in calls}
    assert len(calls) == 36


# --- Following


@pytest.mark.parametrize("fed", ["TS", "KS"])
def test_feeds_points_to_a_winning_partner(fed: str) -> None:
    """Last to play, with the trick already its partner's."""
    trick = trick_of(WEST, ["3S", "AS", "4S"])

    assert decided(play_question(f"6S {fed} 8H", trump="2C", trick=trick, seat=NORTH, declarers=[NORTH, SOUTH])) == fed


def test_gives_no_points_to_a_winning_opponent() -> None:
    trick = trick_of(WEST, ["AS", "3S", "4S"])

    assert decided(play_question("6S TS KS 8H", trump="2C", trick=trick)) == "6S"


def test_takes_points_with_the_lowest_trump_that_does() -> None:
    """Last to play, out of spades; twenty points lie on the table."""
    trick = trick_of(WEST, ["KS", "3S", "TS"])

    assert decided(play_question("4C 9C QC RJ 8H", trump="2C", trick=trick)) == "4C"


def test_takes_a_trick_with_points_of_its_own_when_nobody_can_beat_them() -> None:
    trick = trick_of(WEST, ["JS", "3S", "4S"])

    assert decided(play_question("6S KS AS 8H", trump="2C", trick=trick)) == "KS"


def test_leaves_a_worthless_trick_alone_when_it_would_cost_a_joker() -> None:
    trick = trick_of(WEST, ["JC", "3C", "4C"])

    assert decided(play_question("6C RJ 8H", trump="2C", trick=trick)) == "6C"


def test_does_not_trump_its_partner() -> None:
    trick = trick_of(WEST, ["3S", "AS", "4S"])

    assert decided(play_question("4C QC TH 8H", trump="2C", trick=trick)) == "TH"


def test_beats_a_forced_lead_when_bound() -> None:
    """The rule leaves no choice but to beat it (T3)."""
    trick = trick_of(SOUTH, ["9S"], must_beat=EAST)

    assert decided(play_question("3S KS 6S", trump="2C", trick=trick, seat=EAST)) == "KS"


# --- Leading


def test_leads_an_ace_rather_than_a_low_card() -> None:
    assert decided(play_question("3S 6S AS 4H 7H 9H JD 8D 7D 4D", trump="2C")) == "AS"


def test_leads_a_high_pair_before_a_single() -> None:
    assert decided(play_question("3S 6S AS AS 4H 7H 9H AH 8D 7D 4D", trump="2C")) == "AS AS"


def test_leads_a_tractor_whole() -> None:
    assert decided(play_question("QS QS KS KS 4H 7H 9H 8D 7D 4D", trump="2C")) == "QS QS KS KS"


def test_leads_no_ace_into_a_known_void() -> None:
    """West has shown that it has no spades left, and may hold trumps."""
    tricks = [trick_of(EAST, ["3S", "4S", "6C", "TS"])]

    assert decided(play_question("AS 3H 7H 9H JD 8D 7D 4D", trump="2C", tricks=tricks)) != "AS"


def test_leads_no_points_that_are_likely_to_be_lost() -> None:
    led = chosen(play_question("TS KH 5D 3D 8H 7S", trump="2C"))

    assert points(led) == 0


def test_throws_what_nobody_can_beat() -> None:
    """No spade above the queen is left to others, but another queen, which beats the jack (L6)."""
    tricks = [trick_of(NORTH, ["AS", "AS", "3S", "4S"]), trick_of(NORTH, ["5S", "6S", "3S", "KS"])]

    assert decided(play_question("JS QS KS 4H 7H", trump="2C", tricks=tricks)) == "QS KS"


def test_leads_triples_and_tractors_of_them() -> None:
    hand = "QS QS QS KS KS KS 4H 7H 9H 8D 7D 4D"

    assert decided(play_question(hand, trump="2C", game="tractor-3-packs")) == "QS QS QS KS KS KS"


# --- With friends unknown


def friends_question(hand: str, *, trick: str, called_by: int, joined: list[int]) -> Question:
    """North is the last of five to follow to a trick that West leads and the third seat wins; North makes."""
    plays = [trick, "AS", "4S", "6S"]
    question = play_question(
        hand,
        trump="2C",
        trick=trick_of(WEST, plays),
        declarers=[NORTH, *joined],
        game="finding-friends-5",
    )
    question.view.starter = NORTH
    question.view.friend_calls.add(card=wire(cards("AH"))[0], ordinal=1, played_by=called_by)
    return question


def test_feeds_points_to_a_friend_who_has_joined() -> None:
    assert decided(friends_question("7S KS 8H", trick="3S", called_by=SOUTH, joined=[SOUTH])) == "KS"


def test_gives_no_points_to_strangers() -> None:
    """One of four others is a friend, so the winner is probably none."""
    assert decided(friends_question("7S KS 8H", trick="3S", called_by=0, joined=[])) == "7S"


def test_gives_no_points_to_a_winner_who_is_known_to_be_against_it() -> None:
    assert decided(friends_question("7S KS 8H", trick="3S", called_by=EAST, joined=[EAST])) == "7S"


def test_agrees_with_the_default_in_a_phase_that_it_does_not_know() -> None:
    question = play_question("3S 4S", trump="2C")
    question.phase = Phase.PHASE_UNSPECIFIED

    assert sensible_bot.decide(question) == question.default_decision
