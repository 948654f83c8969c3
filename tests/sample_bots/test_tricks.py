"""Tricks, as the sample bots read them; the cases are those of the rules' worked examples where there is one."""

from __future__ import annotations

import pytest
from cards import Order, cards, order_of, text
from tricks import Kind, beating_follows, free_follow, power, read_lead, winning_play

from tests.sample_bots.questions import trump_of


def order_with(trump: str) -> Order:
    named = trump_of(trump)
    return order_of(named.rank, named.suit)


@pytest.mark.parametrize(
    ("played", "kind", "sets"),
    [
        ("AH", Kind.SINGLE, (1,)),
        ("9D 9D", Kind.RUN, (2,)),
        ("9D 9D 9D", Kind.RUN, (3,)),
        ("9H 9C", Kind.THROW, (1, 1)),
        ("8C 8C TC TC", Kind.RUN, (2, 2)),
        ("8C 8C 8C TC TC TC", Kind.RUN, (3, 3)),
        ("8C 8C JC JC", Kind.THROW, (2, 2)),
        ("8C TC", Kind.THROW, (1, 1)),
        ("AC KC KC", Kind.THROW, (2, 1)),
        ("AC KC KC QC QC QC", Kind.THROW, (3, 2, 1)),
    ],
)
def test_a_lead_is_read(played: str, kind: Kind, sets: tuple[int, ...]) -> None:
    lead = read_lead(cards(played), order_with("9S"))

    assert (lead.kind, lead.sets, lead.size) == (kind, sets, len(cards(played)))


@pytest.mark.parametrize(
    ("trump", "plays", "winner"),
    [
        pytest.param("5D", ["5H", "QD", "TD", "5S"], 0, id="example 2"),
        pytest.param("5D", ["7H", "JS", "JS", "TH"], 3, id="example 4"),
        pytest.param("3H", ["JC JC", "TC TC", "AC QC", "4C 8D"], 0, id="example 7"),
        pytest.param("3H", ["5D 5D", "KD KD", "2H 2H", "7H 8H"], 2, id="example 9"),
        pytest.param("9S", ["JC JC", "9H 9H", "9D 9D", "3C 4C"], 1, id="example 10"),
        pytest.param("KC", ["3H 3H 4H 4H", "5H 5H TH TH", "6H 7H 8H 9H", "6H 7H 8H 9H"], 0, id="example 13"),
        pytest.param("6S", ["AC QC QC", "AS 5S 5S", "2S 7S 7S", "3C 4C 5C"], 2, id="example 18"),
        pytest.param("6S", ["AC KC QC", "2S 7S 7S", "AS 5S 5S", "3C 4C 5C"], 2, id="example 19"),
        pytest.param("6S", ["AC KC", "AS 3S", "AS QS", "3C 4C"], 1, id="example 20"),
        pytest.param("6S", ["AC AC", "AS KS", "KC KC", "3C 4C"], 0, id="no pair wins no pair"),
        pytest.param("6S", ["QC QC QC", "KC KC KC", "2S 2S 2S", "AC AC 3C"], 2, id="triples"),
        pytest.param("6S", ["AC QC QC QC", "AS 5S 5S 5S", "2S 7S 7S 7S", "AS AS 8S 8S"], 2, id="a triple is owed"),
        pytest.param("6S", ["AC QC QC", "5S 5S 5S", "4S 4S AS", "3C 4C 5C"], 1, id="a triple holds a pair (X5)"),
    ],
)
def test_the_winner_is_that_of_the_rules(trump: str, plays: list[str], winner: int) -> None:
    order = order_with(trump)
    played = [cards(play) for play in plays]

    assert winning_play(played, read_lead(played[0], order), order)[0] == winner


@pytest.mark.parametrize(
    ("trump", "lead", "hand", "follow"),
    [
        pytest.param("2C", "KS", "4S 9S 3H", "4S", id="follows suit"),
        pytest.param("2C", "KS", "4S 4S 9S", "4S", id="of a pair if it is the cheapest"),
        pytest.param("2C", "KS", "3H 4D", "3H", id="out of the suit"),
        pytest.param("2C", "KS KS", "4S 5S 9S 3H", "4S 5S", id="no pair for a pair"),
        pytest.param("2C", "KS KS", "9S 9S 3H", "9S 9S", id="nothing but the pair"),
        pytest.param("2C", "KS KS", "4S 3H AH", "4S 3H", id="F2: all of a short suit"),
        pytest.param("5D", "7H", "5H 3S", "3S", id="example 3: the only heart is a trump"),
        pytest.param("2C", "KS AS", "4S 4S 6S", "4S 4S", id="a throw of singles owes no pairs"),
    ],
)
def test_where_the_choice_is_free_the_cheapest_follows(trump: str, lead: str, hand: str, follow: str) -> None:
    order = order_with(trump)
    chosen = free_follow(cards(hand), read_lead(cards(lead), order), order, lambda card: order.strength[card])

    assert chosen is not None
    assert text(chosen) == follow


@pytest.mark.parametrize(
    ("lead", "hand"),
    [
        pytest.param("JC JC", "TC TC 7C 6C 3C", id="a pair, of which a set can be held"),
        pytest.param("KC KC AC AC", "5C 6C 6C 7C 8C", id="two pairs, of which one can be"),
        pytest.param("KC KC KC", "5C 6C 6C 7C 8C", id="a triple, to which some games owe a pair"),
    ],
)
def test_where_sets_are_owed_the_choice_is_not_free(lead: str, hand: str) -> None:
    order = order_with("3H")

    assert free_follow(cards(hand), read_lead(cards(lead), order), order, lambda card: order.strength[card]) is None


@pytest.mark.parametrize(
    ("lead", "hand", "beating"),
    [
        pytest.param("KS", "4S AS 3H", ["AS"], id="higher in the suit"),
        pytest.param("KS", "3H 2C BJ", ["2C", "BJ"], id="trumps once the suit is gone"),
        pytest.param("KS", "AH 4D", [], id="neither"),
        pytest.param("KS KS", "AS AS QS QS", ["AS AS"], id="a pair"),
        pytest.param("KS KS", "AS 4C 4C", [], id="a short suit cannot win"),
        pytest.param("8S 8S 9S 9S", "TS TS JS JS QS QS", ["TS TS JS JS", "JS JS QS QS"], id="tractors"),
        pytest.param("AS KS KS", "4C 4C 5C 6C 6C", ["4C 4C 5C", "6C 6C 4C"], id="a throw, by its pair"),
        pytest.param("AS KS", "4C 7C 6H", ["4C 7C", "7C 4C"], id="a throw of singles, by any two trumps"),
        pytest.param("AS KS KS", "4C 7C 8C", [], id="a throw with a pair, without one"),
        pytest.param("8S 8S 8S", "9S 9S 9S TS TS TS TS JS JS", ["9S 9S 9S", "TS TS TS"], id="triples, of four too"),
        pytest.param("8S 8S 8S 9S 9S 9S", "TS TS TS JS JS JS KS", ["TS TS TS JS JS JS"], id="tractors of triples"),
        pytest.param(
            "AS AS AS KS KS", "4C 4C 4C 5C 5C 5C", ["4C 4C 4C 5C 5C", "5C 5C 5C 4C 4C"], id="a triple and a pair"
        ),
    ],
)
def test_what_can_beat_a_lead(lead: str, hand: str, beating: list[str]) -> None:
    order = order_with("2C")
    led = cards(lead)
    shape = read_lead(led, order)
    _, to_beat = winning_play([led], shape, order)

    assert [text(played) for played in beating_follows(cards(hand), shape, order, to_beat)] == beating


def test_a_trumped_throw_is_beaten_by_its_pair_alone() -> None:
    """The highest pair decides where the throw has one, whatever singles lie beside it (W5)."""
    order = order_with("6S")
    lead = read_lead(cards("AC QC QC"), order)

    assert power(cards("AS 5S 5S"), lead, order) < power(cards("2S 7S 7S"), lead, order)
