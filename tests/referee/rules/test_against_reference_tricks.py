"""The order of the cards, leads, throws and winners: the rules core against the slow reference, on random tables."""

from __future__ import annotations

from collections import Counter
from itertools import islice, product
from random import Random

import pytest

from referee.rules.cards import cards_text
from tests.referee.rules.reference.games import TRUMPS
from tests.referee.rules.reference.order import Deal, of_suit, strength
from tests.referee.rules.reference.shapes import components, kind
from tests.referee.rules.reference.tables import some_play, some_pool, tables, tables_of_long_leads
from tests.referee.rules.reference.throws import judge
from tests.referee.rules.reference.winning import winner
from tests.referee.rules.reference_core import GAMES, Core, rules_of, sized

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", GAMES)
def test_every_trump_orders_the_cards_alike(name: str) -> None:
    """Suits, and within each the order and the equal cards, are the same for all ranks and suits (O1–O4)."""
    rules = rules_of(name)
    for trump in TRUMPS:
        deal = Deal(GAMES[name][1], trump)
        order = Core.of(rules, deal).order
        for lane in order.lanes:
            held = [card for card in order.cards(lane.low) if order.bit[card] & order.deck]
            texts = cards_text(held).split()
            assert sorted(texts) == sorted(set(of_suit(deal.deck, lane.name, deal))), (trump, lane.name)
            places = [strength(card, deal) for card in texts]
            assert places == sorted(places), (trump, lane.name)
            rungs = [order.rungs(order.bit[card]) for card in held]
            assert [rung // rungs[0] for rung in rungs] == [1 << place for place in places], (trump, lane.name)


@pytest.mark.parametrize("name", GAMES)
def test_leads_are_read_and_judged_alike(name: str) -> None:
    """Kind, components, what stands, the fine and the seat bound by T3 are the same (L1–L6, T1–T3)."""
    rng, rules, game = Random(22), rules_of(name), GAMES[name][1]
    failed = 0
    asked = sized(name, 200, 3_500)
    for table in islice(tables(rng, game, most_cards=12, most_led=8), asked):
        core = Core.of(rules, table.deal)
        where = (name, table.deal.trump, table.deal.gone, table.lead, table.hands[1:])
        assert core.kind(table.lead) == kind(table.lead, table.deal), where
        assert core.components(table.lead) == components(table.lead, table.deal), where
        verdict = judge(table.lead, table.hands[1:], table.deal)
        assert core.judge(table.lead, table.hands[1:]) == verdict, where
        failed += verdict.withdrawn_count > 0
    assert failed > asked // 50


@pytest.mark.parametrize("name", GAMES)
def test_long_throws_are_read_alike(name: str) -> None:
    """Any cards of one suit, up to 14 (L5)."""
    rng, rules, game = Random(23), rules_of(name), GAMES[name][1]
    for table in islice(tables_of_long_leads(rng, game, most_led=14), sized(name, 30, 400)):
        core = Core.of(rules, table.deal)
        assert core.components(table.lead) == components(table.lead, table.deal), (name, table.deal.trump, table.lead)


@pytest.mark.parametrize("name", GAMES)
def test_any_cards_are_a_lead_or_none_alike(name: str) -> None:
    """Cards of several suits are refused, and throws of unequal sets where sets must be equal (L4, Z9)."""
    rng, rules, game = Random(24), rules_of(name), GAMES[name][1]
    seen: set[str] = set()
    for table in islice(tables(rng, game, most_cards=6), sized(name, 200, 2_000)):
        core = Core.of(rules, table.deal)
        cards = rng.sample(table.hands[0], rng.randint(1, len(table.hands[0])))
        read = kind(cards, table.deal)
        assert core.kind(cards) == read, (name, table.deal.trump, table.deal.gone, cards)
        seen.add(read)
    refused = {"L4", "Z9"} if game.equal_sets_throws_only else {"L4"}
    assert seen - {"single", "set", "tractor", "throw"} == refused


@pytest.mark.parametrize("name", GAMES)
def test_tricks_have_the_same_winner(name: str) -> None:
    """Whoever wins one wins the other (W1–W5, Z6); leads of every kind hold and are beaten."""
    rng, rules, game = Random(25), rules_of(name), GAMES[name][1]
    beaten: set[tuple[str, bool]] = set()
    for table in islice(tables(rng, game, most_cards=8), sized(name, 400, 4_000)):
        core = Core.of(rules, table.deal)
        pool = some_pool(rng, table.lead, table.deal)
        plays = [table.lead, *(some_play(rng, table.lead, pool, table.deal) for _ in range(3))]
        won = winner(plays, table.deal)
        assert core.winner(plays) == won, (name, table.deal.trump, table.deal.gone, plays)
        beaten.add((kind(table.lead, table.deal), won > 0))
    kinds = ("single", "set", "tractor", "throw") if game.packs > 1 else ("single", "throw")
    assert beaten == {(kind, is_beaten) for kind in kinds for is_beaten in (False, True)}


@pytest.mark.parametrize("name", [name for name in GAMES if GAMES[name][1].skip_dead_ranks])
def test_rung_of_equal_cards_is_skipped_alike(name: str) -> None:
    """Whatever was played of the off-suit cards of the trump rank, and of the rank below (`skip_dead_ranks`)."""
    rules, game = rules_of(name), GAMES[name][1]
    read: set[str] = set()
    for copies in product(range(game.packs + 1), repeat=4):
        gone = [card for card, count in zip(["2C", "2H", "2S", "AD"], copies, strict=True) for _ in range(count)]
        deal = Deal(game, "2D", gone)
        for lead in (["AD", "AD", "2D", "2D"], ["KD", "KD", "2D", "2D"], ["KD", "KD", "2S", "2S"]):
            if not Counter(lead) - deal.left:
                read.add(kind(lead, deal))
                assert Core.of(rules, deal).kind(lead) == kind(lead, deal), (gone, lead)
    assert read == {"tractor", "throw"}
