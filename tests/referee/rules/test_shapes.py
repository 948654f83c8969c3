"""What a lead is made of."""

from __future__ import annotations

import pytest

from referee.rules.refusal import Refusal
from referee.rules.shapes import Component, Kind, Lead, all_higher, higher, is_run, lead_of, read_lead
from tests.referee.rules.builders import TRACTOR, cards, held, ladder, lead


def parts(trump: str, text: str) -> list[str]:
    """The components of a lead as text."""
    return [ladder(trump).text(part.cards, "") for part in lead(trump, text).components]


def test_a_single() -> None:
    read = lead("4D", "KS")

    assert (read.kind, read.lane.name, read.card_count, read.pair_count) == (Kind.SINGLE, "S", 1, 0)
    assert read.components == (Component(1, 1, held("4D", "KS")),)


def test_a_pair_of_the_trump_rank_is_led_in_trumps() -> None:
    read = lead("4D", "4S 4S")

    assert (read.kind, read.lane.name, read.card_count, read.pair_count) == (Kind.SET, "trump", 2, 1)


def test_a_tractor_is_one_component() -> None:
    read = lead("4D", "3C 3C 5C 5C 6C 6C")

    assert (read.kind, read.card_count, read.pair_count) == (Kind.TRACTOR, 6, 3)
    assert read.components == (Component(2, 3, held("4D", "3C 3C 5C 5C 6C 6C")),)


@pytest.mark.parametrize("rank_pair", ["4C 4C", "4H 4H", "4S 4S"])
def test_any_off_suit_trump_rank_pair_continues_a_tractor(rank_pair: str) -> None:
    """The printed suit of equal cards does not matter (O4)."""
    read = lead("4D", f"KD KD AD AD {rank_pair} 4D 4D BJ BJ RJ RJ")

    assert (read.kind, read.pair_count) == (Kind.TRACTOR, 6)


@pytest.mark.parametrize("text", ["AD AD 4C 4C 4S 4S", "4C 4C 4S 4S 4D 4D", "4H 4H 4S 4S"])
def test_two_pairs_on_one_rung_are_no_tractor(text: str) -> None:
    assert lead("4D", text).kind is Kind.THROW


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AS KS KS JS JS", ["KSKS", "JSJS", "AS"]),
        ("8S 8S 9S 9S KS", ["9S9S", "8S8S", "KS"]),
        ("3S 3S 5S", ["3S3S", "5S"]),
        ("4S 4H 4C", ["4C", "4H", "4S"]),
        ("4S 4S 4C 4C RJ BJ 2D", ["4C4C", "4S4S", "RJ", "BJ", "2D"]),
    ],
)
def test_components_of_a_throw(text: str, expected: list[str]) -> None:
    """Pairs and singles, no tractors; larger ones first, then higher, then the printed order (L5)."""
    assert parts("4D", text) == expected
    assert lead("4D", text).pair_count == sum(len(part) == 4 for part in expected)


def test_no_cards_are_no_lead() -> None:
    assert read_lead(TRACTOR, ladder("4D"), 0) == Refusal("L4", "a lead has at least one card")


@pytest.mark.parametrize(
    ("text", "because"),
    [
        ("KS KH", "a lead is of one suit, and KH KS is of hearts and spades"),
        ("4S 5S", "a lead is of one suit, and 5S 4S is of spades and trumps"),
        ("2C 2D 2H 2S", "a lead is of one suit, and 2C 2H 2S 2D is of clubs and hearts and spades and trumps"),
    ],
)
def test_cards_of_several_suits_are_no_lead(text: str, because: str) -> None:
    assert read_lead(TRACTOR, ladder("4D"), held("4D", text)) == Refusal("L4", because)


def test_the_same_cards_have_one_reading() -> None:
    """Leads are read once for each ladder."""
    assert lead("4D", "KS KS") is lead("4D", "KS KS")
    assert lead("4D", "KS KS") is not lead("3D", "KS KS")


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("KSKSKS", (Kind.SET, 3, 1, 1)),
        ("KSKSKSASASAS", (Kind.TRACTOR, 3, 2, 2)),
        ("3S3S3S5S5S5S6S6S6S", (Kind.TRACTOR, 3, 3, 3)),
        ("4H4H4H4D4D4D", (Kind.TRACTOR, 3, 2, 2)),
    ],
)
def test_larger_sets_are_found_with_more_packs(text: str, shape: tuple[Kind, int, int, int]) -> None:
    """Sets and tractors are of any size that the deck holds."""
    order = ladder("4D", packs=3)
    read = read_lead(TRACTOR, order, order.read(cards(text)))

    assert isinstance(read, Lead)
    assert (read.kind, read.components[0].size, read.components[0].length, read.pair_count) == shape


def test_sets_of_several_sizes_are_a_throw_with_more_packs() -> None:
    order = ladder("4D", packs=3)
    read = read_lead(TRACTOR, order, order.read(cards("KSKSKSASAS")))

    assert isinstance(read, Lead)
    assert (read.kind, [order.text(part.cards, "") for part in read.components]) == (
        Kind.THROW,
        ["ASAS", "KSKS", "KS"],
    )


def test_a_reading_may_be_given() -> None:
    """Components given in any order make a throw, sorted, with the pairs that they hold."""
    order = ladder("4D")
    single, tractor = Component(1, 1, held("4D", "AS")), Component(2, 2, held("4D", "8S8S9S9S"))
    read = lead_of(order, order.lanes[3], [single, tractor])

    assert read == Lead(held("4D", "AS 8S8S9S9S"), order.lanes[3], Kind.THROW, (tractor, single), 5, 2)
    assert lead_of(order, order.lanes[3], [tractor]) == lead("4D", "8S8S9S9S")


def test_two_singles_given_as_such_are_no_pair() -> None:
    order = ladder("4D")
    king = Component(1, 1, held("4D", "KS"))
    read = lead_of(order, order.lanes[3], [king, king])

    assert (read.kind, read.cards, read.pair_count) == (Kind.THROW, held("4D", "KS KS"), 0)


@pytest.mark.parametrize(
    ("component", "hand", "expected"),
    [
        ("7S", "2S 8S 8S AS 9H", ["8S", "AS"]),
        ("7S", "7S 6S RJ", []),
        ("4C", "4H 4S AD", []),
        ("4C", "4H 4D", ["4D"]),
        ("7S7S", "8S 9S 9S KS KS KH KH", ["9S9S", "KSKS"]),
        ("AD AD", "4C 4S 4S 4H 4H", ["4H4H", "4S4S"]),
        ("7S7S8S8S", "8S8S9S9STSTS", ["8S8S9S9S", "9S9STSTS"]),
        ("8S8S9S9S", "7S7S8S8S9S9S", []),
        ("KDKDADAD", "ADAD4C4C4S4S4D4D", ["ADAD4C4C", "ADAD4S4S", "4C4C4D4D", "4S4S4D4D"]),
    ],
)
def test_higher_components_of_a_hand(component: str, hand: str, expected: list[str]) -> None:
    """Strictly higher, of the same shape and suit, also within longer tractors (L6)."""
    order = ladder("4D")
    part = lead("4D", component).components[0]
    found = [order.text(play, "") for play in all_higher(order, part, held("4D", hand))]

    assert found == expected
    assert bool(higher(order, part, held("4D", hand))) == bool(expected)


def test_a_larger_set_holds_a_higher_pair() -> None:
    order = ladder("4D", packs=3)
    pair = Component(2, 1, order.read(cards("7S7S")))

    assert list(all_higher(order, pair, order.read(cards("8S8S8S 9S")))) == [order.read(cards("8S8S"))]


@pytest.mark.parametrize(
    ("text", "length", "expected"),
    [
        ("8S 9S", 2, True),
        ("8S 9S", 3, False),
        ("8S TS", 2, False),
        ("AS 2D", 2, False),
        ("AD 4S 4D BJ RJ", 5, True),
        ("AD 4S 4H", 2, False),
        ("AD 4S 4H", 3, False),
    ],
)
def test_runs(text: str, length: int, expected: bool) -> None:
    assert is_run(ladder("4D"), held("4D", text), length) is expected
