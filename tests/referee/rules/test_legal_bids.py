"""Default, listed and random bids (RULES 3, Z1)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from referee.rules.deal import Burying, Decision, Drawing, Start, ThrownIn, begin, step
from referee.rules.legal_bids import PASS, all_bids, default_bid, random_bid
from referee.rules.refusal import Refusal
from tests.referee.rules.builders import game
from tests.referee.rules.deals import arranged, first_start, random_start


def bid_by_default(start: Start) -> str | None:
    """What was bid where all goes by default; None if the deal was thrown in."""
    state, _ = begin(start)
    while isinstance(state, Drawing):
        result = step(state, Decision(default_bid(state)))
        assert not isinstance(result, Refusal)
        state, _ = result
    if isinstance(state, ThrownIn):
        return None
    assert isinstance(state, Burying)
    printed = start.rules.printed_ladder(start.trump_rank)
    return " / ".join(printed.text(printed.read(cards)) for _, cards in state.contract.bids)


@pytest.mark.parametrize(
    "preset", ["tractor", "tractor-online", "forty-points", "finding-friends-5", "finding-friends-6"]
)
def test_before_a_deal_is_thrown_in_one_card_of_the_longest_suit_is_bid(preset: str) -> None:
    """Not a pair and no jokers, though they are held."""
    rules = game(preset)
    pair = "2H" if rules.packs == 1 else "2H 2H"
    jokers = "" if rules.friends else "BJ RJ" if rules.packs == 1 else "RJ RJ"
    deck = arranged({0: f"{pair} 2D {jokers} 3D 4D 5D 6D 7D"}, rules=rules)

    assert bid_by_default(first_start(deck, rules=rules)) == "2D"


def test_who_holds_nothing_but_jokers_passes_by_default() -> None:
    deck = arranged({0: "RJ RJ"})

    assert bid_by_default(first_start(deck)) is None


def test_a_default_does_not_depend_on_what_others_hold_or_will_draw() -> None:
    """The same question, with all that the seat does not know dealt otherwise."""
    rng = Random(8)
    for preset in ("tractor", "tractor-3-packs", "finding-friends-7"):
        rules = game(preset)
        for _ in range(2):
            state, _ = begin(random_start(rng, rules))
            while isinstance(state, Drawing):
                own = set(
                    range((state.seat - state.start.first_drawer) % len(state.able), state.drawn, len(state.able))
                )
                others = [at for at in range(rules.deck_size) if at not in own]
                deck = list(state.start.deck)
                for at, card in zip(others, rng.sample([deck[at] for at in others], len(others)), strict=True):
                    deck[at] = card
                elsewhere = replace(state, start=replace(state.start, deck=tuple(deck)))

                assert default_bid(elsewhere) == default_bid(state)
                result = step(state, Decision(PASS))
                assert not isinstance(result, Refusal)
                state, _ = result


def test_chance_finds_every_legal_bid() -> None:
    deck = arranged({0: "2H 2H 2D RJ RJ"})
    state, _ = begin(first_start(deck))
    while isinstance(state, Drawing) and not state.last_round:
        result = step(state, Decision(PASS))
        assert not isinstance(result, Refusal)
        state, _ = result

    assert isinstance(state, Drawing)
    listed = all_bids(state)
    assert [state.ladder.text(cards) for cards in listed] == ["", "2D", "2H", "2H 2H", "RJ RJ"]
    assert {random_bid(state, Random(seed)) for seed in range(100)} == set(listed)
