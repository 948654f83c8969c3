"""The draw of Finding Friends: who is asked, who holds, and who becomes the maker (RULES Z1, Z2, Z9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from referee.rules.cards import Card, Rank, cards_text, parse_cards
from referee.rules.deal import (
    BidMade,
    Burying,
    DealThrownIn,
    Decision,
    Drawing,
    Start,
    State,
    ThrownIn,
    TrumpSet,
    begin,
    step,
)
from referee.rules.legal import default_decision
from referee.rules.legal_bids import all_bids, random_bid
from referee.rules.levels import JOKER, ROUND
from referee.rules.phases import Contract, Holding, Standing
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset
from tests.referee.rules.deals import arranged, decided, random_start
from tests.referee.rules.states import friends_rules

TWO_PACKS = friends_rules(5)
THREE_PACKS = friends_rules(9)
A, B, C, D, E = range(5)


def start_at(
    deck: tuple[Card, ...],
    rules: Ruleset = TWO_PACKS,
    *,
    levels: Sequence[int] | None = None,
    first_drawer: int = A,
    starter: int | None = None,
    trump_rank: Rank | None = None,
    passive: Sequence[int] = (),
) -> Start:
    """A start, where all are at level 2 unless levels are given."""
    seats = range(len(rules.side_of))
    return Start(
        rules=rules,
        deck=deck,
        trump_rank=trump_rank,
        first_drawer=first_drawer,
        starter=starter,
        levels=tuple(levels) if levels else (2,) * len(seats),
        standing=Standing(tuple([seat not in passive for seat in seats]), (0,) * len(seats)),
    )


def drawn(start: Start, *script: tuple[int, str]) -> tuple[State, list[str]]:
    """The end of the draw and its course, where the *script* is followed and all else is passed.

    Each step is a seat and cards, shown as soon as that seat is asked and may; no cards let the next override stand.
    The course tells bids (``A 5H``), and questions whether to hold (``A?``).
    """
    state, news = begin(start)
    steps, course = list(script), []
    while isinstance(state, Drawing | Holding):
        decision = Decision(0)
        if isinstance(state, Holding):
            course.append(f"{'ABCDEFGHIJKL'[state.seat]}?")
        if steps and steps[0][0] == state.seat:
            wanted = decided(state, steps[0][1])
            if isinstance(state, Holding) or not isinstance(step(state, wanted), Refusal):
                steps.pop(0)
                decision = wanted
        result = step(state, decision)
        assert not isinstance(result, Refusal), result
        state, news = result
        course += [
            f"{'ABCDEFGHIJKL'[event.seat]} {cards_text(event.cards)}" for event in news if isinstance(event, BidMade)
        ]
    assert not steps, steps
    return state, course


def contract_of(start: Start, *script: tuple[int, str]) -> Contract:
    state, _ = drawn(start, *script)
    assert isinstance(state, Burying)
    return state.contract


def made(start: Start, *script: tuple[int, str]) -> tuple[int, str]:
    """Maker and trump."""
    contract = contract_of(start, *script)
    return contract.starter, contract.trump.text


def test_whose_bid_stands_is_the_maker_at_their_level_and_alone() -> None:
    """Z1, Z3: E's bid makes sevens of diamonds trump; with the kitty E holds 28 cards."""
    deck = arranged({E: "7D"}, rules=TWO_PACKS, rank=Rank.SEVEN)
    state, course = drawn(start_at(deck, levels=(2, 3, 4, 5, 7)), (E, "7D"))

    assert course == ["E 7D"]
    assert isinstance(state, Burying)
    contract = state.contract
    assert (contract.starter, contract.trump.text) == (E, "7D")
    assert contract.declarers == (False, False, False, False, True)
    assert contract.bids == ((E, parse_cards("7D")),)
    assert contract.turned == ()
    assert [hand.bit_count() for hand in state.hands] == [20, 20, 20, 20, 28]


def test_players_are_asked_for_cards_of_their_own_level() -> None:
    """B6, Z1: A draws cards of D's level, and D cards of A's; neither is asked."""
    deck = arranged({A: "9C 9C", D: "2C 2C", E: "4S"}, rules=TWO_PACKS)
    state, _ = begin(start_at(deck, levels=(2, 13, 13, 9, 4)))

    assert isinstance(state, Drawing)
    assert (state.seat, state.drawn) == (E, 5)
    assert [state.ladder.text(cards) for cards in all_bids(state)] == ["", "4S"]


def test_the_overridden_player_is_asked_at_once_and_may_hold() -> None:
    """Z1: the held bid stands, with the trump rank of its player."""
    deck = arranged({A: "2H 2H", C: "3C 3S 9S 9S"}, rules=TWO_PACKS)
    start = start_at(deck, levels=(2, 14, 9, 14, 14))
    state, course = drawn(start, (A, "2H"), (C, "9S 9S"), (A, "2H 2H"))

    assert course == ["A 2H", "C 9S 9S", "A?", "A 2H 2H"]
    assert isinstance(state, Burying)
    contract = state.contract
    assert (contract.starter, contract.trump.text) == (A, "2H")
    assert contract.bids == tuple((seat, parse_cards(text)) for seat, text in ((A, "2H"), (C, "9S 9S"), (A, "2H 2H")))
    assert contract.bids_drawn == (1, 18, 18)


def test_who_does_not_hold_lets_the_override_stand() -> None:
    deck = arranged({A: "2H 2H", C: "3C 3S 9S 9S"}, rules=TWO_PACKS)
    start = start_at(deck, levels=(2, 14, 9, 14, 14))
    state, course = drawn(start, (A, "2H"), (C, "9S 9S"), (A, ""))

    assert course == ["A 2H", "C 9S 9S", "A?"]
    assert isinstance(state, Burying)
    assert (state.contract.starter, state.contract.trump.text) == (C, "9S")


def test_who_has_not_drawn_enough_is_not_asked_to_hold() -> None:
    """A's second two of hearts comes later; two of another suit do not help."""
    deck = arranged({A: "2H 2S 2S 4C 2H", C: "9S 9S"}, rules=TWO_PACKS)
    _, course = drawn(start_at(deck, levels=(2, 14, 9, 14, 14)), (A, "2H"), (C, "9S 9S"))

    assert course == ["A 2H", "C 9S 9S"]


def test_a_held_bid_is_overridden_by_more_cards_alone_and_may_be_held_again() -> None:
    """Z1, with three packs."""
    deck = arranged({A: "2H 2H 2H", C: "3C 3S 9S 9S 9S"}, rules=THREE_PACKS)
    start = start_at(deck, THREE_PACKS, levels=(2, 14, 9, *(14,) * 6))
    script = ((A, "2H"), (C, "9S 9S"), (A, "2H 2H"), (C, "9S 9S 9S"))

    _, course = drawn(start, *script, (A, "2H 2H 2H"))
    assert course == ["A 2H", "C 9S 9S", "A?", "A 2H 2H", "C 9S 9S 9S", "A?", "A 2H 2H 2H"]
    assert made(start, *script, (A, "2H 2H 2H")) == (A, "2H")
    assert made(start, *script, (A, "")) == (C, "9S")
    assert made(start, *script[:3]) == (A, "2H")


@pytest.mark.parametrize(
    ("holds", "course", "maker"),
    [
        (("", ""), "A 2H|C 9S 9S|A?|E 4C 4C 4C|C?", E),
        (("", "9S 9S 9S"), "A 2H|C 9S 9S|A?|E 4C 4C 4C|C?|C 9S 9S 9S", C),
        (("2H 2H", ""), "A 2H|C 9S 9S|A?|A 2H 2H|E 4C 4C 4C|A?", E),
        (("2H 2H", "2H 2H 2H"), "A 2H|C 9S 9S|A?|A 2H 2H|E 4C 4C 4C|A?|A 2H 2H 2H", A),
    ],
)
def test_several_override_and_hold(holds: tuple[str, str], course: str, maker: int) -> None:
    """Each time whose bid stood is asked: A, and then A or C."""
    deck = arranged({A: "2H 2H 2H", C: "9S 9S 9S", E: "3C 3S 3D 4C 4C 4C"}, rules=THREE_PACKS)
    start = start_at(deck, THREE_PACKS, levels=(2, 14, 9, 14, 4, *(14,) * 4))
    second = A if holds[0] else C
    script = ((A, "2H"), (C, "9S 9S"), (A, holds[0]), (E, "4C 4C 4C"), (second, holds[1]))

    state, found = drawn(start, *script)
    assert "|".join(found) == course
    assert isinstance(state, Burying)
    assert state.contract.starter == maker


def holding() -> Holding:
    """A is asked to hold two of hearts against C's nines."""
    deck = arranged({A: "2H 2H 2H 2S 2S", C: "3C 3S 3D 9S 9S"}, rules=THREE_PACKS)
    state, _ = begin(start_at(deck, THREE_PACKS, levels=(2, 14, 9, *(14,) * 6)))
    wanted = {A: "2H", C: "9S 9S"}
    while isinstance(state, Drawing):
        decision = decided(state, wanted.get(state.seat, ""))
        result = step(state, decision)
        state, _ = step(state, Decision(0)) if isinstance(result, Refusal) else result  # type: ignore[misc]
    assert isinstance(state, Holding)
    return state


def test_the_question_to_hold_is_the_overridden_players() -> None:
    state = holding()

    assert state.seat == A
    assert state.ladder.text(state.bid) == "2H 2H"
    assert state.drawing.seat == C
    assert [bid.seat for bid in state.drawing.bids] == [A, C]
    assert all_bids(state) == (0, state.bid)
    assert default_decision(state) == Decision(0)
    assert {random_bid(state, Random(seed)) for seed in range(20)} == {0, state.bid}


@pytest.mark.parametrize(
    ("cards", "rule"),
    [("2H 2H 2H", "Z1"), ("2H", "Z1"), ("2S 2S", "Z1"), ("9S 9S 9S", "B2"), ("2D", "B2")],
)
def test_a_wrong_hold_is_refused_and_changes_nothing(cards: str, rule: str) -> None:
    state = holding()
    before = repr(state)

    refused = step(state, decided(state, cards))
    assert isinstance(refused, Refusal)
    assert refused.rule == rule
    assert cards.split(maxsplit=1)[0] in refused.because
    assert repr(state) == before


def test_after_a_hold_in_the_last_round_the_overrider_may_answer_with_more() -> None:
    """B6: all pass in a row since the held bid before the draw ends; C overrides with two cards, then with three."""
    deck = arranged({A: "2H 2H", C: "9S 9S 9S"}, rules=THREE_PACKS)
    state, _ = begin(start_at(deck, THREE_PACKS, levels=(2, 14, 9, *(14,) * 6)))
    script = iter([(A, "2H"), (C, "9S 9S"), (A, "2H 2H"), (C, "9S 9S 9S")])
    seat, cards = next(script)
    while isinstance(state, Drawing | Holding):
        last_round = (state.drawing if isinstance(state, Holding) else state).last_round
        decision = Decision(0)
        if last_round and state.seat == seat:
            decision = decided(state, cards)
            seat, cards = next(script, (-1, ""))
        result = step(state, decision)
        assert not isinstance(result, Refusal), result
        state, _ = result

    assert isinstance(state, Burying)
    assert [seat for seat, _ in state.contract.bids] == [A, C, A, C]
    assert set(state.contract.bids_drawn) == {154}
    assert (state.contract.starter, state.contract.trump.text) == (C, "9S")


def test_nobody_bids_and_the_deal_is_thrown_in() -> None:
    """Z2: also where nobody has a card to show."""
    deck = arranged({A: "2H"}, rules=TWO_PACKS)
    state, news = begin(start_at(deck))
    while isinstance(state, Drawing):
        result = step(state, Decision(0))
        assert not isinstance(result, Refusal)
        state, news = result
    assert isinstance(state, ThrownIn)
    assert news == (DealThrownIn(),)

    state, news = begin(start_at(arranged({}, rules=TWO_PACKS)))
    assert isinstance(state, ThrownIn)
    assert news == (DealThrownIn(),)


def test_the_default_shows_a_card_of_the_longest_suit_before_a_deal_is_thrown_in() -> None:
    """It passes until all cards are drawn."""
    deck = arranged({D: "2H 2D 3D 4D 5D 6D 7D 8D 9D 3H 4H"}, rules=TWO_PACKS)
    state, _ = begin(start_at(deck))
    while isinstance(state, Drawing):
        result = step(state, default_decision(state))
        assert not isinstance(result, Refusal)
        state, _ = result

    assert isinstance(state, Burying)
    assert state.contract.bids == ((D, parse_cards("2D")),)
    assert state.contract.bids_drawn == (101,)


# --- Options of Z9


def test_without_overcalls_the_first_bid_ends_the_draw() -> None:
    """`no_overcalls`: C, who would override, is not asked."""
    deck = arranged({A: "2H 2H", C: "9S 9S"}, rules=TWO_PACKS)
    levels = (2, 14, 9, 14, 14)
    script = ((A, "2H"), (C, "9S 9S"))
    state, _ = begin(start_at(deck, friends_rules(5, no_overcalls=True), levels=levels))
    result = step(state, decided(state, "2H"))  # type: ignore[arg-type]

    assert not isinstance(result, Refusal)
    state, news = result
    assert isinstance(state, Burying)
    assert [type(event) for event in news] == [BidMade, TrumpSet]
    assert (state.contract.starter, state.contract.trump.text) == (A, "2H")
    assert [hand.bit_count() for hand in state.hands] == [28, 20, 20, 20, 20]
    assert made(start_at(deck, levels=levels), *script, (A, "")) == (C, "9S")


def test_only_active_players_bid() -> None:
    """`active_passive`: B draws the cards first and is not asked while it is passive."""
    rules = friends_rules(5, scoring="active_passive")
    deck = arranged({B: "2H", D: "2S"}, rules=TWO_PACKS)

    state, _ = begin(start_at(deck, rules, passive=(B, C)))
    assert isinstance(state, Drawing)
    assert state.seat == D
    state, _ = begin(start_at(deck, rules, passive=(C,)))
    assert isinstance(state, Drawing)
    assert state.seat == B


ANY_LEVEL = friends_rules(5, bid_any_active_level=True)


@pytest.mark.parametrize(
    ("levels", "card", "maker"),
    [
        ((2, 9, 4, 9, 14), "9S", B),
        ((2, 14, 4, 9, 14), "9S", D),
        ((2, 14, 4, 9, 14), "4S", C),
        ((2, 14, 4, 9, 14), "2S", A),
        ((2, 14, 9, 9, 14), "9S", C),
        ((9, 14, 2, 2, 14), "9S", A),
    ],
)
def test_any_active_level_may_be_shown_for_who_is_active_at_it(levels: tuple[int, ...], card: str, maker: int) -> None:
    """B shows; the maker is B if at that level, else the next to the right who is."""
    deck = arranged({B: card}, rules=TWO_PACKS)

    assert made(start_at(deck, ANY_LEVEL, levels=levels), (B, card)) == (maker, card)


def test_a_passive_player_may_show_a_level_of_an_active_one_and_does_not_become_the_maker() -> None:
    """A level that only passive players have is not shown."""
    rules = friends_rules(5, bid_any_active_level=True, scoring="active_passive")
    deck = arranged({B: "9S 4S"}, rules=TWO_PACKS)
    start = start_at(deck, rules, levels=(9, 9, 4, 9, 14), passive=(B, C))

    assert made(start, (B, "9S")) == (D, "9S")
    state, _ = begin(start)
    refused = step(state, decided(state, "2C"))  # type: ignore[arg-type]
    assert isinstance(refused, Refusal)
    assert refused.rule == "B2"
    assert isinstance(state, Drawing)
    state = replace(state, drawn=7)
    refused = step(state, decided(state, "4S"))
    assert refused == Refusal("Z1", "4S is not a bid: this player shows identical cards of rank 9 or A")


def test_without_the_option_only_ones_own_level_is_shown() -> None:
    deck = arranged({B: "9S"}, rules=TWO_PACKS)
    state, _ = begin(start_at(deck, levels=(2, 14, 4, 9, 14)))

    assert not (isinstance(state, Drawing) and state.seat == B and state.drawn == 2)


ROTATING = friends_rules(5, rotating_maker=True)


def test_where_the_maker_rotates_anyone_shows_cards_of_the_makers_level() -> None:
    """`rotating_maker`: bids set the suit, not the maker; they are overridden and held as ever."""
    deck = arranged({A: "9H 9H", C: "9S 3C 9S"}, rules=TWO_PACKS, rank=Rank.NINE, first_drawer=B)
    start = start_at(deck, ROTATING, levels=(2, 2, 2, 9, 2), starter=D, trump_rank=Rank.NINE, first_drawer=B)

    assert made(start, (A, "9H"), (C, "9S 9S"), (A, "")) == (D, "9S")
    assert made(start, (A, "9H"), (C, "9S 9S"), (A, "9H 9H")) == (D, "9H")


def test_where_the_maker_rotates_and_nobody_bids_the_kitty_decides() -> None:
    """B8."""
    deck = arranged({}, kitty="KS 9C", rules=TWO_PACKS, rank=Rank.NINE)
    start = start_at(deck, ROTATING, levels=(2, 2, 2, 9, 2), starter=D, trump_rank=Rank.NINE)
    contract = contract_of(start)

    assert (contract.starter, contract.trump.text) == (D, "9C")
    assert cards_text(contract.turned) == "KS 9C"


def test_where_the_maker_rotates_bids_decide_the_first_deal() -> None:
    deck = arranged({C: "2S"}, rules=TWO_PACKS)

    assert made(start_at(deck, ROTATING), (C, "2S")) == (C, "2S")


JOKER_LEVELS = friends_rules(5, joker_level=True)


def test_a_deal_whose_first_drawer_is_at_joker_has_no_bids_and_no_trump() -> None:
    """`joker_level`: the first drawer is the maker."""
    deck = arranged({A: "2H"}, rules=TWO_PACKS)
    state, news = begin(start_at(deck, JOKER_LEVELS, levels=(2, 2, JOKER, 2, 2), first_drawer=C))

    assert isinstance(state, Burying)
    assert news == (TrumpSet(state.contract),)
    assert (state.contract.starter, state.contract.trump.text, state.contract.bids) == (C, "NN", ())
    assert state.contract.declarers == (False, False, True, False, False)
    assert state.hands[C].bit_count() == 28
    assert state.ladder.trumps.bits.bit_count() == 2 * 2


def test_a_player_at_joker_who_does_not_draw_first_only_cannot_bid() -> None:
    deck = arranged({C: "2H", D: "2S"}, rules=TWO_PACKS)
    start = start_at(deck, JOKER_LEVELS, levels=(2, 2, JOKER, 2, 2), first_drawer=A)
    state, _ = begin(start)

    assert isinstance(state, Drawing)
    assert state.seat == D
    assert made(start, (D, "2S")) == (D, "2S")


def test_a_level_with_a_plus_shows_its_rank() -> None:
    deck = arranged({C: "2H"}, rules=TWO_PACKS)

    assert made(start_at(deck, JOKER_LEVELS, levels=(3, 3, ROUND + 2, 3, JOKER + ROUND)), (C, "2H")) == (C, "2H")


def test_a_maker_fixed_at_joker_has_no_bids_whoever_draws_first() -> None:
    rules = friends_rules(5, joker_level=True, rotating_maker=True)
    deck = arranged({A: "2H"}, rules=TWO_PACKS)

    state, _ = begin(start_at(deck, rules, levels=(2, 2, 2, JOKER, 2), starter=D, first_drawer=A))
    assert isinstance(state, Burying)
    assert (state.contract.starter, state.contract.trump.text) == (D, "NN")
    state, _ = begin(start_at(deck, rules, levels=(JOKER, 2, 2, 2, 2), starter=D, first_drawer=A, trump_rank=Rank.TWO))
    assert isinstance(state, Drawing)
    assert state.seat == A


def test_a_passive_first_drawer_leaves_a_deal_at_joker_to_the_next_active_player() -> None:
    """Else nobody at all could bid where all active players are at Joker."""
    rules = friends_rules(5, joker_level=True, scoring="active_passive", first_draw="rotate")
    deck = arranged({B: "2H"}, rules=TWO_PACKS)

    state, _ = begin(start_at(deck, rules, levels=(JOKER, 2, JOKER, JOKER, 2), passive=(A, B, E)))
    assert isinstance(state, Burying)
    assert (state.contract.starter, state.contract.trump.text) == (C, "NN")
    state, _ = begin(start_at(deck, rules, levels=(JOKER, 2, JOKER, JOKER, 2), passive=(A, E)))
    assert isinstance(state, Drawing)


# --- Every table


@pytest.mark.parametrize("players", range(5, 13))
def test_all_bids_are_what_the_draw_takes(players: int) -> None:
    """Of everything that could be shown of the cards that matter, with every option by turns."""
    rng = Random(players)
    for options in (
        {},
        {"rotating_maker": True, "joker_level": True},
        {"bid_any_active_level": True, "scoring": "active_passive"},
    ):
        for _ in range(4):
            state, _ = begin(random_start(rng, friends_rules(players, **options)))
            while isinstance(state, Drawing | Holding):
                drawing = state.drawing if isinstance(state, Holding) else state
                shown = _sets_of(drawing, state.seat)
                taken = {cards for cards in shown if not isinstance(step(state, Decision(cards)), Refusal)}
                assert {0, *taken} == set(all_bids(state))
                assert default_decision(state).cards in all_bids(state)
                result = step(state, Decision(random_bid(state, rng)))
                assert not isinstance(result, Refusal)
                state, _ = result


def _sets_of(state: Drawing, seat: int) -> list[int]:
    """Every number of copies of every card that the seat has drawn."""
    hand = state.ladder.cards(state.hand(seat))
    return [state.ladder.read((card,) * size) for card in set(hand) for size in range(1, hand.count(card) + 1)]
