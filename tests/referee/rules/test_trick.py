"""Who wins a trick, and throws that fail."""

from __future__ import annotations

import pytest

from referee.rules.cards import Rank
from referee.rules.ladder import Trump, ladder_for
from referee.rules.shapes import Component, Kind, lead_of
from referee.rules.trick import beats, judge_lead, winner_of
from tests.referee.rules.builders import TRACTOR, cards, held, ladder, lead, lead_on, throw, winner
from tests.referee.rules.questions import asked_in


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


@pytest.mark.parametrize(
    ("options", "fine", "must_beat"),
    [
        ({}, 10, 0),
        ({"failed_throw_fine": 5}, 5, 0),
        ({"failed_throw_fine": 0}, 0, 0),
        ({"must_punish": False}, 10, None),
        ({"preset": "tractor-online"}, 0, None),
        ({"preset": "finding-friends-6", "must_punish": False, "failed_throw_fine": 20}, 20, None),
    ],
)
def test_the_fine_and_the_duty_are_options(options: dict[str, object], fine: int, must_beat: int | None) -> None:
    """`failed_throw_fine` is points a card, `must_punish` the duty of T3; what is then led does not change."""
    deal = asked_in("4D", **{"preset": "tractor", **options})  # type: ignore[arg-type] # the preset is a str
    thrown = deal.throw("QH JH", "AH")

    assert (thrown.lead, thrown.withdrawn_count, thrown.fine, thrown.must_beat) == (deal.lead("JH"), 1, fine, must_beat)


@pytest.mark.parametrize("options", [{}, {"failed_throw_fine": 5}, {"must_punish": False}])
def test_a_throw_that_stands_costs_nothing_and_binds_nobody(options: dict[str, object]) -> None:
    thrown = asked_in("4D", **options).throw("AH KH", "KH QH")  # type: ignore[arg-type] # no preset among them

    assert (thrown.withdrawn_count, thrown.fine, thrown.must_beat) == (0, 0, None)


@pytest.mark.parametrize(
    ("others", "forced"),
    [
        (("9S9SJSJS", "2S"), None),
        (("9S9STSTS", "2S"), "7S7S8S8S"),
        (("2S", "AS"), None),
        (("KSKS", "2S"), None),
    ],
)
def test_a_tractor_in_a_throw_is_beaten_by_a_tractor(others: tuple[str, ...], forced: str | None) -> None:
    """Under `throw_tractors`, pairs alone do not beat it (L6); without, its pairs are beaten one by one."""
    deal = asked_in("4D", throw_tractors=True)
    thrown = deal.throw("AS 7S7S8S8S", *others)

    assert thrown.lead == deal.lead(forced or "AS 7S7S8S8S")
    assert thrown.withdrawn_count == (1 if forced else 0)
    in_pairs = asked_in("4D").throw("AS 7S7S8S8S", *others)
    assert in_pairs.withdrawn_count == (0 if others == ("2S", "AS") else 3)


@pytest.mark.parametrize(
    ("throw_text", "others", "forced"),
    [
        ("AS KSKS", ("ASASAS", "2S"), "KSKS"),
        ("AS KSKSKS", ("ASAS", "2S"), None),
        ("AS QSQSQS", ("KSKSKS", "2S"), "QSQSQS"),
        ("AS QSQSQS 9S9S", ("KSKSKS", "2S"), "9S9S"),
        ("ASAS 7S7S7S8S8S8S", ("9S9S9STSTSTS", "2S"), "7S7S7S8S8S8S"),
        ("ASAS 7S7S7S8S8S8S", ("9S9S9STSTS", "2S"), None),
        ("AS 7S7S8S8S", ("9S9S9STSTSTS", "2S"), "7S7S8S8S"),
    ],
)
def test_throws_of_larger_sets(throw_text: str, others: tuple[str, ...], forced: str | None) -> None:
    """Sets and tractors are beaten by higher ones of their shape, also as parts of larger ones (L6, T1, X2)."""
    deal = asked_in("4D", "tractor-3-packs")
    thrown = deal.throw(throw_text, *others)

    assert thrown.lead == deal.lead(forced or throw_text)
    assert thrown.must_beat == (0 if forced else None)


def test_of_parts_with_as_many_cards_the_lower_top_is_forced() -> None:
    """Four of a kind and a tractor of two pairs, whichever is lower (T1)."""
    deal = asked_in("4D", "finding-friends-12")
    higher_ones = ("KSKSKSKS", "KSKSASAS")

    assert deal.throw("2S2S3S3S 9S9S9S9S", *higher_ones).lead == deal.lead("2S2S3S3S")
    assert deal.throw("2S2S2S2S 9S9STSTS", *higher_ones).lead == deal.lead("2S2S2S2S")


# --- More packs and options


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("7H7H7H8H8H8H", "9H9H9HTHTHTH", "2D2D2D3D3D3D"), 2),
        (("7H7H7H8H8H8H", "KHKHKHAHAHQH", "2D2D2D5D5D5D"), 0),
        (("7H7H7H8H8H8H", "ADADAD4S4S4S", "4C4C4C4D4D4D", "ADADAD4H4H4H"), 2),
        (("7H7H7H8H8H8H", "ADADAD4S4S4S", "ADADAD4H4H4H"), 1),
        (("7H7H8H8H", "9H9H9HTH", "2D2D2D3D"), 0),
        (("7H7H", "9H9H", "8H8H"), 1),
        (("7H7H7H", "KHKHAH", "2D2D2D", "3D3DRJ"), 2),
    ],
)
def test_larger_sets_win_by_their_shape(plays: tuple[str, ...], expected: int) -> None:
    """Tractors of triples as tractors of pairs (W3, W4, X2)."""
    assert asked_in("4D", "tractor-3-packs").winner(*plays) == expected


@pytest.mark.parametrize(
    ("plays", "with_tractors", "in_pairs"),
    [
        (("AS 8S8S9S9S", "2D2D3D3D RJ", "KDKDJDJD RJ"), 1, 2),
        (("AS 8S8S9S9S", "KDKDJDJD RJ", "2C2C3C3C RJ"), 0, 1),
        (("AS 8S8S9S9S", "2D2D3D3D 5D", "5D5D6D6D 2D"), 2, 2),
        (("AS 8S8S9S9S", "2D2D3D3D 5D", "3D3D2D2D AD"), 1, 1),
        (("AS 8S8S", "2D2D RJ", "3D3D 2D"), 2, 2),
        (("AS KS", "2D 5D", "3D 4S", "4H 2D"), 2, 2),
        (("AS KS QSQS", "2D2D3D3D", "5D5D 7D 8D"), 2, 2),
        (("AS KS QSQS", "ADAD 4S4S", "4H4H 2D 3D"), 1, 1),
        (("AS 8S8S9S9S", "AHAHKHKH AC", "2D2D3D5D7D"), 0, 0),
        (("AD 8D8D9D9D", "BJBJRJRJ 4D", "4S 4S KDKDJD"), 0, 0),
    ],
)
def test_a_throw_with_a_tractor_asks_for_one(plays: tuple[str, ...], with_tractors: int, in_pairs: int) -> None:
    """Under `throw_tractors` trumps have to give the throw's shapes; else its pairs, and the highest pair wins (W5)."""
    assert asked_in("4D", throw_tractors=True).winner(*plays) == with_tractors
    assert asked_in("4D").winner(*plays) == in_pairs


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("AS QSQS TSTSTS", "2D2D2D 3D3D3D", "5D5D5D 2D2D 7D"), 2),
        (("AS QSQS TSTSTS", "2D2D2D 3D3D3D", "2D2D2D 5D5D 3D"), 1),
        (("AS QSQS TSTSTS", "2D2D2D 7D7D 3D", "3D3D3D 2D2D 5D"), 2),
        (("AS QSQS TSTSTS", "4S4S4S 7D7D 3D", "4H4H4H RJRJ BJ"), 1),
        (("ASAS QSQS JSJS", "2D2D3D3D 7D7D", "5D5D6D6D RJ BJ"), 1),
        (("ASAS QSQS JSJS", "2D2D3D3D 7D7D", "2D2D3D3D5D5D"), 2),
    ],
)
def test_the_best_split_of_a_play_counts(plays: tuple[str, ...], expected: int) -> None:
    """What answers the largest component is compared, in the split that is best for its player (W5)."""
    assert asked_in("4D", "tractor-3-packs").winner(*plays) == expected


def test_a_longer_run_may_give_a_high_or_a_low_part() -> None:
    """A run of three pairs answers a tractor of two and a pair by its upper two."""
    deal = asked_in("4D", throw_tractors=True)

    assert deal.winner("ASAS 8S8S9S9S", "6D6D7D7D 2D2D", "5D5D6D6D7D7D", "5D5D6D6D 8D8D") == 1
    assert deal.winner("ASAS 8S8S9S9S", "5D5D6D6D 8D8D", "5D5D6D6D7D7D", "2D2D3D3D KDKD") == 2


@pytest.mark.parametrize(
    ("played", "option", "expected"), [("9H9H", True, 1), ("9H9H", False, 0), ("9H", True, 0), ("JHJH", True, 0)]
)
def test_tractors_over_dead_ranks_win(played: str, option: bool, expected: int) -> None:
    deal = asked_in("4D", played=played, skip_dead_ranks=option)

    assert deal.winner("5H5H6H6H", "8H8HTHTH", "QHKHKHAH") == expected
    assert deal.winner("5H5H6H6H", "7H7H8H8H", "2D2D3D3D") == 2


@pytest.mark.parametrize(
    ("plays", "with_option", "without"),
    [
        (("5H5H6H6H", "ADAD4S4S", "2D2D3D3D"), 1, 2),
        (("5H5H6H6H", "2D2D3D3D", "BJBJRJRJ"), 2, 1),
        (("5H5H6H6H", "2D2D3D3D", "KDKDADAD"), 2, 2),
        (("5H5H", "ADAD", "4S4S"), 2, 2),
    ],
)
def test_trump_sequences_win(plays: tuple[str, ...], with_option: int, without: int) -> None:
    """Runs of jokers and rank cards win with the option; sets of them always do (Z4)."""
    assert asked_in("4D", "finding-friends-6", trump_sequences=True).winner(*plays) == with_option
    assert asked_in("4D", "finding-friends-6").winner(*plays) == without


@pytest.mark.parametrize(
    ("plays", "stay", "plain"),
    [
        (("8H", "AH", "7S"), 2, 1),
        (("8H", "7S", "7C"), 1, 0),
        (("8H", "7S", "BJ"), 2, 2),
        (("8H", "AH", "KH"), 1, 1),
    ],
)
def test_rank_cards_win_without_a_trump_suit(plays: tuple[str, ...], stay: int, plain: int) -> None:
    """As trumps, with `no_trump_rank_cards`; else as cards of their suits (O3)."""
    assert asked_in("7N", no_trump_rank_cards="trump").winner(*plays) == stay
    assert asked_in("7N").winner(*plays) == plain


def test_one_pack_has_singles_and_throws_of_singles() -> None:
    """Forty Points: W2 and W5 without pairs."""
    deal = asked_in("4D", "forty-points")

    assert deal.winner("9H", "AH", "2D", "3D") == 3
    assert deal.winner("AH KH", "2D 7D", "3D 6D", "4S 2S") == 1
    assert deal.winner("AH KH", "2D 7D", "3D 8D", "4S BJ") == 3


# --- Bombs


@pytest.mark.parametrize(
    ("plays", "with_bombs", "without"),
    [
        (("5H5H6H6H", "2H2H2H2H", "7H7H8H8H"), 1, 2),
        (("5H5H6H6H", "2D2D2D2D", "7H7H8H8H"), 1, 2),
        (("5H5H6H6H", "2D2D3D3D", "2H2H2H2H"), 2, 1),
        (("5H5H6H6H", "AHAHAHAH", "2D2D2D2D"), 2, 0),
        (("5H5H6H6H", "2D2D2D2D", "AHAHAHAH", "KDKDADAD"), 1, 3),
        (("5H5H6H6H", "7H7H7H7H", "8H8H8H8H", "3H3H3H3H"), 2, 0),
        (("5H5H6H6H", "4S4S4S4S", "4H4H4H4H"), 1, 0),
        (("5H5H6H6H", "4S4S4S4S", "4D4D4D4D"), 2, 0),
        (("KDKDADAD", "4H4H4H4H", "4D4D4D4D"), 2, 0),
        (("KDKDADAD", "2D2D2D2D", "5D5D6D6D"), 1, 0),
        (("5H5H6H6H", "2S2S2S2S", "7H7H7H8H"), 0, 0),
        (("5H5H6H6H", "7H7H8H8H", "2D2D3D3D"), 2, 2),
        (("5H5H6H6H7H7H", "8H8H8H8H9H9H", "2D2D2D2D3D3D"), 0, 0),
        (("5H5H5H5H", "6H6H6H6H", "2D2D2D2D"), 2, 2),
        (("5H5H5H", "6H6H6H", "7H7H7H"), 2, 2),
        (("AHAH QHQH", "2D2D2D2D", "3D3D3D5D"), 1, 1),
    ],
)
def test_bombs(plays: tuple[str, ...], with_bombs: int, without: int) -> None:
    """Four identical cards beat a tractor of two pairs, and nothing else; then trumps, the higher, the first (Z6)."""
    assert asked_in("4D", "finding-friends-12", bombs=True).winner(*plays) == with_bombs
    assert asked_in("4D", "finding-friends-12").winner(*plays) == without


def test_a_bomb_beats_a_tractor_with_cards_equal_to_its_own() -> None:
    """With trump sequences a tractor may end in cards that share the bomb's rung."""
    deal = asked_in("4D", "finding-friends-12", bombs=True, trump_sequences=True)

    assert deal.winner("5H5H6H6H", "ADAD4S4S", "4H4H4H4H") == 2
    assert deal.winner("ADAD4S4S", "4H4H4H4H", "4C4C4C4C") == 1


def test_a_bomb_makes_no_throw_fail() -> None:
    """Only a tractor that is led is beaten by it, not one in a throw (L6)."""
    deal = asked_in("4D", "finding-friends-12", bombs=True)

    assert deal.throw("AH 5H5H6H6H", "7H7H7H7H").withdrawn_count == 0
