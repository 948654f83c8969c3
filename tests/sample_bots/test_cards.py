"""Cards and the order of a deal, as the sample bots see them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from cards import BLACK_JOKER, NO_TRUMP_SUIT, RED_JOKER, TRUMP, Order, cards, order_of, points, sets, text, without
from tractor.v1 import bot_pb2

from referee.rules.cards import CARD_TEXTS, SUITS, Rank, Suit
from referee.rules.ladder import Ladder, Trump, ladder_for

CLUBS, DIAMONDS, HEARTS, SPADES = 1, 2, 3, 4


def test_cards_are_numbered_as_in_the_protocol() -> None:
    assert cards("2C AD TH 5S BJ RJ") == [
        bot_pb2.CARD_TWO_OF_CLUBS,
        bot_pb2.CARD_ACE_OF_DIAMONDS,
        bot_pb2.CARD_TEN_OF_HEARTS,
        bot_pb2.CARD_FIVE_OF_SPADES,
        bot_pb2.CARD_BLACK_JOKER,
        bot_pb2.CARD_RED_JOKER,
    ]


def test_every_card_has_a_text_that_reads_back() -> None:
    assert cards(text(range(1, 55))) == list(range(1, 55))


def test_kings_and_tens_score_ten_and_fives_five() -> None:
    assert points(cards("KC TD 5H AS 4S RJ")) == 25


def test_a_pack_scores_a_hundred() -> None:
    assert points(range(1, 55)) == 100


def test_sets_are_found_once_each() -> None:
    held = cards("3C 3C 3C 4C RJ 3D RJ")

    assert text(sets(held, 1)) == "3C 4C RJ 3D"
    assert text(sets(held, 2)) == "3C RJ"
    assert text(sets(held, 3)) == "3C"


def test_taking_away_one_copy_leaves_the_other() -> None:
    assert text(without(cards("3C 3C 4C"), cards("3C"))) == "3C 4C"


@pytest.mark.parametrize("rank", Rank)
@pytest.mark.parametrize("suit", [*Suit, None])
def test_the_order_is_that_of_the_rules(rank: Rank, suit: Suit | None) -> None:
    """In every suit of every deal cards stand in the referee's own order, with the same rungs consecutive (O1–O4)."""
    _assert_same_order(
        ladder_for(Trump(rank, suit), packs=2, black_jokers=2, red_jokers=2),
        order_of(rank, NO_TRUMP_SUIT if suit is None else SUITS.index(suit) + 1),
    )


@pytest.mark.parametrize("rank", Rank)
def test_the_order_can_keep_rank_cards_trumps_without_a_trump_suit(rank: Rank) -> None:
    """So it is in some games (O3)."""
    _assert_same_order(
        ladder_for(Trump(rank, None, rank_cards_stay=True), packs=2, black_jokers=2, red_jokers=2),
        order_of(rank, NO_TRUMP_SUIT, rank_cards_stay=True),
    )


def test_the_order_without_a_trump_rank_is_that_of_the_rules() -> None:
    """The level Joker is played without either (Z9)."""
    _assert_same_order(ladder_for(Trump(None, None), packs=2, black_jokers=2, red_jokers=2), order_of(0, NO_TRUMP_SUIT))


def _assert_same_order(ladder: Ladder, order: Order) -> None:
    for lane in ladder.lanes:
        in_lane = ladder.cards(lane.low)
        rungs = [ladder.rungs(ladder.bit[card]).bit_length() for card in in_lane]
        strengths = [order.strength[card] for card in in_lane]
        steps = [high - low for low, high in pairwise(strengths)]
        assert steps == [high - low for low, high in pairwise(rungs)], lane.name
        expected = TRUMP if lane.name == "trump" else "CDHS".index(lane.name) + 1
        assert {order.suit[card] for card in in_lane} <= {expected}


def test_every_card_is_in_the_order() -> None:
    order = order_of(7, CLUBS)

    assert [CARD_TEXTS[card] for card in range(1, 55) if not order.strength[card]] == []


def test_tractors_run_over_the_trump_rank() -> None:
    """With rank 7, the 6 and the 8 of a plain suit are consecutive (O4)."""
    order = order_of(7, CLUBS)

    assert [text(run) for run in order.runs(cards("5H 6H 6H 8H 8H 9H 9H"), 2, 2)] == ["6H 6H 8H 8H", "8H 8H 9H 9H"]


def test_equal_pairs_are_no_tractor() -> None:
    """Off-suit cards of the trump rank are equal, so two pairs of them are not consecutive (O4)."""
    order = order_of(4, DIAMONDS)

    assert order.runs(cards("4H 4H 5H 5H"), 2, 2) == []
    assert order.runs(cards("4C 4C 4S 4S"), 2, 2) == []
    assert [text(run) for run in order.runs(cards("4S 4S 4D 4D"), 2, 2)] == ["4S 4S 4D 4D"]


def test_tractors_run_in_sets_of_any_size() -> None:
    held = cards("9H 9H 9H TH TH TH TH JH JH")
    order = order_of(7, CLUBS)

    assert [text(run) for run in order.runs(held, 3, 2)] == ["9H 9H 9H TH TH TH"]
    assert [text(run) for run in order.runs(held, 2, 3)] == ["9H 9H TH TH JH JH"]
    assert [text(run) for run in order.runs(held, 4, 1)] == ["TH TH TH TH"]


@pytest.mark.parametrize("held", ["AC AC 7H 7H", "7H 7H 7C 7C", "7C 7C BJ BJ", "BJ BJ RJ RJ"])
def test_rank_cards_can_stand_apart(held: str) -> None:
    """In Finding Friends no sequence has jokers or cards of the trump rank (Z4), which are as high as ever."""
    together, apart = order_of(7, CLUBS), order_of(7, CLUBS, rank_cards_apart=True)

    assert len(together.runs(cards(held), 2, 2)) == 1
    assert apart.runs(cards(held), 2, 2) == []
    low, high = cards(held)[0], cards(held)[-1]
    assert apart.strength[low] < apart.strength[high]


def test_without_a_bid_only_jokers_are_trumps() -> None:
    order = order_of(2, 0)

    assert [card for card in range(1, 55) if order.suit[card] == TRUMP] == [BLACK_JOKER, RED_JOKER]
