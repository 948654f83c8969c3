"""Who wins a trick, and throws that fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.rules.cards import Rank
from referee.rules.ladder import Trump, ladder_for
from referee.rules.options import TractorOptions
from referee.rules.shapes import Component, Kind, lead_of
from referee.rules.trick import beats, judge_lead, winner_of
from tests.referee.rules.builders import TRACTOR, cards, held, ladder, lead, lead_on, throw, winner


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("7H", "9H", "8H", "TH"), 3),
        (("7H", "2D", "AH", "3D"), 3),
        (("7H", "2D", "4S", "AD"), 2),
        (("7H", "4S", "4C", "4H"), 1),
        (("4S", "4H", "4D", "BJ"), 3),
        (("BJ", "RJ", "RJ", "4D"), 1),
        (("AH", "AH", "AS", "AC"), 0),
        (("2H", "AS", "AC", "KS"), 0),
    ],
)
def test_singles(plays: tuple[str, ...], expected: int) -> None:
    """The highest trump, else the highest of the led suit; of equal ones the first (W1, W2)."""
    assert winner("4D", *plays) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("7H7H", "9H9H", "AHKH", "8H8H"), 1),
        (("7H7H", "2D2D", "AHAH", "3D3D"), 3),
        (("7H7H", "RJBJ", "4S4C", "3D2D"), 0),
        (("7H7H", "2S2S", "AC AC", "8H9H"), 0),
        (("7H7H", "4S4S", "4C4C", "4D4D"), 3),
        (("4S4S", "4C4C", "ADAD", "BJBJ"), 3),
        (("4S4S", "4C4C", "4D4C", "BJRJ"), 0),
    ],
)
def test_pairs(plays: tuple[str, ...], expected: int) -> None:
    """Only identical cards beat a pair, however high others are (W1, W3)."""
    assert winner("4D", *plays) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("7H7H8H8H", "9H9HTHTH", "JHJHKHKH", "5H5H6H6H"), 1),
        (("7H7H8H8H", "2D2D3D3D", "5D5D7D7D", "QDQDKDKD"), 3),
        (("7H7H8H8H", "ADAD4S4S", "ADKD4C4C", "4H4H4D4D"), 3),
        (("7H7H8H8H", "4S4S4C4C", "2S2S3S3S", "8H9HTHTH"), 0),
        (("7H7H8H8H", "8H8H9H9H", "2D2D3D3D", "2D2D3D3D"), 2),
        (("7H7H8H8H9H9H", "9H9HTHTHJHQH", "TDTDJDJDKDKD", "2D2D3D3D5D5D"), 3),
        (("ADAD4S4S", "4C4C4D4D", "BJBJRJRJ", "2D2D3D3D"), 2),
    ],
)
def test_tractors(plays: tuple[str, ...], expected: int) -> None:
    """Only a tractor of the same length beats a tractor; trumps beat the led suit (W1, W4)."""
    assert winner("4D", *plays) == expected


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("AH KH", "RJ RJ", "2D 3D", "BJ BJ"), 1),
        (("AH KH", "2D AS", "AC AC", "QH JH"), 0),
        (("AH KH KH", "2D 3D 3D", "RJ BJ AD", "5D 5D 2D"), 3),
        (("AH KH KH", "RJ BJ 4D", "QH QH JH", "2S 2S 3S"), 0),
        (("AHAH KHKH QH", "2D2D3D3D5D", "6D6D 7D 8D 9D", "RJRJ BJBJ AD"), 3),
        (("AHAH QH", "4S4S 2D", "4C4C RJ", "4H4H RJ"), 1),
        (("RJ AD", "4D 4D", "BJ BJ", "2D 3D"), 0),
    ],
)
def test_throws(plays: tuple[str, ...], expected: int) -> None:
    """Only trumps with the pairs of a plain throw beat it, by their highest pair or else card (W1, W5)."""
    assert winner("4D", *plays) == expected


def test_without_a_trump_suit_jokers_are_trumps() -> None:
    assert winner("4N", "7H", "4S", "AH", "4H") == 2
    assert winner("4N", "7H", "4S", "BJ", "AH") == 2
    assert winner("4N", "7H 7H", "BJ RJ", "AH KH", "BJ RJ") == 0


def test_rank_cards_that_stay_trumps_are_equal() -> None:
    """Without a trump suit, under `no_trump_rank_cards` (O3, W1)."""
    order = ladder_for(Trump(Rank.FOUR, None, rank_cards_stay=True), packs=2, black_jokers=2, red_jokers=2)
    plays = [order.read(cards(text)) for text in ("7H", "4S", "4C", "4H")]

    assert winner_of(TRACTOR, order, lead_on(order, "7H"), plays) == 1


def test_each_play_is_compared_with_the_best_so_far() -> None:
    order, read = ladder("4D"), lead("4D", "7H")

    assert beats(TRACTOR, order, read, held("4D", "7H"), held("4D", "8H"))
    assert not beats(TRACTOR, order, read, held("4D", "2D"), held("4D", "AH"))
    assert not beats(TRACTOR, order, read, held("4D", "4S"), held("4D", "4H"))


def test_triples_are_compared_with_more_packs() -> None:
    """A pair and a higher card do not beat a triple."""
    order = ladder("4D", packs=3)
    plays = [order.read(cards(text)) for text in ("7H7H7H", "AHAHKH", "2D2D2D", "RJRJBJ", "3D3D3D")]

    assert winner_of(TRACTOR, order, lead_on(order, "7H7H7H"), plays) == 4


def test_a_quadruple_is_no_tractor() -> None:
    """With four packs, two sets of one card or a triple and a card do not answer a tractor of pairs."""
    order = ladder("4D", packs=4)
    plays = [order.read(cards(text)) for text in ("7H7H8H8H", "AHAHAHAH", "KHKHKHQH", "9H9HTHTH")]

    assert winner_of(TRACTOR, order, lead_on(order, "7H7H8H8H"), plays) == 3


def test_of_equal_tractors_the_first_wins() -> None:
    """With four packs, two tractors may differ in the printed suit of the trump rank alone."""
    order = ladder("4D", packs=4)
    plays = [order.read(cards(text)) for text in ("7H7H8H8H", "ADAD4C4C", "ADAD4S4S", "KDKDADAD")]

    assert winner_of(TRACTOR, order, lead_on(order, "7H7H8H8H"), plays) == 1


def test_a_throw_read_as_given_asks_for_its_own_pairs() -> None:
    """Two kings led as two singles are beaten by any two trumps (W5)."""
    order = ladder("4D")
    king = Component(1, 1, held("4D", "KS"))
    read = lead_of(order, order.lanes[3], [king, king])

    assert winner_of(TRACTOR, order, read, [read.cards, held("4D", "2D 3D"), held("4D", "2D 2D")]) == 1


# --- Throws that fail


@pytest.mark.parametrize("text", ["2H", "2H2H", "2H2H3H3H"])
def test_what_is_no_throw_stands(text: str) -> None:
    """Singles, pairs and tractors may be beaten; nothing is withdrawn (L7)."""
    thrown = throw("4D", text, "AHAHKHKH", "RJ", "2C")

    assert (thrown.lead, thrown.withdrawn_count, thrown.fine, thrown.must_beat) == (lead("4D", text), 0, 0, None)


@pytest.mark.parametrize(
    ("throw_text", "others", "forced"),
    [
        ("KH QHQH", ("AH 2H", "2C", "2S"), "KH"),
        ("KH QHQH", ("KH", "JHJH", "RJ RJ"), None),
        ("KH QHQH", ("2H", "KC", "AHAH"), "KH"),
        ("AH QHQH", ("2H", "KHKH", "KC"), "QHQH"),
        ("AH QHQH JHJH", ("2H", "KHKH", "KC"), "JHJH"),
        ("AHAH QHQH JHJH 9H", ("KHKH", "THTH", "2C"), "9H"),
        ("AHAH QHQH 9H9H", ("KHKH", "THTH", "2C"), "9H9H"),
        ("AHAH KH", ("KHQHQH", "JH", "2C"), None),
        ("RJ 4D", ("BJ 4D", "4C", "ADAD"), "4D"),
        ("RJ 4S 4C", ("4H", "ADAD", "2D"), None),
        ("RJ 4S 4C", ("4D", "ADAD", "2D"), "4C"),
        ("RJ 4S4S 4C4C", ("4D 4D", "ADAD", "2D"), "4C4C"),
        ("KHKH JHJH", ("QHQHAH", "2C", "2S"), "JHJH"),
    ],
)
def test_what_is_left_of_a_throw(throw_text: str, others: tuple[str, ...], forced: str | None) -> None:
    """The smallest, then lowest beatable component; equal cards and other suits beat nothing (L6, T1)."""
    thrown = throw("4D", throw_text, *others)

    assert thrown.lead == lead("4D", forced or throw_text)
    assert thrown.withdrawn_count == len(cards(throw_text)) - len(cards(forced or throw_text))
    assert thrown.fine == 10 * thrown.withdrawn_count
    assert (thrown.must_beat is None) == (forced is None)


@pytest.mark.parametrize(
    ("others", "bound"),
    [
        (("AH", "AH", "2C"), 0),
        (("2H", "KH", "AH"), 1),
        (("RJ", "2D", "AH"), 2),
    ],
)
def test_the_first_who_can_beat_in_the_suit_must(others: tuple[str, ...], bound: int) -> None:
    assert throw("4D", "QH JH", *others).must_beat == bound


def test_any_number_of_hands_is_asked() -> None:
    assert throw("4D", "QH JH", "2H", "3H", "5H", "6H", "KH").must_beat == 4
    assert throw("4D", "QH JH", "2H").must_beat is None


def test_components_of_a_given_reading_are_judged() -> None:
    """A tractor within a throw is beaten by a higher one, also within a longer (L6)."""
    order = ladder("4D")
    parts = [Component(1, 1, held("4D", "AS")), Component(2, 2, held("4D", "7S7S8S8S"))]
    read = lead_of(order, order.lanes[3], parts)

    stands = judge_lead(TRACTOR, order, read, [held("4D", "9S9SJSJSKSKS")])
    fails = judge_lead(TRACTOR, order, read, [held("4D", "2S"), held("4D", "9S9STSTSJSJS")])
    assert stands.lead is read
    assert (fails.lead, fails.withdrawn_count, fails.must_beat) == (lead("4D", "7S7S8S8S"), 1, 1)
    assert fails.lead.kind is Kind.TRACTOR


def test_the_fine_and_the_duty_are_options() -> None:
    """`failed_throw_fine` is points a card, `must_punish` the duty of T3."""
    rules = replace(TRACTOR, options=TractorOptions(failed_throw_fine=0, must_punish=False))
    thrown = judge_lead(rules, ladder("4D"), lead("4D", "QH JH"), [held("4D", "AH")])

    assert (thrown.lead, thrown.withdrawn_count, thrown.fine, thrown.must_beat) == (lead("4D", "JH"), 1, 0, None)
