"""Cutting shapes out of the cards of one suit, against a plain search, and how long the worst of it takes."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random

import pytest

from referee.rules.cards import Rank, Suit, parse_cards
from referee.rules.ladder import Cards, Ladder, Trump, ladder_for
from referee.rules.packing import Shape, best_top, fits, packing, row_of
from referee.rules.shapes import single_bits
from tests.sizes import scale

SUITED = Trump(Rank.SEVEN, Suit.HEARTS)
STAYING = Trump(Rank.SEVEN, None, rank_cards_stay=True)


def order(trump: Trump = SUITED, *, packs: int = 3, runs_with_rank_cards: bool = True) -> Ladder:
    """The order of a deal with all jokers."""
    return ladder_for(
        trump, packs=packs, black_jokers=packs, red_jokers=packs, runs_with_rank_cards=runs_with_rank_cards
    )


def shapes(text: str) -> list[Shape]:
    """``2x3 1x1``: a tractor of three pairs and a single."""
    return [Shape(int(size), int(length)) for size, length in (part.split("x") for part in text.split())]


def cut(held: str, wanted: str, on: Ladder | None = None) -> bool:
    """Whether the shapes fit, in cards and shapes as text."""
    ladder = on or order()
    return fits(ladder, ladder.read(parse_cards(held)), shapes(wanted))


def top(held: str, wanted: str, on: Ladder | None = None) -> str:
    """The cards at the highest top, as text; empty for none."""
    ladder = on or order()
    rung = best_top(ladder, ladder.read(parse_cards(held)), shapes(wanted))
    return ladder.text(sum(bit for bit in single_bits(ladder.deck & ladder.plane) if ladder.rungs(bit) == rung))


# --- What fits


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [
        ("", "", True),
        ("", "1x1", False),
        ("2C3C", "1x1 1x1", True),
        ("2C3C", "2x1", False),
        ("2C2C2C", "2x1 1x1", True),
        ("2C2C2C", "2x1 2x1", False),
        ("2C2C3C3C", "2x2", True),
        ("2C2C4C4C", "2x2", False),
        ("2C2C3C3C4C4C5C5C", "2x2 2x2", True),
        ("2C2C3C3C4C4C", "2x2 2x1", True),
        ("2C2C2C3C3C3C", "3x2", True),
        ("2C2C2C3C3C3C", "2x2 1x1 1x1", True),
        ("2C2C2C3C3C3C", "3x1 2x1", True),
        ("2C2C2C3C3C3C", "2x2 2x1", False),
        ("2C2C2C3C3C4C4C", "3x1 2x2", True),
        ("2C2C3C3C3C4C4C", "3x1 2x2", False),
        ("2C3C4C", "1x3", True),
        ("2C3C5C", "1x3", False),
    ],
)
def test_shapes_are_cut_out_of_a_suit(held: str, wanted: str, expected: bool) -> None:
    assert cut(held, wanted) is expected


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [
        ("2C2C2C2C", "2x1 2x1", True),
        ("2C2C2C2C3C3C3C3C", "2x2 2x2", True),
        ("2C2C2C2C3C3C3C3C", "3x2 2x1", False),
        ("2C2C2C2C3C3C3C", "4x1 2x1", True),
        ("2C2C3C3C3C3C4C4C", "2x2 2x2", True),
        ("2C2C2C2C3C3C4C4C", "2x2 2x2", False),
        ("2C2C2C2C3C3C3C", "3x1 2x1 2x1", True),
        ("2C2C2C2C3C3C3C", "3x1 3x1", True),
        ("2C2C2C2C", "5x1", False),
    ],
)
def test_a_set_of_four_counts_as_what_it_contains(held: str, wanted: str, expected: bool) -> None:
    assert cut(held, wanted, order(packs=4)) is expected


def test_a_run_skips_the_trump_rank() -> None:
    """With sevens trump, 6 and 8 are adjacent, in a plain suit and in the trump suit (O4)."""
    assert cut("6C6C8C8C", "2x2")
    assert cut("6H6H8H8H", "2x2")
    assert not cut("6C6C9C9C", "2x2")


def test_equal_cards_have_one_place_in_a_run_each_with_its_own_copies() -> None:
    """Off-suit sevens lie between the ace and the seven of trumps; two of them are not consecutive (O4)."""
    assert cut("AHAH7C7C7H7H", "2x3")
    assert not cut("7C7C7D7D", "2x2")
    assert not cut("AHAH7C7D7H7H", "2x3")
    assert cut("AHAH7C7C7D7D7H7H", "2x2 2x2")
    assert cut("AHAHAH7C7C7C7D7D7D7H7H7H", "3x3 3x1")


def test_four_equal_cards_share_a_rung_where_rank_cards_stay() -> None:
    """Without a trump suit all four sevens are equal, below the black joker (O3)."""
    on = order(STAYING)

    assert cut("7C7C7D7D7H7H7S7SBJBJ", "2x2 2x1 2x1 2x1", on)
    assert not cut("7C7C7D7D7H7H7S7SBJBJ", "2x2 2x2", on)
    assert cut("7S7SBJBJRJRJ", "2x3", on)


def test_cards_that_are_in_no_runs_still_make_sets() -> None:
    """Without jokers and rank cards in sequences (Z4) they are sets all the same."""
    on = order(runs_with_rank_cards=False)

    assert not cut("AHAH7C7C", "2x2", on)
    assert cut("AHAH7C7C", "2x1 2x1", on)
    assert cut("KHKHAHAH7C7CRJRJ", "2x2 2x1 2x1", on)
    assert not cut("7H7HBJBJ", "2x2", on)


def test_runs_skip_dead_ranks() -> None:
    """Once every 4C is played, 3 and 5 are adjacent (`skip_dead_ranks`)."""
    on = order(packs=2)

    assert not cut("3C3C5C5C", "2x2", on)
    assert cut("3C3C5C5C6C6C", "2x3", on.skipping(on.read(parse_cards("4C4C"))))
    assert cut("AHAH7H7H", "2x2", on.skipping(on.read(parse_cards("7C7C7D7D7S7S"))))
    assert not cut("AHAH7H7H", "2x2", on.skipping(on.read(parse_cards("7C7C7D7D7S"))))


def test_cards_of_dead_ranks_are_in_no_runs() -> None:
    """Nobody holds any; asked about them all the same, they are sets."""
    on = order(packs=2)
    skipping = on.skipping(on.read(parse_cards("2C2C4C4C")))

    assert cut("2C2C3C3C4C4C", "2x1 2x1 2x1", skipping)
    assert not cut("2C2C3C3C4C4C", "2x2", skipping)


# --- The best top


@pytest.mark.parametrize(
    ("held", "wanted", "expected"),
    [
        ("2C2C9CAC", "2x1 1x1 1x1", "2C"),
        ("2C2C9C9C", "2x1 2x1", "9C"),
        ("2C2C3C3C9C9CTCTC", "2x2 2x2", "TC"),
        ("2C2C3C3C4C4C5C5C", "2x3", "5C"),
        ("2C2C3C3C4C4C5C", "2x3 1x1", "4C"),
        ("2C2C3C3C4C4C", "2x2 2x2", ""),
        ("2C2C3C3C4C4C6C6C", "2x2 2x1 2x1", "4C"),
        ("2C2C3C3C4C4C6C6C", "2x1 2x2", "6C"),
        ("2C2C3C3C6C6C8C8C", "2x2 2x2", "8C"),
        ("AHAH7C7C7C", "2x2", "7C 7D 7S"),
        ("2H7D7D7S", "1x1 2x1", "7C 7D 7S"),
        ("RJ2H2H", "1x1", "RJ"),
    ],
)
def test_the_best_top_is_the_highest_that_leaves_room_for_the_rest(held: str, wanted: str, expected: str) -> None:
    assert top(held, wanted) == expected


def test_the_best_top_of_a_set_may_be_a_card_that_is_in_no_runs() -> None:
    on = order(runs_with_rank_cards=False)

    assert top("2H2H3H3HBJBJ", "2x1 2x2", on) == "BJ"
    assert top("2H2H3H3HBJBJ", "2x2 2x1", on) == "3H"


# --- Against a plain search


def plainly_cut(ladder: Ladder, held: Cards, wanted: Sequence[Shape]) -> Iterator[int]:
    """The tops of the part for the first shape, in every way to cut the shapes out one after another."""
    bits = list(single_bits(held & ladder.plane))
    by_rung: dict[int, list[int]] = {}
    for at, bit in enumerate(bits):
        if bit & ladder.in_runs:
            by_rung.setdefault(ladder.rungs(bit), []).append(at)

    def places(shape: Shape) -> Iterator[tuple[int, ...]]:
        if shape.length == 1:
            yield from ((at,) for at in range(len(bits)))
            return
        for rung in by_rung:
            yield from product(*(by_rung.get(rung << above, ()) for above in range(shape.length)))

    def take(copies: tuple[int, ...], place: tuple[int, ...], size: int) -> tuple[int, ...] | None:
        left = tuple(count - size * (at in place) for at, count in enumerate(copies))
        return left if min(left) >= 0 else None

    @cache
    def rest_fits(copies: tuple[int, ...], index: int) -> bool:
        if index == len(wanted):
            return True
        lefts = (take(copies, place, wanted[index].size) for place in places(wanted[index]))
        return any(left is not None and rest_fits(left, index + 1) for left in lefts)

    copies = tuple((held & bit * ladder.repeat).bit_count() for bit in bits)
    for place in places(wanted[0]):
        left = take(copies, place, wanted[0].size)
        if left is not None and rest_fits(left, 1):
            yield max(ladder.rungs(bits[at]) for at in place)


def some_case(rng: Random, *, card_count: int) -> tuple[Ladder, Cards, list[Shape]]:
    """Cards of one suit with many sets close to each other, and shapes that are not more cards than these."""
    packs = rng.choice((2, 3, 4, 4))
    ladder = order(rng.choice((SUITED, SUITED, STAYING)), packs=packs, runs_with_rank_cards=rng.random() < 0.7)
    bits = list(single_bits(rng.choice([lane for lane in ladder.lanes if lane.bits]).low))
    start = rng.randrange(len(bits)) if card_count < 30 else 0
    held, density = 0, rng.choice((0.5, 0.8, 1.0))
    for bit in bits[start:]:
        copies = rng.choice((1, 2, packs, packs)) if rng.random() < density else 0
        if held.bit_count() + copies > card_count:
            break
        held |= bit * (ladder.repeat & (1 << copies * ladder.width) - 1) & ladder.deck
    longest, sizes = rng.choice((2, 3, 6, 10)), rng.choice(((2,), (2, 2, 3), (1, 2, 3, 4)))
    wanted: list[Shape] = []
    room = min(41, held.bit_count() - rng.randrange(4))
    while True:
        shape = Shape(rng.choice(sizes), rng.randint(1, longest))
        room -= shape.size * shape.length
        if room < 0:
            return ladder, held, wanted or [Shape(1, 1)]
        wanted.append(shape)


def test_what_fits_and_how_high_is_as_a_plain_search_finds_it() -> None:
    rng = Random(11)
    found = [0, 0]
    for _ in range(scale(150, 3000)):
        ladder, held, wanted = some_case(rng, card_count=14)
        tops = set(plainly_cut(ladder, held, wanted))
        about = (ladder.trump, ladder.text(held), wanted)

        assert fits(ladder, held, wanted) is bool(tops), about
        assert best_top(ladder, held, wanted) == max(tops, default=0), about
        found[bool(tops)] += 1
    assert min(found) > 30


# --- Bounds


def test_no_hand_and_no_shapes_take_long() -> None:
    """Whole suits against up to 41 cards of shapes: some 10 ms of work at worst, and twenty times that here."""
    rng = Random(5)
    for _ in range(scale(100, 3000)):
        ladder, held, wanted = some_case(rng, card_count=72)
        packing.cache_clear()
        row_of.cache_clear()
        started = time.process_time()
        fits(ladder, held, wanted)
        assert time.process_time() - started < 0.2, (ladder.trump, ladder.text(held), wanted)
