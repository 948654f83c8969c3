"""What a seat may know: everything public, its own cards, and nothing else (K2, T4)."""

from __future__ import annotations

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import Card, Suit, cards_text, parse_cards
from referee.rules.deal import Asking, Burying, Drawing, Playing, begin
from referee.rules.ladder import Cards
from referee.rules.legal import default_decision, legal_decisions
from referee.rules.view import View, view_of
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    SIX_SEATS,
    accepted,
    arranged,
    by_chance,
    first_start,
    later_start,
    random_start,
    shuffled,
    turns,
)

NORTH, WEST, SOUTH, EAST = range(4)
SEEDS = st.integers(0, 2**32 - 1)


def test_a_view_has_these_fields_and_no_others() -> None:
    """Whoever adds one has to say here that a seat may know it."""
    assert {field.name for field in fields(View)} == {
        "bids",
        "buried",
        "declarers",
        "hand",
        "hand_counts",
        "ladder",
        "levels",
        "opponents_points",
        "seat",
        "starter",
        "trick",
        "tricks",
        "trump_rank",
        "trump_settled",
        "trump_suit",
        "turned",
        "undrawn_count",
    }


def test_while_drawing() -> None:
    deck = arranged({NORTH: "3C 2H 4C", WEST: "5S"})
    state, _ = begin(first_start(deck))
    assert isinstance(state, Drawing)
    view = view_of(state, NORTH)

    assert cards_text(view.hand) == "3C 2H"
    assert view.hand_counts == (2, 1, 1, 1)
    assert view.undrawn_count == 103
    assert (view.trump_settled, view.trump_suit, view.starter, view.declarers) == (False, None, None, ())
    assert cards_text(view_of(state, WEST).hand) == "5S"


def test_a_standing_bid_is_seen_by_all() -> None:
    deck = arranged({NORTH: "2H", WEST: "2D 2D"})
    state, _ = begin(first_start(deck))
    assert isinstance(state, Drawing)
    after, _ = accepted(state, "2H")

    assert isinstance(after, Drawing)
    for seat in range(4):
        view = view_of(after, seat)
        assert view.bids == ((NORTH, parse_cards("2H")),)
        assert (view.trump_settled, view.trump_suit) == (True, Suit.HEARTS)


def test_the_starter_of_a_later_deal_is_known_from_its_beginning() -> None:
    state = next(turns(later_start(shuffled(Random(3)), starter=EAST, levels=(5, 9)), by_chance(Random(3)))).state
    view = view_of(state, NORTH)

    assert (view.starter, view.declarers) == (EAST, (WEST, EAST))
    assert view.levels == (5, 9, 5, 9)


def test_only_the_starter_sees_what_is_buried() -> None:
    """K2."""
    for turn in turns(later_start(shuffled(Random(5)), starter=WEST), default_decision):
        if isinstance(turn.state, Playing):
            views = [view_of(turn.state, seat) for seat in range(4)]
            assert [len(view.buried) for view in views] == [0, 8, 0, 0]
            assert views[WEST].buried == turn.state.ladder.cards(turn.state.buried)


def test_a_hand_is_in_the_order_of_the_ladder() -> None:
    for turn in turns(random_start(Random(6)), by_chance(Random(6))):
        if isinstance(turn.state, Playing):
            view = view_of(turn.state, turn.state.seat)
            places = [view.ladder.bit[card] for card in view.hand]
            assert places == sorted(places)
            assert view.ladder.read(view.hand) == turn.state.hands[turn.state.seat]


# --- Nothing leaks: what a seat cannot see may be exchanged, and it is shown and advised the same


def exchanged(state: Asking, seat: int, rng: Random) -> Asking:
    """A state that differs only in cards that *seat* cannot see: other hands, undrawn cards, kitty or buried cards."""
    if isinstance(state, Drawing):
        return _exchanged_deck(state, seat, rng)
    ladder = state.ladder
    hidden_places = [list(ladder.cards(hand)) for other, hand in enumerate(state.hands) if other != seat]
    if isinstance(state, Playing) and seat != state.contract.starter:
        hidden_places.append(list(ladder.cards(state.buried)))
    pool = [card for place in hidden_places for card in place]
    rng.shuffle(pool)
    dealt: list[Cards] = []
    for place in hidden_places:
        dealt.append(ladder.read(pool[: len(place)]))
        del pool[: len(place)]
    hands = dealt[: len(state.hands) - 1]
    hands.insert(seat, state.hands[seat])
    if isinstance(state, Burying):
        return replace(state, hands=tuple(hands))
    buried = dealt[-1] if seat != state.contract.starter else state.buried
    return state._replace(hands=tuple(hands), buried=buried)


def _exchanged_deck(state: Drawing, seat: int, rng: Random) -> Drawing:
    seat_count = len(state.able)
    own = {at for at in range(state.drawn) if (state.start.first_drawer + at) % seat_count == seat}
    deck = list(state.start.deck)
    places = [at for at in range(len(deck)) if at not in own]
    pool: list[Card] = [deck[at] for at in places]
    rng.shuffle(pool)
    for at, card in zip(places, pool, strict=True):
        deck[at] = card
    key_cards = tuple(held if other == seat else rng.getrandbits(30) for other, held in enumerate(state.key_cards))
    able = tuple(value if other == seat else rng.random() < 0.5 for other, value in enumerate(state.able))
    return replace(state, start=replace(state.start, deck=tuple(deck)), key_cards=key_cards, able=able)


def knowledge(state: Asking, seat: int) -> str:
    """All that is said to a seat in a state."""
    said = [repr(view_of(state, seat))]
    if state.seat == seat:
        said += [repr(default_decision(state)), repr(legal_decisions(state, limit=30, rng=Random(1)))]
    return "\n".join(said)


@pytest.mark.slow
@given(SEEDS)
def test_exchanging_cards_that_a_seat_cannot_see_changes_nothing_for_it(seed: int) -> None:
    """At the decisions of a deal, for the seat that decides and for any other."""
    rng = Random(seed)
    for turn in turns(random_start(rng), by_chance(rng)):
        if rng.random() < 0.5:
            continue
        for seat in (turn.state.seat, rng.randrange(4)):
            assert knowledge(exchanged(turn.state, seat, rng), seat) == knowledge(turn.state, seat)


def test_the_same_with_six_seats() -> None:
    rng = Random(8)
    for turn in turns(random_start(rng, SIX_SEATS), by_chance(rng)):
        seat = rng.randrange(6)
        assert knowledge(exchanged(turn.state, seat, rng), seat) == knowledge(turn.state, seat)


@pytest.mark.parametrize("kind", [Burying, Playing])
def test_the_exchange_would_notice_a_card_that_is_seen(kind: type) -> None:
    """Exchanging what a seat does see changes what it is told."""
    rng = Random(9)
    state = next(turn.state for turn in turns(random_start(rng), by_chance(rng)) if isinstance(turn.state, kind))
    seat = state.seat
    other = exchanged(state, (seat + 1) % 4, rng)

    assert view_of(other, seat) != view_of(state, seat)


def test_views_are_frozen() -> None:
    view = view_of(next(turns(random_start(Random(1)), by_chance(Random(1)))).state, 0)

    with pytest.raises(AttributeError):
        view.hand = ()  # type: ignore[misc]
    assert TRACTOR.seat_names[view.seat] == "North"
