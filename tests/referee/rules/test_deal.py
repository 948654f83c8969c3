"""A deal step by step: who is asked for a bid, what settles trump, how tricks go on, what is refused (RULES 3–9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from referee.rules.cards import Rank, cards_text, parse_cards
from referee.rules.deal import (
    Asking,
    Buried,
    Burying,
    DealScored,
    DealThrownIn,
    Decision,
    Drawing,
    Played,
    Playing,
    Scored,
    Start,
    ThrownIn,
    TrickEnded,
    TrumpSet,
    begin,
    step,
)
from referee.rules.legal import default_decision
from referee.rules.refusal import Refusal
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    SIX_SEATS,
    Turn,
    after_plays,
    arranged,
    by_chance,
    first_start,
    later_start,
    played_out,
    random_start,
    shuffled,
    turns,
)

NORTH, WEST, SOUTH, EAST = range(4)
NAMES = TRACTOR.seat_names


def decision(state: Asking, text: str) -> Decision:
    return Decision(state.ladder.read(parse_cards(text)))


def asked(start: Start, bids: dict[tuple[int, int], str]) -> list[tuple[str, int]]:
    """Every question for a bid, as seat and cards drawn; *bids* by these two, all else is passed."""

    def decide(state: Asking) -> Decision:
        if not isinstance(state, Drawing):
            return default_decision(state)
        bid = bids.pop((state.seat, state.drawn), "")
        return decision(state, bid)

    found = [
        (NAMES[turn.state.seat], turn.state.drawn) for turn in turns(start, decide) if isinstance(turn.state, Drawing)
    ]
    assert not bids, "a bid was not asked for"
    return found


def bid_by(bids: dict[int, str]) -> Callable[[Asking], Decision]:
    """Each seat bids what is given as soon as it is asked and may; then all goes by default."""

    def decide(state: Asking) -> Decision:
        if isinstance(state, Drawing) and state.seat in bids:
            wanted = decision(state, bids[state.seat])
            if not isinstance(step(state, wanted), Refusal):
                del bids[state.seat]
                return wanted
            return Decision(0)
        return default_decision(state)

    return decide


def turn_where(start: Start, decide: Callable[[Asking], Decision], kind: type) -> Turn:
    """The first turn whose event is of a kind."""
    return next(turn for turn in turns(start, decide) if any(isinstance(event, kind) for event in turn.news))


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


# --- The draw (B2, B6)


def test_a_seat_is_asked_after_each_card_it_draws_once_it_has_a_bid() -> None:
    """Then everybody with a bid once more, from the first drawer (B6)."""
    deck = arranged({SOUTH: "3C 4C 2H"}, first_drawer=WEST)

    questions = asked(first_start(deck, first_drawer=WEST), {})

    # South draws second of the four: its cards are the 2nd, 6th, 10th and so on, and the last of them is the 98th.
    assert questions == [("South", drawn) for drawn in range(10, 99, 4)] + [("South", 100)]


def test_a_bid_only_with_cards_that_are_drawn() -> None:
    """B2: North, who will draw a second two of hearts, may not show it yet."""
    deck = arranged({NORTH: "2H 3C 2H"})
    state, _ = begin(first_start(deck))

    assert isinstance(state, Drawing)
    assert (state.seat, state.drawn) == (NORTH, 1)
    refused = step(state, decision(state, "2H 2H"))
    assert isinstance(refused, Refusal)
    assert refused.rule == "B2"


def test_an_override_waits_for_that_seats_own_next_draw() -> None:
    """B6: West holds a pair already when South bids with 7 cards drawn, and is asked at its own next card."""
    deck = arranged({WEST: "2D 2D", SOUTH: "3C 2H"})

    questions = asked(first_start(deck), {(SOUTH, 7): "2H"})

    assert questions[:4] == [("West", 2), ("West", 6), ("South", 7), ("West", 10)]
    # South's own bid stands, so it is not asked; West is, to the end and in the last round (B5).
    assert questions[3:] == [("West", drawn) for drawn in range(10, 101, 4)] + [("West", 100)]


def test_the_last_round_goes_on_until_all_have_passed_since_the_last_bid() -> None:
    """B6: East's pair in the last round lets North answer with jokers, though North has passed before."""
    deck = arranged({NORTH: "BJ BJ", EAST: "2D 2D"})
    bids = iter(["", "2D 2D", "BJ BJ"])

    def decide(state: Asking) -> Decision:
        return decision(state, next(bids)) if isinstance(state, Drawing) and state.last_round else Decision(0)

    state, _ = begin(first_start(deck))
    last_round = []
    while isinstance(state, Drawing):
        if state.last_round:
            last_round.append((NAMES[state.seat], state.passed))
        result = step(state, decide(state))
        assert not isinstance(result, Refusal)
        state, _ = result

    # North passes; West and South have no bid; East bids; North is the next that has one.
    assert last_round == [("North", 0), ("East", 3), ("North", 0)]
    assert isinstance(state, Burying)
    assert state.contract.starter == NORTH
    assert state.contract.trump.text == "2N"
    assert state.contract.bids_drawn == (101, 101)


def test_a_pass_does_not_bind() -> None:
    """B6: North passes twice and then bids."""
    deck = arranged({NORTH: "2H"})

    assert asked(first_start(deck), {(NORTH, 9): "2H"}) == [("North", 1), ("North", 5), ("North", 9)]


def test_nobody_is_asked_who_has_no_legal_bid() -> None:
    """A later deal where all key cards are in the kitty or held by one seat that bids at once."""
    deck = arranged({EAST: "RJ RJ"})

    assert asked(later_start(deck), {(EAST, 8): "RJ RJ"}) == [("East", 8)]


# --- What settles trump (B7, B8)


def test_in_a_first_deal_the_last_bidder_is_the_starter() -> None:
    deck = arranged({NORTH: "2H", WEST: "2D 2D"})
    turn = turn_where(first_start(deck), bid_by({NORTH: "2H", WEST: "2D 2D"}), TrumpSet)

    assert isinstance(turn.after, Burying)
    contract = turn.after.contract
    assert (contract.starter, contract.trump.text) == (WEST, "2D")
    assert contract.declarers == (False, True, False, True)
    assert contract.bids == ((NORTH, parse_cards("2H")), (WEST, parse_cards("2D 2D")))
    assert contract.turned == ()


def test_in_a_later_deal_a_bid_sets_trump_and_not_the_starter() -> None:
    deck = arranged({WEST: "2D"}, first_drawer=SOUTH)
    turn = turn_where(later_start(deck, starter=SOUTH), bid_by({WEST: "2D"}), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert (turn.after.contract.starter, turn.after.contract.trump.text) == (SOUTH, "2D")


def test_a_first_deal_without_bids_is_thrown_in() -> None:
    """B7."""
    deck = arranged({NORTH: "2H"})
    *_, last = turns(first_start(deck), lambda _: Decision(0))

    assert isinstance(last.after, ThrownIn)
    assert last.news == (DealThrownIn(),)


def test_a_later_deal_without_bids_turns_up_the_kitty() -> None:
    """B8; the rest of the kitty stays hidden."""
    deck = arranged({}, kitty="KS 5H 7D 2C 2D 2C 2H 2S")
    turn = turn_where(later_start(deck), lambda _: Decision(0), TrumpSet)

    assert isinstance(turn.after, Burying)
    assert turn.after.contract.trump.text == "2C"
    assert cards_text(turn.after.contract.turned) == "KS 5H 7D 2C"


def test_a_later_deal_can_begin_at_the_kitty() -> None:
    """Nobody has a bid: all cards of the rank are in the kitty, and the jokers are single."""
    kitty = "2C 2C 2D 2D 2H 2H 2S 2S"
    deck = arranged({NORTH: "BJ", WEST: "BJ", SOUTH: "RJ", EAST: "RJ"}, kitty=kitty)
    state, news = begin(later_start(deck, starter=EAST))

    assert isinstance(state, Burying)
    assert news == (TrumpSet(state.contract),)
    assert state.seat == EAST
    assert state.hands[EAST].bit_count() == 33


# --- Starts that make no sense


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deck": (1,) * 108}, "the deck is not that of the game"),
        ({"deck": ()}, "the deck is not that of the game"),
        ({"first_drawer": 4}, "the first drawer is seat 4"),
        ({"levels": (2,)}, "not one level"),
        ({"levels": (2, 15)}, "not one level"),
        ({"starter": WEST}, "the starter draws first"),
        ({"levels": (3, 2)}, "not the level of the declarers"),
        ({"starter": None, "levels": (2, 3)}, "every side is at the trump rank"),
        ({"starter": None, "trump_rank": Rank.THREE}, "every side is at the trump rank"),
    ],
)
def test_a_start_that_makes_no_sense_is_an_error(change: dict[str, object], message: str) -> None:
    start = replace(later_start(shuffled(Random(1)), starter=NORTH), **change)  # type: ignore[arg-type]

    with pytest.raises(ValueError, match=message):
        begin(start)


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
        refused = step(state, decision(state, lead))
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

    refused = step(state, decision(state, "7H 7H"))
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

    result = step(state, decision(state, play))
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
