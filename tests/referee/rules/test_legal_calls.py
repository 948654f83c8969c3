"""Calls that are made by default, that are listed, and that come up by chance (RULES Z3)."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from referee.rules.cards import cards_text
from referee.rules.deal import Call, Calling, Decision, step
from referee.rules.legal import MOST_LISTED, default_decision, legal_decisions, random_decision
from referee.rules.options import parse_options
from referee.rules.refusal import Refusal
from referee.rules.ruleset import Ruleset, ruleset
from tests.referee.rules.states import PRESETS, calling, calls, friends_rules, random_burying

FIVE, SIX, TWELVE = (friends_rules(players) for players in (5, 6, 12))
ALL_RULES = (
    *(ruleset(parse_options(preset)) for preset in PRESETS),
    *(friends_rules(players, all_jokers=True) for players in range(5, 13)),
    *(friends_rules(players, call_other_copy=True) for players in (5, 6, 7)),
)


def random_calling(rng: Random, rules: Ruleset) -> Calling:
    """After any burial of any maker."""
    burying = random_burying(rng, rules)
    result = step(burying, random_decision(burying, rng))
    assert not isinstance(result, Refusal)
    state = result[0]
    assert isinstance(state, Calling)
    return state


def is_legal(state: Calling, decision: Decision) -> bool:
    return not isinstance(step(state, decision), Refusal)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_what_is_advised_is_legal(rules: Ruleset) -> None:
    """The default, what is listed, and what comes up by chance."""
    rng = Random(1)
    for _ in range(3):
        state = random_calling(rng, rules)
        listed = legal_decisions(state, limit=20, rng=rng)
        assert len(listed.decisions) == 20
        for decision in (default_decision(state), *listed.decisions, random_decision(state, rng)):
            assert is_legal(state, decision)
            assert decision.cards == 0


# --- By default


@pytest.mark.parametrize(
    ("hand", "called"),
    [
        ("3C 3D 3H", "AC1 AD1"),
        ("AC 3D 3H", "AD1 AH1"),
        ("AC 3D", "AD1 AH1"),
        ("3C 3H", "AC1 AH1"),
        ("AC AD AH", "KC1 KD1"),
        ("AC AD 3H KC", "AH1 KD1"),
    ],
)
def test_the_highest_cards_are_called_that_the_maker_lacks(hand: str, called: str) -> None:
    """Of suits that it can lead, before others; spades are trumps."""
    assert default_decision(calling(SIX, hand)).calls == calls(called)


def test_cards_of_the_trump_rank_are_not_called() -> None:
    assert default_decision(calling(SIX, "3C 3D 3H", trump="AS")).calls == calls("KC1 KD1")


def test_what_is_buried_to_the_last_copy_is_not_called() -> None:
    state = calling(SIX, "3C 3D 3H", buried="AC AC AD 4C 4C 4D")

    assert default_decision(state).calls == calls("AD1 AH1")


def test_without_trumps_spades_are_called_too() -> None:
    assert default_decision(calling(SIX, "3S", trump="NN")).calls == calls("AS1 AC1")


def test_a_long_list_goes_on_with_lower_ranks() -> None:
    assert cards_text(call.card for call in default_decision(calling(TWELVE, "3C 3D 3H")).calls) == "AC AD AH KC KD"


# --- Listed


def possible(rules: Ruleset) -> list[Call]:
    """Any card with any ordinal, legal or not."""
    return [Call(card, ordinal) for card, ordinal in product(range(56), range(-1, rules.packs + 2))]


@pytest.mark.parametrize("rules", [FIVE, friends_rules(5, call_other_copy=True)])
def test_all_calls_are_listed_where_they_are_few(rules: Ruleset) -> None:
    """With five players one card is called: what is listed is what `step` takes, and nothing else."""
    for seed in range(5):
        state = random_calling(Random(seed), rules)
        listed = legal_decisions(state, limit=MOST_LISTED, rng=Random(1))
        taken = [Decision(0, (call,)) for call in possible(rules) if is_legal(state, Decision(0, (call,)))]

        assert listed.complete
        assert sorted(listed.decisions) == sorted(taken)


def test_a_cut_of_them_has_no_call_twice() -> None:
    """Nor the same calls in another order."""
    for limit in (1, 71, MOST_LISTED):
        listed = legal_decisions(random_calling(Random(2), SIX), limit=limit, rng=Random(1))
        assert not listed.complete
        assert len({frozenset(decision.calls) for decision in listed.decisions}) == limit


def test_a_cut_is_fair() -> None:
    """Each of the calls of a maker that can make 72 comes into a cut of 36 about half of the time."""
    state = calling(FIVE, "3C")
    rng = Random(3)
    counts: dict[tuple[Call, ...], int] = {}
    for _ in range(400):
        for decision in legal_decisions(state, limit=36, rng=rng).decisions:
            counts[decision.calls] = counts.get(decision.calls, 0) + 1

    assert len(counts) == 72
    assert all(140 < count < 260 for count in counts.values())


# --- By chance


def test_every_call_can_come_up() -> None:
    """The other copy among them, and two calls in either order."""
    rules = friends_rules(6, call_other_copy=True)
    state = calling(rules, "AC AC KD", trump="2S")
    legal = {call for call in possible(rules) if is_legal(state, Decision(0, (call, _another(call))))}
    rng = Random(4)
    drawn = [random_decision(state, rng).calls for _ in range(800)]

    assert {first for first, _ in drawn} == legal == {second for _, second in drawn}
    assert len(legal) == 72 + 1


def _another(call: Call) -> Call:
    return calls("3H1")[0] if call != calls("3H1")[0] else calls("3H2")[0]
