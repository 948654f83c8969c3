"""A deal step by step from the kitty on: how tricks go on, what is refused (RULES 4–9)."""

from __future__ import annotations

from random import Random

import pytest

from referee.rules.cards import parse_cards
from referee.rules.deal import (
    Asking,
    Buried,
    Burying,
    DealScored,
    Decision,
    Drawing,
    Played,
    Playing,
    Scored,
    TrickEnded,
    step,
)
from referee.rules.legal import default_decision
from referee.rules.refusal import Refusal
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    SIX_SEATS,
    after_plays,
    arranged,
    bid_by,
    by_chance,
    decided,
    first_start,
    later_start,
    played_out,
    random_start,
    shuffled,
    turn_where,
    turns,
)

NORTH, WEST, SOUTH, EAST = range(4)
NAMES = TRACTOR.seat_names


def playing_state(hands: dict[int, str]) -> Playing:
    """North's first lead with spades trump, where each seat holds these cards and North has buried none of its own."""
    deck = arranged({**hands, NORTH: f"2S {hands.get(NORTH, '')}"})
    kept = parse_cards(hands.get(NORTH, ""))

    def decide(state: Asking) -> Decision:
        if isinstance(state, Burying):
            hand = [card for card in state.ladder.cards(state.hands[state.seat]) if card not in kept]
            return Decision(state.ladder.read(hand[:8]))
        return bid_by({NORTH: "2S"})(state) if isinstance(state, Drawing) and not state.bids else Decision(0)

    state = next(turn.after for turn in turns(first_start(deck), decide) if isinstance(turn.after, Playing))
    assert state.contract.trump.text == "2S"
    return state


# --- The kitty and the tricks


def test_the_starter_holds_the_kitty_and_buries_as_many() -> None:
    """K1."""
    turn = turn_where(later_start(shuffled(Random(2)), starter=WEST), default_decision, Buried)

    assert isinstance(turn.state, Burying)
    assert isinstance(turn.after, Playing)
    assert [hand.bit_count() for hand in turn.state.hands] == [25, 33, 25, 25]
    assert [hand.bit_count() for hand in turn.after.hands] == [25, 25, 25, 25]
    assert turn.after.buried == turn.decision.cards
    assert turn.after.seat == WEST
    assert turn.news == (Buried(WEST),)


def test_a_wrong_burial_is_refused() -> None:
    """K1."""
    state = turn_where(later_start(shuffled(Random(2))), default_decision, Buried).state

    refused = step(state, Decision(state.ladder.deck))
    assert isinstance(refused, Refusal)
    assert refused.rule == "K1"


def test_a_lead_of_two_suits_or_of_strange_cards_is_refused() -> None:
    state = playing_state({NORTH: "KH KD", WEST: "AH AH"})

    for lead, rule in (("KH KD", "L4"), ("", "L4"), ("AH", "F1"), ("KH KH", "F1")):
        refused = step(state, decided(state, lead))
        assert isinstance(refused, Refusal)
        assert refused.rule == rule


def test_a_trick_goes_round_and_its_winner_leads() -> None:
    state, news = after_plays(playing_state({NORTH: "KH", WEST: "AH", SOUTH: "5H", EAST: "TH"}), "KH", "AH", "5H", "TH")

    assert (state.seat, state.trick, state.lead) == (WEST, None, None)
    assert state.points == 25
    assert [event.seat for event in news if isinstance(event, Played)] == [NORTH, WEST, SOUTH, EAST]
    assert news[-1] == TrickEnded(state.tricks[0])
    assert state.tricks[0].winner == WEST


def test_points_that_the_declarers_win_are_not_counted() -> None:
    """W6."""
    state, _ = after_plays(playing_state({NORTH: "AH", WEST: "KH", SOUTH: "5H", EAST: "TH"}), "AH", "KH", "5H", "TH")

    assert (state.seat, state.points) == (NORTH, 0)


def test_a_failed_throw_leaves_one_component_and_costs_ten_points_a_card() -> None:
    """T1, T2: North, a declarer, throws AH QH QH; East's pair of kings beats the queens."""
    before = playing_state({NORTH: "AH QH QH", EAST: "KH KH"})
    state, news = after_plays(before, "AH QH QH")

    assert state.trick is not None
    assert state.ladder.text(state.trick.plays[0]) == "QH QH"
    assert state.ladder.text(state.trick.failed_throw) == "QH QH AH"
    assert state.trick.must_beat == EAST
    assert state.points == 10
    assert state.hands[NORTH].bit_count() == 23
    assert news == (Played(NORTH, state.trick.plays[0], state.trick.failed_throw),)


def test_the_first_who_can_must_beat_what_is_left_of_a_failed_throw() -> None:
    """T3: East may not keep its kings back; before it, West may play anything."""
    before = playing_state({NORTH: "AH QH QH", WEST: "3H 3H", SOUTH: "5H 5H", EAST: "KH KH 7H 7H"})
    state, _ = after_plays(before, "AH QH QH", "3H 3H", "5H 5H")

    refused = step(state, decided(state, "7H 7H"))
    assert isinstance(refused, Refusal)
    assert refused.rule == "T3"
    state, _ = after_plays(state, "KH KH")
    assert state.seat == EAST
    assert state.points == 10 + 30


def test_an_opponents_failed_throw_costs_the_opponents() -> None:
    """T2: the total may go below zero."""
    hands = {NORTH: "3D 3C 3C", WEST: "AD 4H KH KH", SOUTH: "4D", EAST: "6D AH AH"}
    state, _ = after_plays(playing_state(hands), "3D", "AD", "4D", "6D", "4H KH KH")

    assert state.points == -20


def test_a_throw_that_stands_is_led_whole() -> None:
    """L6."""
    state, _ = after_plays(playing_state({NORTH: "AH AH KH", WEST: "KH"}), "AH AH KH")

    assert state.trick is not None
    assert state.ladder.text(state.trick.plays[0]) == "KH AH AH"
    assert (state.trick.failed_throw, state.points) == (0, 0)


@pytest.mark.parametrize(
    ("play", "rule"),
    [("AH", "F1"), ("4C", "F2"), ("3H 4H", "F1"), ("3H", None)],
    ids=["strange", "suit", "two", "good"],
)
def test_a_refused_follow_leaves_the_state_as_it_was(play: str, rule: str | None) -> None:
    state, _ = after_plays(playing_state({NORTH: "KH", WEST: "3H 4H 4C", SOUTH: "AH AH"}), "KH")
    before = repr(state)

    result = step(state, decided(state, play))
    assert (result.rule if isinstance(result, Refusal) else None) == rule
    assert repr(state) == before


def test_the_last_trick_ends_the_deal_with_its_score() -> None:
    start = later_start(shuffled(Random(4)), starter=SOUTH, levels=(5, 9))
    turn = turn_where(start, default_decision, DealScored)

    assert isinstance(turn.after, Scored)
    assert turn.news[-1] == DealScored(turn.after.score)
    assert isinstance(turn.news[-2], TrickEnded)
    assert len(turn.after.tricks) == 25
    assert turn.after.contract.start is start


# --- Other tables


def test_nothing_but_the_options_knows_that_there_are_four_seats() -> None:
    """Six seats in two sides play to the end, and the alternating three of a side are the declarers."""
    rng = Random(6)
    for _ in range(20):
        end = played_out(random_start(rng, SIX_SEATS), by_chance(rng))
        if isinstance(end, Scored):
            starter = end.contract.starter
            assert end.contract.declarers == tuple((seat - starter) % 2 == 0 for seat in range(6))
            assert sum(len(trick.plays) * trick.plays[0].bit_count() for trick in end.tricks) == 6 * 17
