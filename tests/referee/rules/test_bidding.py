"""Bids of Tractor, and what sets trump without one (RULES 3, 10, X1)."""

from __future__ import annotations

import pytest

from referee.rules.bid_table import bid_table
from referee.rules.bidding import Bid, check_bid, kitty_trump, legal_bids, suit_of_bid
from referee.rules.cards import Rank, Suit, cards_text, parse_cards
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from tests.referee.rules.builders import TRACTOR, cards, game

PRINTED = TRACTOR.printed_ladder(Rank.TWO)
NORTH, WEST, SOUTH, EAST = range(4)


THREE_PACKS = game("tractor-3-packs")
STRENGTHENING = game(allow_strengthening=True)
JOKER_OVERRIDES = game(joker_overrides=True)
JOKER_PAIR_ORDER = game(joker_pair_order=True)


def bids(hand: str, *made: tuple[int, str], seat: int = NORTH, rules: Ruleset = TRACTOR) -> list[str]:
    """Legal bids with trump rank 2 as text."""
    ladder = rules.printed_ladder(Rank.TWO)
    found = legal_bids(rules, Rank.TWO, _made(rules, made), seat=seat, hand=ladder.read(cards(hand)))
    return [ladder.text(bid) for bid in found]


def refused(hand: str, bid: str, *made: tuple[int, str], seat: int = NORTH, rules: Ruleset = TRACTOR) -> Refusal | None:
    """What is wrong with a bid with trump rank 2."""
    ladder = rules.printed_ladder(Rank.TWO)
    return check_bid(
        rules,
        Rank.TWO,
        _made(rules, made),
        seat=seat,
        hand=ladder.read(cards(hand)),
        cards=ladder.read(cards(bid)),
    )


def refused_rule(
    hand: str, bid: str, *made: tuple[int, str], seat: int = NORTH, rules: Ruleset = TRACTOR
) -> str | None:
    """The rule that a bid with trump rank 2 breaks."""
    refusal = refused(hand, bid, *made, seat=seat, rules=rules)
    return None if refusal is None else refusal.rule


def _made(rules: Ruleset, made: tuple[tuple[int, str], ...]) -> tuple[Bid, ...]:
    return tuple(Bid(seat, rules.printed_ladder(Rank.TWO).read(cards(text))) for seat, text in made)


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
    refusal = refused("3S 3S", "3S 3S")

    assert refusal is not None
    assert refusal.because == "3S 3S is not a bid with trump rank 2"


@pytest.mark.parametrize(
    ("rules", "bid", "suit"),
    [
        (TRACTOR, "2H", Suit.HEARTS),
        (TRACTOR, "2S 2S", Suit.SPADES),
        (TRACTOR, "RJ RJ", None),
        (JOKER_OVERRIDES, "2C 2C BJ", Suit.CLUBS),
        (THREE_PACKS, "2D 2D 2D", Suit.DIAMONDS),
        (game("forty-points"), "BJ RJ", None),
    ],
)
def test_a_bid_sets_the_suit_of_its_rank_cards_and_jokers_alone_set_none(
    rules: Ruleset, bid: str, suit: Suit | None
) -> None:
    """B3."""
    ladder = rules.printed_ladder(Rank.TWO)

    assert suit_of_bid(ladder, ladder.read(cards(bid))) is suit


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (TRACTOR, 4 + 4 + 2),
        (STRENGTHENING, 4 + 4 + 2),
        (JOKER_OVERRIDES, 4 + 4 + 2 + 4 * 2 + 4 * 2),
        (THREE_PACKS, 4 + 4 + 4),
        (game("forty-points"), 4 + 1),
    ],
)
def test_there_are_so_many_bids(rules: Ruleset, count: int) -> None:
    table = bid_table(rules, Rank.NINE)

    assert len(table.bids) == len(table.opening) == count


def test_six_seats_bid_as_four_do() -> None:
    rules = game("tractor-6-seats")

    assert bids("2S 2S BJ BJ", (5, "2D"), seat=3, rules=rules) == ["2S 2S", "BJ BJ"]
    assert bids("2S 2S BJ BJ", (3, "2S"), seat=3, rules=rules) == []


# --- Strengthening: B5 and X1


def test_ones_own_single_may_be_made_a_pair_of_its_suit() -> None:
    """B5: by its own seat, and only where that is allowed; to nothing else."""
    hand = "2S 2S 2H 2H RJ RJ"

    assert bids(hand, (NORTH, "2S"), rules=STRENGTHENING) == ["2S 2S"]
    assert bids(hand, (NORTH, "2S")) == []
    assert refused_rule(hand, "2H 2H", (NORTH, "2S"), rules=STRENGTHENING) == "B5"
    assert refused_rule(hand, "RJ RJ", (NORTH, "2S"), rules=STRENGTHENING) == "B5"
    assert refused_rule(hand, "2H", (NORTH, "2S"), rules=STRENGTHENING) == "B4"


def test_strengthening_changes_nothing_for_others_or_for_pairs() -> None:
    hand = "2S 2S 2H RJ RJ"

    for standing in ("2D", "2D 2D", "BJ BJ"):
        assert bids(hand, (SOUTH, standing), rules=STRENGTHENING) == bids(hand, (SOUTH, standing))
    assert bids(hand, (NORTH, "2S 2S"), rules=STRENGTHENING) == []


def test_a_refused_strengthening_says_what_may_be_shown() -> None:
    refusal = refused("2S 2S 2H 2H", "2H 2H", (NORTH, "2S"), rules=STRENGTHENING)

    assert refusal is not None
    assert refusal.because == "the seat's own bid of 2S stands, which may only be made 2S 2S now"


def test_with_three_packs_a_pair_may_be_made_a_triple_and_a_single_not_at_once() -> None:
    """X1."""
    rules = game("tractor-3-packs", allow_strengthening=True)
    hand = "2S 2S 2S 2H 2H 2H"

    assert bids(hand, (NORTH, "2S"), rules=rules) == ["2S 2S"]
    assert bids(hand, (NORTH, "2S 2S"), rules=rules) == ["2S 2S 2S"]
    assert bids(hand, (NORTH, "2S 2S 2S"), rules=rules) == []
    assert refused_rule(hand, "2S 2S 2S", (NORTH, "2S"), rules=rules) == "X1"
    assert refused_rule(hand, "2H 2H 2H", (NORTH, "2S 2S"), rules=rules) == "B5"
    assert refused_rule(hand, "2S 2S 2S", (NORTH, "2S 2S"), rules=THREE_PACKS) == "B5"


# --- Three packs and one (X1, Forty Points)


def test_with_three_packs_single_below_pair_below_triple() -> None:
    """X1; jokers make no bids."""
    hand = "2S 2S 2S RJ RJ RJ BJ BJ"

    assert bids(hand, rules=THREE_PACKS) == ["2S", "2S 2S", "2S 2S 2S"]
    assert bids(hand, (WEST, "2D"), rules=THREE_PACKS) == ["2S 2S", "2S 2S 2S"]
    assert bids(hand, (WEST, "2D 2D"), rules=THREE_PACKS) == ["2S 2S 2S"]
    assert bids(hand, (WEST, "2D 2D 2D"), rules=THREE_PACKS) == []


@pytest.mark.parametrize(
    ("bid", "standing", "rule"),
    [("RJ RJ", "", "X1"), ("RJ RJ RJ", "", "X1"), ("2S 2S RJ", "", "X1"), ("3S", "", "B3"), ("2S 2S", "2D 2D", "B4")],
)
def test_with_three_packs_bids_with_jokers_are_refused_by_their_own_rule(bid: str, standing: str, rule: str) -> None:
    made = ((WEST, standing),) if standing else ()

    assert refused_rule("2S 2S RJ RJ RJ 3S", bid, *made, rules=THREE_PACKS) == rule


def test_whose_single_was_overridden_by_a_pair_may_answer_with_a_triple() -> None:
    """X1."""
    assert bids("2S 2S 2S", (NORTH, "2S"), (WEST, "2D 2D"), rules=THREE_PACKS) == ["2S 2S 2S"]


def test_with_one_pack_both_jokers_together_override_a_single() -> None:
    """Forty Points: no trump suit; a joker alone is no bid."""
    rules = game("forty-points")

    assert bids("2S 2H BJ RJ", rules=rules) == ["2H", "2S", "BJ RJ"]
    assert bids("2S 2H BJ RJ", (WEST, "2D"), rules=rules) == ["BJ RJ"]
    assert bids("2S 2H", (WEST, "BJ RJ"), rules=rules) == []
    assert refused_rule("2S BJ RJ", "RJ", rules=rules) == "B3"
    assert refused_rule("2S 2H BJ RJ", "2S", (WEST, "2D"), rules=rules) == "B4"


# --- Jokers (section 10)

JOKER_HAND = "2S 2S BJ BJ RJ RJ"
WITH_ONE = ["2S 2S BJ", "2S 2S RJ"]
WITH_TWO = ["2S 2S BJ BJ", "2S 2S RJ RJ"]
BARE = ["BJ BJ", "RJ RJ"]


@pytest.mark.parametrize(
    ("standing", "legal"),
    [
        ("", ["2S", "2S 2S", *WITH_ONE, *WITH_TWO, *BARE]),
        ("2D", ["2S 2S", *WITH_ONE, *WITH_TWO, *BARE]),
        ("2D 2D", [*WITH_ONE, *WITH_TWO, *BARE]),
        ("2D 2D BJ", WITH_TWO),
        ("2D 2D RJ", WITH_TWO),
        ("2D 2D BJ BJ", []),
        ("2D 2D RJ RJ", []),
        ("BJ BJ", []),
        ("RJ RJ", []),
    ],
)
def test_what_outranks_what_with_pairs_shown_with_jokers(standing: str, legal: list[str]) -> None:
    """`joker_overrides`: no order of strengths; a bare joker pair and a pair with jokers do not outrank each other."""
    made = ((WEST, standing),) if standing else ()

    assert bids(JOKER_HAND, *made, rules=JOKER_OVERRIDES) == legal


@pytest.mark.parametrize("bid", ["2S 2S BJ RJ", "2S BJ", "2S BJ BJ", "2S 2H BJ", "BJ RJ", "2S 2S BJ BJ RJ"])
def test_a_pair_and_jokers_of_one_colour_are_needed(bid: str) -> None:
    assert refused_rule(f"{JOKER_HAND} 2H", bid, rules=JOKER_OVERRIDES) == "B3"


def test_without_the_option_a_pair_with_jokers_is_no_bid() -> None:
    assert refused_rule(JOKER_HAND, "2S 2S BJ", (WEST, "2D")) == "B3"
    assert bids(JOKER_HAND, (WEST, "2D 2D")) == BARE


def test_a_pair_of_red_jokers_overrides_black_ones_where_they_are_ordered() -> None:
    """`joker_pair_order`: not the other way round, nor without the option."""
    assert bids("RJ RJ", (WEST, "BJ BJ"), rules=JOKER_PAIR_ORDER) == ["RJ RJ"]
    assert bids("BJ BJ", (WEST, "RJ RJ"), rules=JOKER_PAIR_ORDER) == []
    assert bids("RJ RJ", (WEST, "BJ BJ")) == []
    assert bids("2S 2S RJ RJ BJ BJ", (WEST, "2D"), rules=JOKER_PAIR_ORDER) == ["2S 2S", *BARE]


def test_with_both_options_jokers_alone_are_ordered_and_pairs_with_jokers_are_not() -> None:
    both = game(joker_overrides=True, joker_pair_order=True)

    assert bids(JOKER_HAND, (WEST, "BJ BJ"), rules=both) == ["RJ RJ"]
    assert bids(JOKER_HAND, (WEST, "2D 2D BJ BJ"), rules=both) == []
    assert bids(JOKER_HAND, (WEST, "2D 2D BJ"), rules=both) == WITH_TWO


def test_strengthening_adds_no_jokers() -> None:
    both = game(joker_overrides=True, allow_strengthening=True)

    assert bids(JOKER_HAND, (NORTH, "2S"), rules=both) == ["2S 2S"]
    assert bids(JOKER_HAND, (NORTH, "2S 2S"), rules=both) == []


# --- Without bids (B8)


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
