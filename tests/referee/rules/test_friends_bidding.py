"""Bids of Finding Friends by themselves: who may show what, and what holds an overridden bid (RULES Z1)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.rules.bidding import Bid, check_bid, check_hold, legal_bids, legal_hold
from referee.rules.cards import Rank, parse_cards
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from tests.referee.rules.states import friends_rules

TWO_PACKS = friends_rules(5)
THREE_PACKS = friends_rules(9)
FOUR_PACKS = friends_rules(12)
PRINTED = TWO_PACKS.printed_ladder(None)
A, B, C = range(3)


def bids(
    level: Rank | None, hand: str, *made: tuple[int, str], seat: int = A, rules: Ruleset = THREE_PACKS
) -> list[str]:
    """Legal bids of a seat at a level, as text."""
    ladder = rules.printed_ladder(None)
    found = legal_bids(rules, level, _made(rules, made), seat=seat, hand=ladder.read(parse_cards(hand)))
    return [ladder.text(bid) for bid in found]


def hold(hand: str, *made: tuple[int, str], seat: int = A, rules: Ruleset = THREE_PACKS) -> str:
    """What the seat may hold with, as text; nothing if it cannot."""
    ladder = rules.printed_ladder(None)
    found = legal_hold(rules, _made(rules, made), seat=seat, hand=ladder.read(parse_cards(hand)))
    return "" if found is None else ladder.text(found)


def _made(rules: Ruleset, made: Sequence[tuple[int, str]]) -> list[Bid]:
    return [Bid(seat, rules.printed_ladder(None).read(parse_cards(text))) for seat, text in made]


def test_one_card_of_ones_own_level_opens() -> None:
    """Z1: not more of them, and no jokers."""
    assert bids(Rank.FIVE, "5H 5H 5S 7S 7S 2C RJ RJ") == ["5H", "5S"]


@pytest.mark.parametrize(
    ("standing", "legal"),
    [
        ("9D", ["5S 5S", "5H 5H", "5H 5H 5H"]),
        ("9D 9D", ["5H 5H 5H"]),
        ("9D 9D 9D", []),
        ("5C", ["5S 5S", "5H 5H", "5H 5H 5H"]),
    ],
)
def test_more_identical_cards_override(standing: str, legal: list[str]) -> None:
    """Z1: of the overrider's level, whatever the level of who is overridden."""
    assert sorted(bids(Rank.FIVE, "5H 5H 5H 5S 5S 5D 9C 9C 9C", (B, standing))) == sorted(legal)


def test_as_many_cards_as_there_are_packs_make_a_bid() -> None:
    assert bids(Rank.FIVE, "5H 5H 5H 5H", (B, "9D 9D 9D"), rules=FOUR_PACKS) == ["5H 5H 5H 5H"]
    assert bids(Rank.FIVE, "5H 5H", (B, "9D 9D"), rules=TWO_PACKS) == []


def test_nobody_overrides_their_own_bid() -> None:
    """Z1; nor strengthens it."""
    assert bids(Rank.FIVE, "5H 5H 5H", (A, "5H")) == []
    assert bids(Rank.FIVE, "5H 5H 5H", (B, "9D"), (C, "7D 7D"), (B, "9D 9D"), seat=B) == []


def test_an_overridden_player_may_override_later() -> None:
    assert bids(Rank.FIVE, "5H 5H 5H", (A, "5H"), (B, "9D 9D")) == ["5H 5H 5H"]


def test_without_overcalls_nothing_overrides() -> None:
    """Z9, `no_overcalls`; to open is as ever."""
    rules = friends_rules(9, no_overcalls=True)
    ladder = rules.printed_ladder(None)
    triple = ladder.read(parse_cards("5H 5H 5H"))

    assert bids(Rank.FIVE, "5H 5H 5H", (B, "9D"), rules=rules) == []
    assert bids(Rank.FIVE, "5H 5H 5H", rules=rules) == ["5H"]
    refused = check_bid(rules, Rank.FIVE, _made(rules, ((B, "9D"),)), seat=A, hand=triple, cards=triple)
    assert refused == Refusal("Z1", "the first bid stands, which is 9D; 5H 5H 5H comes too late")


def test_a_player_at_joker_has_no_bid() -> None:
    """Z9, `joker_level`."""
    assert bids(None, "5H 5H 2C RJ RJ") == []


@pytest.mark.parametrize(
    ("bid", "made", "rule", "because"),
    [
        ("5S", (), "B2", "the seat has not drawn all of these cards: 5S"),
        ("5H 5H", (), "Z1", "5H 5H is no first bid, which is one card"),
        ("7D", (), "Z1", "7D is not a bid: this player shows identical cards of rank 5"),
        ("5C 5H", ((B, "9D"),), "Z1", "5C 5H is not a bid: this player shows identical cards of rank 5"),
        ("RJ RJ", ((B, "9D"),), "Z1", "RJ RJ is not a bid: this player shows identical cards of rank 5"),
        ("5H", ((B, "9D"),), "Z1", "5H is not more cards than the standing 9D"),
        ("5H 5H", ((B, "9D"), (C, "8D 8D")), "Z1", "5H 5H is not more cards than the standing 8D 8D"),
        ("5H 5H", ((A, "5H"),), "Z1", "the seat's own bid of 5H stands"),
        ("5H 5H", ((B, "9D"),), None, None),
        ("5C", (), None, None),
    ],
)
def test_a_refused_bid_is_quoted(
    bid: str, made: tuple[tuple[int, str], ...], rule: str | None, because: str | None
) -> None:
    refused = check_bid(
        THREE_PACKS,
        Rank.FIVE,
        _made(THREE_PACKS, made),
        seat=A,
        hand=THREE_PACKS.printed_ladder(None).read(parse_cards("5H 5H 5C 7D RJ RJ")),
        cards=THREE_PACKS.printed_ladder(None).read(parse_cards(bid)),
    )

    assert refused == (None if rule is None or because is None else Refusal(rule, because))


def test_what_is_shown_at_joker_is_refused() -> None:
    one = PRINTED.read(parse_cards("5H"))

    assert check_bid(TWO_PACKS, None, (), seat=A, hand=one, cards=one) == Refusal(
        "Z1", "5H is not a bid: this player may show none"
    )


def test_an_overridden_bid_is_held_with_as_many_of_the_same_card() -> None:
    """Z1."""
    assert hold("5H 5H 5H 5S 5S", (A, "5H"), (B, "9D 9D")) == "5H 5H"
    assert hold("5H 5H 5H", (A, "5H"), (B, "9D 9D 9D")) == "5H 5H 5H"
    assert hold("5H 5H 5S 5S 5S", (A, "5H"), (B, "9D 9D 9D")) == ""


def test_only_whose_bid_was_overridden_last_holds() -> None:
    made = ((A, "5H"), (B, "9D 9D"), (C, "7S 7S 7S"))

    assert hold("5H 5H 5H", *made) == ""
    assert hold("9D 9D 9D", *made, seat=B) == "9D 9D 9D"
    assert hold("5H 5H", (A, "5H")) == ""


def test_the_overrider_of_a_held_bid_takes_back() -> None:
    """Z1: it is not asked to hold in its turn, but may override with more."""
    made = ((A, "5H"), (B, "9D 9D"), (A, "5H 5H"))

    assert hold("9D 9D 9D", *made, seat=B) == ""
    assert bids(Rank.NINE, "9D 9D 9D", *made, seat=B) == ["9D 9D 9D"]


@pytest.mark.parametrize(
    ("cards", "seat", "refused"),
    [
        ("5H 5H", A, None),
        ("5H 5H 5H", A, Refusal("Z1", "5H 5H 5H holds no bid; 5H 5H would")),
        ("5H", A, Refusal("Z1", "5H holds no bid; 5H 5H would")),
        ("5S 5S", A, Refusal("Z1", "5S 5S holds no bid; 5H 5H would")),
        ("6H 6H", A, Refusal("B2", "the seat has not drawn all of these cards: 6H 6H")),
        ("5H 5H", C, Refusal("Z1", "5H 5H holds no bid")),
    ],
)
def test_a_refused_hold_is_quoted(cards: str, seat: int, refused: Refusal | None) -> None:
    ladder = THREE_PACKS.printed_ladder(None)

    assert (
        check_hold(
            THREE_PACKS,
            _made(THREE_PACKS, ((A, "5H"), (B, "9D 9D"))),
            seat=seat,
            hand=ladder.read(parse_cards("5H 5H 5H 5S 5S")),
            cards=ladder.read(parse_cards(cards)),
        )
        == refused
    )
