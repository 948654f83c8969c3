"""What a seat may know: everything public, its own cards, and nothing else (K2, T4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from typing import TypeGuard

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.cards import Card, Suit, cards_text, parse_cards
from referee.rules.deal import Asking, Burying, Calling, Drawing, Holding, Playing, Start, begin
from referee.rules.ladder import Cards
from referee.rules.legal import default_decision, legal_decisions
from referee.rules.options import PRESETS, parse_options
from referee.rules.phases import Standing
from referee.rules.ruleset import ruleset
from referee.rules.view import View, view_of
from tests.referee.rules.builders import TRACTOR
from tests.referee.rules.deals import (
    accepted,
    after_plays,
    arranged,
    by_chance,
    first_start,
    later_start,
    random_start,
    shuffled,
    turns,
)
from tests.referee.rules.states import calling, calls, friends_rules, playing
from tests.sizes import scale

NORTH, WEST, SOUTH, EAST = range(4)
SEEDS = st.integers(0, 2**32 - 1)


def test_a_view_has_these_fields_and_no_others() -> None:
    """Whoever adds one has to say here that a seat may know it."""
    assert {field.name for field in fields(View)} == {
        "active",
        "bids",
        "buried",
        "calls",
        "debts",
        "declarers",
        "hand",
        "hand_counts",
        "ladder",
        "levels",
        "opponents_points",
        "played_by",
        "points_by_seat",
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


# --- Finding Friends


def friends_view(state: Asking, seat: int = 2) -> View:
    """What a seat is told; of what is public, every seat the same."""
    views = [view_of(state, other) for other in range(len(state.contract.declarers))] if has_contract(state) else []
    for view in views:
        assert (view.calls, view.played_by) == (views[0].calls, views[0].played_by)
        assert (view.declarers, view.points_by_seat) == (views[0].declarers, views[0].points_by_seat)
        assert view.opponents_points == views[0].opponents_points
    return view_of(state, seat)


def has_contract(state: Asking) -> TypeGuard[Burying | Calling | Playing]:
    return isinstance(state, Burying | Calling | Playing)


def test_before_a_bid_of_friends_there_is_no_trump_rank() -> None:
    """Z1: everybody bids with the own level."""
    rules = friends_rules(5)
    standing = Standing(active=(True,) * 5, debts=(0,) * 5)
    deck = arranged({0: "3H", 1: "4C 4C"}, rules=rules)
    state, _ = begin(Start(rules, deck, None, 0, None, (3, 4, 5, 6, 14), standing))
    assert isinstance(state, Drawing)
    view = view_of(state, 2)

    assert (view.trump_rank, view.trump_suit, view.trump_settled) == (None, None, False)
    assert (view.starter, view.declarers) == (None, ())
    assert (view.levels, view.active, view.debts) == ((3, 4, 5, 6, 14), (True,) * 5, (0,) * 5)
    after, _ = accepted(state, "3H")
    assert isinstance(after, Drawing)
    view = view_of(after, 2)
    assert (view.trump_rank, view.trump_suit, view.trump_settled) == (3, Suit.HEARTS, True)


def test_who_is_active_and_who_owes_is_public() -> None:
    """Z9."""
    state = playing(friends_rules(5), "3C", "4C", "5C", "6C", "7C", called="AC1")
    standing = Standing(active=(True, False, True, False, True), debts=(0, 0, 2, 1, 0))
    contract = replace(state.contract, start=replace(state.contract.start, standing=standing))
    view = friends_view(state._replace(contract=contract))

    assert (view.active, view.debts) == (standing.active, standing.debts)


def test_while_friends_are_called_only_the_maker_is_known_to_be_on_its_side() -> None:
    state = calling(friends_rules(6), "3C 4C", buried="5C 6C 7C", maker=3)
    view = friends_view(state)

    assert (view.starter, view.declarers, view.calls, view.played_by) == (3, (3,), (), ())
    assert [cards_text(view_of(state, seat).buried) for seat in range(6)] == ["", "", "", "5C 6C 7C", "", ""]
    assert cards_text(view_of(state, 3).hand) == "3C 4C"


def test_calls_are_public_and_who_will_join_is_not() -> None:
    """Seat 1 holds the card called."""
    state = playing(friends_rules(5), "3H 4C", "AH 4C", "5H 4D", "KH 4D", "6H 6D", called="AH1")
    before = friends_view(state)
    assert (before.calls, before.played_by, before.declarers) == (calls("AH1"), (None,), (0,))
    swapped = (state.hands[0], state.hands[3], state.hands[2], state.hands[1], state.hands[4])
    assert friends_view(state._replace(hands=swapped)) == before

    after = friends_view(after_plays(state, "3H", "AH")[0])
    assert (after.calls, after.played_by, after.declarers) == (calls("AH1"), (1,), (0, 1))


def test_points_are_told_by_seat_and_of_all_who_have_not_joined() -> None:
    """Z7."""
    hands = ("5H 3D 3C", "KH AD 4C", "4H TD 5C", "3H 6D 6C", "6H 7D 7C")
    state = playing(friends_rules(5), *hands, called="AD1")

    first, _ = after_plays(state, "5H", "KH", "4H", "3H", "6H")
    view = friends_view(first)
    assert (view.points_by_seat, view.opponents_points) == ((0, 15, 0, 0, 0), 15)
    view = friends_view(after_plays(first, "AD", "TD", "6D", "7D", "3D")[0])
    assert (view.points_by_seat, view.opponents_points) == ((0, 25, 0, 0, 0), 0)


def test_a_view_of_tractor_has_nothing_of_friends() -> None:
    for turn in turns(later_start(shuffled(Random(3))), by_chance(Random(3))):
        view = view_of(turn.state, turn.state.seat)
        assert (view.active, view.debts, view.calls, view.played_by, view.points_by_seat) == ((), (), (), (), ())


# --- Nothing leaks: what a seat cannot see may be exchanged, and it is shown and advised the same


def exchanged(state: Asking, seat: int, rng: Random) -> Asking:
    """A state that differs only in cards that *seat* cannot see: other hands, undrawn cards, kitty or buried cards."""
    if isinstance(state, Drawing):
        return _exchanged_deck(state, seat, rng)
    if isinstance(state, Holding):
        return replace(state, drawing=_exchanged_deck(state.drawing, seat, rng))
    ladder = state.ladder
    hidden_places = [list(ladder.cards(hand)) for other, hand in enumerate(state.hands) if other != seat]
    if not isinstance(state, Burying) and seat != state.contract.starter:
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
    if isinstance(state, Calling):
        return replace(state, hands=tuple(hands), buried=buried)
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


EVERY_GAME: Mapping[str, Mapping[str, object]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    "dead ranks": {"skip_dead_ranks": True},
    "jokers override": {"joker_overrides": True, "joker_pair_order": True},
    "the other copy": {"preset": "finding-friends-6", "call_other_copy": True},
    "a fixed maker": {"preset": "finding-friends-7", "rotating_maker": True, "scoring": "active_passive"},
    "any level": {"preset": "finding-friends-8", "bid_any_active_level": True, "scoring": "active_passive"},
    "level joker": {"preset": "finding-friends-5", "joker_level": True, "failed_throw": "debt"},
}


@pytest.mark.slow
@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_same_in_every_game(game: str) -> None:
    """Who holds the cards called, what is buried, who could hold a bid: none of it shows before it is played."""
    rules = ruleset(parse_options(EVERY_GAME[game]))
    kinds = set()
    for seed in range(scale(3, 40)):
        rng = Random(f"{game} {seed}")
        for turn in turns(random_start(rng, rules), by_chance(rng)):
            kinds.add(type(turn.state))
            if isinstance(turn.state, Playing) and rng.random() < 0.8:
                continue
            for seat in (turn.state.seat, rng.randrange(len(rules.seat_names))):
                assert knowledge(exchanged(turn.state, seat, rng), seat) == knowledge(turn.state, seat)
    assert kinds >= {Drawing, Burying, Playing} | ({Calling} if rules.friends else set())


def test_nobody_sees_who_could_hold_a_bid_but_the_seat_that_is_asked() -> None:
    """Z1."""
    rules = friends_rules(12)
    rng = Random(10)
    deals = (turn for _ in range(200) for turn in turns(random_start(rng, rules), by_chance(rng)))
    state = next(turn.state for turn in deals if isinstance(turn.state, Holding))

    for seat in range(12):
        assert view_of(state, seat) == view_of(state.drawing, seat)
        assert knowledge(exchanged(state, seat, rng), seat) == knowledge(state, seat)


@pytest.mark.parametrize("kind", [Burying, Calling, Playing])
def test_the_exchange_would_notice_a_card_that_is_seen(kind: type) -> None:
    """Exchanging what a seat does see changes what it is told."""
    rng = Random(9)
    start = random_start(rng, friends_rules(6))
    state = next(turn.state for turn in turns(start, by_chance(rng)) if isinstance(turn.state, kind))
    seat = state.seat
    other = exchanged(state, (seat + 1) % 6, rng)

    assert view_of(other, seat) != view_of(state, seat)


def test_views_are_frozen() -> None:
    view = view_of(next(turns(random_start(Random(1)), by_chance(Random(1)))).state, 0)

    with pytest.raises(AttributeError):
        view.hand = ()  # type: ignore[misc]
    assert TRACTOR.seat_names[view.seat] == "North"
