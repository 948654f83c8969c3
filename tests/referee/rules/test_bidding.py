"""Bids, and what sets trump without one (RULES 3)."""

from __future__ import annotations

import pytest

from referee.rules.bidding import Bid, bid_table, check_bid, kitty_trump, legal_bids, outranks
from referee.rules.cards import Rank, Suit, cards_text, parse_cards
from tests.referee.rules.builders import TRACTOR, cards

PRINTED = TRACTOR.printed_ladder(Rank.TWO)
NORTH, WEST, SOUTH, EAST = range(4)


def bids(hand: str, *made: tuple[int, str], seat: int = NORTH) -> list[str]:
    """Legal bids with trump rank 2 as text."""
    found = legal_bids(TRACTOR, Rank.TWO, _made(made), seat=seat, hand=PRINTED.read(cards(hand)))
    return [PRINTED.text(bid) for bid in found]


def refused_rule(hand: str, bid: str, *made: tuple[int, str], seat: int = NORTH) -> str | None:
    """The rule that a bid with trump rank 2 breaks."""
    refused = check_bid(
        TRACTOR,
        Rank.TWO,
        _made(made),
        seat=seat,
        hand=PRINTED.read(cards(hand)),
        cards=PRINTED.read(cards(bid)),
    )
    return None if refused is None else refused.rule


def _made(made: tuple[tuple[int, str], ...]) -> tuple[Bid, ...]:
    return tuple(Bid(seat, PRINTED.read(cards(text))) for seat, text in made)


def test_bids_are_singles_and_pairs_of_the_trump_rank_and_pairs_of_jokers() -> None:
    """B3, weakest first."""
    assert bids("2S 2S 2H 3C 3C BJ RJ RJ AD AD") == ["2H", "2S", "2S 2S", "RJ RJ"]


def test_two_cards_of_the_trump_rank_that_are_not_identical_are_no_bid() -> None:
    assert bids("2S 2H BJ RJ") == ["2H", "2S"]
    assert refused_rule("2S 2H BJ RJ", "2S 2H") == "B3"
    assert refused_rule("2S 2H BJ RJ", "BJ RJ") == "B3"


def test_a_single_never_replaces_a_single_nor_a_pair_a_pair() -> None:
    """B4."""
    hand = "2S 2S 2H BJ BJ"

    assert bids(hand, (WEST, "2D")) == ["2S 2S", "BJ BJ"]
    assert bids(hand, (WEST, "2D 2D")) == ["BJ BJ"]
    assert bids(hand, (WEST, "RJ RJ")) == []


def test_nobody_overrides_their_own_bid_but_the_partner_may() -> None:
    """B5."""
    hand = "2S 2S BJ BJ"

    assert bids(hand, (NORTH, "2S")) == []
    assert bids(hand, (SOUTH, "2D")) == ["2S 2S", "BJ BJ"]


def test_a_seat_whose_bid_was_overridden_may_bid_again() -> None:
    """B5."""
    assert bids("2S BJ BJ", (NORTH, "2S"), (WEST, "2D 2D")) == ["BJ BJ"]


@pytest.mark.parametrize(
    ("bid", "standing", "rule"),
    [
        ("2C", "", "B2"),
        ("2H 2H", "", "B2"),
        ("3S", "", "B3"),
        ("2S 3S", "", "B3"),
        ("BJ", "", "B3"),
        ("2H", "2D", "B4"),
        ("2S 2S", "2D 2D", "B4"),
        ("2S 2S", "RJ RJ", "B4"),
        ("2S 2S", "2D", None),
        ("2H", "", None),
    ],
)
def test_a_refused_bid_names_the_first_rule_broken(bid: str, standing: str, rule: str | None) -> None:
    made = ((WEST, standing),) if standing else ()

    assert refused_rule("2S 2S 2H 3S BJ", bid, *made) == rule


def test_strengthening_ones_own_bid_is_refused() -> None:
    assert refused_rule("2S 2S", "2S 2S", (NORTH, "2S")) == "B5"


def test_a_refusal_quotes_the_cards() -> None:
    refused = check_bid(TRACTOR, Rank.TWO, (), seat=NORTH, hand=PRINTED.read(cards("3S 3S")), cards=_set("3S 3S"))

    assert refused is not None
    assert refused.because == "3S 3S is not a bid with trump rank 2"


def _set(text: str) -> int:
    return PRINTED.read(cards(text))


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("2S 2S", "2H"), ("BJ BJ", "2H"), ("BJ BJ", "2H 2H"), ("RJ RJ", "2H 2H")]
)
def test_single_below_pair_below_jokers(stronger: str, weaker: str) -> None:
    assert outranks(TRACTOR, Rank.TWO, _set(stronger), _set(weaker))
    assert not outranks(TRACTOR, Rank.TWO, _set(weaker), _set(stronger))


@pytest.mark.parametrize(("one", "other"), [("2S", "2H"), ("2S 2S", "2H 2H"), ("RJ RJ", "BJ BJ")])
def test_equal_bids_do_not_outrank_each_other(one: str, other: str) -> None:
    assert not outranks(TRACTOR, Rank.TWO, _set(one), _set(other))


def test_a_bid_sets_its_suit_and_jokers_set_none() -> None:
    suits = bid_table(TRACTOR, Rank.TWO).suits

    assert suits[_set("2H")] is Suit.HEARTS
    assert suits[_set("2S 2S")] is Suit.SPADES
    assert suits[_set("RJ RJ")] is None


def test_there_are_ten_bids_with_two_packs() -> None:
    assert len(bid_table(TRACTOR, Rank.NINE).strengths) == 10


@pytest.mark.parametrize(
    ("kitty", "suit", "turned"),
    [
        ("KS 5H AD 7C 7D 3C 3D 4S", Suit.CLUBS, "KS 5H AD 7C"),
        ("7D KS 5H AD 7C 3C 3D 4S", Suit.DIAMONDS, "7D"),
        ("KS 5H RJ AD AC BJ 3D 4S", Suit.DIAMONDS, "KS 5H RJ AD AC BJ 3D 4S"),
        ("KS QH KD", Suit.SPADES, "KS QH KD"),
        ("RJ BJ RJ BJ", None, "RJ BJ RJ BJ"),
    ],
)
def test_the_kitty_sets_trump_where_nobody_bid(kitty: str, suit: Suit | None, turned: str) -> None:
    """B8: the first card of the trump rank, else the highest, the first turned among equals; jokers left out."""
    found = kitty_trump(Rank.SEVEN, parse_cards(kitty))

    assert found.suit is suit
    assert cards_text(found.turned) == turned
