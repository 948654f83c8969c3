"""Worked examples 1 to 20, 24 and 26 to 28 of docs/rules.md, section 13, each by its number."""

from __future__ import annotations

import pytest

from referee.rules.follow import follows
from referee.rules.shapes import Kind, Lead, read_lead
from tests.referee.rules.builders import TRACTOR, cards, held, ladder, lead, refusal, throw, winner
from tests.referee.rules.questions import asked_in


def test_example_1_order_of_trumps() -> None:
    """Jokers, the trump rank of the trump suit, the other three as equals, the rest of the suit."""
    order = ladder("7C")
    trumps = list(reversed(order.cards(order.trumps.low)))
    rungs = [order.rungs(order.bit[card]) for card in trumps]

    assert [order.text(order.bit[card]) for card in trumps[:3]] == ["RJ", "BJ", "7C"]
    assert {order.text(order.bit[card]) for card in trumps[3:6]} == {"7S", "7H", "7D"}
    assert trumps[6:] == list(cards("AC KC QC JC TC 9C 8C 6C 5C 4C 3C 2C"))
    assert len(set(rungs[3:6])) == 1
    assert [*rungs[:3], *rungs[5:]] == [rungs[-1] << step for step in range(15, -1, -1)]


def test_example_2_of_equal_trumps_the_first_wins() -> None:
    assert winner("5D", "5H", "QD", "TD", "5S") == 0


def test_example_3_a_trump_rank_card_is_no_card_of_its_printed_suit() -> None:
    hand = cards("5H 2C QD AS")

    assert [refusal(hand, lead="7H", play=play, trump="5D") for play in ("5H", "2C", "QD", "AS")] == [None] * 4


def test_example_4_other_suits_do_not_win() -> None:
    assert winner("5D", "7H", "JS", "JS", "TH") == 3


def test_example_5_equal_cards_are_a_pair_only_if_identical() -> None:
    pair, two_singles = lead("9S", "9D 9D"), lead("9S", "9H 9C")

    assert (pair.kind, pair.pair_count) == (Kind.SET, 1)
    assert (two_singles.kind, two_singles.pair_count) == (Kind.THROW, 0)
    assert [component.size for component in two_singles.components] == [1, 1]


def test_example_6_pairs_must_be_played_and_3c_is_a_trump() -> None:
    hand = cards("TC TC 7C 6C 3C")
    listed = follows(TRACTOR, ladder("3H"), lead("3H", "JC JC"), ladder("3H").read(hand), must_beat=False)

    assert list(listed) == [held("3H", "TC TC")]
    assert refusal(hand, lead="JC JC", play="7C 6C", trump="3H") == "F3"
    assert refusal(hand, lead="JC JC", play="TC 3C", trump="3H") == "F2"


def test_example_7_two_cards_that_are_no_pair_follow_and_do_not_win() -> None:
    assert refusal(cards("AC QC 2D"), lead="JC JC", play="AC QC", trump="3H") is None
    assert winner("3H", "JC JC", "AC QC", "4C 5C", "6C 7C") == 0


def test_example_8_a_short_suit_is_played_out_with_any_other_card() -> None:
    hand = cards("4C 3C 9D RJ")

    assert [refusal(hand, lead="JC JC", play=f"4C {other}", trump="3H") for other in ("3C", "9D", "RJ")] == [None] * 3
    assert refusal(hand, lead="JC JC", play="9D RJ", trump="3H") == "F2"


def test_example_9_a_pair_of_trumps_wins_and_two_trumps_do_not() -> None:
    assert winner("3H", "5D 5D", "KD KD", "2H 2H", "7H 8H") == 2


def test_example_10_of_equal_pairs_the_first_wins() -> None:
    assert winner("9S", "4C 4C", "9H 9H", "9D 9D", "5C 6C") == 1


@pytest.mark.parametrize(
    ("tractor", "pair_count"),
    [
        ("8C8C9C9C", 2),
        ("JSJSQSQSKSKS", 3),
        ("3H3H5H5H", 2),
        ("ADAD4S4S", 2),
        ("4H4H4D4D", 2),
        ("4D4DBJBJ", 2),
        ("BJBJRJRJ", 2),
    ],
)
def test_example_11_tractors(tractor: str, pair_count: int) -> None:
    read = lead("4D", tractor)

    assert read.kind is Kind.TRACTOR
    assert [(part.size, part.length) for part in read.components] == [(2, pair_count)]
    assert read.pair_count == pair_count


@pytest.mark.parametrize("no_tractor", ["5S5S7S7S", "8C8C9H9H", "4H4H5H5H", "3D3D4D4D", "4C4C4S4S"])
def test_example_12_no_tractors(no_tractor: str) -> None:
    read = read_lead(TRACTOR, ladder("4D"), held("4D", no_tractor))

    if isinstance(read, Lead):
        assert read.kind is Kind.THROW
        assert [(part.size, part.length) for part in read.components] == [(2, 1), (2, 1)]
    else:
        assert read.rule == "L4"


def test_example_13_pairs_that_are_not_consecutive_never_win() -> None:
    assert refusal(cards("5H 5H TH TH AH"), lead="3H3H4H4H", play="5H TH TH AH", trump="KC") == "F3"
    assert refusal(cards("5H 5H TH TH AH"), lead="3H3H4H4H", play="5H 5H TH TH", trump="KC") is None
    assert winner("KC", "3H3H4H4H", "5H5HTHTH", "6H7H8H9H", "6H7H8H9H") == 0


def test_example_14_an_equal_card_does_not_beat_a_throw() -> None:
    thrown = throw("4C", "AH KH KH", "AH QH QH", "2H 3H", "5S RJ RJ")

    assert (thrown.lead, thrown.withdrawn_count, thrown.fine, thrown.must_beat) == (lead("4C", "AH KH KH"), 0, 0, None)


def test_example_15_a_throw_stands_on_what_is_left_in_hands() -> None:
    """AS KS JS JS are gone: nothing beats the queens, and the other ten is equal."""
    assert throw("4C", "AS KS QS QS TS", "TS 9S 9S", "8S 8S", "2H").withdrawn_count == 0


def test_example_16_a_throw_of_singles_stands() -> None:
    """AD KD KD are gone, and the other queen is equal."""
    assert throw("4C", "AD QD", "QD JD", "TD TD", "RJ").withdrawn_count == 0


def test_example_17_a_throw_fails_by_its_lowest_single() -> None:
    """AH KH are gone; the other king beats the jack."""
    thrown = throw("4C", "AH QH QH JH", "2H 3H", "KH 5H", "6H 7H")

    assert thrown.lead == lead("4C", "JH")
    assert (thrown.withdrawn_count, thrown.fine, thrown.must_beat) == (3, 30, 1)


def test_example_18_the_highest_trump_pair_wins_a_throw_with_a_pair() -> None:
    assert winner("6S", "AC QC QC", "AS 5S 5S", "2S 7S 7S", "2C 3C 4C") == 2


def test_example_19_the_highest_trump_wins_a_throw_without_pairs() -> None:
    assert winner("6S", "AC KC QC", "2S 7S 7S", "AS 5S 5S", "2C 3C 4C") == 2


def test_example_20_of_equal_highest_trumps_the_first_wins() -> None:
    assert winner("6S", "AC KC", "AS 3S", "AS QS", "2C 3C") == 1


@pytest.mark.parametrize(
    ("sequence", "size", "length"),
    [("8C8C7C7C", 2, 2), ("KDKDKDQDQDQD", 3, 2), ("QHQHJHJHTHTH", 2, 3), ("6S6S4S4S", 2, 2)],
)
def test_example_24_sequences_of_finding_friends(sequence: str, size: int, length: int) -> None:
    read = asked_in("5H", "finding-friends-8").lead(sequence)

    assert read.kind is Kind.TRACTOR
    assert [(part.size, part.length) for part in read.components] == [(size, length)]


@pytest.mark.parametrize("no_sequence", ["9C9C9C8C8C", "6H6H5H5H", "5D5DAHAH"])
def test_example_24_no_sequences_of_finding_friends(no_sequence: str) -> None:
    """Sets of two sizes; and cards of the trump rank."""
    assert asked_in("5H", "finding-friends-8").lead(no_sequence).kind is Kind.THROW


def test_example_26_a_throw_fails_by_a_single_or_a_pair() -> None:
    deal = asked_in("4D", "finding-friends-8")

    by_ace = deal.throw("AS KS JS JS", "2S 3S", "AS", "RJ", "2H", "2C", "3C", "4C")
    assert (by_ace.lead, by_ace.fine, by_ace.must_beat) == (deal.lead("KS"), 30, 1)
    by_queens = deal.throw("AS KS JS JS", "2S 3S", "QS QS", "RJ", "2H", "2C", "3C", "4C")
    assert (by_queens.lead, by_queens.fine, by_queens.must_beat) == (deal.lead("JS JS"), 20, 1)


def test_example_27_the_higher_pair_wins_a_throw_with_a_pair() -> None:
    """Three fives count as a pair and a single."""
    deal = asked_in("4D", "finding-friends-8")

    assert deal.throw("AS KS JS JS", "2S 3S", "KS JS").withdrawn_count == 0
    assert deal.winner("AS KS JS JS", "5D5D5DQD", "7D7D3D2D") == 2
    assert deal.winner("AS KS JS JS", "5D5D5DQD", "2S3S6S7S") == 1


def test_example_28_the_higher_sequence_wins_a_throw_with_one() -> None:
    """TT99 over 8877; the triples are not compared."""
    deal = asked_in("3S", "finding-friends-8")

    assert deal.parts("ADADKDKDJDJDJD") == ["KDKDADAD", "JDJDJD"]
    assert deal.winner("ADADKDKDJDJDJD", "ASASAS8S8S7S7S", "TSTS9S9S4S4S4S") == 2
