"""Choosing cards that hold shapes: all choices, by chance, and cheaply."""

from __future__ import annotations

from itertools import combinations, islice
from random import Random

import pytest

from referee.rules.cards import Rank, Suit, parse_cards
from referee.rules.ladder import Cards, Ladder, Trump, ladder_for
from referee.rules.laying import cheap_parts, random_parts, selections
from referee.rules.packing import Shape, fits
from referee.rules.shapes import single_bits
from tests.sizes import scale


def order(*, packs: int = 3, runs_with_rank_cards: bool = True) -> Ladder:
    """The order of a deal with sevens trump, hearts above them."""
    return ladder_for(
        Trump(Rank.SEVEN, Suit.HEARTS),
        packs=packs,
        black_jokers=packs,
        red_jokers=packs,
        runs_with_rank_cards=runs_with_rank_cards,
    )


def shapes(text: str) -> list[Shape]:
    """``2x3 1x1``: a tractor of three pairs and a single."""
    return [Shape(int(size), int(length)) for size, length in (part.split("x") for part in text.split())]


def chosen(held: str, wanted: str, count: int) -> list[str]:
    """All choices as text, in their order."""
    ladder = order()
    found = selections(ladder, ladder.read(parse_cards(held)), shapes(wanted), count)
    return [ladder.text(cards, "") for cards in found]


def some_case(rng: Random) -> tuple[Ladder, Cards, list[Shape], int]:
    """Eight to ten cards of one suit, shapes that fit into them, and how many cards to choose."""
    packs = rng.choice((2, 3, 4))
    ladder = order(packs=packs, runs_with_rank_cards=rng.random() < 0.7)
    bits = list(single_bits(rng.choice((ladder.lanes[0], ladder.trumps)).low))
    start = rng.randrange(len(bits) - 4)
    while True:
        held = 0
        for bit in bits[start : start + 6]:
            held |= bit * (ladder.repeat & (1 << rng.randint(0, packs) * ladder.width) - 1)
        wanted = [Shape(rng.choice((2, 2, 3)), rng.choice((1, 1, 2, 3))) for _ in range(rng.randint(1, 3))]
        least = sum(size * length for size, length in wanted)
        if 8 <= held.bit_count() <= 10 and fits(ladder, held, wanted):
            return ladder, held, wanted, rng.randint(least, held.bit_count())


@pytest.mark.parametrize(
    ("held", "wanted", "count", "expected"),
    [
        ("2C3C4C", "1x1", 1, ["2C", "3C", "4C"]),
        ("2C2C3C4C4C", "2x1", 3, ["2C2C3C", "2C2C4C", "2C4C4C", "3C4C4C"]),
        ("2C2C3C3C5C5C", "2x2", 4, ["2C2C3C3C"]),
        ("2C2C3C3C5C5C", "2x2", 5, ["2C2C3C3C5C"]),
        ("2C2C2C3C3C", "3x1", 4, ["2C2C2C3C"]),
        ("2C2C2C3C3C", "2x1", 2, ["2C2C", "3C3C"]),
        ("AHAH7C7C7D7D", "2x2", 4, ["AHAH7C7C", "AHAH7D7D"]),
    ],
)
def test_every_choice_that_holds_the_shapes_is_found_lowest_first(
    held: str, wanted: str, count: int, expected: list[str]
) -> None:
    assert chosen(held, wanted, count) == expected


def test_choices_are_all_that_hold_the_shapes_each_once() -> None:
    """Against trying every choice of so many cards."""
    rng = Random(3)
    for _ in range(scale(40, 1500)):
        ladder, held, wanted, count = some_case(rng)
        found = list(selections(ladder, held, wanted, count))
        tried = {ladder.read(cards) for cards in combinations(ladder.cards(held), count)}

        assert len(found) == len(set(found))
        assert set(found) == {cards for cards in tried if fits(ladder, cards, wanted)}, (ladder.text(held), wanted)


def test_the_first_choices_of_a_whole_suit_come_at_once() -> None:
    """Of many millions, with shapes that few of them hold; looking in vain would never end."""
    ladder = order(packs=4)
    trumps = ladder.trumps.bits & ladder.deck
    wanted = shapes("2x6 3x4 4x2 2x1")
    found = list(islice(selections(ladder, trumps, wanted, 36), 100))

    assert len(set(found)) == 100
    assert all(cards.bit_count() == 36 and fits(ladder, cards, wanted) for cards in found)


def test_every_way_to_cut_the_shapes_comes_up_by_chance() -> None:
    rng, ladder = Random(5), order()
    held = ladder.read(parse_cards("2C2C3C3C4C4C5C5C8C8C8C"))
    drawn = {
        tuple(ladder.text(part, "") for part in random_parts(ladder, held, shapes("2x2 2x1"), rng)) for _ in range(300)
    }

    assert drawn == {
        *(("2C2C3C3C", pair) for pair in ("4C4C", "5C5C", "8C8C")),
        *(("3C3C4C4C", pair) for pair in ("2C2C", "5C5C", "8C8C")),
        *(("4C4C5C5C", pair) for pair in ("2C2C", "3C3C", "8C8C")),
        # With sevens trump and no six, 5C and 8C are not adjacent.
    }


def test_chance_leaves_room_for_what_is_still_to_come() -> None:
    """The only triple is kept whole for the shape that needs it."""
    rng, ladder = Random(5), order()
    held = ladder.read(parse_cards("2C2C3C3C3C4C4C"))

    for _ in range(30):
        parts = random_parts(ladder, held, shapes("3x1 2x1 2x1"), rng)
        assert "3C3C3C" in [ladder.text(part, "") for part in parts]
        assert fits(ladder, sum(parts), shapes("3x1 2x1 2x1"))


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [
        ("2C2C3C3C4C4C", "2x1", ["2C2C"]),
        ("2C2C3C3C4C4C", "2x2", ["2C2C3C3C"]),
        ("4C4C5C5C6C6C8C8C", "2x2", ["6C6C8C8C"]),
        ("3C3C4C4C5C5C", "2x2 2x1", ["3C3C4C4C", "5C5C"]),
        ("TCTCTCJCJC", "2x1", ["JCJC"]),
        ("2C2C3C3C3C4C4C", "3x1 2x1 2x1", ["3C3C3C", "2C2C", "4C4C"]),
        ("2C2C2C3C3C", "2x2 1x1", ["2C2C3C3C", "2C"]),
    ],
)
def test_cheap_parts_are_without_points_if_they_can_be_and_low(held: str, wanted: str, expected: list[str]) -> None:
    ladder = order()
    parts = cheap_parts(ladder, ladder.read(parse_cards(held)), shapes(wanted))

    assert [ladder.text(part, "") for part in parts] == expected
