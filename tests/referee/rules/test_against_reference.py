"""The rules core against the slow reference, on random hands: some of whole deals, most rich in pairs and tractors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from random import Random
from typing import NamedTuple

import pytest

from referee.rules.cards import cards_text, parse_cards
from referee.rules.follow import check_follow, follows, lowest_follow, random_follow
from referee.rules.ladder import Cards, Ladder
from referee.rules.refusal import Refusal
from referee.rules.shapes import Lead, read_lead
from referee.rules.trick import judge_lead, winner_of
from tests.referee.rules import reference
from tests.referee.rules.builders import TRACTOR, ladder
from tests.sizes import scale

TRUMPS = [rank + suit for rank in reference.RANKS for suit in "CDHSN"]


class Table(NamedTuple):
    """Four hands of one size, the first of which is about to lead *lead*."""

    trump: str
    lead: list[str]
    hands: list[list[str]]


def order_of(table: Table) -> Ladder:
    return ladder(table.trump)


def on_ladder(order: Ladder, cards: list[str]) -> Cards:
    return order.read(parse_cards("".join(cards)))


def as_texts(order: Ladder, held: Cards) -> list[str]:
    return reference.printed(order.text(held).split())


def lead_on_ladder(order: Ladder, cards: list[str]) -> Lead:
    read = read_lead(TRACTOR, order, on_ladder(order, cards))
    assert isinstance(read, Lead), (cards, read)
    return read


def some_deck(rng: Random, trump: str) -> list[str]:
    """A deck in the order dealt: a whole one, or neighbours of some suits only, so that short suits abound.

    Of the latter some are shuffled well, some by pairs, and some hardly, so that hands hold pairs and tractors.
    """
    if rng.random() < 0.2:
        return rng.sample(reference.KINDS * 2, 2 * len(reference.KINDS))
    kinds: list[str] = []
    for suit in rng.sample(["C", "D", "H", "S", "trump"], rng.randint(1, 3)):
        lane = sorted(reference.of_suit(reference.KINDS, suit, trump), key=lambda card: reference.strength(card, trump))
        start = rng.randrange(max(1, len(lane) - 2))
        kinds += lane[start : start + rng.randint(2, 8)]
    shuffled = rng.choice(["well", "by pairs", "hardly"])
    if shuffled == "well":
        return rng.sample(kinds * 2, 2 * len(kinds))
    if shuffled == "by pairs":
        rng.shuffle(kinds)
    return [card for card in kinds for _ in range(2)]


def some_lead(rng: Random, hand: list[str], trump: str) -> list[str]:
    """A single, a pair, a tractor or a throw, as often as the hand allows."""
    suit = reference.suit_of(rng.choice(hand), trump)
    held = reference.of_suit(hand, suit, trump)
    pairs = sorted({card for card in held if held.count(card) == 2}, key=reference.KINDS.index)
    form = rng.choice(["single", "pair", "tractor", "throw"])
    if form == "pair" and pairs:
        return [rng.choice(pairs)] * 2
    if form == "tractor":
        tractors = [
            tractor
            for length in (2, 3)
            for ranks in combinations(pairs, length)
            if reference.is_tractor(tractor := [card for card in ranks for _ in range(2)], trump)
        ]
        if tractors:
            return rng.choice(tractors)
    return rng.sample(held, rng.randint(1, min(6, len(held)))) if form == "throw" else [rng.choice(held)]


def tables(rng: Random, *, most_cards: int) -> Iterator[Table]:
    """Tables without end, of hands of up to *most_cards*."""
    while True:
        trump = rng.choice(TRUMPS)
        deck = some_deck(rng, trump)
        hand_size = rng.randint(1, min(most_cards, len(deck) // 4)) if len(deck) >= 4 else 0
        if hand_size:
            hands = [deck[at * hand_size : (at + 1) * hand_size] for at in range(4)]
            rng.shuffle(hands)
            yield Table(trump, some_lead(rng, hands[0], trump), hands)


def some_plays(rng: Random, table: Table, hand: list[str], legal: Cards) -> Iterator[list[str]]:
    """Plays to ask about: a legal one, that one with a card or two exchanged, any cards of the hand, a wrong count."""
    count = len(table.lead)
    play = as_texts(order_of(table), legal)
    yield play
    spare = list(hand)
    for card in play:
        spare.remove(card)
    for exchanged in range(1, min(2, count, len(spare)) + 1):
        yield rng.sample(play, count - exchanged) + rng.sample(spare, exchanged)
    yield rng.sample(hand, count)
    if rng.random() < 0.1:
        yield rng.sample(hand, rng.randrange(len(hand) + 1))
        yield [rng.choice(reference.KINDS)] * min(2, count)


@pytest.mark.slow
def test_follows_are_judged_alike() -> None:
    """The first rule broken, or none, is the same (F1–F3, T3)."""
    rng = Random(20)
    asked = 0
    seen: set[str | None] = set()
    for table in tables(rng, most_cards=25):
        order = order_of(table)
        lead = lead_on_ladder(order, table.lead)
        for hand in table.hands[1:]:
            held, must_beat = on_ladder(order, hand), rng.random() < 0.4
            legal = random_follow(TRACTOR, order, lead, held, must_beat=must_beat, rng=rng)
            for play in some_plays(rng, table, hand, legal):
                refused = check_follow(TRACTOR, order, lead, held, on_ladder(order, play), must_beat=must_beat)
                rule = reference.broken_rule(table.lead, hand, play, table.trump, must_beat=must_beat)
                assert (refused.rule if refused else None) == rule, (table, hand, play, must_beat, refused)
                seen.add(rule)
                asked += 1
        if asked >= scale(4_000, 30_000):
            break
    assert seen == {None, "F1", "F2", "F3", "T3"}


@pytest.mark.slow
def test_tricks_have_the_same_winner() -> None:
    """Whoever wins one wins the other (W1–W5), and every place can win."""
    rng = Random(21)
    wins: set[tuple[str | None, int]] = set()
    for table in islice(tables(rng, most_cards=12), scale(3_000, 20_000)):
        order = order_of(table)
        lead = lead_on_ladder(order, table.lead)
        plays = [lead.cards]
        for hand in table.hands[1:]:
            held = on_ladder(order, hand)
            plays.append(random_follow(TRACTOR, order, lead, held, must_beat=False, rng=rng))
        winner = winner_of(TRACTOR, order, lead, plays)
        texts = [table.lead, *(as_texts(order, play) for play in plays[1:])]
        assert winner == reference.winner(texts, table.trump), (table.trump, texts)
        wins.add((reference.kind(table.lead, table.trump), winner))
    assert wins == {(kind, at) for kind in ("single", "set", "tractor", "throw") for at in range(4)}


@pytest.mark.slow
def test_leads_are_read_and_judged_alike() -> None:
    """Kind, components, what stands, the fine and the seat bound by T3 are the same (L1–L6, T1–T3)."""
    rng = Random(22)
    failed = 0
    asked = scale(3_000, 20_000)
    for table in islice(tables(rng, most_cards=12), asked):
        order = order_of(table)
        lead = lead_on_ladder(order, table.lead)
        assert lead.kind == reference.kind(table.lead, table.trump), table
        parts = [tuple(as_texts(order, part.cards)) for part in lead.components]
        assert parts == reference.components(table.lead, table.trump), table
        thrown = judge_lead(TRACTOR, order, lead, [on_ladder(order, hand) for hand in table.hands[1:]])
        verdict = (as_texts(order, thrown.lead.cards), thrown.withdrawn_count, thrown.fine, thrown.must_beat)
        assert verdict == reference.judge(table.lead, table.hands[1:], table.trump), table
        failed += thrown.must_beat is not None
    assert failed > asked // 50


@pytest.mark.slow
def test_any_cards_are_a_lead_or_none_alike() -> None:
    """Cards of several suits are refused, and nothing else is (L4)."""
    rng = Random(23)
    refused = 0
    asked = scale(1_000, 5_000)
    for table in islice(tables(rng, most_cards=6), asked):
        order = order_of(table)
        cards = rng.sample(table.hands[0], rng.randint(1, len(table.hands[0])))
        read = read_lead(TRACTOR, order, on_ladder(order, cards))
        kind = reference.kind(cards, table.trump)
        assert (read.rule if isinstance(read, Refusal) else read.kind) == (kind or "L4"), (table.trump, cards)
        refused += kind is None
    assert 0 < refused < asked


@pytest.mark.slow
def test_listed_follows_are_all_that_are_legal() -> None:
    """The listing is what trying every choice of cards finds, each once; chance and default stay within it."""
    rng = Random(24)
    listed_count = 0
    asked = scale(400, 6_000)
    for table in islice(tables(rng, most_cards=9), asked):
        order = order_of(table)
        lead = lead_on_ladder(order, table.lead)
        must_beat = rng.random() < 0.4
        hand = table.hands[1]
        held = on_ladder(order, hand)
        listed = list(follows(TRACTOR, order, lead, held, must_beat=must_beat))
        plays = {tuple(as_texts(order, play)) for play in listed}
        assert len(plays) == len(listed), table
        assert plays == reference.legal_follows(table.lead, hand, table.trump, must_beat=must_beat), table
        assert random_follow(TRACTOR, order, lead, held, must_beat=must_beat, rng=rng) in listed, table
        assert lowest_follow(TRACTOR, order, lead, held, must_beat=must_beat) in listed, table
        listed_count += len(listed)
    assert listed_count > asked


@pytest.mark.slow
def test_pairs_owed_are_the_most_that_any_follow_has() -> None:
    """F3 said the other way round: as many pairs, up to those led, as the best choice of cards would have."""
    rng = Random(25)
    for table in islice(tables(rng, most_cards=8), scale(300, 3_000)):
        trump, hand = table.trump, table.hands[1]
        suit = reference.suit_of(table.lead[0], trump)
        led = sum(len(part) // 2 for part in reference.components(table.lead, trump))
        in_suit = {
            play: reference.of_suit(play, suit, trump)
            for play in combinations(reference.printed(hand), len(table.lead))
        }
        most = max(len(played) for played in in_suit.values())
        pairs = {
            play: min(led, reference.pair_count(played)) for play, played in in_suit.items() if len(played) == most
        }
        owed = max(pairs.values())
        order = order_of(table)
        lead = lead_on_ladder(order, table.lead)
        listed = {
            tuple(as_texts(order, play))
            for play in follows(TRACTOR, order, lead, on_ladder(order, hand), must_beat=False)
        }
        assert listed == {play for play, count in pairs.items() if count == owed}, table


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_trump_orders_the_cards_alike(trump: str) -> None:
    """Suits, and within each the order and the equal cards, are the same for all ranks and suits (O1–O3)."""
    order = ladder(trump)
    for lane in order.lanes:
        held = order.cards(lane.low)
        texts = cards_text(held).split()
        assert sorted(texts) == sorted(reference.of_suit(reference.KINDS, lane.name, trump))
        places = [reference.strength(card, trump) for card in texts]
        assert places == sorted(places)
        rungs = [order.rungs(order.bit[card]) for card in held]
        assert [rung // rungs[0] for rung in rungs] == [1 << place for place in places]
