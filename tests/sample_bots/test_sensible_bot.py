"""The good sense of the sensible bot, one piece at a time."""

from __future__ import annotations

from collections import Counter

import pytest
import sensible_bot
from cards import cards, points, printed_suit, text
from tractor.v1.bot_pb2 import Question

from tests.sample_bots.questions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    bid_question,
    bury_question,
    play_question,
    trick_of,
)


def decided(question: Question) -> str:
    return text(sensible_bot.decide(question))


# --- Bids


def test_bids_its_long_suit() -> None:
    assert decided(bid_question("2H 3H 5H 8H 9H JH 2S 3C 4D 9S")) == "2H"


def test_passes_without_a_long_suit() -> None:
    assert decided(bid_question("2H 3H 5H 8C 9C JC 7S 3D 4D 9S")) == ""


def test_passes_where_it_has_no_card_of_the_rank() -> None:
    assert decided(bid_question("3H 4H 5H 8H 9H JH")) == ""


def test_overrides_a_single_with_a_pair_of_a_long_suit() -> None:
    assert decided(bid_question("2H 2H 3H 5H 8H 9H JH 3C 4D", bids=[(WEST, "2C")])) == "2H 2H"


def test_does_not_override_its_own_bid() -> None:
    assert decided(bid_question("2H 2H 3H 5H 8H 9H JH 3C 4D", bids=[(NORTH, "2H")])) == ""


# --- The kitty

STRONG = "3C 4C 5C TC AC 6D 7D 8D 9D TD QD KD AD AD 3S 4S 6S 8S KS KS 9H TH QH KH AH 2C 2H 2H BJ RJ 3H 4H 5H"


def test_buries_no_points_and_no_trumps_where_it_can() -> None:
    buried = sensible_bot.decide(bury_question(STRONG, trump="2H"))

    assert len(buried) == 8
    assert points(buried) == 0
    assert 3 not in {printed_suit(card) for card in buried}
    assert not Counter(buried) - Counter(cards(STRONG))


def test_buries_aces_before_points() -> None:
    buried = sensible_bot.decide(bury_question("5C TC KC AC AD 5D TD KD", trump="2H", count=2))

    assert sorted(buried) == cards("AC AD")


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
    led = sensible_bot.decide(play_question("TS KH 5D 3D 8H 7S", trump="2C"))

    assert points(led) == 0
