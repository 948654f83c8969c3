"""What holds in every state of every deal, tried on random ones."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.deal import (
    Asking,
    Burying,
    Decision,
    Drawing,
    Playing,
    Scored,
    Start,
    State,
    ThrownIn,
    begin,
    step,
)
from referee.rules.ladder import Cards, Ladder
from referee.rules.legal import MOST_LISTED, default_decision, legal_decisions, random_decision
from referee.rules.refusal import Refusal
from tests.referee.rules.deals import by_chance, random_start, turns

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**32 - 1)


def cards_in(state: State) -> list[int]:
    """Every card of a deal, wherever it is, sorted."""
    match state:
        case Drawing():
            undrawn = state.start.deck[state.drawn :]
            return sorted([*undrawn, *cards_of(state.ladder, state.hands)])
        case Burying():
            return cards_of(state.ladder, state.hands)
        case Playing():
            tricks = (*state.tricks, state.trick) if state.trick else state.tricks
            return cards_of(
                state.ladder, (*state.hands, state.buried, *(play for trick in tricks for play in trick.plays))
            )
        case Scored():
            plays = [play for trick in state.tricks for play in trick.plays]
            return cards_of(state.contract.ladder, (state.buried, *plays))
        case ThrownIn():
            return sorted(state.start.deck)


def cards_of(ladder: Ladder, sets: Iterable[Cards]) -> list[int]:
    """The cards of several sets, sorted."""
    return sorted(card for held in sets for card in ladder.cards(held))


def points_in(end: Scored) -> int:
    """Points of all tricks and of the buried cards."""
    ladder = end.contract.ladder
    return ladder.points(end.buried) + sum(ladder.points(play) for trick in end.tricks for play in trick.plays)


def fines(end: Scored) -> int:
    """What failed throws brought the opponents, or cost them (T2)."""
    return sum(
        10
        * (trick.failed_throw.bit_count() - trick.plays[0].bit_count())
        * (1 if end.contract.declarers[trick.leader] else -1)
        for trick in end.tricks
        if trick.failed_throw
    )


@given(SEEDS)
def test_cards_are_conserved_at_every_state(seed: int) -> None:
    """Each of the 108 cards is in one place."""
    rng = Random(seed)
    start = random_start(rng)
    state, _ = begin(start)
    everything = list(start.rules.sorted_deck)
    assert cards_in(state) == everything
    for turn in turns(start, by_chance(rng)):
        assert cards_in(turn.after) == everything


@given(SEEDS)
def test_points_are_conserved(seed: int) -> None:
    """200 points are played or buried, and the opponents' total is what they won, the fines and the kitty's share."""
    rng = Random(seed)
    *_, last = turns(random_start(rng), by_chance(rng))
    end = last.after
    if not isinstance(end, Scored):
        return
    ladder, declarers = end.contract.ladder, end.contract.declarers
    won = sum(
        ladder.points(play)
        for trick in end.tricks
        if trick.winner is not None and not declarers[trick.winner]
        for play in trick.plays
    )
    last_trick = end.tricks[-1]
    assert last_trick.winner is not None
    share = 0 if declarers[last_trick.winner] else 2 * last_trick.plays[0].bit_count()

    assert points_in(end) == 200
    assert end.score.kitty_points == share * ladder.points(end.buried)
    assert end.score.total == won + fines(end) + end.score.kitty_points


@given(SEEDS)
def test_hands_are_equal_whenever_a_seat_leads(seed: int) -> None:
    rng = Random(seed)
    for turn in turns(random_start(rng), by_chance(rng)):
        if isinstance(turn.after, Playing) and turn.after.trick is None:
            assert len({hand.bit_count() for hand in turn.after.hands}) == 1


@given(SEEDS)
def test_every_listed_decision_and_every_default_is_accepted(seed: int) -> None:
    rng = Random(seed)
    for turn in turns(random_start(rng), by_chance(rng)):
        listed = legal_decisions(turn.state, limit=20, rng=rng)
        assert listed.decisions
        for decision in (*listed.decisions, default_decision(turn.state)):
            assert not isinstance(step(turn.state, decision), Refusal)


@given(SEEDS)
def test_an_offer_is_accepted_exactly_if_it_is_listed_and_else_the_state_is_unchanged(seed: int) -> None:
    """Offers are random cards of the hand, or of the whole deck; lists that are cut short say nothing."""
    rng = Random(seed)
    for turn in turns(random_start(rng), by_chance(rng)):
        if rng.random() < 0.7:
            continue
        state = turn.state
        listed = legal_decisions(state, limit=MOST_LISTED, rng=rng)
        before = repr(state)
        for offer in offers(state, rng):
            result = step(state, offer)
            if isinstance(result, Refusal):
                assert offer not in listed.decisions
                assert result.rule in rules_of(state)
                assert result.because
            elif listed.complete:
                assert offer in listed.decisions
        assert repr(state) == before


def offers(state: Asking, rng: Random) -> list[Decision]:
    """Decisions that may be legal: as many cards as are wanted, one more or fewer, of the hand or of the deck."""
    ladder = state.ladder
    hand = ladder.cards(state.hands[state.seat])
    deck = ladder.cards(ladder.deck)
    wanted = random_decision(state, rng).cards.bit_count()
    found = [Decision(0)]
    for _ in range(4):
        for cards in (hand, deck):
            count = min(len(cards), max(0, wanted + rng.choice((-1, 0, 0, 0, 1))))
            found.append(Decision(ladder.read(rng.sample(cards, count))))
    return found


def rules_of(state: Asking) -> tuple[str, ...]:
    """The rules that a refusal may name."""
    match state:
        case Drawing():
            return ("B2", "B3", "B4", "B5")
        case Burying():
            return ("K1",)
        case Playing(trick=None):
            return ("F1", "L4")
        case Playing():
            return ("F1", "F2", "F3", "T3")


@given(SEEDS)
def test_the_same_decisions_lead_to_the_same_end(seed: int) -> None:
    """`step` is a function: no state is changed and nothing is left to chance."""
    start = random_start(Random(seed))
    first = list(turns(start, by_chance(Random(seed))))
    again = list(turns(Start(*(getattr(start, name) for name in Start.__slots__)), by_chance(Random(seed))))

    assert first == again


@given(SEEDS)
def test_default_players_always_end_a_deal(seed: int) -> None:
    """They bid before a first deal is thrown in, if anybody can."""
    *_, last = turns(random_start(Random(seed)), default_decision)

    assert isinstance(last.after, Scored)
