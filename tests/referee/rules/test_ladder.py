"""The order of a deal, and sets of cards as ints on it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import BLACK_JOKER, CARD_KINDS, RANK_LETTERS, RED_JOKER, Rank, Suit, cards_text, points_of
from referee.rules.ladder import Ladder, TooManyCopies, Trump, ladder_for
from tests.referee.rules.builders import cards, ladder

TRUMPS = st.builds(Trump, st.sampled_from(Rank), st.none() | st.sampled_from(Suit), st.booleans())


@st.composite
def ladders(draw: st.DrawFn) -> Ladder:
    """Ladders of one to four packs, some with fewer jokers."""
    packs = draw(st.integers(1, 4))
    jokers = st.integers(0, packs)
    return ladder_for(draw(TRUMPS), packs=packs, black_jokers=draw(jokers), red_jokers=draw(jokers))


@st.composite
def hands(draw: st.DrawFn) -> tuple[Ladder, Counter[int], Counter[int]]:
    """A ladder, a hand of a few kinds in any number of copies, and some of its cards."""
    order = draw(ladders())
    deck = Counter(order.cards(order.deck))
    kinds = draw(st.sets(st.sampled_from(sorted(deck)), max_size=12))
    hand = Counter({card: draw(st.integers(0, deck[card])) for card in sorted(kinds)})
    return order, +hand, +Counter({card: draw(st.integers(0, copies)) for card, copies in hand.items()})


@pytest.mark.slow
@given(hands())
def test_a_set_reads_back(drawn: tuple[Ladder, Counter[int], Counter[int]]) -> None:
    """Cards put on the ladder in any order come back by suit, lowest first, copies together."""
    order, hand, _ = drawn
    held = order.read(hand.elements())
    listed = order.cards(held)

    assert Counter(listed) == hand
    assert held.bit_count() == hand.total()
    places = [order.bit[card] for card in listed]
    assert places == sorted(places)
    assert order.text(held) == cards_text(listed)


@pytest.mark.slow
@given(hands())
def test_cards_are_taken_and_given_back(drawn: tuple[Ladder, Counter[int], Counter[int]]) -> None:
    order, hand, some = drawn
    held, taken = order.read(hand.elements()), order.read(some.elements())
    left = order.remove(held, taken)

    assert left == order.read((hand - some).elements())
    assert order.add(left, taken) == held
    assert order.add(taken, left) == held
    assert not taken & ~held


@pytest.mark.slow
@given(hands())
def test_points_of_a_set(drawn: tuple[Ladder, Counter[int], Counter[int]]) -> None:
    order, hand, _ = drawn

    assert order.points(order.read(hand.elements())) == sum(map(points_of, hand.elements()))


@pytest.mark.slow
@given(hands())
def test_pairs_of_a_set(drawn: tuple[Ladder, Counter[int], Counter[int]]) -> None:
    """A set has one of a lane's pair bits for each pair in that suit; a quadruple makes two."""
    order, hand, _ = drawn
    held = order.read(hand.elements())
    pair_count = sum((held & lane.pairs).bit_count() for lane in order.lanes)

    assert pair_count == sum(copies // 2 for copies in hand.values())


@pytest.mark.slow
@given(ladders())
def test_suits_part_the_deck(order: Ladder) -> None:
    """Every card is in one suit, copies included, and between suits a place is empty."""
    together = 0
    for lane in order.lanes:
        assert not together & (lane.low | lane.low << 1 | lane.low >> 1)
        assert lane.bits == lane.low * order.repeat
        assert lane.winning == lane.bits | order.trumps.bits
        together |= lane.low
        for card in order.cards(lane.low):
            assert order.lane_of(order.bit[card]) is lane
    assert not order.deck & ~(together * order.repeat)
    assert order.cards(together) == order.cards(order.deck & order.plane)


@pytest.mark.slow
@given(ladders())
def test_above_is_strictly_above_within_the_suit(order: Ladder) -> None:
    for lane in order.lanes:
        held = order.cards(lane.low)
        for card in held:
            rung = order.rungs(order.bit[card])
            higher = [other for other in held if order.rungs(order.bit[other]) > rung]
            assert order.cards(order.above[order.bit[card].bit_length() - 1]) == tuple(higher)


@pytest.mark.slow
@given(ladders())
def test_cheapest_has_every_card_once_and_points_last(order: Ladder) -> None:
    listed = [order.cards(copies & order.plane)[0] for copies in order.cheapest if copies]

    assert sorted(listed) == sorted(order.cards(order.deck & order.plane))
    assert [points_of(card) for card in listed] == sorted(points_of(card) for card in listed)


def test_plain_suits_lack_the_trump_rank() -> None:
    order = ladder("4D")
    texts = [order.text(lane.low, "") for lane in order.lanes]
    plain = "".join(letter + "C" for letter in RANK_LETTERS if letter != "4")

    assert texts[0] == plain
    assert texts[1] == ""
    assert texts[4] == plain.replace("C", "D") + "4C4H4S4DBJRJ"


def test_without_a_trump_suit_only_jokers_are_trumps() -> None:
    order = ladder("7N")

    assert order.text(order.trumps.low) == "BJ RJ"
    assert [lane.low.bit_count() for lane in order.lanes] == [13, 13, 13, 13, 2]
    assert order.equals == 0


def test_rank_cards_may_stay_trumps_without_a_trump_suit() -> None:
    """All four are equal, below the black joker (O3, `no_trump_rank_cards`)."""
    order = ladder_for(Trump(Rank.SEVEN, None, rank_cards_stay=True), packs=2, black_jokers=2, red_jokers=2)
    rungs = [order.rungs(order.bit[card]) for card in cards("7C 7D 7H 7S BJ RJ")]

    assert order.text(order.trumps.low) == "7C 7D 7H 7S BJ RJ"
    assert [rung // rungs[0] for rung in rungs] == [1, 1, 1, 1, 2, 4]


@pytest.mark.parametrize(
    ("trump", "lower", "higher"),
    [
        ("4D", "3C", "5C"),
        ("4D", "AD", "4S"),
        ("4D", "AD", "4C"),
        ("4D", "4H", "4D"),
        ("4D", "4D", "BJ"),
        ("4D", "BJ", "RJ"),
        ("AS", "KS", "AH"),
        ("2S", "AS", "2H"),
        ("4N", "3C", "4C"),
        ("4N", "BJ", "RJ"),
    ],
)
def test_consecutive_cards(trump: str, lower: str, higher: str) -> None:
    """Adjacent in the order as it stands in that deal (O4)."""
    order = ladder(trump)

    assert order.rungs(order.read(cards(lower))) << 1 == order.rungs(order.read(cards(higher)))


def test_lacking_jokers_are_left_out_of_the_order() -> None:
    """Without black jokers the red one is next to the trump rank of the trump suit (O4)."""
    order = ladder_for(Trump(Rank.FOUR, Suit.DIAMONDS), packs=2, black_jokers=0, red_jokers=2)

    assert order.rungs(order.read(cards("4D"))) << 1 == order.rungs(order.read(cards("RJ")))
    with pytest.raises(TooManyCopies, match="more than 0 of BJ"):
        order.read([BLACK_JOKER])


@pytest.mark.parametrize("text", ["KS KS KS", "RJ RJ RJ", "4S 2C KS 2C KS 2C"])
def test_more_copies_than_the_deck_has_are_refused(text: str) -> None:
    with pytest.raises(TooManyCopies, match="the deck has 2") as refused:
        ladder("4D").read(cards(text))
    assert refused.value.copies == 2


def test_adding_more_copies_than_the_deck_has_is_refused() -> None:
    order = ladder_for(Trump(Rank.FOUR, Suit.DIAMONDS), packs=2, black_jokers=2, red_jokers=1)

    with pytest.raises(TooManyCopies, match="more than 2 of KS"):
        order.add(order.read(cards("KS 2C")), order.read(cards("KS KS")))
    with pytest.raises(TooManyCopies, match="more than 1 of RJ") as refused:
        order.add(order.read(cards("RJ")), order.read(cards("RJ")))
    assert refused.value.card == RED_JOKER


def test_cards_of_several_suits_have_no_lane() -> None:
    order = ladder("4D")

    assert order.lane_of(order.read(cards("4S AD RJ"))) is order.trumps
    assert order.lane_of(order.read(cards("4S 5S"))) is None
    assert order.lane_of(0) is None


def test_a_deal_has_one_ladder() -> None:
    assert ladder("4D") is ladder("4D")
    assert ladder("4D") is not ladder("4D", packs=1)


def test_trump_as_text() -> None:
    assert [Trump(Rank.TEN, Suit.HEARTS).text, Trump(Rank.TWO, None).text] == ["TH", "2N"]


@pytest.mark.parametrize(("in_runs", "left_out"), [(True, ""), (False, "4C 4H 4S 4D BJ RJ")])
def test_jokers_and_rank_cards_may_be_in_no_run(in_runs: bool, left_out: str) -> None:
    """Z4 leaves them out of runs; their place in the order is the same (O4)."""
    trump = Trump(Rank.FOUR, Suit.DIAMONDS)
    order = ladder_for(trump, packs=2, black_jokers=2, red_jokers=2, runs_with_rank_cards=in_runs)

    assert order.text(order.deck & order.plane & ~order.in_runs) == left_out
    assert [order.rungs(order.bit[card]) for card in cards("AD 4S RJ")] == [
        ladder("4D").rungs(order.bit[card]) for card in cards("AD 4S RJ")
    ]


# --- Dead ranks


def neighbours(order: Ladder, lower: str, higher: str) -> bool:
    """Whether two cards are consecutive on a ladder."""
    low, high = (order.rungs(order.read(cards(card))) for card in (lower, higher))
    return low > 0 and low << 1 == high


@pytest.mark.parametrize(
    ("played", "lower", "higher", "expected"),
    [
        ("9C 9C", "8C", "TC", True),
        ("9C", "8C", "TC", False),
        ("9C 9S", "8C", "TC", False),
        ("9C 9C TC TC", "8C", "JC", True),
        ("9C 9C JC JC", "8C", "TC", True),
        ("9C 9C JC JC", "TC", "QC", True),
        ("9C 9C", "8C", "JC", False),
        ("3C 3C", "2C", "5C", True),
        ("4C 4C 4H 4H 4S 4S", "AD", "4D", True),
        ("4C 4C 4H 4H 4S", "AD", "4D", False),
        ("4C 4C 4H 4H", "AD", "4S", True),
        ("4D 4D", "4S", "BJ", True),
        ("BJ BJ", "4D", "RJ", True),
        ("4C 4C 4H 4H 4S 4S 4D 4D BJ BJ", "AD", "RJ", True),
        ("AC AC KC KC", "QC", "2H", False),
        ("2H 2H 3H 3H 5H 5H", "AC", "6H", False),
    ],
)
def test_dead_ranks_close_up(played: str, lower: str, higher: str, expected: bool) -> None:
    """A rank of which all is played is skipped; jokers are ranks; equal cards are one rank; suits stay apart."""
    whole = ladder("4D")

    assert neighbours(whole.skipping(whole.read(cards(played))), lower, higher) is expected


def test_nothing_is_skipped_while_every_rank_lives() -> None:
    whole = ladder("4D")

    assert whole.skipping(0) is whole
    assert whole.skipping(whole.read(cards("9C 9S 4C 4C BJ"))) is whole


def test_ranks_on_the_table_are_not_dead() -> None:
    """Whether the cards played count them or not."""
    whole = ladder("4D")
    played, on_table = whole.read(cards("9C 9C TC TC 4C 4C 4H 4H 4S 4S")), whole.read(cards("9C 4S"))

    assert neighbours(whole.skipping(played, on_table=on_table), "9C", "JC")
    assert neighbours(whole.skipping(played, on_table=on_table), "AD", "4S")
    assert whole.skipping(on_table, on_table=on_table) is whole


def test_what_is_skipped_is_told_from_the_whole_order() -> None:
    whole = ladder("4D")
    nines, tens = whole.read(cards("9C 9C")), whole.read(cards("TC TC"))

    assert whole.skipping(nines).skipping(tens) is whole.skipping(tens)
    assert whole.skipping(nines).skipping(0) is whole


@pytest.mark.slow
@given(hands())
def test_a_ladder_without_dead_ranks_keeps_sets_and_order(drawn: tuple[Ladder, Counter[int], Counter[int]]) -> None:
    """Sets of cards, suits and what is higher are the same; of each suit the rungs left are neighbours, in order."""
    whole, hand, _ = drawn
    played = whole.read(hand.elements())
    order = whole.skipping(played)

    assert order.cards(played) == whole.cards(played)
    assert (order.bit, order.lanes, order.above) == (whole.bit, whole.lanes, whole.above)
    for lane in order.lanes:
        rungs: dict[int, list[int]] = {}
        for card in order.cards(lane.low & order.deck):
            rungs.setdefault(whole.rungs(order.bit[card]), []).append(card)
        alive = [
            on_rung
            for _, on_rung in sorted(rungs.items())
            if any(hand[card] < (order.deck & order.bit[card] * order.repeat).bit_count() for card in on_rung)
        ]
        closed = [{order.rungs(order.bit[card]) for card in on_rung} for on_rung in alive]
        assert all(len(rung) == 1 for rung in closed)
        places = [rung.bit_length() for (rung,) in closed]
        assert places == list(range(places[0], places[0] + len(places))) if places else not closed


def test_suits_in_words() -> None:
    assert [lane.noun for lane in ladder("4D").lanes] == ["club", "diamond", "heart", "spade", "trump"]


def test_every_card_of_the_deck_is_on_the_ladder() -> None:
    order = ladder("4D")

    assert Counter(order.cards(order.deck)) == Counter(list(range(1, CARD_KINDS + 1)) * 2)
