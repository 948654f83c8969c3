"""What a lead is made of."""

from __future__ import annotations

from random import Random

import pytest

from referee.rules.refusal import Refusal
from referee.rules.shapes import Component, Kind, Lead, all_higher, higher, is_run, lead_of, read_lead
from tests.referee.rules.builders import TRACTOR, cards, held, ladder, lead
from tests.referee.rules.questions import asked_in


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


# --- Throws with tractors


@pytest.mark.parametrize(
    ("text", "with_tractors", "without"),
    [
        ("AS 8S8S 9S9S", ["8S8S9S9S", "AS"], ["9S9S", "8S8S", "AS"]),
        ("ASAS QSQSKSKS 9S", ["QSQSKSKSASAS", "9S"], ["ASAS", "KSKS", "QSQS", "9S"]),
        ("ADAD 4C4C 4S4S", ["ADAD4C4C", "4S4S"], ["4C4C", "4S4S", "ADAD"]),
        ("ADAD 4H4H 4S4S 4D4D", ["ADAD4H4H4D4D", "4S4S"], ["4D4D", "4H4H", "4S4S", "ADAD"]),
        ("8S8S9S9S JSJSQSQS", ["JSJSQSQS", "8S8S9S9S"], ["QSQS", "JSJS", "9S9S", "8S8S"]),
        ("8S8S9S9S", ["8S8S9S9S"], ["8S8S9S9S"]),
        ("8S8S", ["8S8S"], ["8S8S"]),
        ("AS 8S8S JS", ["8S8S", "AS", "JS"], ["8S8S", "AS", "JS"]),
    ],
)
def test_throws_are_read_with_tractors_or_in_pairs(text: str, with_tractors: list[str], without: list[str]) -> None:
    """`throw_tractors` reads greedily; nothing else than a throw is read otherwise (L5)."""
    assert asked_in("4D", throw_tractors=True).parts(text) == with_tractors
    assert asked_in("4D").parts(text) == without


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ASASAS KSKS QSQS", ["QSQSKSKSASAS", "AS"]),
        ("ASASAS KSKSKS QSQS", ["KSKSKSASASAS", "QSQS"]),
        ("ASASAS KSKSKS QSQS JSJS", ["JSJSQSQSKSKSASAS", "AS", "KS"]),
        ("ASASAS QSQS", ["ASASAS", "QSQS"]),
        ("ASASAS QSQS JSJS", ["JSJSQSQS", "ASASAS"]),
        ("3S3S3S 5S5S5S 7S7S7S", ["3S3S3S5S5S5S", "7S7S7S"]),
        ("RJRJRJ BJBJ AD", ["BJBJRJRJ", "RJ", "AD"]),
    ],
)
def test_the_largest_component_is_taken_first(text: str, expected: list[str]) -> None:
    """Most cards, then larger sets; what is left of identical cards is one set (L5, X2)."""
    assert asked_in("4D", "tractor-3-packs").parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ASASASAS KSKS", ["ASASASAS", "KSKS"]),
        ("ASASASAS KSKS QSQS", ["QSQSKSKSASAS", "ASAS"]),
        ("ASASASAS KSKSKSKS QSQS", ["KSKSKSKSASASASAS", "QSQS"]),
        ("ASASASAS KSKSKSKS QSQSQS", ["QSQSQSKSKSKSASASAS", "AS", "KS"]),
        ("ASASASAS KSKSKSKS QSQSQS JSJSJS", ["JSJSJSQSQSQSKSKSKSASASAS", "AS", "KS"]),
        ("2S2S3S3S 9S9S9S9S", ["9S9S9S9S", "2S2S3S3S"]),
    ],
)
def test_sets_of_four_in_throws(text: str, expected: list[str]) -> None:
    """Of as many cards, the larger sets are the larger component (L5, Z4)."""
    assert asked_in("4D", "finding-friends-12").parts(text) == expected


@pytest.mark.parametrize("preset", ["tractor-online", "tractor-3-packs", "finding-friends-11", "finding-friends-12"])
def test_components_together_are_the_lead(preset: str) -> None:
    """Also of very long throws; each is a component by itself, and none is larger than the one before it (L5)."""
    deal, rng = asked_in("4D", preset), Random(3)
    for lane in deal.order.lanes:
        suit = deal.order.cards(lane.bits & deal.order.deck)
        for card_count in {len(suit), len(suit) // 2, len(suit) // 3, 2} - {0}:
            thrown = deal.order.read(rng.sample(suit, card_count)) if suit else 0
            if not thrown:
                continue
            read = read_lead(deal.rules, deal.order, thrown)
            assert isinstance(read, Lead)
            together = 0
            for part in read.components:
                together = deal.order.add(together, part.cards)
                alone = read_lead(deal.rules, deal.order, part.cards)
                assert isinstance(alone, Lead)
                assert alone.components == (part,)
            assert together == read.cards == thrown
            sizes = [(part.size * part.length, part.size) for part in read.components]
            assert sizes == sorted(sizes, reverse=True)


# --- What may be in runs


@pytest.mark.parametrize(
    ("text", "with_option", "without"),
    [
        ("ADAD4S4S", ["ADAD4S4S"], ["4S4S", "ADAD"]),
        ("4S4S4D4D", ["4S4S4D4D"], ["4D4D", "4S4S"]),
        ("BJBJRJRJ", ["BJBJRJRJ"], ["RJRJ", "BJBJ"]),
        ("KDKDADAD4S4S", ["KDKDADAD4S4S"], ["KDKDADAD", "4S4S"]),
        ("KDKDADAD", ["KDKDADAD"], ["KDKDADAD"]),
        ("3D3D5D5D", ["3D3D5D5D"], ["3D3D5D5D"]),
        ("3S3S5S5S", ["3S3S5S5S"], ["3S3S5S5S"]),
    ],
)
def test_trump_sequences(text: str, with_option: list[str], without: list[str]) -> None:
    """Jokers and cards of the trump rank are in tractors with the option only; the rest is as it was (Z4)."""
    assert asked_in("4D", "finding-friends-6", trump_sequences=True).parts(text) == with_option
    assert asked_in("4D", "finding-friends-6").parts(text) == without


def test_a_tractor_is_beaten_by_no_run_that_may_not_be() -> None:
    """Z4 in L6: above the pairs of kings and aces there is nothing to lead."""
    for option, expected in ((True, ["ADAD4S4S"]), (False, [])):
        deal = asked_in("4D", "finding-friends-6", trump_sequences=option)
        part, hand = deal.lead("KDKDADAD").components[0], deal.held("ADAD4S4SRJRJ")
        assert [deal.order.text(play, "") for play in all_higher(deal.order, part, hand)] == expected
        assert bool(higher(deal.order, part, hand)) is option


@pytest.mark.parametrize(
    ("played", "option", "kind"),
    [
        ("9S9S", True, Kind.TRACTOR),
        ("9S9S", False, Kind.THROW),
        ("9S", True, Kind.THROW),
        ("7S7S", True, Kind.THROW),
    ],
)
def test_skip_dead_ranks(played: str, option: bool, kind: Kind) -> None:
    """A tractor skips ranks of which all is played, with the option."""
    assert asked_in("4D", played=played, skip_dead_ranks=option).lead("8S8STSTS").kind is kind


def test_skipping_dead_ranks_leaves_tractors_as_they_are() -> None:
    deal = asked_in("4D", played="9S9S", skip_dead_ranks=True)

    assert deal.lead("TSTSJSJS").kind is Kind.TRACTOR
    assert deal.lead("7S7STSTS").kind is Kind.THROW


def test_higher_tractors_may_skip_dead_ranks() -> None:
    deal = asked_in("4D", played="9S9SQSQS", skip_dead_ranks=True)
    part = deal.lead("7S7S8S8S").components[0]
    found = all_higher(deal.order, part, deal.held("8S8STSTSJSJSKSKSASAS"))

    assert [deal.order.text(play, "") for play in found] == [
        "8S8STSTS",
        "TSTSJSJS",
        "JSJSKSKS",
        "KSKSASAS",
    ]


@pytest.mark.parametrize(
    ("text", "stay", "plain"),
    [
        ("6S6S8S8S", Kind.TRACTOR, Kind.THROW),
        ("6S6S7S7S", None, Kind.TRACTOR),
        ("7S7SBJBJ", Kind.TRACTOR, None),
        ("7S7C", Kind.THROW, None),
        ("8S8S9S9S", Kind.TRACTOR, Kind.TRACTOR),
    ],
)
def test_rank_cards_without_a_trump_suit(text: str, stay: Kind | None, plain: Kind | None) -> None:
    """They stay trumps, or are cards of their suits (O3, `no_trump_rank_cards`); None for cards of two suits."""
    for option, expected in (("trump", stay), ("plain", plain)):
        read = asked_in("7N", no_trump_rank_cards=option).read(text)
        assert (read.kind if isinstance(read, Lead) else None) is expected


# --- Throws of equal sets


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("AS KS JS", False),
        ("ASAS JSJS", False),
        ("ASASASAS KSKS QSQS", False),
        ("ASASAS JSJSJS TSTSTS", False),
        ("ASASASAS 8S8S8S8S", False),
        ("ASAS KS", True),
        ("ASASAS KSKS QSQS", True),
        ("ASASAS JSJS", True),
        ("ASASASAS JSJS", True),
        ("ASAS KSKS", False),
        ("ASASAS", False),
    ],
)
def test_throws_of_equal_sets(text: str, refused: bool) -> None:
    """`equal_sets_throws_only` refuses throws that are read with sets of several sizes, and nothing else (Z9)."""
    read = asked_in("4D", "finding-friends-12", equal_sets_throws_only=True).read(text)

    assert (isinstance(read, Refusal) and read.rule == "Z9") is refused
    assert isinstance(asked_in("4D", "finding-friends-12").read(text), Lead)


def test_a_refusal_by_z9_names_the_sets() -> None:
    read = asked_in("4D", "finding-friends-8", equal_sets_throws_only=True).read("ASASAS KSKS QSQS")

    assert read == Refusal("Z9", "the sets of a throw are of one size, and this one is of QS QS KS KS AS AS and AS")


def test_one_pack_has_singles_and_throws_of_singles() -> None:
    deal = asked_in("4D", "forty-points")

    assert deal.lead("RJ").kind is Kind.SINGLE
    assert (deal.lead("AS KS QS").kind, deal.parts("AS KS QS")) == (Kind.THROW, ["AS", "KS", "QS"])
    assert deal.parts("4S 4H BJ") == ["BJ", "4H", "4S"]


def test_packs_decide_how_large_sets_are() -> None:
    """The same cards in three packs and in four."""
    three, four = asked_in("4D", "finding-friends-8"), asked_in("4D", "finding-friends-12")

    assert three.lead("KSKSKS").kind is four.lead("KSKSKS").kind is Kind.SET
    assert four.lead("KSKSKSKS").components == (Component(4, 1, four.held("KSKSKSKS")),)
