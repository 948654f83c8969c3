"""Legal leads: lists, cuts and chance, in every game."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from referee.rules.ladder import Cards
from referee.rules.legal_leads import legal_leads, random_lead
from referee.rules.shapes import Kind, Lead, read_lead
from tests.referee.rules.questions import Questions, asked_in

DEALS: dict[str, Questions] = {
    "tractor": asked_in("4D"),
    "no trump suit": asked_in("4N"),
    "forty-points": asked_in("4D", "forty-points"),
    "tractor-3-packs": asked_in("4D", "tractor-3-packs"),
    "tractor-online": asked_in("4N", "tractor-online"),
    "dead ranks": asked_in("4D", skip_dead_ranks=True, played="9S9S TDTD 4C4C4H4H4S4S"),
    "finding-friends-7": asked_in("4D", "finding-friends-7"),
    "trump sequences": asked_in("4D", "finding-friends-12", trump_sequences=True, bombs=True),
    "equal sets": asked_in("4D", "finding-friends-8", equal_sets_throws_only=True),
    "equal sets of four packs": asked_in("4D", "finding-friends-12", equal_sets_throws_only=True),
}


def some_hand(deal: Questions, rng: Random, *, kinds: int, most_cards: int) -> Cards:
    """A hand of few different cards in many copies, of two suits that are near each other, or trumps."""
    order = deal.order
    lanes = [lane for lane in order.lanes if lane.low & order.deck]
    suits = rng.sample(lanes, 2)
    pool = [card for lane in suits for card in order.cards(lane.low & order.deck)[-7:]]
    few = rng.sample(pool, min(kinds, len(pool)))
    all_copies = [card for card in order.cards(order.deck) if card in few]
    return order.read(rng.sample(all_copies, min(most_cards, len(all_copies))))


def every_lead(deal: Questions, hand: Cards) -> set[Cards]:
    """Every choice of cards that is read as a lead."""
    cards = deal.order.cards(hand)
    choices = {
        deal.order.read([card for card, taken in zip(cards, choice, strict=True) if taken])
        for choice in product((False, True), repeat=len(cards))
    }
    return {choice for choice in choices if isinstance(read_lead(deal.rules, deal.order, choice), Lead)}


@pytest.mark.parametrize("name", DEALS)
def test_all_leads_are_listed_once(name: str) -> None:
    deal, rng = DEALS[name], Random(1)
    for _ in range(12):
        hand = some_hand(deal, rng, kinds=4, most_cards=8)
        leads, complete = legal_leads(deal.rules, deal.order, hand, limit=1000, rng=rng)

        assert complete
        assert len(set(leads)) == len(leads)
        assert set(leads) == every_lead(deal, hand)


@pytest.mark.parametrize("name", DEALS)
@pytest.mark.parametrize("limit", [1, 4, 30])
def test_a_cut_list_has_as_many_leads_as_are_wanted(name: str, limit: int) -> None:
    """And says whether it has them all."""
    deal, rng = DEALS[name], Random(limit)
    for _ in range(12):
        hand = some_hand(deal, rng, kinds=4, most_cards=7)
        leads, complete = legal_leads(deal.rules, deal.order, hand, limit=limit, rng=rng)
        every = every_lead(deal, hand)

        assert complete == (len(every) <= limit)
        assert len(leads) == len(set(leads)) == min(limit, len(every))
        assert set(leads) <= every


@pytest.mark.parametrize("name", DEALS)
def test_sets_and_tractors_come_before_throws(name: str) -> None:
    deal, rng = DEALS[name], Random(3)
    for _ in range(6):
        hand = some_hand(deal, rng, kinds=4, most_cards=8)
        read = {cards: read_lead(deal.rules, deal.order, cards) for cards in every_lead(deal, hand)}
        first = {cards for cards, lead in read.items() if isinstance(lead, Lead) and lead.kind is not Kind.THROW}
        leads, complete = legal_leads(deal.rules, deal.order, hand, limit=len(first) + 1, rng=rng)

        assert first <= set(leads)
        assert complete == (len(read) <= len(first) + 1)


@pytest.mark.parametrize(
    ("played", "option", "expected"),
    [("9S9S", True, {"8S8S", "TSTS", "8S8STSTS"}), ("9S9S", False, {"8S8S", "TSTS"}), ("", True, {"8S8S", "TSTS"})],
)
def test_tractors_over_dead_ranks_are_listed_as_such(played: str, option: bool, expected: set[str]) -> None:
    """Before throws, which have no place in so short a list."""
    deal = asked_in("4D", skip_dead_ranks=option, played=played)
    kinds = len(expected) + 2
    leads, complete = legal_leads(deal.rules, deal.order, deal.held("8S8STSTS"), limit=kinds, rng=Random(1))

    assert not complete
    assert {deal.order.text(cards, "") for cards in leads} == {"8S", "TS"} | expected


@pytest.mark.parametrize("name", DEALS)
def test_a_whole_suit_is_not_listed_by_trying_everything(name: str) -> None:
    """Of more throws than could ever be looked through, some are drawn: the trumps, and the whole deck as one hand."""
    deal, rng = DEALS[name], Random(4)
    for hand in (deal.order.trumps.bits & deal.order.deck, deal.order.deck):
        leads, complete = legal_leads(deal.rules, deal.order, hand, limit=100, rng=rng)

        assert not complete or len(every_lead(deal, hand)) == len(leads)
        assert len(set(leads)) == 100 or complete
        assert all(isinstance(read_lead(deal.rules, deal.order, cards), Lead) for cards in leads)
        assert not any(cards & ~hand for cards in leads)


@pytest.mark.slow
@pytest.mark.parametrize("name", DEALS)
def test_chance_finds_every_lead(name: str) -> None:
    deal, rng = DEALS[name], Random(5)
    for _ in range(4):
        hand = some_hand(deal, rng, kinds=3, most_cards=4)
        found = {random_lead(deal.rules, deal.order, hand, rng) for _ in range(3000)}

        assert found == every_lead(deal, hand)


@pytest.mark.parametrize("name", DEALS)
def test_chance_leads_legally_from_long_hands(name: str) -> None:
    deal, rng = DEALS[name], Random(6)
    hand = deal.order.read(rng.sample(deal.order.cards(deal.order.deck), 39))
    for _ in range(300):
        cards = random_lead(deal.rules, deal.order, hand, rng)

        assert not cards & ~hand
        assert isinstance(read_lead(deal.rules, deal.order, cards), Lead)


def test_four_copies_may_make_two_sets_of_one_size() -> None:
    """A tractor of three pairs and a pair; but two pairs of one card alone are a set of four (Z9)."""
    deal = DEALS["equal sets of four packs"]
    leads, complete = legal_leads(deal.rules, deal.order, deal.held("ASASASAS KSKS QSQS"), limit=1000, rng=Random(7))

    assert complete
    assert deal.held("ASASASAS KSKS QSQS") in leads
    assert deal.held("ASASASAS KSKS") not in leads
