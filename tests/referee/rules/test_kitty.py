"""Burials (RULES 4)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from referee.rules.kitty import check_burial, legal_burials, random_burial
from referee.rules.options import parse_options
from referee.rules.ruleset import ruleset
from tests.referee.rules.builders import TRACTOR, cards, ladder
from tests.referee.rules.questions import asked_in

HAND = "2C 3C 4C 5C 6C 7C 8C 9C 9C KS RJ"


def refused_because(burial: str) -> str | None:
    order = ladder("7H")
    refused = check_burial(TRACTOR, order, order.read(cards(HAND)), order.read(cards(burial)))
    assert refused is None or refused.rule == "K1"
    return None if refused is None else refused.because


@pytest.mark.parametrize("burial", ["2C 3C 4C 5C 6C 7C 8C 9C", "3C 4C 5C 6C 9C 9C KS RJ"])
def test_any_cards_of_the_hand_may_be_buried(burial: str) -> None:
    """Trumps and points too (K1)."""
    assert refused_because(burial) is None


@pytest.mark.parametrize(
    ("burial", "because"),
    [
        ("", "exactly 8 cards; 0 cards were offered"),
        ("2C", "exactly 8 cards; 1 card was offered"),
        ("2C 3C 4C 5C 6C 7C 8C", "exactly 8 cards; 7 cards were offered"),
        ("2C 3C 4C 5C 6C 7C 8C 9C 9C", "exactly 8 cards; 9 cards were offered"),
        ("2C 3C 4C 5C 6C 7C 8C AS", "does not hold all of these cards"),
        ("2C 2C 4C 5C 6C 7C 8C 9C", "does not hold all of these cards"),
    ],
)
def test_another_number_or_strange_cards_are_refused(burial: str, because: str) -> None:
    assert because in (refused_because(burial) or "")


@pytest.mark.parametrize(("preset", "kitty_size"), [("tractor", 8), ("finding-friends-5", 8), ("forty-points", 6)])
def test_as_many_cards_are_buried_as_the_kitty_has(preset: str, kitty_size: int) -> None:
    deal = asked_in("7H", preset)
    hand = "2C 3C 4C 5C 6C 8C 9C TC JC QC"
    for count in range(11):
        refused = check_burial(deal.rules, deal.order, deal.held(hand), deal.held(hand[: 3 * count]))
        assert (refused is None) == (count == kitty_size)


# --- Lists and chance

HANDS = {
    "no card twice": ("tractor", "2C 3C 4C 5C 6C 7C 8C 9C TC"),
    "pairs": ("tractor", "2C 2C 3C 3C 4C 4C 5C 5C 6C 6C"),
    "the fewest cards": ("tractor", HAND[: 3 * 8]),
    "one pack": ("forty-points", "2C 3C 4C 5C 6C 7C 8C 9C TC JC"),
    "triples": ("tractor-3-packs", "2C 2C 2C 3C 3C 3C 4C RJ RJ RJ"),
    "four packs": ("finding-friends-12", "2C 2C 2C 2C 3C 3C 3C 3C 4C RJ RJ"),
}


@pytest.mark.parametrize("name", HANDS)
def test_few_burials_are_listed_whole(name: str) -> None:
    """Each once, identical cards not told apart."""
    preset, hand = HANDS[name]
    deal = asked_in("7H", preset)
    burials, complete = legal_burials(deal.rules, deal.order, deal.held(hand), limit=1000, rng=Random(1))
    every = {deal.order.read(chosen) for chosen in combinations(cards(hand), deal.rules.kitty_size)}

    assert complete
    assert len(burials) == len(every)
    assert set(burials) == every
    assert all(check_burial(deal.rules, deal.order, deal.held(hand), burial) is None for burial in burials)


@pytest.mark.parametrize("name", HANDS)
def test_a_list_of_burials_is_cut_to_the_limit_and_says_so(name: str) -> None:
    preset, hand = HANDS[name]
    deal = asked_in("7H", preset)
    every, _ = legal_burials(deal.rules, deal.order, deal.held(hand), limit=1000, rng=Random(1))
    for limit in (1, len(every) - 1, len(every), len(every) + 1):
        if limit < 1:
            continue
        burials, complete = legal_burials(deal.rules, deal.order, deal.held(hand), limit=limit, rng=Random(2))
        assert len(set(burials)) == len(burials) == min(limit, len(every))
        assert set(burials) <= set(every)
        assert complete == (limit >= len(every))


def test_every_kitty_that_all_jokers_make_is_listed() -> None:
    """With few cards to bury, from a whole hand (`all_jokers`)."""
    rules = min(
        (
            ruleset(parse_options({"preset": f"finding-friends-{players}", "all_jokers": True}))
            for players in range(5, 13)
        ),
        key=lambda rules: rules.kitty_size,
    )
    order = asked_in("7H", f"finding-friends-{len(rules.side_of)}", all_jokers=True).order
    hand = order.read(Random(1).sample(order.cards(order.deck), rules.hand_size + rules.kitty_size))
    burials, complete = legal_burials(rules, order, hand, limit=1000, rng=Random(1))

    assert rules.kitty_size < 6
    assert complete == (len(burials) < 1000)
    assert len(set(burials)) == len(burials)
    assert all(check_burial(rules, order, hand, burial) is None for burial in burials)


def test_any_burial_is_as_likely_to_be_listed_as_any_other() -> None:
    deal = asked_in("7H", "forty-points")
    hand, rng = deal.held("2C 3C 4C 5C 6C 7C 8C"), Random(3)
    counts: Counter[int] = Counter()
    for _ in range(700):
        counts.update(legal_burials(deal.rules, deal.order, hand, limit=1, rng=rng)[0])

    assert len(counts) == 7
    assert all(60 < count < 140 for count in counts.values())


def test_chance_finds_every_burial() -> None:
    deal = asked_in("7H", "tractor-3-packs")
    hand, rng = deal.held("2C 2C 2C 3C 3C 3C RJ RJ"), Random(4)
    every, _ = legal_burials(deal.rules, deal.order, hand, limit=1000, rng=rng)

    assert {random_burial(deal.rules, deal.order, hand, rng) for _ in range(500)} == set(every)
