"""What answers a lead."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from referee.rules.follow import check_follow, follows, lowest_follow, random_follow
from referee.rules.ladder import Cards
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from tests.referee.rules import followings
from tests.referee.rules.builders import TRACTOR, cards, held, ladder, lead, refusal, refused_follow
from tests.referee.rules.followings import FRIENDS, GRADED, GRADED_FRIENDS, THREE_PACKS

HAND_4D = "4S AD 2D 3H 3H 9H 5C 5C KC QC QC JC JC 2S"
"""A hand with two pairs and a tractor in clubs, a pair and a card in hearts, one spade and three trumps (trump 4D)."""


def listed(trump: str, lead_text: str, hand: str, *, must_beat: bool = False) -> list[str]:
    """All legal follows as text, in the order listed."""
    order = ladder(trump)
    found = follows(TRACTOR, order, lead(trump, lead_text), held(trump, hand), must_beat=must_beat)
    return [order.text(play, "") for play in found]


def lowest(trump: str, lead_text: str, hand: str, *, must_beat: bool = False) -> str:
    """The lowest follow as text."""
    order = ladder(trump)
    return order.text(lowest_follow(TRACTOR, order, lead(trump, lead_text), held(trump, hand), must_beat=must_beat), "")


def refused_in(
    rules: Ruleset, lead_text: str, hand: str, play: str, *, trump: str = "2C", must_beat: bool = False
) -> Refusal | None:
    """What is wrong with a follow in some game."""
    order, read = followings.ladder(rules, trump), followings.lead(rules, trump, lead_text)
    hand_held, played = (followings.held(rules, trump, text) for text in (hand, play))
    return check_follow(rules, order, read, hand_held, played, must_beat=must_beat)


def rule_in(
    rules: Ruleset, lead_text: str, hand: str, play: str, *, trump: str = "2C", must_beat: bool = False
) -> str | None:
    """Number of the rule that a follow breaks in some game; None if it is legal."""
    refused = refused_in(rules, lead_text, hand, play, trump=trump, must_beat=must_beat)
    return None if refused is None else refused.rule


def listed_in(rules: Ruleset, lead_text: str, hand: str, *, trump: str = "2C", must_beat: bool = False) -> list[str]:
    """All legal follows in some game, in the order listed."""
    order, read = followings.ladder(rules, trump), followings.lead(rules, trump, lead_text)
    found = follows(rules, order, read, followings.held(rules, trump, hand), must_beat=must_beat)
    return [order.text(play, "") for play in found]


# --- F1


@pytest.mark.parametrize("play", ["4S", "4S 9S 7H", ""])
def test_a_follow_has_as_many_cards_as_the_lead(play: str) -> None:
    assert refusal(cards("4S 9S 7H 3D"), lead="KS KS", play=play, trump="2C") == "F1"


@pytest.mark.parametrize("play", ["4S 5S", "4S 4S", "KS KS"])
def test_a_follow_is_from_the_hand(play: str) -> None:
    """Also where the hand holds one copy and two are played."""
    assert refusal(cards("4S 9S 7H 3D"), lead="KS KS", play=play, trump="2C") == "F1"


# --- F2


def test_short_suit_is_played_out() -> None:
    """A seat with fewer cards of the led suit than were led plays all of them (F2)."""
    hand = cards("4S 9S 7H 3D")

    assert refusal(hand, lead="KS KS", play="4S 7H", trump="2C") == "F2"
    assert refusal(hand, lead="KS KS", play="4S 9S", trump="2C") is None


def test_all_of_a_shorter_suit_and_any_others_follow() -> None:
    hand = cards("4S 9S 7H 3D 3D")

    assert refusal(hand, lead="KSKSASAS", play="4S 9S 7H 3D", trump="2C") is None
    assert refusal(hand, lead="KSKSASAS", play="4S 9S 3D 3D", trump="2C") is None
    assert refusal(hand, lead="KSKSASAS", play="4S 7H 3D 3D", trump="2C") == "F2"


def test_trumps_are_one_suit() -> None:
    """Jokers and cards of the trump rank follow trumps, and do not follow what is printed on them."""
    hand = cards("2S 2H RJ 9S 3D")

    assert refusal(hand, lead="9C", play="2S", trump="2C") is None
    assert refusal(hand, lead="9C", play="RJ", trump="2C") is None
    assert refusal(hand, lead="9C", play="9S", trump="2C") == "F2"
    assert refusal(hand, lead="KS", play="2S", trump="2C") == "F2"


def test_without_a_trump_suit_rank_cards_follow_their_suit() -> None:
    hand = cards("2S RJ 9H")

    assert refusal(hand, lead="KS", play="2S", trump="2N") is None
    assert refusal(hand, lead="KS", play="RJ", trump="2N") == "F2"
    assert refusal(hand, lead="BJ", play="2S", trump="2N") == "F2"


# --- F3


def test_a_pair_is_owed_to_a_pair() -> None:
    hand = cards("4S 4S 9S 7H")

    assert refusal(hand, lead="KS KS", play="4S 9S", trump="2C") == "F3"
    assert refusal(hand, lead="KS KS", play="4S 4S", trump="2C") is None


def test_any_pairs_will_do_for_a_tractor() -> None:
    """A tractor never forces consecutive pairs, only as many pairs as it has."""
    hand = cards("4S 4S 5S 5S 9S 9S JS")

    assert refusal(hand, lead="KSKSASAS", play="4S 4S 9S 9S", trump="2C") is None
    assert refusal(hand, lead="KSKSASAS", play="4S 4S 9S JS", trump="2C") == "F3"


def test_the_only_pair_is_owed_to_a_tractor() -> None:
    hand = cards("4S 4S 5S 9S JS")

    assert refusal(hand, lead="KSKSASAS", play="4S 4S 9S JS", trump="2C") is None
    assert refusal(hand, lead="KSKSASAS", play="4S 5S 9S JS", trump="2C") == "F3"


def test_a_throw_asks_for_its_pairs() -> None:
    hand = cards("4S 4S 5S 5S 9S JS")

    assert refusal(hand, lead="AS KS KS", play="4S 4S 9S", trump="2C") is None
    assert refusal(hand, lead="AS KS KS", play="4S 5S 9S", trump="2C") == "F3"
    assert refusal(hand, lead="AS KS QS", play="4S 5S 9S", trump="2C") is None


def test_equal_trumps_are_no_pair() -> None:
    hand = cards("2S 2H 9C 9C")

    assert refusal(hand, lead="KC KC", play="2S 2H", trump="2C") == "F3"
    assert refusal(cards("2S 2H 9C"), lead="KC KC", play="2S 2H", trump="2C") is None


def test_more_pairs_than_were_led_are_allowed() -> None:
    assert refusal(cards("4S 4S 5S 5S 9S"), lead="AS KS KS QS", play="4S 4S 5S 5S", trump="2C") is None


def test_a_quadruple_counts_as_two_pairs() -> None:
    """With four packs, for the games that have them."""
    order = ladder("2C", packs=4)
    tractor = lead("2C", "KSKSASAS")._replace(lane=order.lanes[3])
    hand, four, two = (order.read(cards(text)) for text in ("4S4S4S4S 6S 7S", "4S4S4S4S", "4S4S 6S 7S"))

    assert check_follow(TRACTOR, order, tractor, hand, four, must_beat=False) is None
    refused = check_follow(TRACTOR, order, tractor, hand, two, must_beat=False)
    assert refused is not None
    assert refused.rule == "F3"


# --- X3–X5


def test_a_triple_is_owed_to_a_triple() -> None:
    assert rule_in(THREE_PACKS, "KSKSKS", "4S4S4S5S5S9S", "5S5S9S") == "X3"
    assert rule_in(THREE_PACKS, "KSKSKS", "4S4S4S5S5S9S", "4S4S5S") == "X3"
    assert rule_in(THREE_PACKS, "KSKSKS", "4S4S4S5S5S9S", "4S4S4S") is None


def test_a_pair_is_owed_to_a_triple_by_a_hand_without_one() -> None:
    assert rule_in(THREE_PACKS, "KSKSKS", "4S4S8S9S", "4S8S9S") == "X3"
    assert rule_in(THREE_PACKS, "KSKSKS", "4S4S8S9S", "4S4S9S") is None
    assert rule_in(THREE_PACKS, "KSKSKS", "4S5S8S9S", "4S5S9S") is None


def test_a_triple_in_hand_is_owed_to_a_pair_in_part() -> None:
    """X5: and the third card of it is not owed."""
    assert rule_in(THREE_PACKS, "KSKS", "4S4S4S9S", "4S9S") == "F3"
    assert rule_in(THREE_PACKS, "KSKS", "4S4S4S9S", "4S4S") is None


def test_a_tractor_is_owed_to_a_tractor() -> None:
    """X4, with two packs: where any pairs did, only consecutive ones do now."""
    hand = "4S4S5S5S9S9SJS"

    assert rule_in(GRADED, "KSKSASAS", hand, "4S4S9S9S") == "X4"
    assert rule_in(GRADED, "KSKSASAS", hand, "4S4S5S5S") is None


def test_a_shorter_tractor_is_owed_to_a_longer() -> None:
    hand = "4S4S5S5S9S9SJSJS"

    assert rule_in(GRADED, "QSQSKSKSASAS", hand, "4S4S9S9SJSJS") == "X4"
    assert rule_in(GRADED, "QSQSKSKSASAS", hand, "4S4S5S5SJSJS") is None


def test_a_longer_tractor_than_is_owed_may_be_broken() -> None:
    hand = "4S4S5S5S6S6S9S"

    assert rule_in(GRADED, "KSKSASAS", hand, "5S5S6S6S") is None
    assert rule_in(GRADED, "KSKSASAS", hand, "4S4S6S6S") == "X4"


def test_a_run_of_pairs_is_owed_where_runs_of_triples_are_not_held() -> None:
    hand = "3S3S4S4S6S6S6S8S9S"

    assert rule_in(THREE_PACKS, "QSQSQSKSKSKS", hand, "6S6S6S3S3S4S") is None
    assert rule_in(THREE_PACKS, "QSQSQSKSKSKS", hand, "3S3S4S4S6S6S") == "X4"
    assert rule_in(THREE_PACKS, "QSQSQSKSKSKS", hand, "6S6S6S3S4S8S") == "X4"
    assert rule_in(THREE_PACKS, "QSQSQSKSKSKS", "3S3S4S4S6S6S8S9S", "3S3S6S6S8S9S") == "X4"
    assert rule_in(THREE_PACKS, "QSQSQSKSKSKS", "3S3S4S4S6S6S8S9S", "3S3S4S4S8S9S") is None


def test_a_tractor_is_owed_to_the_tractor_in_a_throw() -> None:
    hand = "3S3S4S4S6S6S8S9S"

    assert rule_in(GRADED, "ASQSQSJSJS", hand, "3S3S6S6S8S") == "X4"
    assert rule_in(GRADED, "ASQSQSJSJS", hand, "3S3S4S4S8S") is None


def test_a_full_answer_need_not_be_the_highest_or_all_that_is_held() -> None:
    """Only the lead's shapes are owed: what fills up the follow is free, and more pairs than owed are allowed."""
    hand = "3S3S4S4S6S6S8S8S"

    assert listed_in(GRADED, "ASQSQSJSJS", hand) == [
        "3S3S4S4S6S",
        "3S3S4S4S8S",
    ]


def test_off_suit_rank_cards_take_their_place_in_a_run_that_is_owed() -> None:
    hand = "AHAH7C7C7D7D7H5C"

    assert rule_in(GRADED, "2H2H3H3H", hand, "7C7C7D7D", trump="7H") == "X4"
    assert rule_in(GRADED, "2H2H3H3H", hand, "AHAH7D7D", trump="7H") is None
    assert listed_in(GRADED, "2H2H3H3H", hand, trump="7H") == ["AHAH7C7C", "AHAH7D7D"]


def test_runs_do_not_reach_friends_rank_cards() -> None:
    """Z4: any two pairs are as close to a sequence as an ace and a rank card."""
    hand = "KHKHJHJH7C7C9C"

    assert rule_in(GRADED_FRIENDS, "2H2H3H3H", hand, "JHJH7C7C", trump="7H") is None
    assert rule_in(GRADED_FRIENDS, "2H2H3H3H", hand, "JH7H7C7C", trump="7H") == "F1"
    assert rule_in(GRADED_FRIENDS, "2H2H3H3H", hand, "JHKH7C7C", trump="7H") == "X4"


def test_a_short_suit_owes_all_its_cards_and_nothing_more() -> None:
    assert rule_in(GRADED, "KSKSASAS", "4S4S5S9H9H8H", "4S4S5S9H") is None
    assert rule_in(GRADED, "KSKSASAS", "4S4S5S9H9H8H", "4S4S9H9H") == "F2"


# --- Z5


def test_a_set_is_owed_to_a_set_of_its_size_and_nothing_smaller() -> None:
    assert rule_in(FRIENDS, "KSKSKS", "4S4S4S5S5S9S", "5S5S9S") == "Z5"
    assert rule_in(FRIENDS, "KSKSKS", "4S4S5S8S9S", "5S8S9S") is None
    assert rule_in(FRIENDS, "KSKS", "4S4S4S4S9S", "4S9S") == "Z5"


def test_sets_are_owed_to_a_sequence_and_sequences_are_not() -> None:
    hand = "4S4S5S5S9S9S"

    assert rule_in(FRIENDS, "KSKSASAS", hand, "4S4S9S9S") is None
    assert rule_in(FRIENDS, "KSKSASAS", hand, "4S4S5S9S") == "Z5"


def test_a_card_counts_once_among_sets() -> None:
    hand = "4S4S4S4S5S5S5S8S9S"

    assert rule_in(FRIENDS, "KSKSKS9S9S", hand, "5S5S5S4S4S") is None
    assert rule_in(FRIENDS, "KSKSKS9S9S", hand, "4S4S4S5S5S") is None
    assert rule_in(FRIENDS, "KSKSKS9S9S", hand, "4S4S4S4S5S") == "Z5"
    assert rule_in(FRIENDS, "KSKSKS9S9S", "4S4S4S4S5S8S", "4S4S4S5S8S") is None


def test_example_25_pairs_answer_a_sequence_of_pairs() -> None:
    """RULES 13, 25."""
    hand = "ASASASKSKSKS4S4S"

    assert listed_in(FRIENDS, "TSTSJSJSQSQS", hand, trump="5H") == ["4S4SKSKSASAS"]
    assert rule_in(FRIENDS, "TSTSJSJSQSQS", hand, "ASASASKSKSKS", trump="5H") == "Z5"
    assert rule_in(FRIENDS, "TSTSJSJSQSQS", "ASASASKSKSKS", "ASASASKSKSKS", trump="5H") is None


# --- T3


def test_what_is_left_of_a_failed_throw_must_be_beaten() -> None:
    hand = cards("4S 9S AS 7H")

    assert refusal(hand, lead="8S", play="4S", trump="2C", must_beat=True) == "T3"
    assert refusal(hand, lead="8S", play="9S", trump="2C", must_beat=True) is None
    assert refusal(hand, lead="8S", play="AS", trump="2C", must_beat=True) is None
    assert refusal(hand, lead="8S", play="4S", trump="2C") is None


def test_a_hand_that_cannot_beat_is_not_bound() -> None:
    """Trumps are no duty: the beating is done in the led suit."""
    assert refusal(cards("4S 7S RJ"), lead="8S", play="4S", trump="2C", must_beat=True) is None
    assert refusal(cards("7H RJ"), lead="8S", play="7H", trump="2C", must_beat=True) is None
    assert refusal(cards("2S 3C"), lead="2H", play="3C", trump="2C", must_beat=True) is None


def test_a_pair_is_beaten_by_a_pair() -> None:
    hand = cards("4S 4S 9S 9S AS KS")

    assert refusal(hand, lead="8S8S", play="4S 4S", trump="2C", must_beat=True) == "T3"
    assert refusal(hand, lead="8S8S", play="AS KS", trump="2C", must_beat=True) == "F3"
    assert refusal(hand, lead="8S8S", play="9S 9S", trump="2C", must_beat=True) is None


def test_a_throw_that_stands_is_never_to_be_beaten() -> None:
    assert refusal(cards("4S 9S AS"), lead="8S 3S", play="4S 9S", trump="2C", must_beat=True) is None


def test_what_a_follow_owes_comes_before_beating() -> None:
    """Refusals name the first rule broken; a play that beats has the shape that is owed."""
    hand = "4S4S5S5S9S9STSTS"

    assert rule_in(GRADED, "7S7S8S8S", hand, "4S4S9S9S", must_beat=True) == "X4"
    assert rule_in(GRADED, "7S7S8S8S", hand, "4S4S5S5S", must_beat=True) == "T3"
    assert rule_in(GRADED, "7S7S8S8S", hand, "9S9STSTS", must_beat=True) is None
    assert listed_in(GRADED, "7S7S8S8S", hand, must_beat=True) == ["9S9STSTS"]


def test_a_bomb_beats_what_is_left_of_a_failed_throw() -> None:
    """Z6: for a hand that is bound because of a higher tractor; where the closest follow is owed, only that."""
    bombs = ruleset(parse_options({"preset": "finding-friends-12", "bombs": True}))
    graded = ruleset(parse_options({"preset": "finding-friends-12", "bombs": True, "graded_follow": True}))
    hand = "3S3S3S3S5S5S9S9STSTS"

    assert rule_in(bombs, "7S7S8S8S", hand, "3S3S3S3S", must_beat=True) is None
    assert rule_in(bombs, "7S7S8S8S", hand, "3S3S5S5S", must_beat=True) == "T3"
    assert listed_in(bombs, "7S7S8S8S", hand, must_beat=True) == ["9S9STSTS", "3S3S3S3S"]
    assert rule_in(FRIENDS, "7S7S8S8S", hand, "3S3S3S3S", must_beat=True) == "T3"
    assert rule_in(graded, "7S7S8S8S", hand, "3S3S3S3S", must_beat=True) == "X4"
    assert listed_in(graded, "7S7S8S8S", hand, must_beat=True) == ["9S9STSTS"]


# --- Sentences


@pytest.mark.parametrize(
    ("lead", "play", "because"),
    [
        ("KS KS", "4S", "KS KS asks for 2 cards, not for 1"),
        ("KS", "4S 4S", "KS asks for 1 card, not for 2"),
        ("KS", "QD", "QD cannot be played: the hand lacks QD"),
        ("KS KS", "9S 9S", "9S 9S cannot be played: the hand lacks 9S"),
        ("KS KS", "4S 7H", "KS KS asks for 2 spades, and the hand holds 4S 4S 9S"),
        ("AH", "4S", "AH asks for a heart, and the hand holds 7H"),
        ("AHAH", "4S 4S", "AH AH asks for all hearts, and the hand holds 7H"),
        ("KS KS", "4S 9S", "KS KS asks for a pair of spades, and the hand holds 4S 4S"),
        ("RJ", "7H", "RJ asks for a trump, and the hand holds 2D 2C"),
    ],
)
def test_a_refusal_says_what_was_asked_and_what_is_held(lead: str, play: str, because: str) -> None:
    refused = refused_follow(cards("4S 4S 9S 7H 2D 2C"), lead=lead, play=play, trump="2C")

    assert refused is not None
    assert refused.because == because


@pytest.mark.parametrize(
    ("rules", "lead", "play", "because"),
    [
        (
            THREE_PACKS,
            "KSKSKS",
            "4S 5S 9S",
            "KS KS KS asks for a triple of spades, and the hand holds 4S 4S 4S",
        ),
        (
            THREE_PACKS,
            "KSKSKSASASAS",
            "4S4S4S5S9STS",
            (
                "KS KS KS AS AS AS asks for a tractor of 2 triples of spades, "
                "and the closest that the hand holds is 4S 4S 4S and 5S 5S"
            ),
        ),
        (
            GRADED,
            "KSKSASAS",
            "4S4S9STS",
            "KS KS AS AS asks for a tractor of 2 pairs of spades, and the hand holds 4S 4S 5S 5S",
        ),
        (
            FRIENDS,
            "KSKSASAS",
            "4S5S9STS",
            "KS KS AS AS asks for 2 pairs of spades, and the hand holds 4S 4S and 5S 5S",
        ),
    ],
)
def test_a_refusal_names_cards_that_would_be_closer(rules: Ruleset, lead: str, play: str, because: str) -> None:
    hand = "4S4S4S5S5S9STS" if rules is not GRADED else "4S4S5S5S9STS"
    refused = refused_in(rules, lead, hand, play)

    assert refused is not None
    assert refused.because == because


def test_a_refusal_by_t3_names_a_play_that_beats() -> None:
    refused = refused_follow(cards("4S 9S AS"), lead="8S", play="4S", trump="2C", must_beat=True)

    assert refused is not None
    assert refused.because == "8S is left of a failed throw and must be beaten: 4S does not beat it, 9S does"


# --- Listing


@pytest.mark.parametrize(
    ("lead_text", "expected"),
    [
        ("KS", ["2S"]),
        ("AH", ["3H", "9H"]),
        ("AH AH", ["3H3H"]),
        ("AH KH", ["3H3H", "3H9H"]),
        ("2C2C3C3C", ["5C5CJCJC", "5C5CQCQC", "JCJCQCQC"]),
        ("3D3D", ["2DAD", "2D4S", "AD4S"]),
    ],
)
def test_every_legal_follow_is_listed_lowest_first(lead_text: str, expected: list[str]) -> None:
    assert listed("4D", lead_text, HAND_4D) == expected


def test_a_short_suit_is_listed_with_every_other_card() -> None:
    assert listed("4D", "KSKS", "2S 3H 3H RJ") == ["3H2S", "2SRJ"]


def test_bound_seats_are_offered_plays_that_beat() -> None:
    assert listed("4D", "TC", HAND_4D, must_beat=True) == ["JC", "QC", "KC"]
    assert listed("4D", "5H", HAND_4D, must_beat=True) == ["9H"]
    assert listed("4D", "TH", HAND_4D, must_beat=True) == ["3H", "9H"]


def test_listing_is_lazy() -> None:
    """A throw of twelve cards against a full hand has millions of answers; the first few come at once."""
    order = ladder("4D")
    throw = lead("4D", "AS KS QS JS TS 9S 8S 7S 6S 5S 3S 2S")
    hand = held("4D", "2C3C5C6C7C8C9CTCJCQCKCAC2H3H5H6H7H8H9HTHJHQHKHAH2D")

    assert len(set(islice(follows(TRACTOR, order, throw, hand, must_beat=False), 1000))) == 1000


def test_listing_ends_in_no_blind_alley() -> None:
    """Two tractors' worth of pairs at the top of a long suit are found without trying all that lack them."""
    order = ladder("4D")
    tractor = lead("4D", "TSTSJSJSQSQS")
    hand = held("4D", "2S3S5S6S7S8S9S KSKSASAS")

    assert [order.text(play, "") for play in follows(TRACTOR, order, tractor, hand, must_beat=False)][:2] == [
        "2S3SKSKSASAS",
        "2S5SKSKSASAS",
    ]


# --- By chance


@pytest.mark.parametrize(
    ("lead_text", "must_beat"),
    [
        ("AH", False),
        ("AH KH", False),
        ("2C2C3C3C", False),
        ("7S7S", False),
        ("2C2C", False),
        ("TC", True),
        ("6S", True),
    ],
)
def test_every_legal_follow_comes_up_by_chance(lead_text: str, must_beat: bool) -> None:
    order, rng = ladder("4D"), Random(7)
    read, hand = lead("4D", lead_text), held("4D", HAND_4D)
    legal = set(follows(TRACTOR, order, read, hand, must_beat=must_beat))
    drawn = {random_follow(TRACTOR, order, read, hand, must_beat=must_beat, rng=rng) for _ in range(60 * len(legal))}

    assert drawn == legal


def test_the_same_seed_draws_the_same() -> None:
    order, read, hand = ladder("4D"), lead("4D", "7S7S"), held("4D", HAND_4D)

    def draws(seed: int) -> list[Cards]:
        rng = Random(seed)
        return [random_follow(TRACTOR, order, read, hand, must_beat=False, rng=rng) for _ in range(20)]

    assert draws(1) == draws(1)
    assert draws(1) != draws(2)


def test_chance_and_default_pair_up_quadruples() -> None:
    """With four packs the pairs of one card may all be owed."""
    order, rng = ladder("2C", packs=4), Random(3)
    tractor = lead("2C", "KSKSASAS")._replace(lane=order.lanes[3])
    hand = order.read(cards("4S4S4S4S 6S6S 7S"))
    legal = {order.read(cards(text)) for text in ("4S4S4S4S", "4S4S6S6S")}

    assert {random_follow(TRACTOR, order, tractor, hand, must_beat=False, rng=rng) for _ in range(50)} == legal
    assert set(follows(TRACTOR, order, tractor, hand, must_beat=False)) == legal
    assert lowest_follow(TRACTOR, order, tractor, hand, must_beat=False) in legal


# --- The default


@pytest.mark.parametrize(
    ("lead_text", "expected"),
    [
        ("KS", "2S"),
        ("2C", "JC"),  # the fives and the king score
        ("3C3C", "JCJC"),
        ("2C2C3C3C", "JCJCQCQC"),
        ("AH AH", "3H3H"),
        ("2C 3C 6C 7C 8C", "5CJCJCQCQC"),
        ("7S7S", "3H2S"),  # the other card is a plain one, without points
        ("3D", "2D"),
    ],
)
def test_the_default_is_cheap_and_spares_points(lead_text: str, expected: str) -> None:
    assert lowest("4D", lead_text, HAND_4D) == expected


def test_the_default_beats_where_it_must_without_points_if_it_can() -> None:
    assert lowest("4D", "9C", "KC AC 2C TC", must_beat=True) == "AC"
    assert lowest("4D", "9C", "KC TC 2C", must_beat=True) == "TC"
