"""The slow reference against the worked examples of RULES 13 and what is settled beside them: can it be trusted?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from tests.referee.rules.reference import following, shapes, winning
from tests.referee.rules.reference.games import FRIENDS_3, FRIENDS_4, ONLINE, THREE_PACKS, TRACTOR
from tests.referee.rules.reference.order import Deal, Game, of_suit, printed, strength, suit_of
from tests.referee.rules.reference.tables import tables
from tests.referee.rules.reference.throws import judge


def cards(text: str) -> list[str]:
    """Cards written with or without spaces between."""
    together = text.replace(" ", "")
    return [together[at : at + 2] for at in range(0, len(together), 2)]


def kind(trump: str, lead: str, game: Game = TRACTOR) -> str:
    return shapes.kind(cards(lead), Deal(game, trump))


def components(trump: str, lead: str, game: Game) -> list[str]:
    return ["".join(part) for part in shapes.components(cards(lead), Deal(game, trump))]


def legal(trump: str, lead: str, hand: str, game: Game = TRACTOR, *, must_beat: bool = False) -> set[str]:
    """The legal follows, each in the printed order."""
    found = following.legal_follows(cards(lead), cards(hand), Deal(game, trump), must_beat=must_beat)
    return {" ".join(play) for play in found}


def rule(trump: str, lead: str, hand: str, play: str, game: Game = TRACTOR, *, must_beat: bool = False) -> str | None:
    deal = Deal(game, trump)
    return following.broken_rule(cards(lead), cards(hand), cards(play), deal, must_beat=must_beat)


def winner(trump: str, *plays: str, game: Game = TRACTOR, gone: str = "") -> int:
    return winning.winner([cards(play) for play in plays], Deal(game, trump, cards(gone)))


def thrown(trump: str, lead: str, *others: str, game: Game = TRACTOR) -> tuple[str, int, int, int | None]:
    verdict = judge(cards(lead), [cards(hand) for hand in others], Deal(game, trump))
    return " ".join(verdict.lead), *verdict[1:]


# --- The worked examples


def test_example_1_orders_the_trumps() -> None:
    """RJ, BJ, 7C, the other sevens, then clubs from the ace without the seven."""
    tiers = [set(tier) for tier in Deal(TRACTOR, "7C").tiers]

    assert tiers[:4] == [{"RJ"}, {"BJ"}, {"7C"}, {"7S", "7H", "7D"}]
    assert tiers[4:] == [{rank + "C"} for rank in "AKQJT9865432"]


def test_example_2_first_of_equal_trumps_wins() -> None:
    assert winner("5D", "5H", "QD", "TD", "5S") == 0


def test_example_3_card_of_the_trump_rank_is_not_of_its_suit() -> None:
    assert legal("5D", "7H", "5H AC 2S") == {"5H", "AC", "2S"}


def test_example_4_other_suits_do_not_win() -> None:
    assert winner("5D", "7H", "JS", "JS", "TH") == 3


def test_example_5_equal_is_not_identical() -> None:
    assert kind("9S", "9D 9D") == "set"
    assert kind("9S", "9H 9C") == "throw"
    assert sorted(shapes.components(cards("9H 9C"), Deal(TRACTOR, "9S"))) == [("9C",), ("9H",)]


def test_example_6_pair_must_be_played() -> None:
    assert legal("3H", "JC JC", "TC TC 7C 6C 3C") == {"TC TC"}


def test_example_7_no_pair_no_win() -> None:
    assert rule("3H", "JC JC", "AC QC 5D 5D", "AC QC") is None
    assert winner("3H", "JC JC", "AC QC") == 0


def test_example_8_one_card_and_any_other() -> None:
    assert legal("3H", "JC JC", "4C 9S 9S 2H") == {"4C 9S", "4C 2H"}


def test_example_9_trump_pair_wins() -> None:
    assert winner("3H", "5D 5D", "KD KD", "2H 2H", "7H 8H") == 2


def test_example_10_first_of_equal_pairs_wins() -> None:
    assert winner("9S", "4C 4C", "9H 9H", "9D 9D") == 1


@pytest.mark.parametrize(
    "lead", ["8C8C9C9C", "JSJSQSQSKSKS", "3H3H5H5H", "ADAD4S4S", "4H4H4D4D", "4D4DBJBJ", "BJBJRJRJ"]
)
def test_example_11_tractors(lead: str) -> None:
    assert kind("4D", lead) == "tractor"


@pytest.mark.parametrize("lead", ["5S5S7S7S", "8C8C9H9H", "4H4H5H5H", "3D3D4D4D", "4C4C4S4S"])
def test_example_12_no_tractors(lead: str) -> None:
    assert kind("4D", lead) != "tractor"


def test_example_13_pairs_are_owed_and_do_not_win() -> None:
    assert legal("KC", "3H3H4H4H", "5H5HTHTHAHQH") == {"5H 5H TH TH"}
    assert winner("KC", "3H3H4H4H", "5H5HTHTH", "2H6H7H8H", "9HJHQHAH") == 0


@pytest.mark.parametrize(
    ("lead", "others"),
    [
        ("AH KH KH", ["AH QH", "2C", "3C"]),
        ("AS KS QS QS TS", ["9S 9S", "8S", "5H"]),
        ("AD QD", ["JD JD", "TD", "5H"]),
    ],
    ids=["14", "15", "16"],
)
def test_examples_14_to_16_throws_stand(lead: str, others: list[str]) -> None:
    assert thrown("4C", lead, *others) == (" ".join(printed(cards(lead))), 0, 0, None)


def test_example_17_throw_fails() -> None:
    assert thrown("4C", "AH QH QH JH", "TH 9H", "KH TH", "KS") == ("JH", 3, 30, 1)


def test_example_18_trump_pair_beats_the_throw_before() -> None:
    assert winner("6S", "AC QC QC", "AS 5S 5S", "2S 7S 7S", "3C 4C 5C") == 2


def test_example_19_no_pair_was_led() -> None:
    assert winner("6S", "AC KC QC", "2S 7S 7S", "AS 5S 5S", "3C 4C 5C") == 2


def test_example_20_equal_singles_the_first_wins() -> None:
    assert winner("6S", "AC KC", "AS 3S", "AS QS") == 1


@pytest.mark.parametrize("lead", ["8C8C7C7C", "KDKDKDQDQDQD", "QHQHJHJHTHTH", "6S6S4S4S"])
def test_example_24_sequences(lead: str) -> None:
    assert kind("5H", lead, FRIENDS_3) == "tractor"


@pytest.mark.parametrize("lead", ["9C9C9C8C8C", "6H6H5H5H", "5D5DAHAH"])
def test_example_24_no_sequences(lead: str) -> None:
    assert kind("5H", lead, FRIENDS_3) == "throw"


def test_example_25_pairs_for_a_sequence() -> None:
    lead = "QSQSJSJSTSTS"

    assert legal("5H", lead, "ASASASKSKSKS4S4S", FRIENDS_3) == {"4S 4S KS KS AS AS"}
    assert legal("5H", lead, "ASASASKSKSKS", FRIENDS_3) == {"KS KS KS AS AS AS"}
    assert winner("5H", lead, "ASASASKSKSKS", game=FRIENDS_3) == 0


def test_example_26_what_is_left_of_a_failed_throw() -> None:
    assert thrown("4D", "AS KS JS JS", "TS 9S", "AS 2S", game=FRIENDS_3) == ("KS", 3, 30, 1)
    assert thrown("4D", "AS KS JS JS", "TS 9S", "QS QS", game=FRIENDS_3) == ("JS JS", 2, 20, 1)


def test_example_27_three_count_as_a_pair_and_a_single() -> None:
    assert winner("4D", "AS KS JS JS", "5D5D5DQD", "7D7D3D2D", game=FRIENDS_3) == 2


def test_example_28_larger_component_decides() -> None:
    assert winner("3S", "ADADKDKDJDJDJD", "ASASAS8S8S7S7S", "TSTS9S9S4S4S4S", game=FRIENDS_3) == 2


# --- The order


@pytest.mark.parametrize(
    ("trump", "game", "trumps"),
    [
        ("7N", TRACTOR, [["RJ"], ["BJ"]]),
        ("7N", ONLINE, [["RJ"], ["BJ"], ["7C", "7D", "7H", "7S"]]),
        ("NN", FRIENDS_3, [["RJ"]]),
    ],
    ids=["plain", "rank cards stay", "no rank"],
)
def test_trumps_without_a_suit(trump: str, game: Game, trumps: list[list[str]]) -> None:
    """Jokers alone, over the rank's cards where these stay trumps (O3)."""
    deal = Deal(game, trump)

    assert deal.tiers == trumps
    assert len(of_suit(deal.deck, "C", deal)) == game.packs * (12 if len(trumps) > 2 else 13)


def test_jokers_that_the_deck_lacks_are_left_out_of_the_order() -> None:
    """With red jokers only they are next to the rank's card of the trump suit (O4)."""
    deal = Deal(FRIENDS_3, "7C")

    assert "BJ" not in deal.places
    assert strength("RJ", deal) == strength("7C", deal) + 1
    assert suit_of("7H", deal) == "trump"


def test_dead_ranks_are_skipped_only_with_the_option() -> None:
    """A rank is dead when every copy was played to earlier tricks."""
    skipping = Game(skip_dead_ranks=True)

    assert shapes.kind(cards("8C8CTCTC"), Deal(skipping, "2D", cards("9C9C"))) == "tractor"
    assert shapes.kind(cards("8C8CTCTC"), Deal(skipping, "2D", cards("9C"))) == "throw"
    assert shapes.kind(cards("8C8CTCTC"), Deal(TRACTOR, "2D", cards("9C9C"))) == "throw"


def test_rung_of_equal_cards_is_dead_when_all_are_played() -> None:
    """The off-suit cards of the trump rank are one rank (`skip_dead_ranks`)."""
    skipping = Game(skip_dead_ranks=True)

    assert shapes.kind(cards("ADAD2D2D"), Deal(skipping, "2D", cards("2C2C2H2H2S2S"))) == "tractor"
    assert shapes.kind(cards("ADAD2D2D"), Deal(skipping, "2D", cards("2C2C2H2H2S"))) == "throw"


# --- Throws


def test_throws_are_read_greedily_or_as_pairs() -> None:
    """L5: tractors only with `throw_tractors`."""
    lead = "AC QCQC JCJC 9C9C"

    assert components("2D", lead, TRACTOR) == ["QCQC", "JCJC", "9C9C", "AC"]
    assert components("2D", lead, ONLINE) == ["JCJCQCQC", "9C9C", "AC"]


def test_greedy_reading_prefers_cards_then_sets_then_height() -> None:
    """Most cards, then larger sets, then higher; what is left of identical cards is one set (L5)."""
    assert components("2D", "ACACAC KCKCKC QCQC", THREE_PACKS) == ["KCKCKCACACAC", "QCQC"]
    assert components("2D", "ACAC KCKC QCQC JCJCJCJC", FRIENDS_4) == ["JCJCQCQCKCKCACAC", "JCJC"]
    assert components("2D", "ACAC KCKC JCJCJCJC", FRIENDS_4) == ["JCJCJCJC", "KCKCACAC"]
    assert components("4D", "4H4H 4C4C ADAD QD", ONLINE) == ["4C4CADAD", "4H4H", "QD"]


def test_throws_of_unequal_sets_are_refused_with_the_option() -> None:
    """Z9: all sets of a throw have one size."""
    game = Game(packs=3, throws_hold_tractors=True, following="sets", equal_sets_throws_only=True)

    assert kind("2D", "AC KC", game) == "throw"
    assert kind("2D", "ACAC KCKC JCJC", game) == "throw"
    assert kind("2D", "AC KCKC", game) == "Z9"
    assert kind("2D", "ACACAC KCKC", game) == "Z9"
    assert kind("2D", "AC KD", game) == "L4"


def test_component_is_beaten_by_part_of_a_larger_one() -> None:
    """L6: a higher pair within a triple, a higher tractor within a longer one."""
    assert thrown("2D", "ACACAC JCJC", "TC", "QCQCQC", game=THREE_PACKS) == ("JC JC", 3, 30, 1)
    assert thrown("2D", "AC 5C5C6C6C", "7C7C8C8C9C9C", game=THREE_PACKS) == ("5C 5C 6C 6C", 1, 10, 0)
    assert thrown("2D", "AC 5C5C6C6C", "7C7C9C9C", game=THREE_PACKS)[1] == 0


def test_nobody_is_bound_and_nothing_paid_without_the_options() -> None:
    """`must_punish` off, no fine."""
    assert thrown("2D", "AC JCJC", "QCQC", game=ONLINE) == ("JC JC", 1, 0, None)


# --- Following


def test_triple_is_answered_as_well_as_can_be() -> None:
    """X3: a triple, else a pair and one more, else any."""
    assert legal("2D", "KCKCKC", "4C4C4C 6C6C 7C", THREE_PACKS) == {"4C 4C 4C"}
    assert legal("2D", "KCKCKC", "6C6C 7C 8C", THREE_PACKS) == {"6C 6C 7C", "6C 6C 8C"}
    assert rule("2D", "KCKCKC", "6C6C 7C 8C 9C", "7C 8C 9C", THREE_PACKS) == "X3"
    assert rule("2D", "KCKC", "6C6C 7C 8C 9C", "7C 8C", THREE_PACKS) == "F3"
    assert rule("2D", "KCKC", "6C6C6C 7C 8C 9C", "6C 6C", THREE_PACKS) is None


def test_longest_run_first() -> None:
    """X4: a tractor is owed to a tractor, a shorter one to a longer, then sets of the size, then smaller ones."""
    lead = "TCTCJCJCQCQC"

    assert legal("2D", lead, "3C3C4C4C 6C6C 8C8C", ONLINE) == {"3C 3C 4C 4C 6C 6C", "3C 3C 4C 4C 8C 8C"}
    assert rule("2D", lead, "3C3C4C4C 6C6C 8C8C", "3C3C 6C6C 8C8C", ONLINE) == "X4"
    assert rule("2D", lead, "3C3C4C4C 6C6C 8C8C", "3C3C 6C6C 8C8C", TRACTOR) is None


def test_triples_step_down_to_runs_of_pairs() -> None:
    """X4: each triple that is not matched asks for at most one pair, runs of pairs first."""
    lead = "TCTCTCJCJCJC"

    assert legal("2D", lead, "3C3C3C 5C5C6C6C 8C", THREE_PACKS) == {"3C 3C 3C 5C 5C 6C", "3C 3C 3C 5C 6C 6C"} | {
        "3C 3C 3C 5C 5C 8C",
        "3C 3C 3C 6C 6C 8C",
    }
    assert rule("2D", lead, "3C3C5C5C6C6C 8C9C", "3C3C5C5C8C9C", THREE_PACKS) == "X4"


def test_sets_are_counted_largest_first() -> None:
    """Z5: as many of each led size as can be held; sequences and smaller sets are never forced."""
    lead = "KCKCKCQCQCQC"

    assert legal("2D", lead, "3C3C3C 5C5C 7C8C", FRIENDS_3) == {
        "3C 3C 3C 5C 5C 7C",
        "3C 3C 3C 5C 5C 8C",
        "3C 3C 3C 5C 7C 8C",
    }
    assert rule("2D", lead, "3C3C3C 4C4C4C 5C5C5C 7C", "3C3C3C 4C4C 7C", FRIENDS_3) == "Z5"
    assert rule("2D", "KCKCKC", "5C5C 7C8C9C", "7C8C9C", FRIENDS_3) is None
    assert rule("2D", "KCKC", "5C5C5C 7C8C9C", "7C8C", FRIENDS_3) == "Z5"
    assert rule("2D", "KCKCKC QCQC", "3C3C3C 5C5C 7C8C", "3C3C3C 7C8C", FRIENDS_3) == "Z5"


def test_forced_component_is_beaten_in_any_shape() -> None:
    """T3, the last of the rules that a refusal names."""
    assert legal("2D", "5C5C5C", "6C6C6C 7C7C7C 4C4C4C", THREE_PACKS, must_beat=True) == {"6C 6C 6C", "7C 7C 7C"}
    assert rule("2D", "5C", "6C 3C", "3C", must_beat=True) == "T3"
    assert rule("2D", "5C", "6C 3C", "3D", must_beat=True) == "F1"


def every_allocation(led: Sequence[shapes.Shape], held: shapes.Holding, deal: Deal) -> Iterator[following.Answer]:
    """What the cards answer under every allocation, whatever it is worth (X4)."""
    if not led:
        yield ()
        return

    def components_answered(size: int, left: int, held: shapes.Holding) -> Iterator[following.Answer]:
        if size == 1:
            yield from every_allocation(led[1:], held, deal)
            return
        for lengths, rest in runs_taken(size, left, left, held):
            for more in components_answered(size - 1, left - sum(lengths), rest):
                yield (lengths, *more)

    def runs_taken(
        size: int, left: int, longest: int, held: shapes.Holding
    ) -> Iterator[tuple[tuple[int, ...], shapes.Holding]]:
        yield (), held
        for length in range(1, min(left, longest) + 1):
            for run in shapes.runs(held, shapes.Shape(size, length), deal):
                rest = shapes.without(held, run, size)
                for lengths, others in runs_taken(size, left - length, length, rest):
                    yield (length, *lengths), others

    yield from components_answered(led[0].size, led[0].length, held)


@pytest.mark.slow
@pytest.mark.parametrize("game", [ONLINE, THREE_PACKS], ids=["two packs", "three packs"])
def test_closeness_is_the_best_of_all_allocations(game: Game) -> None:
    """Keeping the best ways, number after number, finds what listing all allocations finds (X4)."""
    rng = Random(26)
    answered = 0
    for table in islice(tables(rng, game, most_cards=8), 300):
        suit = suit_of(table.lead[0], table.deal)
        led = tuple(shapes.component_shape(part) for part in shapes.components(table.lead, table.deal))
        held = shapes.holding(of_suit(table.hands[1], suit, table.deal))
        best = max(every_allocation(led, held, table.deal))
        assert following.answer(led, held, table.deal) == best, (table.lead, held)
        answered += any(map(any, best))
    assert answered > 30


def test_bomb_is_a_way_to_beat_a_forced_tractor() -> None:
    """T3 with `bombs`: whoever is bound by a higher tractor may play a bomb, if that is legal otherwise."""
    bombs = replace(FRIENDS_4, bombs=True)

    assert legal("2D", "8C8C9C9C", "TCTCJCJC KCKCKCKC", bombs, must_beat=True) == {"TC TC JC JC", "KC KC KC KC"}
    assert legal("2D", "8C8C9C9C", "TCTCJCJC KCKCKCKC", replace(bombs, following="graded"), must_beat=True) == {
        "TC TC JC JC"
    }
    assert len(legal("2D", "8C8C9C9C", "TCTC KCKCKCKC", bombs, must_beat=True)) == 2
    assert thrown("2D", "8C8C9C9C AC", "KCKCKCKC", "TCTCJCJC", game=bombs)[3] == 1


# --- Winning


def test_triples_and_longer_tractors_win_by_their_shape() -> None:
    """W1–W4 for every shape: an exact one only."""
    assert winner("2D", "5C5C5C", "6C6C6C", "7C7C8C", "3D3D3D", game=THREE_PACKS) == 3
    assert winner("2D", "5C5C6C6C", "8C8C8CKC", "7C7C8C8C", "3D3D5D5D", game=THREE_PACKS) == 2


@pytest.mark.parametrize(
    ("plays", "wins"),
    [
        (["5C5C6C6C", "8C8C8C8C", "9D9DTDTD"], 1),
        (["5C5C6C6C", "8C8C8C8C", "9D9D9D9D", "TCTCTCTC"], 2),
        (["5C5C6C6C", "8H8H8H8H", "7C7C8C8C"], 2),
        (["5C5C6C6C", "2H2H2H2H", "2C2C2C2C"], 1),
        (["5C5C5C6C6C6C", "8D8D8D8D9D9D"], 0),
    ],
    ids=["over trumps", "trump bombs", "other suits", "first of equals", "other leads"],
)
def test_bombs_beat_a_tractor_of_two_pairs(plays: list[str], wins: int) -> None:
    """Z6, the option `bombs`; without it they are no tractors."""
    bombs = replace(FRIENDS_4, bombs=True)

    assert winner("2D", *plays, game=bombs) == wins


def test_best_split_counts() -> None:
    """W5: of several ways to split a play, the one that is best for its player."""
    assert winner("2D", "ACAC KC", "3D3D3D", "4D4D5D", game=THREE_PACKS) == 2
    assert winner("2D", "ACACKCKC JCJC", "3D3D4D4D9D9D", "3D3D4D4D5D5D", game=THREE_PACKS) == 2
    assert winner("2D", "ACACKCKC JCJC", "6D6D7D7D9D9D", "8D8D4D4D5D5D", game=THREE_PACKS) == 1
    assert winner("2D", "ACACKCKC JCJC", "8D8D4D4D5D5D", "9D9D7D7D5D5D", game=THREE_PACKS) == 1
