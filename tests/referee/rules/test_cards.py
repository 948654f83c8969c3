"""Cards as numbers and as text."""

from __future__ import annotations

import pytest

from referee.rules.cards import (
    BLACK_JOKER,
    CARD_KINDS,
    RED_JOKER,
    Rank,
    Suit,
    UnknownCard,
    card_of,
    card_text,
    cards_text,
    parse_card,
    parse_cards,
    points_of,
    rank_of,
    suit_of,
)

PACK = range(1, CARD_KINDS + 1)


def test_printed_order() -> None:
    """Clubs, diamonds, hearts, spades, each from 2 to A, then the black and the red joker."""
    texts = [card_text(card) for card in PACK]

    assert texts == [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"] + ["BJ", "RJ"]


@pytest.mark.parametrize("card", PACK)
def test_text_reads_back(card: int) -> None:
    assert parse_card(card_text(card)) == card


def test_suit_and_rank_make_the_card() -> None:
    for card in range(1, BLACK_JOKER):
        suit, rank = suit_of(card), rank_of(card)
        assert suit is not None
        assert rank is not None
        assert card_of(suit, rank) == card
        assert rank.text + suit == card_text(card)


def test_jokers_have_neither_suit_nor_rank() -> None:
    assert [suit_of(card) for card in (BLACK_JOKER, RED_JOKER)] == [None, None]
    assert [rank_of(card) for card in (BLACK_JOKER, RED_JOKER)] == [None, None]


def test_a_pack_has_a_hundred_points() -> None:
    """K and 10 score ten, 5 scores five, nothing else scores."""
    scoring = {card_text(card): points_of(card) for card in PACK if points_of(card)}

    assert sum(scoring.values()) == 100
    assert {text[0]: points for text, points in scoring.items()} == {"K": 10, "T": 10, "5": 5}


@pytest.mark.parametrize(("text", "card"), [("10h", "TH"), (" qs ", "QS"), ("rj", "RJ"), ("Ad", "AD")])
def test_other_spellings_are_read(text: str, card: str) -> None:
    assert card_text(parse_card(text)) == card


@pytest.mark.parametrize("text", ["KS KS 10H", "KSKS10H", "ks ks th", "\tKS\nKSTH "])
def test_cards_are_read_with_or_without_blanks(text: str) -> None:
    assert cards_text(parse_cards(text)) == "KS KS TH"


def test_no_cards_are_read_from_nothing() -> None:
    assert parse_cards(" ") == ()


@pytest.mark.parametrize("text", ["", "1H", "TX", "H", "KSK", "10", "ＫＳ"])
def test_what_is_no_card_is_quoted(text: str) -> None:
    with pytest.raises(UnknownCard, match="is not a card") as refused:
        parse_card(text)
    assert refused.value.text == text


def test_a_long_text_is_cut_in_the_message() -> None:
    with pytest.raises(UnknownCard) as refused:
        parse_card("K" * 1000)

    assert len(str(refused.value)) < 150


def test_half_a_card_at_the_end_is_refused() -> None:
    with pytest.raises(UnknownCard, match="'K'"):
        parse_cards("KS K")


def test_card_of_a_named_suit() -> None:
    assert card_text(card_of(Suit.HEARTS, Rank.TEN)) == "TH"
