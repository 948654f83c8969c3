"""Follows: the rules core against the slow reference, on random small hands rich in sets and tractors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from tests.referee.rules.reference.following import broken_rule, legal_follows
from tests.referee.rules.reference.games import PRESETS
from tests.referee.rules.reference.order import Deal, Game, of_suit, suit_of
from tests.referee.rules.reference.tables import Table, exchanged, tables, tables_in_one_suit, tables_of_long_leads
from tests.referee.rules.reference_core import GAMES, Core, rules_of, sized

pytestmark = pytest.mark.slow


def questions(rng: Random, table: Table, hand: list[str], legal: set[tuple[str, ...]]) -> Iterator[list[str]]:
    """Plays to ask about: legal ones, these with a card or two exchanged, and any others of the hand, or not of it."""
    for play in rng.sample(sorted(legal), min(3, len(legal))):
        yield list(play)
        for count in (1, 1, 2):
            yield exchanged(rng, play, hand, table.deal, count=count)
    yield rng.sample(hand, len(table.lead))
    if rng.random() < 0.1:
        yield rng.sample(hand, rng.randrange(len(hand) + 1))
        yield rng.sample(sorted(table.deal.left.elements()), len(table.lead))


def tables_to_follow(rng: Random, game: Game) -> Iterator[Table]:
    """Tables without end: every other one with long hands of the led suit, of few ranks."""
    for pair in zip(tables(rng, game, most_cards=10), tables_in_one_suit(rng, game, most_cards=11), strict=True):
        yield from pair


def some_hand(rng: Random, table: Table) -> list[str]:
    """Of the hands that follow mostly the one with most cards of the led suit, which has most to heed."""
    suit = suit_of(table.lead[0], table.deal)
    longest = max(table.hands[1:], key=lambda hand: len(of_suit(hand, suit, table.deal)))
    return longest if rng.random() < 0.7 else rng.choice(table.hands[1:])


def rules_to_meet(game: Game) -> set[str | None]:
    """The rules that refusals must have named."""
    owing = {"pairs": {"F3"}, "sets": {"Z5"}, "graded": {"F3", "X4"}}[game.following] if game.packs > 1 else set()
    if game.following == "graded" and game.packs > 2:
        owing |= {"X3"}
    return {None, "F1", "F2", "T3", *owing}


@pytest.mark.parametrize("name", GAMES)
def test_follows_are_judged_alike(name: str) -> None:
    """The first rule broken, or none, is the same, and so is the list of what is legal (F1–F3, X3–X5, Z5, T3).

    What is listed is what trying every choice of cards finds, each once; chance and default stay within it.
    """
    rng, rules, game = Random(20), rules_of(name), GAMES[name][1]
    asked = 0
    seen: Counter[str | None] = Counter()
    for table in tables_to_follow(rng, game):
        core, must_beat = Core.of(rules, table.deal), rng.random() < 0.6
        hand = some_hand(rng, table)
        where = (name, table.deal.trump, table.deal.gone, table.lead, hand, must_beat)
        legal = legal_follows(table.lead, hand, table.deal, must_beat=must_beat)
        listed = core.legal_follows(table.lead, hand, must_beat=must_beat)
        assert set(listed) == legal, where
        assert len(listed) == len(legal), where
        assert core.random_follow(table.lead, hand, must_beat=must_beat, rng=rng) in legal, where
        assert core.lowest_follow(table.lead, hand, must_beat=must_beat) in legal, where
        for play in questions(rng, table, hand, legal):
            rule = broken_rule(table.lead, hand, play, table.deal, must_beat=must_beat)
            assert core.broken_rule(table.lead, hand, play, must_beat=must_beat) == rule, (where, play)
            seen[rule] += 1
            asked += 1
        if asked >= sized(name, 1_000, 8_000):
            break
    assert set(seen) == rules_to_meet(game), seen


@pytest.mark.parametrize("name", PRESETS)
def test_follows_of_long_leads_are_judged_alike(name: str) -> None:
    """The same for leads of up to 12 cards, of many components, from hands that have little choice."""
    rng, rules, game = Random(21), rules_of(name), GAMES[name][1]
    refused = 0
    for table in islice(tables_of_long_leads(rng, game, most_led=12), sized(name, 30, 150)):
        core = Core.of(rules, table.deal)
        hand = table.hands[1]
        where = (name, table.deal.trump, table.lead, hand)
        legal = legal_follows(table.lead, hand, table.deal, must_beat=False)
        assert set(core.legal_follows(table.lead, hand, must_beat=False)) == legal, where
        assert core.lowest_follow(table.lead, hand, must_beat=False) in legal, where
        for play in questions(rng, table, hand, legal):
            rule = broken_rule(table.lead, hand, play, table.deal, must_beat=False)
            assert core.broken_rule(table.lead, hand, play, must_beat=False) == rule, (where, play)
            refused += rule is not None
    assert refused > 10


@pytest.mark.parametrize(
    ("name", "trump", "lead", "hand"),
    [
        ("tractor-3-packs", "AS", "KSKSKSADADRJ", "AHAHASASBJBJRJRJ"),
        ("skipping with 3 packs", "KH", "6D6D7D7D3D2D", "2D2D3D3D4D4D5D5D5D"),
    ],
    ids=["pairs of one rung", "a triple within a run"],
)
def test_tractor_is_found_beside_any_other_pair(name: str, trump: str, lead: str, hand: str) -> None:
    """Of four neighbouring pairs any two neighbours answer a tractor, also the last two beside the first (X4)."""
    deal = Deal(GAMES[name][1], trump)
    led, held = ([text[at : at + 2] for at in range(0, len(text), 2)] for text in (lead, hand))
    listed = Core.of(rules_of(name), deal).legal_follows(led, held, must_beat=False)
    assert set(listed) == legal_follows(led, held, deal, must_beat=False)
