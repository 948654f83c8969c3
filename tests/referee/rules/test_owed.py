"""What hands owe to leads of every kind (X3–X5, Z5)."""

from __future__ import annotations

import pytest

from referee.rules.owed import asked_shapes, owed_shapes, owing_rule
from referee.rules.packing import Shape
from referee.rules.ruleset import Ruleset
from tests.referee.rules.followings import FRIENDS, GRADED, GRADED_FRIENDS, THREE_PACKS, TRACTOR, held, ladder, lead


def text(shapes: tuple[Shape, ...]) -> str:
    """``2x3 2x1``: a tractor of three pairs and a pair, in the order given."""
    return " ".join(f"{size}x{length}" for size, length in shapes)


def owed(rules: Ruleset, lead_text: str, suit: str, *, trump: str = "2C") -> str:
    """What is owed by a hand with these cards of the suit led."""
    return text(owed_shapes(rules, ladder(rules, trump), lead(rules, trump, lead_text), held(rules, trump, suit)))


# --- Graded follows


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("4S4S4S9S", "3x1"),
        ("4S4S4S9S9S9S", "3x1"),
        ("4S4S9S8S", "2x1"),
        ("4S4S9S9S", "2x1"),
        ("4S5S6S", ""),
    ],
)
def test_a_triple_is_answered_by_a_triple_or_else_a_pair(suit: str, expected: str) -> None:
    """X3: and a single more, which is any card."""
    assert owed(THREE_PACKS, "KSKSKS", suit) == expected


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("4S4S9S", "2x1"),
        ("4S4S4S9S", "2x1"),
        ("4S9S", ""),
    ],
)
def test_a_triple_counts_as_a_pair(suit: str, expected: str) -> None:
    """X5."""
    assert owed(THREE_PACKS, "KSKS", suit) == expected


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("4S4S5S5S6S6S9S9S", "2x3"),
        ("3S3S4S4S5S5S6S6S", "2x3"),
        ("4S4S5S5S8S8S9S9STS", "2x2 2x1"),
        ("4S4S5S5S8S8STS", "2x2 2x1"),
        ("4S4S5S5S9STS", "2x2"),
        ("4S4S6S6S8S8STSTS", "2x1 2x1 2x1"),
        ("4S4S6S6S9STS", "2x1 2x1"),
        ("4S4S6S7S9STS", "2x1"),
        ("4S5S6S7S9STS", ""),
        ("4S4S4S5S5S5S", "2x2"),
        ("4S4S4S5S5S6S6S6S", "2x3"),
    ],
)
def test_a_tractor_of_pairs_is_answered_by_the_longest_runs(suit: str, expected: str) -> None:
    """X4: the longest first, in all as many pairs as were led."""
    assert owed(THREE_PACKS, "JSJSQSQSKSKS", suit) == expected


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("3S3S3S4S4S4S9S9S", "3x2"),
        ("3S3S3S5S5S5S8S8S", "3x1 3x1"),
        ("3S3S3S5S5S6S6S9S", "3x1 2x1"),
        ("3S3S3S4S4S8S", "3x1 2x1"),
        ("3S3S3S4S5S8S", "3x1"),
        ("3S3S4S4S9S9SJS", "2x2"),
        ("3S3S4S5S5S9S", "2x1 2x1"),
        ("3S3S4S5S7S9S", "2x1"),
        ("3S4S5S7S8S9S", ""),
    ],
)
def test_a_triple_not_matched_is_answered_by_one_pair(suit: str, expected: str) -> None:
    """X4: runs of pairs first, and as many pairs as triples were left unmatched."""
    assert owed(THREE_PACKS, "QSQSQSKSKSKS", suit) == expected


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("3S3S3S3S4S4S4S4S", "4x2"),
        ("3S3S3S3S5S5S5S7S7S7S", "4x1 3x1"),
        ("3S3S3S4S4S4S9S9S", "3x2"),
        ("3S3S3S5S5S6S6S8S", "3x1 2x1"),
        ("3S3S4S4S6S6S7S8S", "2x2"),
        ("3S3S3S3S6S7S8S9S", "4x1"),
        ("3S3S3S3S4S4S8S9S", "4x1 2x1"),
    ],
)
def test_sets_of_four_step_down_likewise(suit: str, expected: str) -> None:
    """X4, with four packs."""
    assert owed(GRADED_FRIENDS, "QSQSQSQSKSKSKSKS", suit) == expected


def test_the_longest_run_comes_before_the_number_of_pairs() -> None:
    """X4: a run of three leaves one pair over where two runs of two could have been had."""
    assert owed(THREE_PACKS, "JSJSQSQSKSKSASAS", "3S3S4S4S5S5S7S7S9S9S") == "2x3 2x1"
    assert owed(THREE_PACKS, "QSQSQSKSKSKSASASAS", "3S3S3S4S4S4S5S5S5S") == "3x3"


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("3S3S4S4S6S6S8S", "2x2 2x1"),
        ("3S3S4S4S5S5S8S", "2x2 2x1"),
        ("3S3S5S5S7S7S9S", "2x1 2x1 2x1"),
        ("3S3S5S5S7S8S9S", "2x1 2x1"),
        ("3S4S5S6S7S8S9S", ""),
    ],
)
def test_the_components_of_a_throw_are_answered_largest_first(suit: str, expected: str) -> None:
    """X4: a tractor of two pairs, then a pair; the single asks for nothing."""
    assert owed(GRADED, "ASQSQSJSJS9S9S", suit) == expected


def test_a_larger_component_takes_what_two_would_need() -> None:
    """X4: the triple is answered first, whatever becomes of the pair."""
    assert owed(THREE_PACKS, "ASASASQSQS", "3S3S3S5S6S") == "3x1"
    assert owed(THREE_PACKS, "ASASASQSQS", "3S3S3S5S5S6S") == "3x1 2x1"
    assert owed(THREE_PACKS, "ASASASQSQS", "3S3S5S5S6S6S") == "2x1 2x1"


def test_a_throw_is_answered_by_the_allocation_that_is_best() -> None:
    """The triple that the pairs need is not the one that answers the triple."""
    assert owed(THREE_PACKS, "ASASASJSJSQSQS", "3S3S4S4S4S9S9S9S") == "2x2 3x1"
    assert owed(THREE_PACKS, "ASASASJSJSQSQS", "3S3S4S4S4S9STSJS") == "2x2"


def test_runs_skip_the_trump_rank() -> None:
    """O4: with sevens trump, 6 and 8 are adjacent."""
    assert owed(GRADED, "QSQSKSKS", "6S6S8S8STSTS", trump="7H") == "2x2"
    assert owed(GRADED, "QSQSKSKS", "6S6S8S8STSTS", trump="9H") == "2x2"
    assert owed(GRADED, "QSQSKSKS", "6S6S8S8STSTS", trump="2H") == "2x1 2x1"


def test_equal_trumps_share_a_place_in_runs() -> None:
    """O4: of the off-suit sevens one stands between the ace and the seven of trumps."""
    assert owed(GRADED, "2H2H3H3H", "AHAH7C7C7D7D", trump="7H") == "2x2"
    assert owed(GRADED, "2H2H3H3H", "KHKH7C7C7D7D", trump="7H") == "2x1 2x1"
    assert owed(GRADED, "2H2H3H3H4H4H5H5H", "AHAH7C7C7D7D7H7H", trump="7H") == "2x3 2x1"


def test_friends_run_without_rank_cards_and_jokers() -> None:
    """Z4: sequences stop at the ace, in graded follows too."""
    assert owed(GRADED_FRIENDS, "2H2H3H3H", "AHAH7C7C", trump="7H") == "2x1 2x1"
    assert owed(GRADED_FRIENDS, "2H2H3H3H", "KHKHAHAH", trump="7H") == "2x2"


# --- Sets


@pytest.mark.parametrize(
    ("lead_text", "suit", "expected"),
    [
        ("KSKSKS", "3S3S3S9S", "3x1"),
        ("KSKSKS", "3S3S9STS", ""),
        ("KSKSKS", "3S3S3S3S9S", "3x1"),
        ("KSKS", "3S3S3S3S", "2x1"),
        ("KSKSQSQS", "3S3S3S3S", "2x1 2x1"),
        ("KSKSQSQS", "3S3S4S4S9S9S", "2x1 2x1"),
        ("KSKSKSQSQSQS", "3S3S3S9S9STSTS", "3x1"),
        ("KSKSKSQSQSQS", "3S3S3S9S9S9S", "3x1 3x1"),
        ("KSKSKS9S9S", "3S3S3S4S4S4S", "3x1 2x1"),
        ("KSKSKS9S9S", "3S3S3S4S5S6S", "3x1"),
        ("KSKSKS9S9S", "3S3S4S4S5S", "2x1"),
        ("KSKSKS9S9S", "3S3S3S3S5S", "3x1"),
        ("KSKSKS9S9S7S7S", "3S3S3S3S5S5S5S", "3x1 2x1 2x1"),
        ("KSKSKSKS9S9S", "3S3S3S3S5S5S5S", "4x1 2x1"),
        ("KSKSKSKS9S9S", "3S3S3S5S5S5S", "2x1"),
        ("KSQSTS", "3S3S3S", ""),
    ],
)
def test_sets_of_each_led_size_are_owed(lead_text: str, suit: str, expected: str) -> None:
    """Z5: larger sizes first, a card counting once; a larger set counts as what it contains, a smaller one not."""
    assert owed(FRIENDS, lead_text, suit) == expected


def test_example_25_sets_are_owed_to_a_sequence() -> None:
    """RULES 13, 25: a sequence is never forced, but three pairs are."""
    assert owed(FRIENDS, "TSTSJSJSQSQS", "ASASASKSKSKS4S4S", trump="5H") == "2x1 2x1 2x1"
    assert owed(FRIENDS, "TSTSJSJSQSQS", "ASASASKSKSKS", trump="5H") == "2x1 2x1"


# --- Asked, and by which rule


@pytest.mark.parametrize(
    ("rules", "lead_text", "expected"),
    [
        (TRACTOR, "KSKSASAS", "2x1 2x1"),
        (GRADED, "KSKSASAS", "2x2"),
        (GRADED, "ASQSQSJSJS9S9S", "2x2 2x1"),
        (FRIENDS, "KSKSKSASASAS", "3x1 3x1"),
        (FRIENDS, "KS", ""),
    ],
)
def test_a_lead_asks_for_its_shapes_but_the_singles(rules: Ruleset, lead_text: str, expected: str) -> None:
    assert text(asked_shapes(rules, lead(rules, "2C", lead_text))) == expected


def test_pairs_are_owed_to_pairs_where_nothing_else_is() -> None:
    """F3."""
    assert owed(TRACTOR, "JSJSQSQSKSKS", "3S3S4S4S6S7S9S") == "2x1 2x1"


@pytest.mark.parametrize(
    ("rules", "lead_text", "expected"),
    [
        (TRACTOR, "KSKS", "F3"),
        (TRACTOR, "KSKSASAS", "F3"),
        (THREE_PACKS, "KSKS", "F3"),
        (THREE_PACKS, "KSKSKS", "X3"),
        (THREE_PACKS, "KSKSASAS", "X4"),
        (THREE_PACKS, "ASQSQS", "X4"),
        (GRADED_FRIENDS, "KSKSKSKS", "X4"),
        (FRIENDS, "KSKS", "Z5"),
        (FRIENDS, "KSKSASAS", "Z5"),
    ],
)
def test_each_lead_is_owed_by_a_rule(rules: Ruleset, lead_text: str, expected: str) -> None:
    assert owing_rule(rules, lead(rules, "2C", lead_text)) == expected
