"""Legal decisions: the default, lists, and chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from referee.rules.deal import Asking, Burying, Decision, Drawing, Playing, Scored, ThrownIn, begin, step
from referee.rules.ladder import Cards, Ladder
from referee.rules.legal import MOST_LISTED, default_decision, legal_decisions, random_decision
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from tests.referee.rules.builders import TRACTOR, cards
from tests.referee.rules.deals import (
    accepted,
    arranged,
    by_chance,
    first_start,
    later_start,
    played_out,
    random_start,
    turns,
)

NORTH, WEST, SOUTH, EAST = range(4)


OPTIONS: dict[str, dict[str, object]] = {
    "tractor": {"preset": "tractor"},
    "forty-points": {"preset": "forty-points"},
    "tractor-online": {"preset": "tractor-online"},
    "tractor-3-packs": {"preset": "tractor-3-packs"},
    "six seats over dead ranks": {"preset": "tractor-6-seats", "skip_dead_ranks": True, "throw_tractors": True},
    "finding-friends-5": {"preset": "finding-friends-5", "all_jokers": True},
    "finding-friends-9": {"preset": "finding-friends-9", "equal_sets_throws_only": True},
    "finding-friends-12": {"preset": "finding-friends-12", "bombs": True, "trump_sequences": True},
}
RULES = {name: ruleset(parse_options(options)) for name, options in OPTIONS.items()}


def states(rng: Random, kind: type, rules: Ruleset = TRACTOR) -> Iterator[Asking]:
    """States of random deals that ask for a decision of one kind."""
    while True:
        deal = turns(random_start(rng, rules), by_chance(rng))
        yield from (turn.state for turn in deal if isinstance(turn.state, kind))


def short_hands(rng: Random, *, cards: int, rules: Ruleset = TRACTOR) -> Iterator[Playing]:
    """States near the end of random deals, where few cards are left to the seat that decides."""
    for state in states(rng, Playing, rules):
        assert isinstance(state, Playing)
        if state.hands[state.seat].bit_count() <= cards:
            yield state


def some_of(ladder: Ladder, held: Cards) -> set[Cards]:
    """Every choice of cards of a set, none and all among them."""
    cards = ladder.cards(held)
    return {
        ladder.read([card for card, taken in zip(cards, choice, strict=True) if taken])
        for choice in product((False, True), repeat=len(cards))
    }


def taken(state: Asking, held: Cards) -> set[Cards]:
    """Every choice of the cards held that `step` takes."""
    return {cards for cards in some_of(state.ladder, held) if not isinstance(step(state, Decision(cards)), Refusal)}


@pytest.mark.parametrize("name", RULES)
def test_what_is_listed_is_what_step_takes(name: str) -> None:
    """Leads and follows from hands that are short enough to try every choice of their cards."""
    rng = Random(11)
    hands = short_hands(rng, cards=6, rules=RULES[name])
    for _ in range(60 if name == "tractor" else 30):
        state = next(hands)
        listed = legal_decisions(state, limit=MOST_LISTED, rng=rng)

        assert listed.complete
        assert len(set(listed.decisions)) == len(listed.decisions)
        assert {decision.cards for decision in listed.decisions} == taken(state, state.hands[state.seat])


def test_listed_bids_are_what_step_takes() -> None:
    rng = Random(12)
    questions = states(rng, Drawing)
    for _ in range(60):
        state = next(questions)
        assert isinstance(state, Drawing)
        listed = legal_decisions(state, limit=MOST_LISTED, rng=rng)

        assert listed.complete
        assert listed.decisions[0] == Decision(0)
        assert {decision.cards for decision in listed.decisions} == taken(state, state.key_cards[state.seat])


@pytest.mark.parametrize("kind", [Drawing, Burying, Playing])
@pytest.mark.parametrize("name", RULES)
def test_a_list_is_cut_to_the_limit_and_says_so(name: str, kind: type) -> None:
    rng = Random(1)
    questions = states(rng, kind, RULES[name])
    for limit in (1, 3, 40) * 3:
        state = next(questions)
        listed = legal_decisions(state, limit=limit, rng=rng)

        assert 1 <= len(listed.decisions) <= limit
        assert len(set(listed.decisions)) == len(listed.decisions)
        assert listed.complete or len(listed.decisions) == limit
        assert not any(isinstance(step(state, decision), Refusal) for decision in listed.decisions)


@pytest.mark.parametrize("name", RULES)
def test_the_default_is_taken(name: str) -> None:
    """From the first card drawn to the end of a deal."""
    assert isinstance(played_out(random_start(Random(2), RULES[name]), default_decision), Scored | ThrownIn)


def test_leads_are_read_in_the_order_of_the_trick() -> None:
    """Tractors over dead ranks come before throws, as tractors do."""
    state = next(state for state in states(Random(3), Playing) if isinstance(state, Playing) and state.trick is None)
    order = state.ladder
    hands = (order.read(cards("8S8STSTS")),) * 4
    skipping = order.skipping(order.read(cards("9S9S")))

    for ladder, tractors in ((order, 0), (skipping, 1)):
        leads = legal_decisions(state._replace(ladder=ladder, hands=hands), limit=4 + tractors, rng=Random(1))
        assert not leads.complete
        assert (Decision(hands[0]) in leads.decisions) is (tractors > 0)


def test_a_cut_list_is_another_by_another_chance() -> None:
    state = next(states(Random(1), Burying))

    lists = {legal_decisions(state, limit=5, rng=Random(seed)).decisions for seed in range(10)}
    assert len(lists) == 10
    assert legal_decisions(state, limit=5, rng=Random(3)) == legal_decisions(state, limit=5, rng=Random(3))


def test_singles_pairs_and_tractors_come_before_throws() -> None:
    hand = "3C 3C 4C 4C 5C 6C 7C 8C 9C JC QC AC 3D 3D 4D 4D 6D 7D 8D 9D JD QD AD"
    kitty = "3S 4S 6S 7S 8S 9S JS QS"
    deck = arranged({NORTH: f"2S {hand} 9H"}, kitty=kitty)
    state, _ = begin(first_start(deck))
    for bid in ("2S", *("",) * 99):
        if not isinstance(state, Drawing):
            break
        state, _ = accepted(state, bid)
    assert isinstance(state, Burying)
    state, _ = accepted(state, kitty)
    assert isinstance(state, Playing)

    listed = legal_decisions(state, limit=100, rng=Random(1))
    texts = {state.ladder.text(decision.cards) for decision in listed.decisions}
    assert len(texts) == 100
    assert not listed.complete
    assert {"2S", "9H", "3C", "3C 3C", "4C 4C", "3C 3C 4C 4C", "3D 3D 4D 4D", "AD"} <= texts


@pytest.mark.parametrize("limit", [0, -1, MOST_LISTED + 1])
def test_a_limit_out_of_range_is_an_error(limit: int) -> None:
    with pytest.raises(ValueError, match="the limit is"):
        legal_decisions(next(states(Random(1), Burying)), limit=limit, rng=Random(1))


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_chance_finds_every_legal_decision(name: str) -> None:
    """Of short hands, where that can be seen."""
    rng = Random(13)
    hands = short_hands(rng, cards=4, rules=RULES[name])
    for _ in range(8):
        state = next(hands)
        found = {random_decision(state, rng).cards for _ in range(3000)}

        assert found == taken(state, state.hands[state.seat])


# --- Defaults


def test_the_default_is_to_pass() -> None:
    deck = arranged({NORTH: "2H 2H RJ RJ"})
    for start in (first_start(deck), later_start(deck)):
        passes = [
            turn.decision.cards
            for turn in turns(start, default_decision)
            if isinstance(turn.state, Drawing) and turn.state.drawn < 100
        ]
        assert passes
        assert not any(passes)


def test_the_default_bids_the_longest_suit_before_a_first_deal_is_thrown_in() -> None:
    """All cards are drawn and nobody has bid; with the jokers it does not bid."""
    deck = arranged({NORTH: "2H 2D RJ RJ 3D 4D 5D 6D 7D 3H 4H"}, first_drawer=WEST)
    end = played_out(first_start(deck, first_drawer=WEST), default_decision)

    assert isinstance(end, Scored)
    assert (end.contract.starter, end.contract.trump.text) == (NORTH, "2D")


def test_the_default_leaves_a_later_deal_to_the_kitty() -> None:
    deck = arranged({NORTH: "2H"}, kitty="3C 2C", first_drawer=WEST)
    end = played_out(later_start(deck, starter=WEST), default_decision)

    assert isinstance(end, Scored)
    assert end.contract.bids == ()
    assert end.contract.trump.text == "2C"


def test_the_default_buries_low_plain_cards_without_points() -> None:
    hand = "2S 3H 3D 4D 5D 6D 7D 8D 3S 4S KC KC TC QC AC AD"
    deck = arranged({NORTH: hand}, kitty="4H 4H 9D 9D 5H 5H KH KH")
    state, _ = begin(first_start(deck))
    assert isinstance(state, Drawing)
    state, _ = accepted(state, "2S")
    while isinstance(state, Drawing):
        state, _ = accepted(state, "")
    assert isinstance(state, Burying)
    buried = default_decision(state).cards

    order = state.ladder
    assert order.points(buried) == 0
    assert not buried & order.trumps.bits
    kept = order.remove(state.hands[NORTH], buried) & ~(order.fives | order.tens | order.trumps.bits)
    highest_buried = max((card - 1) % 13 for card in order.cards(buried))
    assert highest_buried <= min((card - 1) % 13 for card in order.cards(kept))


def test_the_default_leads_one_cheap_card() -> None:
    rng = Random(14)
    for state, _ in zip(states(rng, Playing), range(200), strict=False):
        assert isinstance(state, Playing)
        if state.trick is not None:
            continue
        lead = default_decision(state).cards
        assert lead.bit_count() == 1
        worthless = state.hands[state.seat] & ~(state.ladder.fives | state.ladder.tens)
        assert bool(lead & worthless) == bool(worthless)
