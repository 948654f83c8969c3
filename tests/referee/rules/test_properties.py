"""What holds in every state of every deal of every game, tried on random ones."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.rules.deal import (
    Asking,
    Burying,
    Call,
    Calling,
    Decision,
    Drawing,
    Holding,
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
from referee.rules.option_values import FailedThrow
from referee.rules.options import PRESETS, canonical_text, options_mapping, parse_canonical_text, parse_options
from referee.rules.playthrough import show
from referee.rules.record import line_of, read_line, record_of
from referee.rules.refusal import Refusal
from referee.rules.replay import first_difference, replay
from referee.rules.ruleset import Ruleset, ruleset
from tests.referee.rules.deals import by_chance, heading_of, random_start, turns
from tests.referee.rules.option_samples import random_options
from tests.sizes import scale

pytestmark = pytest.mark.slow

SEEDS = st.integers(0, 2**32 - 1)
BY_CHANCE = tuple(f"options by chance {number}" for number in range(1, 5))

of_every_game = pytest.mark.parametrize("game", [*PRESETS, *BY_CHANCE])
"""Each preset, and options by chance, several times over as there are many."""

examples = settings(max_examples=scale(2, 16))
"""A deal is an example, and there are many games."""


def rules_of(game: str, rng: Random) -> Ruleset:
    """The rules of a preset, or of options by chance."""
    return ruleset(random_options(rng) if game in BY_CHANCE else parse_options(game))


def cards_in(state: State, before: Asking | None = None) -> list[int]:
    """Every card of a deal, wherever it is, sorted; *before* the end of a deal, hands that a failed throw left."""
    match state:
        case Drawing():
            undrawn = state.start.deck[state.drawn :]
            return sorted([*undrawn, *cards_of(state.ladder, state.hands)])
        case Holding():
            return cards_in(state.drawing)
        case Burying():
            return cards_of(state.ladder, state.hands)
        case Calling():
            return cards_of(state.ladder, (*state.hands, state.buried))
        case Playing():
            tricks = (*state.tricks, state.trick) if state.trick else state.tricks
            return cards_of(
                state.ladder, (*state.hands, state.buried, *(play for trick in tricks for play in trick.plays))
            )
        case Scored():
            plays = [play for trick in state.tricks for play in trick.plays]
            left = before.hands if isinstance(before, Playing) and not state.tricks[-1].plays else ()
            return cards_of(state.contract.ladder, (state.buried, *plays, *left))
        case ThrownIn():
            return sorted(state.start.deck)


def cards_of(ladder: Ladder, sets: Iterable[Cards]) -> list[int]:
    """The cards of several sets, sorted."""
    return sorted(card for held in sets for card in ladder.cards(held))


@of_every_game
@examples
@given(seed=SEEDS)
def test_cards_are_conserved(game: str, seed: int) -> None:
    """Each card of the deck is in one place, in every phase and in some states of each."""
    rng = Random(f"{game} {seed}")
    start = random_start(rng, rules_of(game, rng))
    everything = list(start.rules.sorted_deck)
    state, _ = begin(start)
    assert cards_in(state) == everything
    for turn in turns(start, by_chance(rng)):
        if type(turn.after) is not type(turn.state) or rng.random() < 0.1:
            assert cards_in(turn.after, turn.state) == everything


@of_every_game
@examples
@given(seed=SEEDS)
def test_points_are_conserved(game: str, seed: int) -> None:
    """100 points a pack are won, buried or left in the hands, and the opponents' total is made of nothing else."""
    rng = Random(f"{game} {seed}")
    *_, last = turns(random_start(rng, rules_of(game, rng)), by_chance(rng))
    end = last.after
    if not isinstance(end, Scored):
        return
    rules, ladder, declarers = end.contract.start.rules, end.contract.ladder, end.declarers
    won = [0] * len(declarers)
    for trick in end.tricks:
        if trick.winner is not None:
            won[trick.winner] += sum(map(ladder.points, trick.plays))
    left = 0
    if not end.tricks[-1].plays:
        assert isinstance(last.state, Playing)
        left = sum(map(ladder.points, last.state.hands))
    assert sum(won) + ladder.points(end.buried) + left == 100 * rules.packs

    opponents = sum(points for seat, points in enumerate(won) if not declarers[seat])
    forfeited = 0
    if rules.failed_throw is FailedThrow.FORFEIT_CARDS and left and declarers[end.tricks[-1].leader]:
        forfeited = left
    assert end.score.total == opponents + fines(end) + forfeited + end.score.kitty_points
    assert end.score.kitty_points % 5 == 0
    assert bool(end.score.kitty_points) <= bool(ladder.points(end.buried))
    if end.alliance is not None:
        assert end.alliance.points == tuple(won)


def fines(end: Scored) -> int:
    """What failed throws brought the opponents, or cost them (T2)."""
    return sum(
        end.contract.start.rules.failed_throw_fine
        * (trick.failed_throw.bit_count() - trick.plays[0].bit_count())
        * (1 if end.declarers[trick.leader] else -1)
        for trick in end.tricks
        if trick.failed_throw and trick.plays
    )


@of_every_game
@examples
@given(seed=SEEDS)
def test_hands_are_equal_whenever_a_seat_leads(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    for turn in turns(random_start(rng, rules_of(game, rng)), by_chance(rng)):
        if isinstance(turn.after, Playing) and turn.after.trick is None:
            assert len({hand.bit_count() for hand in turn.after.hands}) == 1


@of_every_game
@examples
@given(seed=SEEDS)
def test_listed_decisions_and_every_default_are_accepted(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    for turn in turns(random_start(rng, rules_of(game, rng)), by_chance(rng)):
        offered = [default_decision(turn.state)]
        if rng.random() < 0.2:
            listed = legal_decisions(turn.state, limit=20, rng=rng)
            assert listed.decisions
            offered += listed.decisions
        for decision in offered:
            assert not isinstance(step(turn.state, decision), Refusal)


@of_every_game
@examples
@given(seed=SEEDS)
def test_an_offer_is_accepted_exactly_if_it_is_listed_and_else_the_state_is_unchanged(game: str, seed: int) -> None:
    """Offers are random cards of the hand, or of the whole deck; lists that are cut short say nothing."""
    rng = Random(f"{game} {seed}")
    for turn in turns(random_start(rng, rules_of(game, rng)), by_chance(rng)):
        state = turn.state
        if rng.random() < 0.9 and isinstance(state, Playing):
            continue
        listed = legal_decisions(state, limit=MOST_LISTED, rng=rng)
        before = repr(state)
        for offer in offers(state, rng):
            result = step(state, offer)
            if isinstance(result, Refusal):
                assert offer not in listed.decisions
                assert result.rule in rules_broken(state)
                assert result.because
            elif listed.complete:
                assert offer in listed.decisions
        assert repr(state) == before


def offers(state: Asking, rng: Random) -> list[Decision]:
    """Decisions that may be legal: as many cards as are wanted, one more or fewer, of the hand or of the deck."""
    ladder = state.ladder
    deck = ladder.cards(ladder.deck)
    found = [Decision(0)]
    if isinstance(state, Calling):
        rules = state.contract.start.rules
        for _ in range(8):
            count = max(0, rules.called_count + rng.choice((-1, 0, 0, 0, 1)))
            calls = [Call(rng.choice(deck), rng.randrange(rules.packs + 2)) for _ in range(count)]
            found.append(Decision(0, tuple(calls)))
        return found
    hands = state.drawing.hands if isinstance(state, Holding) else state.hands
    hand = ladder.cards(hands[state.seat])
    wanted = random_decision(state, rng).cards.bit_count()
    for _ in range(4):
        for cards in (hand, deck):
            count = min(len(cards), max(0, wanted + rng.choice((-1, 0, 0, 0, 1))))
            found.append(Decision(ladder.read(rng.sample(cards, count))))
    return found


def rules_broken(state: Asking) -> tuple[str, ...]:
    """The rules that a refusal may name."""
    match state:
        case Drawing() | Holding():
            return ("B2", "B3", "B4", "B5", "X1", "Z1", "Z9")
        case Burying():
            return ("K1",)
        case Calling():
            return ("Z3",)
        case Playing(trick=None):
            return ("F1", "L4", "Z9")
        case Playing():
            return ("F1", "F2", "F3", "X3", "X4", "Z5", "T3")


@of_every_game
@examples
@given(seed=SEEDS)
def test_the_same_decisions_lead_to_the_same_end(game: str, seed: int) -> None:
    """`step` is a function: no state is changed and nothing is left to chance."""
    rng = Random(f"{game} {seed}")
    start = random_start(rng, rules_of(game, rng))
    first = list(turns(start, by_chance(Random(f"{game} {seed}"))))
    again = list(turns(Start(*(getattr(start, name) for name in Start.__slots__)), by_chance(Random(f"{game} {seed}"))))

    assert first == again


@of_every_game
@examples
@given(seed=SEEDS)
def test_default_players_end_a_deal_unless_nobody_can_bid(game: str, seed: int) -> None:
    """They bid before a deal is thrown in, if anybody was asked."""
    rng = Random(f"{game} {seed}")
    start = random_start(rng, rules_of(game, rng))
    state, _ = begin(start)
    end = ([state] + [turn.after for turn in turns(start, default_decision)])[-1]

    assert isinstance(end, Scored) or isinstance(state, ThrownIn)


@of_every_game
@examples
@given(seed=SEEDS)
def test_a_record_replays_through_the_same_states_to_the_same_end(game: str, seed: int) -> None:
    rng = Random(f"{game} {seed}")
    start = random_start(rng, rules_of(game, rng))
    first, _ = begin(start)
    states = [first, *(turn.after for turn in turns(start, by_chance(rng)))]
    end = states[-1]
    assert isinstance(end, Scored | ThrownIn)
    record = read_line(line_of(record_of(end, heading_of(start.rules))))

    assert list(replay(record)) == states
    assert first_difference(record) is None
    assert show(record).startswith("Deal 1 of match m1, board 1, rules ")


@settings(max_examples=scale(30, 300))
@given(SEEDS)
def test_options_are_read_back_from_their_canonical_text_and_from_their_mapping(seed: int) -> None:
    options = random_options(Random(seed))

    assert parse_canonical_text(canonical_text(options)) == options
    assert parse_options(options_mapping(options)) == options
